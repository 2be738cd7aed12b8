"""The journal: what machine code overwrites in arrays that are too big to be copied at each entry.

Before it first stores into a *page*, a few hundred bytes of memory, the code keeps what is there.
That a page is kept is seen from its tag; where two pages have the same tag one is kept twice, and
the earlier record counts.  At an exit all that was kept becomes one bytes object.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

PAGE_BITS = 6
PAGE = 1 << PAGE_BITS
"""Bytes of a page."""
WORD = 8
RECORD = WORD + PAGE
"""Bytes of a record: the address of a page, and what was in it."""
TAG_BITS = 16
TAGS = 1 << TAG_BITS
MOST = 116_000
"""Pages that are kept at most, in some 8 MB, from an entry to the exit."""
COUNT, ROOM, FIRST_TAG = range(3)
"""The words: how many pages are kept, how many may be; then the tags, and then the records."""
FIRST_RECORD = FIRST_TAG + TAGS


class Journal:
    """The memory for it.  Code of all units uses it, from entry to exit, with the GIL held."""

    def __init__(self) -> None:
        self.memory = (ctypes.c_int64 * (FIRST_RECORD + MOST * RECORD // WORD))()
        self.memory[ROOM] = MOST

    def address(self, word: int) -> int:
        """Where one of the words is."""
        return ctypes.addressof(self.memory) + WORD * word

    def limit(self, size: int) -> None:
        """Let records take so many bytes; there is always room for one."""
        self.memory[ROOM] = min(max(size // RECORD, 1), MOST)


def pages(written: bytes) -> Iterator[tuple[int, memoryview]]:
    """The pages in what code has left, newest first: their addresses, and what was there."""
    whole = memoryview(written)
    for start in range(len(whole) - RECORD, -1, -RECORD):
        content = start + WORD
        yield int.from_bytes(whole[start:content], "little"), whole[content : start + RECORD]

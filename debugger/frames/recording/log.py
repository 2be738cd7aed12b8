"""The log: a ring of entries, bounded in bytes.

Appending costs nothing extra; the bytes are counted in batches, by `settle`, which the wrapped
steps call now and then: at loop headers and where a frame begins.
"""

from __future__ import annotations

from collections import deque
from sys import getsizeof
from typing import Any

Entry = tuple[Any, ...]
"""`(site, activation, *kept)`."""

BATCH = 512
"""Entries between two counts."""

OVERHEAD = 120
"""Bytes of an entry besides the values that it keeps: the tuple, its place in the ring, numbers."""

DEFAULT_LIMIT = 64 * 1024 * 1024


class Log(deque[Entry]):
    """The entries of one thread, oldest first.

    `limit`: bytes; `due`: the length at which to settle next; `forgotten`: how many entries the
    ring has lost at its old end; `renamed`: see `Restorer`.
    """

    def __init__(self, limit: int = DEFAULT_LIMIT) -> None:
        super().__init__()
        self.limit = limit
        self.due = BATCH
        self.forgotten = 0
        self.renamed: dict[int, int] = {}
        self._batches: deque[tuple[int, int]] = deque()
        self._counted = 0
        self._bytes = 0

    def settle(self) -> None:
        """Count what is new, and forget the oldest batches while there is too much."""
        fresh = len(self) - self._counted
        if fresh > 0:
            size = fresh * OVERHEAD + sum(size_of(self[-at]) for at in range(1, fresh + 1))
            self._batches.append((fresh, size))
            self._counted += fresh
            self._bytes += size
        while self._bytes > self.limit and self._batches:
            count, size = self._batches.popleft()
            for _ in range(count):
                self.popleft()
            self.forgotten += count
            self._counted -= count
            self._bytes -= size
        self.due = len(self) + BATCH

    def renew(self) -> None:
        """Settle if it is time."""
        if len(self) > self.due:
            self.settle()

    def take(self) -> Entry:
        """Remove the newest entry."""
        entry = self.pop()
        while self._counted > len(self):
            count, size = self._batches.pop()
            self._counted -= count
            self._bytes -= size
        self.due = len(self) + BATCH
        return entry


def size_of(entry: Entry) -> int:
    """The bytes of what an entry keeps alive and that can be large."""
    size = 0
    for value in entry[2:]:
        if type(value) is not int or value.bit_length() > SMALL_BITS:
            size += getsizeof(value, OVERHEAD)
    return size


SMALL_BITS = 512

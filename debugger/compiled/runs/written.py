"""Arrays put back from the pages that machine code has kept (`compiled/loops/journal.py`)."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterable
from typing import Any

from debugger.compiled.loops.journal import PAGE, pages


def put_back_pages(arrays: Iterable[Any], written: bytes) -> bool:
    """Give arrays what was kept of them; answers whether all that was kept was theirs."""
    found = [Memory(each) for each in arrays if each.size]
    is_whole = True
    for address, content in pages(written):
        takers = [memory for memory in found if memory.overlaps(address)]
        for memory in takers:
            memory.take(address, content)
        is_whole = is_whole and bool(takers)
    for memory in found:
        memory.finish()
    return is_whole


class Memory:
    """The memory that an array lies in, from its first byte to its last one.

    Pages are cut to it.  Bytes between the elements may belong to somebody else: where there are
    any, pages go to a copy, of which only the elements are taken.
    """

    def __init__(self, array: Any) -> None:
        self._array = array
        data = array.__array_interface__["data"][0]
        reach = [
            (length - 1) * step for length, step in zip(array.shape, array.strides, strict=True)
        ]
        self._begin: int = data + sum(each for each in reach if each < 0)
        self._end: int = data + sum(each for each in reach if each > 0) + array.itemsize
        self._offset = data - self._begin
        whole = (ctypes.c_char * (self._end - self._begin)).from_address(self._begin)
        self._memory = memoryview(whole).cast("B")
        self._target: Any = self._memory if array.flags.forc else bytearray(self._memory)

    def overlaps(self, address: int) -> bool:
        """Whether a page reaches into it."""
        return self._begin - PAGE < address < self._end

    def take(self, address: int, content: memoryview) -> None:
        """Let a page be as it was."""
        first, last = max(address, self._begin), min(address + PAGE, self._end)
        part = content[first - address : last - address]
        self._target[first - self._begin : last - self._begin] = part

    def finish(self) -> None:
        """All pages were taken."""
        if self._target is not self._memory:
            self._elements(self._memory)[...] = self._elements(self._target)

    def _elements(self, memory: Any) -> Any:
        """The elements of the array in some memory, whether or not they may be assigned."""
        array = self._array
        make = sys.modules["numpy"].ndarray
        return make(array.shape, array.dtype, memory, self._offset, array.strides)

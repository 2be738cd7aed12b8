"""Room on the stack for what the debugger does on top of a program that may have used up its own.

The recursion limit is raised while that lasts.  CPython refuses to set a limit that the stack has
reached already, as it may have when ours is put back; its C API does not.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from debugger.frames.opcodes import table

INSIDE = 150
"""How many frames deep the debugger goes at most, apart from stops."""
AT_STOPS = 1500
"""The same while the user is asked, who may call functions of the program."""


class Headroom:
    """What the debugger has added to the recursion limit, which is one for all threads.

    When somebody else sets a limit another `era` begins: what was added before is gone.  There is
    no lock, which would have to be released on a stack that is too deep for that: CPython changes
    threads after calls only, so that a number and what is set to it change together, and what is
    loaded before a call goes with its result.
    """

    def __init__(self) -> None:
        self._limit = self._added = self._era = 0

    def make(self, more: int) -> int:
        """Add to the limit; answers what `give_back` has to be told."""
        if self._limit != sys.getrecursionlimit():
            self._limit, self._added = sys.getrecursionlimit(), 0
            self._era += 1
        self._limit += more
        self._added += more
        sys.setrecursionlimit(self._limit)
        return self._era

    def give_back(self, era: int, more: int) -> None:
        """Take from the limit what was added, if that is still there."""
        if era == self._era and self._limit == sys.getrecursionlimit():
            self._limit -= more
            self._added -= more
            ctypes.pythonapi.Py_SetRecursionLimit(self._limit)

    def limit_of_program(self) -> int:
        """The limit without what was added."""
        known, added, limit = self._limit, self._added, sys.getrecursionlimit()
        return limit - added if limit == known else limit


HEADROOM: Final = Headroom()
"""That of the process."""


def depth() -> int:
    """How deep the stack is, by CPython's count, which it tells where it refuses a limit."""
    try:
        sys.setrecursionlimit(1)
    except RecursionError as refused:
        _, _, counted = str(refused).partition("at the recursion depth ")
        return int(counted.partition(":")[0])
    return 0


def depth_of_module() -> int:
    """How deep the stack is below a module that the calling frame runs by `exec`."""
    found: list[int] = []
    exec("found.append(depth())", {"found": found, "depth": depth})
    # The frames of this function, of the module, of `depth` and of what that calls are not below.
    return found[0] - 3 - table().depth_of_c


@contextmanager
def room_at_stop() -> Iterator[None]:
    """While this lasts there is room for a stop."""
    era = HEADROOM.make(AT_STOPS)
    try:
        yield
    finally:
        HEADROOM.give_back(era, AT_STOPS)

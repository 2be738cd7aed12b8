"""Room on the stack for what the debugger does on top of a program that may have used up its own.

The recursion limit is raised while that lasts.  CPython refuses to set a limit that the stack has
reached already, as it may have when ours is put back; its C API does not.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from debugger.frames.opcodes import table

INSIDE = 150
"""How many frames deep the debugger goes at most, apart from stops."""
AT_STOPS = 1500
"""The same while the user is asked, who may call functions of the program."""


def make_room(more: int = INSIDE) -> int:
    """Raise the limit; answers what it was."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + more)
    return limit


def give_room_back(limit: int, more: int = INSIDE) -> None:
    """Set the limit to what it was, unless somebody has set another one meanwhile."""
    if sys.getrecursionlimit() == limit + more:
        ctypes.pythonapi.Py_SetRecursionLimit(limit)


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
    limit = make_room(AT_STOPS)
    try:
        yield
    finally:
        give_room_back(limit, AT_STOPS)

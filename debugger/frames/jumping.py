"""Where a tracer lets a frame go on: CPython decides by the user's code, not by what runs instead.

CPython looks for a place with the same operand stack in the code of the frame.  So that this is the
user's, the frame is said to run it, at the same place, as long as CPython looks.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from types import CodeType, FrameType

INNER = 24
"""Where the object of a frame has the address of what runs."""
CODE, PLACE = (0 if sys.version_info >= (3, 12) else 32), 56
"""Where that has its code, and the address of its instruction."""


class Running:
    """Where the frame is that an object of a frame stands for."""

    def __init__(self, frame: FrameType) -> None:
        inner = _word(id(frame) + INNER).value
        self._code, self._place = _word(inner + CODE), _word(inner + PLACE)

    def is_known(self, code: CodeType, offset: int) -> bool:
        """Whether it is there: not if this Python keeps that elsewhere."""
        return (self._code.value, self._place.value) == (id(code), _start(code) + offset)

    def moved(self, code: CodeType, offset: int, move: Callable[[], None]) -> int:
        """Where in some code it is after it was moved, from there; it stays where it is.

        Raises what `move` raises.
        """
        before = self._code.value, self._place.value
        self._code.value, self._place.value = id(code), _start(code) + offset
        try:
            move()
            return self._place.value - _start(code)
        finally:
            self._code.value, self._place.value = before

    def go_on(self, code: CodeType, offset: int) -> None:
        """Go on there, in the code that it runs."""
        self._place.value = _start(code) + offset


def _word(address: int) -> ctypes.c_size_t:
    return ctypes.c_size_t.from_address(address)


def _start(code: CodeType) -> int:
    """Where CPython has the units of a code object: they follow its fixed fields."""
    return id(code) + CodeType.__basicsize__

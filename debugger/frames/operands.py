"""The operand stack of a real frame, which CPython shows nobody: read where it lies in memory.

Only what is known to be there may be asked for, and only of a frame that waits or is failing.
Where CPython is another one than is known here, nothing is found.
"""

from __future__ import annotations

import sys
from functools import cache
from types import CodeType, FrameType
from typing import Any

from debugger.frames.hosts import real_frame
from debugger.frames.lifting import variables
from debugger.frames.missing import MISSING

KNOWN = ((3, 11), (3, 12), (3, 13))
POINTER = 8
INNER = 3
"""How many pointers of a frame object stand before that to what CPython itself knows of it."""
FIRST = 9
"""How many pointers, or as many bytes, stand in that before the variables, then the operands."""


def operand(frame: FrameType, depth: int) -> Any:
    """What lies on the operand stack of a frame at a depth, 0 at the bottom; MISSING if unknown."""
    return _read(frame, depth) if _is_known() else MISSING


def _read(frame: FrameType, depth: int) -> Any:
    from ctypes import c_void_p, py_object

    inner = c_void_p.from_address(id(frame) + INNER * POINTER).value
    if inner is None:
        return MISSING
    place = FIRST + _variable_count(frame.f_code) + depth
    # Not by `cast`, which makes garbage: what it gives knows itself.
    address = inner + place * POINTER
    is_null = c_void_p.from_address(address).value is None
    return MISSING if is_null else py_object.from_address(address).value


def _variable_count(code: CodeType) -> int:
    return len(variables(code))


@cache
def _is_known() -> bool:
    """Whether this CPython is one of those known, as one look at a frame of ours confirms."""
    if sys.version_info[:2] not in KNOWN or sys.implementation.name != "cpython":
        return False
    for _ in (expected := iter([None])):
        return _read(real_frame(), 0) is expected
    return False

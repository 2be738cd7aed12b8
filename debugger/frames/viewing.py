"""Real frames as the interpreter has frames: what a user sees of code in focus that runs natively.

Such a frame waits for something it has called.  What is made here can be looked at, and is where
a stepping command goes on; its variables are copies, and what is assigned to them is passed on.
"""

from __future__ import annotations

import sys
from functools import cache
from types import CellType, FrameType
from typing import TYPE_CHECKING, Any

from debugger.frames.callbacks import is_function
from debugger.frames.frame import Frame, FrameData

if TYPE_CHECKING:
    from debugger.frames.framecode import FrameCode
    from debugger.frames.interpreter import Interpreter

HOLDERS = 3
"""References to what `f_locals` gives while nobody in the program holds it."""


class Viewed(Frame):
    """Stands for a real frame."""

    __slots__ = ()

    def settle(self) -> None:
        assert self.host is not None
        known = variables_of(self.host, self.interpreter)
        variables = self.fast_variables().items()
        changed = {n: v for n, v in variables if n not in known or known[n] is not v}
        if changed:
            assign(self.host, changed, self.interpreter)


def is_native(frame: Frame) -> bool:
    """Whether a frame stands for a real one that runs the user's own code, and no variant of it."""
    host = frame.host if isinstance(frame, Viewed) else None
    return host is not None and host.f_code is frame.framecode.code


def assign(host: FrameType, values: dict[str, object], interpreter: Interpreter) -> None:
    """Give variables of a function's real frame, which waits, these values."""
    names = host.f_locals
    names.update(values)
    is_copy = type(names) is dict
    del names
    if is_copy:
        _to_fast()(host, 0)
        variables_of(host, interpreter)  # empties it


@cache
def _to_fast() -> Any:
    """What puts the dictionary that `f_locals` is before 3.13 into the variables."""
    import ctypes

    function = ctypes.PYFUNCTYPE(None, ctypes.py_object, ctypes.c_int)
    return function(("PyFrame_LocalsToFast", ctypes.pythonapi))


def viewed(host: FrameType, framecode: FrameCode, ordinal: int, interpreter: Interpreter) -> Viewed:
    """The frame of the interpreter that stands for `host`, at instruction number `ordinal`."""
    namespace = None if is_function(framecode.code) else host.f_locals
    data = FrameData(registers_of(framecode, variables_of(host, interpreter)), namespace)
    frame = Viewed(framecode, framecode.bound(host.f_globals), data, interpreter, None, 0)
    frame.pc = framecode.pc_of(ordinal)
    frame.host = host
    return frame


def registers_of(framecode: FrameCode, variables: dict[str, Any]) -> list[object]:
    """The registers of a frame with these variables."""
    registers = framecode.template.copy()
    for register, name in enumerate(framecode.names):
        is_bound = name in variables
        if register in framecode.cell_registers:
            registers[register] = CellType(variables[name]) if is_bound else CellType()
        elif is_bound:
            registers[register] = variables[name]
    return registers


def variables_of(host: FrameType, interpreter: Interpreter) -> dict[str, Any]:
    """The variables of a real frame.

    Before 3.13 `f_locals` of a function is a dictionary that lives as long as the frame.  It is
    emptied again, or it would keep the values alive; unless the program holds it, too, or a tracer
    is called with the frame: when that returns, what the dictionary holds becomes the variables.
    """
    names = host.f_locals
    found = dict(names)
    is_only_ours = type(names) is dict and sys.getrefcount(names) <= HOLDERS
    is_traced = bool(interpreter.tracers) or id(host) in interpreter.in_tracer
    if is_only_ours and is_function(host.f_code) and not is_traced:
        names.clear()
    return found

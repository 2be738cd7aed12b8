"""Making the frames of calls, and refusing to where the program's recursion limit is reached."""

from __future__ import annotations

import sys
from types import CellType, CodeType, FunctionType
from typing import TYPE_CHECKING, Any, cast

from debugger.frames.binding import bind
from debugger.frames.frame import Frame, FrameData
from debugger.frames.headroom import HEADROOM
from debugger.frames.missing import MISSING

if TYPE_CHECKING:
    from debugger.frames.engine import Engine
    from debugger.frames.framecode import FrameCode
    from debugger.frames.interpreter import Interpreter

SEGMENT_DEPTH = 3
"""What a segment counts for in the depth of the program: a call through C takes C stack, too."""

SEGMENT_FRAMES = 12
"""Host frames that one segment takes; the host's recursion limit is raised by as many."""


class Making:
    """The part of an interpreter that makes frames.

    `leaf` is the innermost frame, `limit` the recursion limit of the program, `segments` how many
    segments are running.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.leaf: Frame | None = None
        self.limit = HEADROOM.limit_of_program()
        self.segments = 0

    def made(
        self,
        framecode: FrameCode,
        names: dict[str, Any],
        data: FrameData,
        caller: Frame | None,
        depth: int,
    ) -> Frame:
        """A frame with these globals and data."""
        interpreter = cast("Interpreter", self)
        return Frame(framecode, framecode.bound(names), data, interpreter, caller, depth)

    def new_frame(
        self,
        caller: Frame | None,
        function: FunctionType,
        arguments: tuple[Any, ...],
        keywords: tuple[str, ...],
    ) -> Frame:
        """The frame of a call that `caller` makes; raises what a failing call raises."""
        code = self.engine.entries.original(function.__code__)
        framecode = self.engine.framecode(code)
        depth = self.check_depth(caller)
        if framecode.is_simple and not keywords and len(arguments) == code.co_argcount:
            values: tuple[Any, ...] = arguments
        else:
            values = bind(function, self.engine.binder(code), arguments, keywords)
        registers = framecode.template.copy()
        registers[: len(values)] = values
        return self.called_frame(caller, depth, framecode, function, registers)

    def called_frame(
        self,
        caller: Frame | None,
        depth: int,
        framecode: FrameCode,
        function: FunctionType,
        registers: list[object],
    ) -> Frame:
        """The frame of a call whose arguments are in the registers; they get their cells here."""
        code, names = framecode.code, function.__globals__
        if framecode.cells or code.co_freevars:
            fill_cells(framecode, registers, function.__closure__ or ())
        data = FrameData(registers, None if code.co_flags & 2 else names)
        frame = self.made(framecode, names, data, caller, depth)
        if caller is not None:
            frame.inherited = caller.handling()
        return frame

    def entered_frame(
        self, code: CodeType, names: dict[str, Any], values: tuple[Any, ...]
    ) -> Frame:
        """The frame of a function called from native code: parameters, then free variables."""
        self.check_depth(self.leaf)
        framecode = self.engine.framecode(code)
        free = len(code.co_freevars)
        registers = framecode.template.copy()
        registers[: framecode.parameters] = values[: framecode.parameters]
        if framecode.cells or free:
            fill_cells(framecode, registers, values[len(values) - free :])
        data = FrameData(registers, None)
        return self.made(framecode, names, data, self.leaf, 0)

    def parked_frame(
        self,
        framecode: FrameCode,
        names: dict[str, Any],
        data: FrameData,
        pc: int,
    ) -> Frame:
        """A frame in place of a real one that is parked before statement `pc`."""
        frame = self.made(framecode, names, data, self.leaf, 0)
        frame.pc = pc
        return frame

    def code_frame(
        self,
        caller: Frame | None,
        code: CodeType,
        names: dict[str, Any],
        namespace: Any,
        closure: tuple[CellType, ...] = (),
    ) -> Frame:
        """The frame of a class body, a module, or a code object given to exec or eval."""
        framecode = self.engine.framecode(self.engine.entries.original(code))
        return self.namespace_frame(caller, framecode, names, namespace, closure)

    def namespace_frame(
        self,
        caller: Frame | None,
        framecode: FrameCode,
        names: dict[str, Any],
        namespace: Any,
        closure: tuple[CellType, ...] = (),
    ) -> Frame:
        """A frame whose names live in a namespace."""
        depth = self.check_depth(caller)
        registers = framecode.template.copy()
        fill_cells(framecode, registers, closure)
        data = FrameData(registers, namespace)
        frame = self.made(framecode, names, data, caller, depth)
        if caller is not None:
            frame.inherited = caller.handling()
        return frame

    # ------------------------------------------------------------------ recursion

    def check_depth(self, caller: Frame | None) -> int:
        """The depth of a frame called by `caller`; raises RecursionError at the program's limit."""
        depth = 0 if caller is None else caller.depth + 1
        if depth >= self.limit:
            raise RecursionError("maximum recursion depth exceeded")
        return depth

    def is_exhausted(self) -> bool:
        """Whether the recursion limit of the program leaves no room for another segment."""
        return self.leaf is not None and self.leaf.depth + SEGMENT_DEPTH >= self.limit

    def set_limit(self, limit: int) -> None:
        """Set the program's recursion limit."""
        self.limit = limit
        self.raise_host_limit()

    def raise_host_limit(self) -> None:
        """The host must never reach its own limit before the program reaches its."""
        needed = self.limit + SEGMENT_FRAMES * (self.segments + 8)
        if sys.getrecursionlimit() < needed:
            sys.setrecursionlimit(needed)


def fill_cells(
    framecode: FrameCode, registers: list[object], closure: tuple[CellType, ...]
) -> None:
    """Give the closure variables their cells; a parameter's value moves into its cell."""
    for register in framecode.cells:
        value = registers[register]
        registers[register] = CellType() if value is MISSING else CellType(value)
    if closure:
        first = framecode.first_temp - len(closure)
        registers[first : framecode.first_temp] = closure

"""Callees: the functions inlined in a unit, as the interpreter knows them.

At entry it is checked that they still are what they were compiled as; when the code leaves inside
one of them, the frames of all calls under way are made, as if the interpreter had made the calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops.emit.kinds import Function
from debugger.compiled.loops.extras import FIRST_EXTRA
from debugger.compiled.loops.region import CellContent, FreeContent, Variable
from debugger.compiled.loops.values import cell_of, look_up
from debugger.frames.frame import ARRIVED

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.inputs import Guard
    from debugger.compiled.loops.program import Activation, Program
    from debugger.frames.frame import Frame


class Callees:
    """What a unit has to know of the functions inlined in it.

    `depth`: how many frames they need beyond that of the loop.
    """

    def __init__(
        self, program: Program, guards: Sequence[Guard], extras: Sequence[Variable]
    ) -> None:
        # By guard: where the function is, in the registers or among the extras, and its kind.
        self.functions = [
            (number, *holder(guard.variable, extras), guard.kind)
            for number, guard in enumerate(guards)
            if isinstance(guard.kind, Function) and guard.kind.source == guard.variable
        ]
        self.depth = program.depth()
        self._cells = distinct_cells(extras)
        self._places = {
            activation: places_of(activation, extras) for activation in program.activations[1:]
        }

    def refusing(self, frame: Frame, found: list[object]) -> int | None:
        """The number of a guard that does not hold, None if all functions are what they were.

        `found` is what the extras hold.
        """
        registers = frame.data.registers
        for number, register, extra, kind in self.functions:
            value = found[extra] if register is None else registers[register]
            if not fits(kind, value, frame):
                return number
        return None

    def may_be_called(self, frame: Frame) -> bool:
        """Whether no call can exceed the recursion limit, and no two variables are one cell."""
        if frame.depth + self.depth >= frame.interpreter.limit:
            return False
        if not self._cells:
            return True
        return len({id(cell_of(frame, v)) for v in self._cells}) == len(self._cells)

    def call(self, root: Frame, leaf: Activation, extras: list[Any]) -> Frame:
        """Make the frames of all calls that lead from `root` to an activation; the innermost."""
        frame = root
        for activation in leaf.chain():
            assert activation.caller is not None
            function: Any = look_up(root, activation.source)
            registers = activation.framecode.template.copy()
            for register, place in self._places[activation]:
                registers[register] = extras[place]
            frame.pc, frame.previous = activation.caller.own(activation.call), ARRIVED
            depth = frame.depth + 1
            called = root.interpreter.called_frame(
                frame, depth, activation.framecode, function, registers
            )
            frame.callee = called
            frame = called
        return frame


def holder(variable: Variable, extras: Sequence[Variable]) -> tuple[int | None, int]:
    """The register of a variable, or None and its place among the extras."""
    return (variable, -1) if isinstance(variable, int) else (None, extras.index(variable))


def fits(kind: Function, value: Any, frame: Frame) -> bool:
    """Whether a function can be called as one of that kind.

    Its defaults are variables, which have guards of their own where they are used.
    """
    if type(value) is not FunctionType:
        return False
    if kind.framecode is None:
        return True
    wanted, code = kind.framecode.code, value.__code__
    if code is not wanted and frame.interpreter.engine.entries.original(code) is not wanted:
        return False
    if value.__globals__ is not (frame.globals if kind.owner is None else vars(kind.owner)):
        return False
    return not kind.closure or has_cells(value, kind.closure, frame)


def has_cells(value: FunctionType, variables: Sequence[Variable], frame: Frame) -> bool:
    """Whether the cells of a function are those of variables."""
    cells = value.__closure__ or ()
    pairs: Any = zip(cells, variables, strict=True)
    return all(cell is cell_of(frame, variable) for cell, variable in pairs)


def distinct_cells(extras: Sequence[Variable]) -> list[CellContent | FreeContent]:
    """The variables in cells, if some are in cells that the frame of the loop does not hold."""
    found = [v for v in extras if isinstance(v, CellContent | FreeContent)]
    return found if any(isinstance(v, FreeContent) for v in found) else []


def places_of(activation: Activation, extras: Sequence[Variable]) -> list[tuple[int, int]]:
    """The registers of an activation that compiled code uses, and where it leaves their values."""
    first = activation.registers
    end = first + activation.framecode.first_constant
    return [
        (variable - first, FIRST_EXTRA + index)
        for index, variable in enumerate(extras)
        if isinstance(variable, int) and first <= variable < end
    ]

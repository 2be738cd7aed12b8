"""Point and State: what crosses between the engines.

A `Point` is a place before an original instruction, with the symbolic operand stack there; a
`State` is everything a frame holds at such a place.  Any engine can hand the pair to any other.
"""

from __future__ import annotations

from types import CellType, CodeType
from typing import TYPE_CHECKING

from debugger.frames.ir import Operand, Temp
from debugger.frames.missing import MISSING
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.frame import Frame


class Point(Record):
    """Before instruction number `ordinal` of `code`, and statement `pc` of its framecode.

    `stack` says of each value of the operand stack where it is.
    """

    code: CodeType
    ordinal: int
    pc: int
    stack: tuple[Operand, ...]


class State(Record):
    """What a frame holds at a point.

    `slots`: the locals in CPython's order, MISSING when unbound, and MISSING for cells;
    `cells`: name -> cell object; `temps`: depth -> value, for the stack entries that are
    temporaries; `handled`: the exceptions being handled, outermost first; `namespace`: where
    names live, or None in a function.
    """

    slots: tuple[object, ...]
    cells: dict[str, CellType]
    temps: dict[int, object]
    handled: tuple[BaseException, ...]
    namespace: dict[str, object] | None


def capture(frame: Frame) -> tuple[Point, State]:
    """The point and state of a frame that is about to execute a statement."""
    framecode, registers = frame.framecode, frame.data.registers
    cells = {i: registers[i] for i in sorted(framecode.cell_registers)}
    slots = tuple(MISSING if i in cells else registers[i] for i in range(framecode.first_temp))
    point = framecode.point(frame.pc)
    temps = {
        operand.depth: registers[operand.register]
        for operand in point.stack
        if isinstance(operand, Temp)
    }
    named = {framecode.names[i]: cell for i, cell in cells.items()}
    return point, State(slots, named, temps, frame.data.handled, frame.data.namespace)


def restore(frame: Frame, pc: int, state: State) -> None:
    """Put `state` into `frame`, which then is about to execute statement `pc`."""
    framecode = frame.framecode
    registers = framecode.template.copy()
    registers[: framecode.first_temp] = state.slots
    for i in framecode.cell_registers:
        registers[i] = state.cells[framecode.names[i]]
    for depth, value in state.temps.items():
        registers[framecode.first_temp + depth] = value
    frame.data.registers[:] = registers
    frame.data.handled = state.handled
    frame.data.namespace = state.namespace
    frame.pc = pc

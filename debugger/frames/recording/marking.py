"""The steps that log marks: each is wrapped around the step of the statement that begins a segment.

How fast these are decides what recording costs.  They come in forms for the usual numbers of
registers; one that begins a loop counts its iterations too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.recording.activation import activated
from debugger.frames.recording.keeping import PLAIN, keep
from debugger.frames.recording.segments import headers, overwritten, segment_starts
from debugger.frames.recording.sites import LoopMark, Mark

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode, Step

Registers = list[Any]


def marked(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """The step of a statement, logging a mark first if a segment begins there."""
    starts = segment_starts(framecode)
    if pc not in starts:
        return plain
    registers = overwritten(framecode, pc, starts)
    mark = mark_at(framecode, pc, registers)
    if pc in headers(framecode):
        return header(mark, registers, plain)
    if not registers:
        return nothing(mark, plain)
    if len(registers) == 1:
        return one(mark, registers[0], plain)
    return many(mark, registers, plain)


def mark_at(framecode: FrameCode, pc: int, registers: tuple[int, ...]) -> Mark:
    line = framecode.positions[pc].line if pc in framecode.line_starts else None
    statement = framecode.statements[pc]
    if isinstance(statement, ir.ForNext):
        return LoopMark(pc, line, registers, statement.iterator.register)
    return Mark(pc, line, registers)


def nothing(mark: Mark, plain: Step) -> Step:
    def step(frame: Frame, registers: Registers) -> int:
        activation = frame.activation or activated(frame)
        activation.append((mark, activation, 0))
        return plain(frame, registers)

    return step


def one(mark: Mark, register: int, plain: Step) -> Step:
    plainly = PLAIN

    def step(frame: Frame, registers: Registers) -> int:
        activation = frame.activation or activated(frame)
        value = registers[register]
        if type(value) not in plainly:
            value = keep(value)
        activation.append((mark, activation, 0, value))
        return plain(frame, registers)

    return step


def many(mark: Mark, written: tuple[int, ...], plain: Step) -> Step:
    def step(frame: Frame, registers: Registers) -> int:
        activation = frame.activation or activated(frame)
        values = [keep(registers[register]) for register in written]
        activation.append((mark, activation, 0, *values))
        return plain(frame, registers)

    return step


def header(mark: Mark, written: tuple[int, ...], plain: Step) -> Step:
    pc = mark.pc

    def step(frame: Frame, registers: Registers) -> int:
        activation = frame.activation or activated(frame)
        turns = activation.turns
        turn = turns[pc] = turns.get(pc, 0) + 1
        values = [keep(registers[register]) for register in written]
        activation.append((mark, activation, turn, *values))
        log = activation.log
        if len(log) > log.due:
            log.settle()
        return plain(frame, registers)

    return step

"""The steps that log marks: each is wrapped around the step of the statement that begins a segment.

How fast these are decides what recording costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.recording.activation import activated
from debugger.frames.recording.keeping import PLAIN, keep
from debugger.frames.recording.objects import is_in_place
from debugger.frames.recording.segments import comprehended, headers, overwritten, segment_starts
from debugger.frames.recording.sites import Exhausted, LoopMark, Mark, TurnMark

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode, Step

Registers = list[Any]


def marked(framecode: FrameCode, pc: int, plain: Step, logged: Step) -> Step:
    """A logged step of a statement, logging a mark first if a segment begins there.

    `plain` is the step without any logging.
    """
    starts = segment_starts(framecode)
    if pc not in starts:
        return logged
    registers = overwritten(framecode, pc, starts)
    statement = framecode.statements[pc]
    mark = mark_at(framecode, pc, registers)
    if isinstance(statement, ir.ForNext) and isinstance(mark, LoopMark):
        return looping(mark, statement, logged)
    if isinstance(mark, TurnMark):
        return counting(mark, logged)
    found = many(mark, logged)
    if is_in_place(statement) and registers == (statement.operands[0].register,):  # type: ignore[attr-defined]
        return in_place(mark, registers[0], plain, found)
    return found


def mark_at(framecode: FrameCode, pc: int, registers: tuple[int, ...]) -> Mark:
    """The mark of the segment that begins at `pc`."""
    line, statement = framecode.positions[pc].line, framecode.statements[pc]
    if isinstance(statement, ir.ForNext):
        mark: Mark = LoopMark(pc, line, registers, statement.iterator.register)
    elif pc in headers(framecode):
        mark = TurnMark(pc, line, registers)
    else:
        mark = Mark(pc, line, registers)
    mark.is_place = pc in framecode.line_starts and pc not in comprehended(framecode)
    return mark


def many(mark: Mark, plain: Step) -> Step:
    """Log a mark with any number of registers."""
    if not mark.registers:
        return none(mark, plain)
    if len(mark.registers) == 1:
        return one(mark, mark.registers[0], plain)
    written = mark.registers

    def step(frame: Frame, registers: Registers) -> int:
        record = frame.record or activated(frame)
        record((*[keep(registers[register]) for register in written], mark))
        return plain(frame, registers)

    return step


def none(mark: Mark, plain: Step) -> Step:
    entry = (mark,)

    def step(frame: Frame, registers: Registers) -> int:
        (frame.record or activated(frame))(entry)
        return plain(frame, registers)

    return step


def one(mark: Mark, register: int, plain: Step) -> Step:
    plainly = PLAIN

    def step(frame: Frame, registers: Registers) -> int:
        record = frame.record or activated(frame)
        value = registers[register]
        record((value if type(value) in plainly else keep(value), mark))
        return plain(frame, registers)

    return step


def looping(mark: LoopMark, statement: ir.ForNext, plain: Step) -> Step:
    """Log where each iteration of a `for` begins, and where it ends."""
    if len(mark.registers) != 1:
        return ending(mark, statement, many(mark, plain))
    iterator, (target,), end = mark.iterator, mark.registers, statement.pc
    exhausted, plainly = Exhausted(mark.pc, iterator), PLAIN

    def step(frame: Frame, registers: Registers) -> int:
        record = frame.record or activated(frame)
        value = registers[target]
        record((value if type(value) in plainly else keep(value), mark))
        log = frame.interpreter.log
        if len(log) > log.due:
            log.settle()
        following = plain(frame, registers)
        if following == end:
            iterables = frame.activation.made_iterables  # type: ignore[union-attr]
            record((None if iterables is None else iterables[iterator], exhausted))
        return following

    return step


def ending(mark: LoopMark, statement: ir.ForNext, plain: Step) -> Step:
    """Log the end of a `for`."""
    exhausted, end = Exhausted(mark.pc, mark.iterator), statement.pc

    def step(frame: Frame, registers: Registers) -> int:
        record = frame.record or activated(frame)
        frame.interpreter.log.renew()
        following = plain(frame, registers)
        if following == end:
            iterables = frame.activation.made_iterables  # type: ignore[union-attr]
            record((None if iterables is None else iterables[mark.iterator], exhausted))
        return following

    return step


def in_place(mark: Mark, register: int, plain: Step, changed: Step) -> Step:
    """Log a mark of `x += ...`: `changed` is the step to take where `x` is no plain value."""
    plainly = PLAIN

    def step(frame: Frame, registers: Registers) -> int:
        value = registers[register]
        if type(value) not in plainly:
            del value
            return changed(frame, registers)
        record = frame.record or activated(frame)
        record((value, mark))
        return plain(frame, registers)

    return step


def counting(mark: TurnMark, plain: Step) -> Step:
    """Log a mark where each iteration of a `while` begins."""
    pc, written = mark.pc, mark.registers

    def step(frame: Frame, registers: Registers) -> int:
        record = frame.record or activated(frame)
        frame.interpreter.log.renew()
        turns = frame.activation.turns  # type: ignore[union-attr]
        entry = (*[keep(registers[register]) for register in written], mark)
        turn = turns.get(pc, 0) + 1
        turns[pc] = turn
        record(entry)
        return plain(frame, registers)

    return step

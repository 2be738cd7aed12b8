"""What is logged where a frame is left, so that it can be entered again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from debugger.frames.ir import Temp
from debugger.frames.recording.activation import ENTERED, Record, activated, remade_function
from debugger.frames.recording.keeping import PLAIN, Remade, keep
from debugger.frames.recording.segments import overwritten, segment_starts
from debugger.frames.recording.sites import Left, LeftAmid

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode, Step

LEFT, LEFT_AMID = Left(), LeftAmid()
Pairs = tuple[tuple[int, Any], ...]


def give_back(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A frame returns."""
    named = framecode.first_temp
    plainly = PLAIN.issuperset

    def step(frame: Frame, registers: list[Any]) -> int:
        record = frame.record or activated(frame)
        caller = frame.caller
        amid = () if frame.is_root or caller is None else mid_line(caller)
        activation: Any = frame.activation
        if frame.finish is not None or frame.data.handled:
            entry = left_amid(frame, tuple(enumerate(registers[:named])), amid)
        else:
            # Not the values themselves: they must not live on while the frame gives them up.
            values = registers[:named]
            values = values if plainly(map(type, values)) else [keep(value) for value in values]
            entry = values, amid, activation, LEFT
        log, caller = frame.interpreter.log, activation.caller
        try:
            return plain(frame, registers)
        finally:
            # When it is so: a handler of a signal may have raised before.
            if not registers:
                log.current = caller
                record(entry)

    return step


def left_amid(frame: Frame, own: Pairs, callers: Pairs) -> tuple[Any, ...]:
    """The entry that a frame is left."""
    activation = frame.activation
    finish: Any = frame.finish
    if finish is not None:
        contents = (keep(each.cell_contents) for each in finish.__closure__ or ())
        finish = Remade(remade_function, (finish.__code__, finish.__globals__, *contents))
    handled = tuple(map(keep, frame.data.handled))
    kept = tuple((register, keep(value)) for register, value in own)
    return (kept, handled, finish), callers, activation, LEFT_AMID


def under_way(frame: Frame) -> Record:
    """The function that logs what `frame` does, in which an error is under way.

    What has raised it may be a handler of a signal, when another error had already been logged as
    leaving the frame.
    """
    log, activation = frame.interpreter.log, frame.activation
    if frame.record is None or activation is None:
        return activated(frame)
    if log.current is not activation:
        entry = log.current, ENTERED
        log.current = activation
        log.extend(entry)
    return frame.record


def mid_line(frame: Frame) -> Pairs:
    """What a frame amid a line holds that the rest of the line uses up or overwrites."""
    framecode, pc = frame.framecode, frame.pc
    used = framecode.waiting.get(pc)
    if used is None:
        used = framecode.waiting[pc] = waiting(framecode, pc)
    if not used:
        return ()
    registers = frame.data.registers
    return tuple([(register, keep(registers[register])) for register in used])


def waiting(framecode: FrameCode, pc: int) -> tuple[int, ...]:
    """The registers in use before statement `pc` that the rest of its segment may overwrite.

    Without those that the statement itself uses up.
    """
    operands = getattr(framecode.statements[pc], "operands", ())
    own = {operand.register for operand in operands if isinstance(operand, Temp)}
    found = overwritten(framecode, pc, segment_starts(framecode))
    return tuple(register for register in found if register not in own)


def unwound(frame: Frame) -> None:
    """Log that an error leaves a frame."""
    record, log = under_way(frame), frame.interpreter.log
    activation: Any = frame.activation
    registers = frame.data.registers
    used = [op.register for op in frame.framecode.stacks[frame.pc] if isinstance(op, Temp)]
    own = [*range(frame.framecode.first_temp), *used]
    caller = None if frame.is_root else frame.caller
    amid = () if caller is None else mid_line(caller)
    pairs = tuple((register, registers[register]) for register in own)
    entry = left_amid(frame, pairs, amid)
    log.current = activation.caller
    record(entry)

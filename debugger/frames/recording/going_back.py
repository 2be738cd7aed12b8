"""Going back: the log is undone down to a place, and the frame of that place becomes the leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.frames.frame import ARRIVED
from debugger.frames.missing import MISSING
from debugger.frames.recording.keeping import rest_of
from debugger.frames.recording.segments import live_temps
from debugger.frames.recording.undoing import Undoing
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.interpreter import Interpreter
    from debugger.frames.recording.places import Place


class WentBack(Record):
    """What came of it: the frame that is now the leaf, and what could not be restored."""

    frame: Frame
    gone: tuple[str, ...]


def go_back(interpreter: Interpreter, place: Place) -> WentBack:
    """Put the program where it was before the line of `place`.

    To be called during a stop, on the program's thread; it goes on from there.  Raises UserError if
    the frame of the place cannot be entered again.
    """
    interpreter.engine.recorder.going_back(interpreter.log, place.length)
    interpreter.failing = None
    undoing = Undoing(interpreter)
    undoing.back_to(place.length)
    frame = place.activation.frame
    if frame is None:
        raise UserError("The code of that frame is gone; the program cannot go on there.")
    stand(frame, place.mark.pc)
    interpreter.leaf = frame
    interpreter.has_moved = True
    return WentBack(frame, tuple(dict.fromkeys(undoing.gone)))


def stand(frame: Frame, pc: int) -> None:
    """Make `frame` the innermost one, about to run statement `pc`, where a line begins."""
    frame.pc, frame.previous = pc, ARRIVED
    frame.callee = None
    frame.value = None
    framecode, registers = frame.framecode, frame.data.registers
    used = live_temps(framecode, pc)
    for register in range(framecode.first_temp, framecode.first_constant):
        if register not in used:
            registers[register] = MISSING
        elif frame.activation is not None and frame.activation.iterables.get(register) is None:
            frame.activation.iterables[register] = rest_of(registers[register])

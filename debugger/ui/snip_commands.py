"""Replaying.

What is recorded runs again in a copy of the program, while the program stays where it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from debugger.frames.errors import UserError
from debugger.frames.listing import loop_line
from debugger.frames.recording.choosing import line_back
from debugger.frames.recording.far import earliest_number
from debugger.frames.recording.iterations import current_header, earliest_iteration, frame_in_loop
from debugger.frames.recording.runs import FoldedError
from debugger.frames.recording.unfolding import unfolding
from debugger.ui.going import Destination, chosen_iteration, destination, recorded_frame
from debugger.ui.parse import number
from debugger.ui.replay import replay
from debugger.ui.table import command

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.stepping import Plan
    from debugger.ui.session import Session


@command("snip", arguments="[iteration | end]")
def snip(session: Session, argument: str) -> Plan | None:
    """Run what is recorded again, in a copy of the program: `snip 12`, `snip -3`, or `snip`.

    It begins at that iteration of the current loop, counted as by `iter`; without a number at the
    first one recorded, or a line back where there is no loop. The prompt is `replay>`. All commands
    work on the copy, also those that step; what you change there, breakpoints too, is gone with
    it. What it prints is not shown again, and before a call that may change files or the like
    it stops. Where the recording ends it stops too; `snip end` returns to the program, which
    has not moved.
    """
    if argument == "end":
        end(session)
    session.require_program()
    return replay(session, beginning(session, argument))


def end(session: Session) -> NoReturn:
    """Return to the program."""
    if session.end_replay is None:
        raise UserError("There is no replay to end; 'snip' begins one.")
    session.end_replay()


def beginning(session: Session, argument: str) -> Destination:
    """Where to begin."""
    if argument:
        found = chosen_iteration(session, number(argument, "number of an iteration"))
        return found.named(f"replay from {found.text}")
    frame = recorded_frame(session)
    looping = frame_in_loop(frame)
    header = None if looping is None else current_header(looping)
    if looping is not None and header is not None:
        earliest = first_iteration(session, looping, header)
        line = loop_line(looping.framecode, header)
        if earliest is not None:
            return earliest.named(f"replay of the loop in line {line}")
    place = unfolding(frame.interpreter, lambda: line_back(frame, 1))
    return destination(session, place, "replay from the line before")


def first_iteration(session: Session, frame: Frame, header: int) -> Destination | None:
    """The first recorded iteration of a loop; None if that begins here."""
    try:
        place = earliest_iteration(frame, header)
    except FoldedError:
        first = earliest_number(frame, header)
        if first is not None:
            return chosen_iteration(session, first)
        try:
            place = unfolding(frame.interpreter, lambda: earliest_iteration(frame, header))
        except UserError:
            return chosen_iteration(session, -1)
    return None if place is None else destination(session, place, "")

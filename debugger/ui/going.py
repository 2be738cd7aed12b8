"""Going back to a place, after asking about what stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import NotRecordedError, UserError
from debugger.frames.listing import loop_line
from debugger.frames.recording.far import go_far, run_with
from debugger.frames.recording.going_back import WentBack, go_back
from debugger.frames.recording.iterations import (
    current_header,
    frame_in_loop,
    iteration,
    iteration_back,
)
from debugger.frames.recording.places import Place, obstacles
from debugger.frames.recording.sites import Mark
from debugger.frames.recording.unfolding import unfolding
from debugger.frames.records import Record
from debugger.frames.viewing import Viewed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from debugger.frames.frame import Frame
    from debugger.frames.recording.places import Obstacle
    from debugger.ui.session import Session

_NAMED = 3
UNRECORDED = "What runs compiled is not recorded; after 'compiled frames off' all is."
MANY = 1_000
"""Iterations beyond which one is not looked for one by one."""


class Destination(Record):
    """Where to go back to, which `text` names: `arrive` goes there, by way of `place`."""

    place: Place
    text: str
    arrive: Callable[[], WentBack]

    def named(self, text: str) -> Destination:
        """The same by another name."""
        return Destination(self.place, text, self.arrive)


def recorded_frame(session: Session) -> Frame:
    """The selected frame, if the program can be put back from here."""
    frame = session.steppable()
    if not session.engine.recorder.is_on:
        raise UserError("Nothing is recorded: 'recording on' records from there on.")
    if isinstance(session.leaf, Viewed):
        raise NotRecordedError(f"Nothing is recorded of {session.leaf.name}.")
    return frame


def told(session: Session, error: NotRecordedError) -> str:
    """What is said where something is not recorded: if it ran compiled, also how it would be."""
    return f"{error}\n{UNRECORDED}" if session.frame.root().host is not None else str(error)


def go(session: Session, place: Place, text: str) -> bool:
    """Go back to a place, unless the user does not want to when asked; show where that is."""
    return travel(session, destination(session, place, text))


def travel(session: Session, destination: Destination) -> bool:
    """The same for a place that may lie within a run."""
    if not agreed(session, destination.place):
        return False
    show(session, destination.arrive(), destination.text)
    return True


def destination(session: Session, place: Place, text: str) -> Destination:
    """A place as a destination."""
    return Destination(place, text, lambda: go_back(session.leaf.interpreter, place))


def chosen_iteration(session: Session, wanted: int) -> Destination:
    """The beginning of an iteration of the current loop.

    Iterations are counted from 1; a number that is not positive counts from the current one.
    """
    frame = frame_in_loop(recorded_frame(session))
    header = None if frame is None else current_header(frame)
    if frame is None or header is None:
        raise UserError("This line is in no loop.")
    current = iteration(frame, header)
    count = -wanted
    if wanted > 0:
        if current is None:
            raise NotRecordedError("The iterations of this loop are not counted; 'iter -1' works.")
        count = current - wanted
    if count < 0:
        raise UserError(f"The loop has come to iteration {current:,}; one cannot go ahead.")
    line = loop_line(frame.framecode, header)
    back = "1 iteration back" if count == 1 else f"{count:,} iterations back"
    named = back if current is None else f"iteration {current - count:,}"
    text = f"{named} of the loop in line {line}"
    if current is not None and count > MANY:
        try:
            return distant_iteration(frame, header, current - count, text)
        except UserError:
            pass  # it may be recorded all the same
    place = unfolding(frame.interpreter, lambda: iteration_back(frame, header, count))
    return destination(session, place, text)


def distant_iteration(frame: Frame, header: int, wanted: int, text: str) -> Destination:
    """An iteration within a run, which is not looked for one by one; raises UserError."""
    found = run_with(frame, header, wanted)
    mark = Mark(header, frame.framecode.positions[header].line, ())
    place = Place(found.length, found.activation, mark)
    return Destination(place, text, lambda: go_far(frame, header, wanted, found))


def show(session: Session, went: WentBack, text: str) -> None:
    """Show where the program was put back to, and what could not be restored."""
    session.went_back(went.frame, text)
    session.write_lines(f"   {each}" for each in went.gone)


def variable(argument: str) -> str:
    """The name of a variable, as an argument."""
    if not argument:
        raise UserError("Expected the name of a variable.")
    if not argument.isidentifier():
        raise UserError(f"'{argument}' is not the name of a variable.")
    return argument


def agreed(session: Session, place: Place) -> bool:
    """Whether nothing on the way back to a place stays as it is, or the user goes there anyway."""
    text = what_stays(session, place)
    if not text:
        return True
    session.write(text)
    return session.confirm("Go back anyway?")


def what_stays(session: Session, place: Place) -> str:
    """What stays as it is on the way back to a place, in words; '' if nothing does."""
    found = list(obstacles(session.leaf.interpreter, place))
    if not found:
        return ""
    return (
        f"What was done by {_listed(found)} cannot be undone.\n"
        "Variables, attributes, lists, dicts and arrays are put back all the same."
    )


def _listed(found: Sequence[Obstacle]) -> str:
    names = list(dict.fromkeys(f"{each.what}{_line(each)}" for each in found))
    shown = ", ".join(names[:_NAMED])
    more = len(names) - _NAMED
    return f"{shown} and {more} more" if more > 0 else shown


def _line(obstacle: Obstacle) -> str:
    return f" (line {obstacle.line})" if obstacle.line is not None else ""

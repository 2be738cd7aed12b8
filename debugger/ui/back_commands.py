"""Going back.

Every command here puts the program where it was; it can go on from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import NotRecordedError, UserError
from debugger.frames.evaluation import evaluate
from debugger.frames.recording.choosing import hits, line_back, step_back
from debugger.frames.recording.going_back import go_back
from debugger.frames.recording.history import assignments
from debugger.frames.recording.recorder import NotRecording, Recording
from debugger.frames.recording.unfolding import TooMuchError, unfolding
from debugger.ui.going import agreed, chosen_iteration, go, recorded_frame, show, travel, variable
from debugger.ui.parse import number, optional_number
from debugger.ui.sizes import bytes_in, size
from debugger.ui.table import command

if TYPE_CHECKING:
    from collections.abc import Iterable

    from debugger.frames.breakpoints import Breakpoint
    from debugger.frames.frame import Frame
    from debugger.frames.recording.going_back import WentBack
    from debugger.frames.recording.places import Place
    from debugger.ui.session import Session


@command("back", "rnext", "rn", arguments="[count]")
def back(session: Session, argument: str) -> None:
    """Go back to the previous line of this frame, or so many lines.

    Calls that were made are passed over; from the first line of a function it goes to the
    line that called it. What cannot be undone on the way is named, and you are asked.
    """
    count = _count(argument)
    frame = recorded_frame(session)
    place = unfolding(frame.interpreter, lambda: line_back(frame, count))
    go(session, place, _lines(count))


@command("rstep", "rs", arguments="[count]")
def previous_step(session: Session, argument: str) -> None:
    """Go back to the line that was run before this one, in whichever function.

    This leads back into functions that have returned.
    """
    count = _count(argument)
    frame = recorded_frame(session)
    place = unfolding(frame.interpreter, lambda: step_back(frame, count))
    go(session, place, _lines(count))


@command("rcontinue", "rc")
def continue_back(session: Session, argument: str) -> None:
    """Go back to where a breakpoint was hit last, or would have been.

    The breakpoints are those that there are now. Where a plain name is watched, this also stops
    at the line that has changed it.
    """
    del argument
    frame = recorded_frame(session)
    if not any(each.enabled for each in session.engine.breakpoints) and not any(session.watches):
        raise UserError("There is no breakpoint, and nothing is watched.")
    changed = unfolding(frame.interpreter, lambda: latest_change(frame, session.watches))
    if at_a_hit(session, frame, 0 if changed is None else changed.length):
        return
    if changed is None:
        raise NotRecordedError("No breakpoint was hit before, as far as is recorded.")
    go(session, changed, "back to the last change of what is watched")


def latest_change(frame: Frame, names: Iterable[str]) -> Place | None:
    """The line that was the last to set one of some variables to another value."""
    found = []
    for name in names:
        changes = (each for each in assignments(frame, name) if each.kept is not each.before)
        first = next(changes, None)
        if first is not None:
            found.append(first.place)
    return max(found, key=lambda place: place.length, default=None)


def at_a_hit(session: Session, frame: Frame, oldest: int) -> bool:
    """Go back to the latest place, not before `oldest`, at which a breakpoint holds.

    Where its condition does not hold, the search goes on from there.  Answers whether that settles
    the matter, which it also does when the user does not want to go.
    """
    went: WentBack | None = None
    text = "no breakpoint was hit before"
    while True:
        try:
            latest = unfolding(frame.interpreter, lambda: next(hits(frame.interpreter), None))
        except TooMuchError as too_much:
            if went is None:
                raise
            text = str(too_much)
            break
        if latest is None or latest[0].length < oldest:
            break
        place, found = latest
        if went is None and not agreed(session, place):
            return True
        went = go_back(frame.interpreter, place)
        hit = next((each for each in found if holds(went.frame, each)), None)
        if hit is not None:
            show(session, went, f"back to breakpoint {hit.number}")
            return True
    if went is not None:
        show(session, went, text)
    return went is not None


def holds(frame: Frame, breakpoint: Breakpoint) -> bool:
    """Whether the condition of a breakpoint holds in a frame, or fails."""
    try:
        return breakpoint.condition is None or bool(evaluate(frame, breakpoint.condition))
    except Exception:
        return True


@command("iter", arguments="number")
def to_iteration(session: Session, argument: str) -> None:
    """Go back to the beginning of an iteration of the current loop: `iter 12`, or `iter -1`.

    A negative number counts from this iteration; 0 is the beginning of this one.
    """
    travel(session, chosen_iteration(session, number(argument, "number of an iteration")))


@command("last", arguments="variable")
def last(session: Session, argument: str) -> None:
    """Go back to the line that has set a variable last, before it does so."""
    frame = recorded_frame(session)
    name = variable(argument)
    latest = unfolding(frame.interpreter, lambda: next(assignments(frame, name), None))
    if latest is None:
        raise NotRecordedError(f"No line that sets {name} is recorded.")
    go(session, latest.place, f"before {name} was set")


@command("recording", arguments="[on | off | size]")
def recording(session: Session, argument: str) -> None:
    """Say what is recorded; switch it on or off, or limit it: `recording 128 MB`.

    While a program runs in the interpreter, what every statement overwrites is recorded, so that
    you can go back. When there is more than the limit the oldest is forgotten.
    """
    engine = session.engine
    if argument:
        session.require_program()
    if argument == "off":
        engine.record(NotRecording())
    elif argument == "on":
        engine.record(Recording())
    elif argument:
        engine.record(Recording(bytes_in(argument)))
    if not engine.recorder.is_on:
        session.write("Nothing is recorded.")
        return
    log = engine.interpreter().log
    session.write(
        f"What statements overwrite is recorded, in at most {size(log.limit)};"
        f" {size(log.bytes_used())} are in use."
    )


def _count(argument: str) -> int:
    count = optional_number(argument, "number of lines", default=1)
    if count < 1:
        raise UserError(f"'{argument}' is not a number of lines to go back.")
    return count


def _lines(count: int) -> str:
    return "back" if count == 1 else f"back {count:,} lines"

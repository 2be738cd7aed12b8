"""The error of a stop, those that led to it, and those that it is a group of."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.frames.past import frames_of
from debugger.frames.records import Record
from debugger.frames.stops import PostMortem, Raised
from debugger.ui.values import clipped, error_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from debugger.ui.session import Session

LONGEST = 999


class Link(Record):
    """An error, and in how many groups it is."""

    error: BaseException
    depth: int


def error_of(session: Session) -> BaseException:
    """The error of the stop; raises UserError without one."""
    session.require_stop()
    reason = None if session.stop is None else session.stop.reason
    if isinstance(reason, Raised | PostMortem):
        return reason.error
    raise UserError("There is no error at this stop.")


def links(error: BaseException) -> list[Link]:
    """The chain of an error, the oldest first; what is in a group comes after the group."""
    return list(islice(_links(error, 0), LONGEST))


def _links(error: BaseException, depth: int) -> Iterator[Link]:
    for each in reversed(_chain(error)):
        yield Link(each, depth)
        if isinstance(each, BaseExceptionGroup):
            for member in each.exceptions:
                yield from _links(member, depth + 1)


def _chain(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and len(found) < LONGEST and not any(error is each for each in found):
        found.append(error)
        error = _reason(error)
    return found


def _reason(error: BaseException) -> BaseException | None:
    if error.__cause__ is not None:
        return error.__cause__
    return None if error.__suppress_context__ else error.__context__


def chain_lines(session: Session) -> list[str]:
    """One line for each error; the one whose frames are looked at is marked."""
    top = error_of(session)
    looked_at = top if session.looked_at_error is None else session.looked_at_error
    mark = session.layout.theme.current
    return [
        clipped(
            f" {mark if link.error is looked_at else ' '} {number:>2}  "
            f"{'    ' * link.depth}{error_text(link.error)}{_remark(link.error)}",
            session.layout.width,
        )
        for number, link in enumerate(links(top))
    ]


def _remark(error: BaseException) -> str:
    return "" if error.__traceback__ is not None else "   (was never raised)"


def look_at_error(session: Session, number: int) -> None:
    """Look at the frames that an error has come through; raises UserError if there are none."""
    top = error_of(session)
    known = links(top)
    if not 0 <= number < len(known):
        raise UserError(f"There is no error {number}; they are numbered 0 to {len(known) - 1}.")
    error = known[number].error
    if error is top and session.stop is not None:
        session.stop_at(session.stop)
        session.screen.show_stop()
        return
    frames = frames_of(session.engine, error)
    if not frames:
        raise UserError("This error has come through no code in focus.")
    session.look_at_error(error, frames)
    session.screen.show_frame(error_text(error))

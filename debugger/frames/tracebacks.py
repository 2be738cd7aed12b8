"""Tracebacks that show the user's frames and none of ours."""

from __future__ import annotations

import os
from contextlib import suppress
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from debugger.frames.decode import Position
from debugger.frames.frame import Frame
from debugger.frames.guise import raw

if TYPE_CHECKING:
    from types import CodeType

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
"""The folder of the debugger; code from it is never shown and never interpreted."""


def is_ours(code: CodeType) -> bool:
    """Whether a code object belongs to the debugger."""
    return code.co_filename.startswith(PACKAGE)


def located(error: BaseException, frame: Frame) -> None:
    """An error that came out of the current statement of `frame` gets its traceback entry.

    The host's own frames above the statement go.  A step that ran in the user's name has
    left the right entry already; for others one is made.
    """
    first = error.__traceback__
    entry = own_entry(first, frame.binding.natives[frame.pc])
    if entry is not None:
        frame.is_shown = True
        cut_tail(entry)
        error.__traceback__ = entry
        empty(first, entry)
        return
    rest = error.__traceback__ = without_ours(first)
    add_entry(error, frame)
    empty(first, rest)


def empty(entry: TracebackType | None, end: TracebackType | None) -> None:
    """Let go of what our frames hold, from one entry up to another that is left in a traceback.

    The frame of that one leads to its callers, however long they have been over.
    """
    while entry is not None and entry is not end:
        if is_ours(entry.tb_frame.f_code):
            with suppress(RuntimeError):  # It is running.
                entry.tb_frame.clear()
        entry = entry.tb_next


def cut_tail(entry: TracebackType) -> None:
    """Drop the entries of the debugger at the end: a signal handler of ours raised the error."""
    while entry.tb_next is not None:
        if is_ours(entry.tb_next.tb_frame.f_code):
            entry.tb_next = None
            return
        entry = entry.tb_next


def own_entry(entry: TracebackType | None, codes: tuple[CodeType, ...]) -> TracebackType | None:
    """The first entry whose frame runs one of `codes`."""
    if not codes:
        return None
    while entry is not None and not any(entry.tb_frame.f_code is code for code in codes):
        entry = entry.tb_next
    return entry


def without_ours(entry: TracebackType | None) -> TracebackType | None:
    """The traceback less the entries of the debugger at its head."""
    while entry is not None and is_ours(entry.tb_frame.f_code):
        entry = entry.tb_next
    return entry


def add_entry(error: BaseException, frame: Frame) -> None:
    """The error passes through the current statement of `frame`."""
    place = frame.binding.place(frame)
    line = -1 if frame.line is None else frame.line
    error.__traceback__ = TracebackType(error.__traceback__, place, 0, line)


def populated(entry: TracebackType | None) -> TracebackType | None:
    """The traceback with the users' variables as the locals of its frames."""
    if entry is None:
        return None
    rest = populated(entry.tb_next)
    frame = entry.tb_frame.f_locals.get(".frame")
    if (
        not isinstance(frame, Frame)
        or frame.framecode.code.co_name != entry.tb_frame.f_code.co_name
    ):
        return TracebackType(rest, entry.tb_frame, raw(entry, "tb_lasti"), line_of(entry))
    place = frame.binding.populated_place(frame, position_of(entry))
    return TracebackType(rest, place, raw(place, "f_lasti"), line_of(entry))


def show_host(frame: Frame, host: FrameType) -> None:
    """An interpreted frame goes on as the real frame `host`, which gets its variables.

    The errors that it is handling show that one instead, as it would be natively.
    """
    for error in frame.data.handled:
        error.__traceback__ = _showing(error.__traceback__, frame, host)


def _showing(entry: TracebackType | None, frame: Frame, host: FrameType) -> TracebackType | None:
    """The traceback with a real frame in place of the stand-ins for an interpreted one."""
    if entry is None:
        return None
    rest, shown, last = _showing(entry.tb_next, frame, host), entry.tb_frame, raw(entry, "tb_lasti")
    if shown.f_code.co_varnames[:1] == (".frame",) and shown.f_locals.get(".frame") is frame:
        places = [Position(*each) for each in raw(host.f_code, "co_positions")()]
        place = position_of(entry)
        if place in places:
            shown, last = host, 2 * places.index(place)
    if rest is entry.tb_next and shown is entry.tb_frame:
        return entry
    return TracebackType(rest, shown, last, line_of(entry))


def position_of(entry: TracebackType) -> Position:
    """The place in the source that a traceback entry shows."""
    units = list(raw(entry.tb_frame.f_code, "co_positions")())
    return Position(*units[max(raw(entry, "tb_lasti"), 0) // 2])


def leave(error: BaseException, frame: Frame) -> None:
    """An error leaves `frame`: its variables are final, and become those of its traceback entry."""
    entry = error.__traceback__
    if entry is None or frame.namespace is not None:
        return
    shown = entry.tb_frame
    # A real frame that is parked has given its variables away.
    if shown is not frame.host and shown.f_locals.get(".frame") is not frame:
        return
    place = frame.binding.left_place(frame, position_of(entry))
    error.__traceback__ = TracebackType(entry.tb_next, place, 0, line_of(entry))


def line_of(entry: TracebackType) -> int:
    """The line of an entry in the form that `TracebackType` takes: -1 if there is none."""
    line: int | None = entry.tb_lineno
    return -1 if line is None else line


def codes(error: BaseException) -> list[CodeType]:
    """The code that an error has come through, outermost first."""
    found, traceback = [], error.__traceback__
    while traceback is not None:
        found.append(traceback.tb_frame.f_code)
        traceback = traceback.tb_next
    return found

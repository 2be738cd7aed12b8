"""The frames that an error has come through, in copies that stand where it did so."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

from debugger.frames.guise import raw
from debugger.frames.raising import stands_for
from debugger.frames.threads import copied
from debugger.frames.tracebacks import is_ours, position_of
from debugger.frames.viewing import viewed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from debugger.frames.engine import Engine
    from debugger.frames.frame import Frame


def frames_of(engine: Engine, error: BaseException) -> list[Frame]:
    """The frames in focus in the traceback of an error, innermost first."""
    found = [_frame(engine, entry) for entry in _entries(error.__traceback__)]
    return [frame for frame in reversed(found) if frame is not None]


def all_frames_of(engine: Engine, error: BaseException) -> list[Frame]:
    """All frames in the traceback of an error but ours, innermost first."""
    entries = [
        entry for entry in _entries(error.__traceback__) if not is_ours(entry.tb_frame.f_code)
    ]
    return [_frame(engine, entry) or _real(engine, entry) for entry in reversed(entries)]


def _real(engine: Engine, entry: TracebackType) -> Frame:
    """A real frame that is not in focus."""
    host = entry.tb_frame
    code, ordinal = engine.entries.place(host.f_code, raw(entry, "tb_lasti"))
    return copied(viewed(host, engine.passing_framecode(code), ordinal, engine.interpreter()))


def _entries(entry: TracebackType | None) -> Iterator[TracebackType]:
    while entry is not None:
        yield entry
        entry = entry.tb_next


def _frame(engine: Engine, entry: TracebackType) -> Frame | None:
    interpreted = stands_for(entry.tb_frame)
    frame = interpreted or engine.raises.native(entry, ())
    if frame is None:
        return None
    copy = copied(frame)
    if interpreted is not None:
        place, places = position_of(entry), copy.framecode.positions
        copy.pc = places.index(place) if place in places else copy.pc
    return copy

"""The history of a variable: what it was assigned, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from debugger.frames.missing import MISSING
from debugger.frames.recording.iterations import current_header, marked
from debugger.frames.recording.places import Place, Visit, folded, visits
from debugger.frames.recording.runs import Run
from debugger.frames.recording.segments import certainly_written, segment, segment_starts
from debugger.frames.recording.sites import CellChange, Exhausted, Mark, NameChange
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.frame import Frame


class Assignment(Record):
    """A line of a frame that set the variable to `kept`; it was `before` till then.

    Both in the form in which values are kept.  `iteration` is that of the loop in which the frame
    is now, None if it was not in that loop.
    """

    place: Place
    kept: Any
    before: Any
    iteration: int | None


def assignments(frame: Frame, name: str) -> Iterator[Assignment]:
    """What was assigned to a variable of `frame`, newest first; raises FoldedError at a run."""
    activation = frame.activation
    if activation is None:
        return
    header = current_header(frame)
    turn = None if header is None else marked(frame, header)
    current = frame.variables().get(name, MISSING)
    end: Mark | int = frame.pc
    changed: tuple[Any] | None = None
    is_over = False
    for visit in visits(frame.interpreter):
        site = visit.site
        if isinstance(site, Run) and visit.activation is activation:
            if site.may_set(name, frame.framecode):
                raise folded(visit)
            turn = None
        changed = changed_by(visit, frame, name) or changed
        if visit.activation is not activation:
            continue
        is_over = is_over or isinstance(site, Exhausted)
        if not isinstance(site, Mark):
            continue
        old = changed or written(visit, name)
        if old is not None and old[0] is current and not changed:
            old = old if is_certain(visit, name, end) and not is_over else None
        if old is not None:
            yield Assignment(Place(visit.length, activation, site), current, old[0], turn or None)
            current = old[0]
        if site.pc == header and turn is not None:
            turn -= 1
        end, is_over, changed = site, False, None


def changed_by(visit: Visit, frame: Frame, name: str) -> tuple[Any] | None:
    """What an entry keeps of a variable that is in a cell or a namespace, if it does."""
    site = visit.site
    if not isinstance(site, NameChange | CellChange) or site.name != name:
        return None
    framecode = frame.framecode
    is_local = name in framecode.names
    if isinstance(site, CellChange):
        return (visit.values[0],) if is_local else None
    return None if is_local else (visit.values[0],)


def written(visit: Visit, name: str) -> tuple[Any] | None:
    """What a mark keeps of a local variable, if it does."""
    names = visit.activation.framecode.names
    mark: Any = visit.site
    for register, value in zip(mark.registers, visit.values, strict=True):
        if register < len(names) and names[register] == name:
            return (value,)
    return None


def is_certain(visit: Visit, name: str, end: Mark | int) -> bool:
    """Whether the line of a mark has assigned a variable for sure.

    `end`: the mark after it in the same frame, or the statement at which the frame is now.
    """
    framecode = visit.activation.framecode
    mark: Any = visit.site
    starts = segment_starts(framecode)
    if isinstance(end, int):
        if end in segment(framecode, mark.pc, starts):
            return False
    elif end.line is None:  # an error has led to a handler
        return False
    return framecode.names.index(name) in certainly_written(framecode, mark.pc, starts)

"""Iterations: which loop a frame is in, how often it has come round, and where each time began."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.errors import NotRecordedError, UserError
from debugger.frames.listing import loop_line
from debugger.frames.missing import MISSING
from debugger.frames.recording.iterators import REWINDERS, given
from debugger.frames.recording.keeping import Rest
from debugger.frames.recording.places import Place, folded, visits
from debugger.frames.recording.runs import Ran, Run, turn_of
from debugger.frames.recording.segments import loops
from debugger.frames.recording.sites import LoopBegun, LoopMark, Mark, TurnMark, TurnsBegun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode
    from debugger.frames.recording.activation import Activation


def header_around(framecode: FrameCode, pc: int) -> int | None:
    """The header of the innermost loop around statement `pc`, as far as the code tells."""
    found = loops(framecode).items()
    around = [(end - header, header) for header, end in found if header <= pc <= end]
    return min(around)[1] if around else None


def frame_in_loop(frame: Frame) -> Frame | None:
    """The innermost frame that is in a loop, from `frame` outward within its segment."""
    below: Frame | None = frame
    while below is not None:
        if current_header(below) is not None:
            return below
        below = None if below.is_root else below.caller
    return None


def current_header(frame: Frame) -> int | None:
    """The header of the loop that a frame is in; in a handler, of the one it was in last."""
    header = header_around(frame.framecode, frame.pc)
    if header is not None or frame.activation is None:
        return header
    for visit in visits(frame.interpreter):
        if visit.activation is not frame.activation:
            continue
        if isinstance(visit.site, LoopMark | TurnMark):
            return visit.site.pc
        if isinstance(visit.site, Run):
            return header_around(frame.framecode, ended_at(folded(visit).ran))
    return None


def ended_at(ran: Ran) -> int:
    """The statement of the loop's frame at which a run ended; -1 if that is not known."""
    return ran.ended[-1][1] if ran.ended else -1


def iteration(frame: Frame, header: int) -> int | None:
    """The number of the iteration that a loop is in, counted from 1; None if that is not known."""
    found = told(frame, header)
    is_for = isinstance(frame.framecode.statements[header], ir.ForNext)
    if found is not None or frame.activation is None or not is_for:
        return found
    return counted(frame, frame.activation, header)


def told(frame: Frame, header: int) -> int | None:
    """The same where it can be told at once, without reading the log."""
    if frame.activation is None:
        return None
    if isinstance(frame.framecode.statements[header], ir.ForNext):
        return told_by_iterator(frame, frame.activation, header)
    turn = turn_of(frame.activation.turns, header)
    return None if turn is None else turn + stands_before(frame, header)


def stands_before(frame: Frame, header: int) -> bool:
    """Whether a frame is about to begin an iteration of a `while`, of which there is no mark yet.

    In one that calls, or in which an error was raised, the mark was made before.
    """
    is_while = not isinstance(frame.framecode.statements[header], ir.ForNext)
    is_running = frame.callee is not None or frame.interpreter.failing is frame
    return is_while and frame.pc == header and not is_running


def marked(frame: Frame, header: int) -> int | None:
    """The number of the last iteration of which there is a mark; None if that is not known."""
    found = iteration(frame, header)
    return None if found is None else found - stands_before(frame, header)


def told_by_iterator(frame: Frame, activation: Activation, header: int) -> int | None:
    """The same where the iterator of a `for` can tell."""
    statement: Any = frame.framecode.statements[header]
    register = statement.iterator.register
    iterator = frame.data.registers[register]
    kept = activation.iterables.get(register)
    if iterator is MISSING or type(iterator) not in REWINDERS or type(kept) is Rest:
        return None
    return given(iterator, kept)


def counted(frame: Frame, activation: Activation, header: int) -> int | None:
    """The same by counting, if the beginning of the loop is recorded."""
    count = 0
    for visit in visits(frame.interpreter):
        if visit.activation is not activation:
            continue
        site = visit.site
        if isinstance(site, Mark) and site.pc == header:
            count += 1
        elif isinstance(site, Run):
            return None
        elif isinstance(site, LoopBegun | TurnsBegun) and begins(site, activation, header):
            return count
    return None


def begins(site: LoopBegun | TurnsBegun, activation: Activation, header: int) -> bool:
    """Whether a site is where the loop of a header is entered."""
    if isinstance(site, TurnsBegun):
        return site.header == header
    statement: Any = activation.framecode.statements[header]
    return isinstance(statement, ir.ForNext) and statement.iterator.register == site.iterator


def beginnings(frame: Frame, header: int) -> Iterator[Place | None]:
    """Where the first line of each iteration of the loop begins, newest first.

    None: that is where the frame stands.  Only those of the loop as it was entered last.  Raises
    FoldedError at a run.
    """
    activation = frame.activation
    first: Place | None = None
    if stands_before(frame, header):
        yield None
    for visit in visits(frame.interpreter):
        site = visit.site
        if visit.activation is not activation or not visit.is_reachable:
            continue
        if isinstance(site, LoopBegun | TurnsBegun) and begins(site, visit.activation, header):
            return
        if isinstance(site, Run):
            raise folded(visit)
        if not isinstance(site, Mark):
            continue
        if site.pc == header:
            is_for = isinstance(site, LoopMark)
            yield first if is_for else Place(visit.length, visit.activation, site)
        if site.is_place:
            first = Place(visit.length, visit.activation, site)


def iteration_back(frame: Frame, header: int, count: int) -> Place:
    """Where the iteration `count` before the current one began; 0 is the current one.

    Raises UserError if that is not recorded.
    """
    recorded = -1
    for recorded, place in enumerate(beginnings(frame, header)):
        if recorded == count:
            if place is None:
                raise UserError("This is the beginning of that iteration.")
            return place
    line = loop_line(frame.framecode, header)
    if recorded < 0:
        raise NotRecordedError(f"No iteration of the loop in line {line} is recorded.")
    if not recorded:
        raise NotRecordedError(f"No earlier iteration of the loop in line {line} is recorded.")
    have = "1 earlier iteration is" if recorded == 1 else f"{recorded:,} earlier iterations are"
    raise NotRecordedError(f"Only {have} recorded of the loop in line {line}.")


def earliest_iteration(frame: Frame, header: int) -> Place | None:
    """Where the first iteration that is recorded began; None if that is here."""
    earliest = deque(filter(None, beginnings(frame, header)), maxlen=1)
    return earliest[0] if earliest else None

"""Which place a command goes back to.

Each function answers a place, or raises NotRecordedError with a sentence that says how far the
recording reaches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from debugger.frames.errors import NotRecordedError
from debugger.frames.recording.places import Place, nothing, places
from debugger.frames.recording.runs import Run

if TYPE_CHECKING:
    from debugger.frames.breakpoints import Breakpoint
    from debugger.frames.frame import Frame
    from debugger.frames.interpreter import Interpreter
    from debugger.frames.recording.places import PassesOver, Visit


def line_back(frame: Frame, count: int) -> Place:
    """The line that was run `count` lines ago in a frame, or in those that called it."""
    own = set()
    below: Frame | None = frame
    while below is not None:
        own.add(id(below.activation))
        below = None if below.is_root else below.caller
    return nth(frame, count, lambda visit: id(visit.activation) not in own)


def step_back(frame: Frame, count: int) -> Place:
    """The line that was run `count` lines ago, in whichever frame."""
    return nth(frame, count, nothing)


def nth(frame: Frame, count: int, passes_over: PassesOver) -> Place:
    """The place number `count`, newest first, of those that are not passed over."""
    found = 0
    for place in places(frame.interpreter, passes_over):
        found += 1
        if found == count:
            return place
    raise NotRecordedError(too_far(frame, found))


def too_far(frame: Frame, found: int) -> str:
    """What to say where the recording does not reach so far."""
    if found:
        lines = "1 line is" if found == 1 else f"{found:,} lines are"
        return f"Only {lines} recorded before this one."
    root = frame.root()
    if root.caller is not None and root.host is None:
        return (
            f"Nothing is recorded before line {frame.line}: {root.name} was called by native code,"
            " which cannot be run backward."
        )
    return f"Nothing is recorded before line {frame.line}."


def hits(interpreter: Interpreter) -> Iterator[tuple[Place, tuple[Breakpoint, ...]]]:
    """The places, newest first, at which there are breakpoints now, with these."""
    for place in places(interpreter, is_without_breakpoints):
        found = place.activation.framecode.breakpoints[place.mark.pc]
        if found:
            yield place, found


def is_without_breakpoints(visit: Visit) -> bool:
    """Whether a visit is that of a run in which no breakpoint can have been hit."""
    return isinstance(visit.site, Run) and not visit.site.may_hit()

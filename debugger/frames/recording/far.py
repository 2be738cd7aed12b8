"""Going to an iteration that lies deep in a run: the engine is run up to shortly before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.frames.frame import ARRIVED
from debugger.frames.listing import loop_line
from debugger.frames.recording.going_back import WentBack, go_back
from debugger.frames.recording.iterations import (
    beginnings,
    begins,
    iteration,
    iteration_back,
    marked,
)
from debugger.frames.recording.places import folded, visits
from debugger.frames.recording.replaying import ReplayError, enter, one
from debugger.frames.recording.runs import FoldedError, Run
from debugger.frames.recording.sites import LoopBegun, Mark, TurnsBegun
from debugger.frames.recording.undoing import Undoing
from debugger.frames.recording.unfolding import refuse_unkept

if TYPE_CHECKING:
    from debugger.frames.frame import Frame

CLOSE = 16
"""Back edges that are interpreted rather than looked for more closely."""
MOST_STATEMENTS = 100_000
"""Statements that are interpreted at most; an iteration may have long loops in it."""


def run_with(frame: Frame, header: int, wanted: int) -> FoldedError:
    """The run in which iteration number `wanted` of a loop begins, or the next one after that.

    Raises UserError if there is none.
    """
    line = loop_line(frame.framecode, header)
    newer: FoldedError | None = None
    following = (marked(frame, header) or 0) + 1
    for visit in visits(frame.interpreter):
        site = visit.site
        if visit.activation is not frame.activation:
            continue
        if isinstance(site, LoopBegun | TurnsBegun) and begins(site, visit.activation, header):
            break
        if isinstance(site, Mark) and site.pc == header:
            following -= 1
            if following != wanted:
                continue
            if newer is None:
                break
            return newer
        if not isinstance(site, Run):
            continue
        found = folded(visit)
        refuse_unkept(found)
        turn = turn_before(found, header)
        if turn is None:
            raise UserError(
                f"The iterations of the loop in line {line} are not counted so far back."
            )
        if turn < wanted:
            return found
        newer, following = found, turn + 1
    raise UserError(f"Iteration {wanted:,} of the loop in line {line} is not recorded in a run.")


def turn_before(found: FoldedError, header: int) -> int | None:
    """The number of the iteration that a loop was in when a run began, if that is known."""
    return found.run.turn(found.ran, found.activation, header)


def earliest_number(frame: Frame, header: int) -> int | None:
    """The number of the first iteration that is recorded of a loop, if that is known."""
    current = marked(frame, header)
    if current is None:
        return None
    following = current + 1
    for visit in visits(frame.interpreter):
        site = visit.site
        if visit.activation is not frame.activation:
            continue
        if isinstance(site, LoopBegun | TurnsBegun) and begins(site, visit.activation, header):
            break
        if isinstance(site, Run):
            ran = folded(visit).ran
            if ran.unkept is not None or ran.edges < 0:
                break
            turn = site.turn(ran, visit.activation, header)
            following = following if turn is None else turn + 1
        elif isinstance(site, Mark) and site.pc == header:
            following -= 1
    return following


def go_far(frame: Frame, header: int, wanted: int, found: FoldedError) -> WentBack:
    """Put the program where iteration `wanted` begins, which is in the run that was found.

    If the run came later, from where it began.

    Raises UserError if the run cannot be run again; the program is then where the run began.
    """
    interpreter = frame.interpreter
    interpreter.engine.recorder.going_back(interpreter.log, found.length)
    interpreter.failing = None
    turn = turn_before(found, header)
    Undoing(interpreter).back_to(found.length)
    if turn is not None and turn >= wanted:
        enter(frame, found.run, found.ran, 0)
        count = (iteration(frame, header) or turn) - wanted
        return go_back(interpreter, iteration_back(frame, header, count))
    try:
        approach(frame, header, wanted, found)
        with interpreter.engine.not_stopping(), interpreter.alone():
            return arrive(frame, header, wanted)
    except ReplayError:
        line = loop_line(frame.framecode, header)
        raise UserError(f"The loop in line {line} cannot be run again.") from None


def approach(frame: Frame, header: int, wanted: int, found: FoldedError) -> None:
    """Let the engine run to a place shortly before the iteration, and log that."""
    low, high = 0, found.ran.edges + 1
    while high - low > CLOSE:
        middle = (low + high) // 2
        enter(frame, found.run, found.ran, middle)
        now = iteration(frame, header)
        if now is not None and now < wanted:
            low = middle
        else:
            high = middle
        Undoing(frame.interpreter).back_to(found.length)
    enter(frame, found.run, found.ran, low)


def arrive(frame: Frame, header: int, wanted: int) -> WentBack:
    """Interpret, recorded, to where the iteration begins."""
    interpreter = frame.interpreter
    current = frame
    for _ in range(MOST_STATEMENTS):
        current = one(interpreter, current)
        if current is not frame or iteration(frame, header) != wanted:
            continue
        begun = next(beginnings(frame, header), None)
        if begun is not None:
            return go_back(interpreter, begun)
        if frame.on_new_line():
            frame.previous = ARRIVED
            interpreter.leaf = frame
            interpreter.has_moved = True
            return WentBack(frame, ())
    raise ReplayError

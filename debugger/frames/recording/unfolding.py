"""Unfolding: the last part of a run becomes entries of its own, and the program notices nothing.

All that is newer is undone, the run is replayed, and everything is restored as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from debugger.frames.errors import UserError
from debugger.frames.recording.activation import Activation, activated
from debugger.frames.recording.places import visits
from debugger.frames.recording.replaying import ReplayError, replay
from debugger.frames.recording.runs import FoldedError, called_activations
from debugger.frames.recording.saving import CannotSaveError, Saving
from debugger.frames.recording.undoing import Undoing

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.interpreter import Interpreter
    from debugger.frames.recording.log import Log
    from debugger.frames.recording.runs import Ran

Found = TypeVar("Found")

FIRST, FACTOR, MOST = 32, 8, 20_000
"""Back edges to unfold at first, how many times more each next time, and how many in all."""


class TooMuchError(UserError):
    """What was looked for lies too far back in a run."""


def unfolding(interpreter: Interpreter, look: Callable[[], Found]) -> Found:
    """What `look` finds, which may raise FoldedError: runs in its way are unfolded by and by.

    Raises UserError if that is not possible, TooMuchError if it would take too long.
    """
    edges, seen = FIRST, 0
    while True:
        try:
            return look()
        except FoldedError as folded:
            if seen > MOST:
                raise too_much(folded) from None
            unfold(interpreter, folded, edges)
            seen += min(edges, folded.ran.edges) + 1
            edges = min(edges * FACTOR, MOST)


def too_much(folded: FoldedError) -> TooMuchError:
    """What to say where a run is too long to be looked through."""
    return TooMuchError(
        f"The last {MOST:,} iterations of the loop in line {folded.line} were looked at,"
        " no earlier ones; 'iter' goes there."
    )


def unfold(interpreter: Interpreter, folded: FoldedError, edges: int) -> None:
    """Let the last back edges of a run, about so many, be entries of their own.

    Raises UserError where that cannot be done; then nothing has changed.
    """
    refuse_unkept(folded)
    saving = saved_since(interpreter, folded)
    log, leaf, ran = interpreter.log, interpreter.leaf, folded.ran
    current = log.current
    items = newest(log, len(log) - folded.length)
    newer = items[2 + 2 * len(ran.called) :]
    Undoing(interpreter).back_to(folded.length)
    length, forgotten = len(log), log.forgotten
    frame = folded.activation.frame
    has_worked = False
    try:
        if frame is not None:
            replay(frame, folded.run, ran, edges)
            has_worked = True
    except ReplayError:
        pass
    finally:
        length = max(length - (log.forgotten - forgotten), 0)
        if not has_worked:
            Undoing(interpreter).back_to(length)
        elif ran.called and frame is not None:
            adopt(log, length, interpreter.leaf, frame, ran)
        log.extend(newer if has_worked else items)
        log.current, interpreter.leaf = current, leaf
        saving.restore()
    if not has_worked:
        raise UserError(f"The loop in line {folded.line} cannot be run again from where it was.")


def adopt(log: Log, length: int, leaf: Frame | None, frame: Frame, ran: Ran) -> None:
    """Let what a replay has logged beyond a length belong to the calls that were under way.

    The replay, which has ended in `leaf`, has made frames of its own for these calls.
    """
    assert leaf is not None
    if leaf.activation is None:
        activated(leaf)
    made = called_activations(leaf, frame)
    owners = {id(new): old for new, old in zip(made, ran.called, strict=True)}
    items = log.take_from(length)
    for item in items:
        if type(item) is Activation and item.caller is not None:
            item.caller = owners.get(id(item.caller), item.caller)
    log.extend(owners.get(id(item), item) for item in items)


def newest(log: Iterable[object], count: int) -> list[object]:
    """The last items of a log, oldest first."""
    return list(islice(reversed(log), count))[::-1]  # type: ignore[call-overload]


def refuse_unkept(folded: FoldedError) -> None:
    """Raise UserError if a run cannot be undone, or not be run again."""
    if folded.ran.unkept is not None:
        raise UserError(f"The loop in line {folded.line} {folded.ran.unkept}.")
    if folded.ran.edges < 0:
        raise UserError(f"The loop in line {folded.line} was interrupted; it cannot be run again.")


def saved_since(interpreter: Interpreter, folded: FoldedError) -> Saving:
    """The present of all that a run, and what came after it, may have overwritten."""
    saving = Saving(interpreter)
    try:
        for visit in visits(interpreter):
            if visit.length < folded.length:
                break
            saving.add(visit)
    except CannotSaveError:
        raise UserError(
            f"What the loop in line {folded.line} did cannot be seen from here."
            " Go back to where it was left first."
        ) from None
    return saving

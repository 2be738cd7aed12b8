"""Runs: stretches that another engine has run at its own speed, each one entry of the log.

A run keeps what it may have overwritten, as it was when it began.  What happened within is found
out on demand (`unfolding.py`): the engine runs the first part of it again, and the interpreter,
recorded, the rest.  An engine takes part with a subclass of `Run`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isnan
from typing import TYPE_CHECKING, Any

from debugger.frames.listing import loop_line
from debugger.frames.recording.activation import activated, lose_count
from debugger.frames.recording.sites import Site

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode
    from debugger.frames.recording.activation import Activation
    from debugger.frames.recording.undoing import Undoing


def turn_of(turns: dict[int, int], header: int) -> int | None:
    """How often a loop came round, if that was counted."""
    turn = turns.get(header)
    return None if turn is None or isnan(turn) else turn


Standing = tuple[tuple["FrameCode", int], ...]
"""The code of frames and the statements at which they are, innermost first."""

LEAST_BYTES = 600


def standing(leaf: Frame, outermost: Frame) -> Standing:
    """Where the frames are from `leaf` outward to `outermost`."""
    return tuple((each.framecode, each.pc) for each in frames_between(leaf, outermost))


def frames_between(leaf: Frame, outermost: Frame) -> Iterator[Frame]:
    """The frames from `leaf` outward to `outermost`."""
    frame: Frame | None = leaf
    while frame is not None:
        yield frame
        frame = None if frame is outermost else frame.caller


def called_activations(leaf: Frame, outermost: Frame) -> Iterator[Activation]:
    """The activations from `leaf` outward, without that of `outermost`."""
    for frame in frames_between(leaf, outermost):
        if frame is not outermost and frame.activation is not None:
            yield frame.activation


class Ran:
    """What the entry of a run keeps.

    `start`: the statement that jumped to the header; `kept`: what the engine kept; `counts`: the
    turns and iterables of the activation before.  Afterwards `edges` says how many back edges were
    taken (-1: that is not known), `ended` where it ended, `called` the activations of calls under
    way there, innermost first.
    `unkept` says in words what was overwritten and not kept, if anything.
    """

    __slots__ = ("called", "counts", "edges", "ended", "kept", "start", "unkept")

    def __init__(self, start: int, kept: Any, counts: Any, unkept: str | None) -> None:
        self.start = start
        self.kept = kept
        self.counts = counts
        self.unkept = unkept
        self.edges = -1
        self.ended: Standing = ()
        self.called: tuple[Activation, ...] = ()

    def left_inside(self, frame: Frame) -> None:
        """Tell where the run of a loop in `frame` ended, and log the calls under way there."""
        leaf = frame.innermost()
        if leaf.activation is None:
            activated(leaf)
        for each in frames_between(leaf, frame):
            if each is not frame and each.activation is not None:
                lose_count(each, each.activation)
        self.ended = standing(leaf, frame)
        self.called = tuple(called_activations(leaf, frame))

    def __sizeof__(self) -> int:
        """What a run takes at least; the log is told of the rest."""
        return LEAST_BYTES


class Run(Site):
    """A stretch of a loop that begins at `pc`, a header.  Keeps a `Ran`."""

    __slots__ = ()

    def __init__(self, pc: int) -> None:
        super().__init__(pc, 1)

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        raise NotImplementedError

    def may_set(self, name: str, framecode: FrameCode) -> bool:
        """Whether statements of this run may set a variable that `framecode` calls `name`."""
        raise NotImplementedError

    def may_hit(self) -> bool:
        """Whether there are breakpoints in what this runs."""
        raise NotImplementedError

    def turn(self, ran: Ran, activation: Activation, header: int) -> int | None:
        """The number of the iteration that a loop was in when the run began, if that is known."""
        raise NotImplementedError

    def again(self, frame: Frame, edges: int) -> int | None:
        """Run again from the beginning and log that, at least so many back edges; answers how many.

        None if it cannot be done.
        """
        raise NotImplementedError

    def saved(self, frame: Frame) -> Callable[[], None]:
        """What gives everything that the run may overwrite the contents that it has now."""
        raise NotImplementedError


class FoldedError(Exception):
    """What was looked for may lie in a run, or before it; carries the visit of its entry."""

    def __init__(self, length: int, activation: Activation, run: Run, ran: Ran) -> None:
        super().__init__()
        self.length = length
        self.activation = activation
        self.run = run
        self.ran = ran

    @property
    def line(self) -> int | None:
        """The line of the loop."""
        return loop_line(self.activation.framecode, self.run.pc)

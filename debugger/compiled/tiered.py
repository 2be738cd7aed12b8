"""The interpreter that lets compiled code take part: it overrides the hooks of `Interpreter`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from debugger.compiled.loops.eligible import eligible, is_deep
from debugger.compiled.loops.loop import Left
from debugger.compiled.loops.loops import Loops
from debugger.compiled.loops.policy import Background, Policy
from debugger.compiled.loops.reasons import END
from debugger.compiled.variants.counting import SPARSE, SPARSE_AND_DEEP, Arrival, Turns
from debugger.frames.events import ONE
from debugger.frames.interpreter import Interpreter
from debugger.frames.recording.iterations import told

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import SideExit
    from debugger.compiled.loops.loop import Loop
    from debugger.frames.engine import Engine
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode
    from debugger.frames.stepping import Plan


class TieredInterpreter(Interpreter):
    """Enters compiled loops at their back edges."""

    def __init__(self, engine: Engine, loops: Loops) -> None:
        super().__init__(engine)
        self.loops = loops
        loops.engine = engine
        # The last exit: from which loop of which frame (its id), into which frame (the same one, or
        # that of a function it calls), and how many iterations the loop's frame has made in
        # compiled loops since it came to them.
        self._exit: SideExit | None = None
        self._loop: Loop | None = None
        self._frame = self._leaf = 0
        self._iterations = 0

    def at_back_edge(self, frame: Frame, target: int) -> int:
        """Run the loop in compiled code, if there is some; where to go on."""
        loops = self.loops
        loop = loops.loop(frame.framecode, target)
        loop.count += 1
        if loop.pause:
            loop.pause -= 1
            return target
        if not loops.is_on or self.is_watched(frame, target):
            return target
        if not loop.units:
            loops.policy.met(loops, loop, frame)
            if not loop.units:
                return target
        plan = self.plan
        if plan is not None and plan.watches(frame):
            return target
        left = loops.enter(loop, frame)
        if left is None:
            return target
        identity = id(frame)
        before = self._exit
        if self._frame != identity or before is None or before.reason == END:
            self._iterations = 0
        self._exit = left
        self._loop = loop
        self._frame = identity
        self._leaf = identity if frame.callee is None else id(frame.innermost())
        self._iterations += loop.used
        if plan is not None:
            tell_calls(plan, frame)
        return ONE

    def is_watched(self, frame: Frame, target: int) -> bool:
        """Whether what is watched may change before the code of a loop comes to a line."""
        return target in frame.framecode.watched.near

    def advance_to_leave(self, frame: Frame) -> int:
        arrival = frame.leaving
        if type(arrival) is Arrival and arrival.is_new:
            arrival.is_new = False
            if frame.pc == arrival.turns.header and self.arrive(frame, arrival) == ONE:
                return ONE
        return super().advance_to_leave(frame)

    def leaves(self, frame: Frame) -> bool:
        arrival = frame.leaving
        if type(arrival) is Arrival and arrival.plan is self.plan:
            return arrival.leaves(frame)
        return super().leaves(frame)

    def arrive(self, frame: Frame, arrival: Arrival) -> int:
        """Run the loop in compiled code where a frame has left native code for that."""
        loop = self.loops.loop(frame.framecode, frame.pc)
        loop.count += arrival.count - 1
        following = self.at_back_edge(frame, frame.pc)
        arrival.turns.judge(loop, was_entered=following == ONE)
        return following

    def turns(self, framecode: FrameCode) -> list[Turns]:
        """What the loops of a code object that may be compiled are counted with natively."""
        loops = [(header, sparse_below(framecode, header)) for header in eligible(framecode)]
        return [self.counted(*loop) for loop in loops]

    def counted(self, header: int, sparse: int) -> Turns:
        """What the loop with a header is counted with."""
        return Turns(header, self.loops.policy.hot, sparse)

    @contextmanager
    def alone(self) -> Iterator[None]:
        before, self.loops.is_on = self.loops.is_on, False
        try:
            with super().alone():
                yield
        finally:
            self.loops.is_on = before

    def take_left(self, frame: Frame) -> Left | None:
        """How `frame` came out of a compiled loop, if it stands where it did."""
        left, loop = self._exit, self._loop
        if left is None or loop is None or self._leaf != id(frame) or left.pc != frame.pc:
            return None
        self._exit = None
        return Left(loop, left.pc, left.reason, self._made_in(frame, loop))

    def _made_in(self, leaf: Frame, loop: Loop) -> int:
        """How many iterations a loop has made that has led to `leaf`.

        Where the recording counts them those are included that were interpreted.
        """
        headers = () if loop.region is None else loop.region.headers
        frame: Frame | None = leaf
        while frame is not None and id(frame) != self._frame:
            frame = frame.caller
        if frame is None or len(headers) != 1:
            return self._iterations
        return told(frame, loop.header) or self._iterations


def sparse_below(framecode: FrameCode, header: int) -> int:
    """How often a loop comes round in a moment, at least, if the time is spent in it."""
    return SPARSE_AND_DEEP if is_deep(framecode, header) else SPARSE


def tell_calls(plan: Plan, frame: Frame) -> None:
    """Tell a plan of the calls that `frame` has made in compiled code and that are under way."""
    called = frame.callee
    while called is not None:
        plan.called(called)
        called = called.callee


def tiered(policy: Policy | None = None) -> Callable[[Engine], TieredInterpreter]:
    """A maker of interpreters, for `Engine`: all its threads share one `Loops`."""
    loops = Loops(policy or Background())

    def make(engine: Engine) -> TieredInterpreter:
        return TieredInterpreter(engine, loops)

    return make

"""The interpreter that lets compiled code take part: it overrides the hooks of `Interpreter`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from weakref import ref

from debugger.compiled.loops import reasons
from debugger.compiled.loops.loop import Left
from debugger.compiled.loops.loops import Loops
from debugger.compiled.loops.policy import Background, Policy
from debugger.frames.events import ONE
from debugger.frames.interpreter import Interpreter

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import SideExit
    from debugger.compiled.loops.loop import Loop
    from debugger.frames.engine import Engine
    from debugger.frames.frame import Frame

    JustLeft = tuple[ref[Frame], Loop, SideExit, int]


class TieredInterpreter(Interpreter):
    """Enters compiled loops at their back edges."""

    def __init__(self, engine: Engine, loops: Loops) -> None:
        super().__init__(engine)
        self.loops = loops
        # The frame that has just left a compiled loop, the loop, where to, and how many
        # iterations the loop had made before this frame entered it.
        self._left: JustLeft | None = None

    def at_back_edge(self, frame: Frame, target: int) -> int:
        """Run the loop in compiled code, if there is some; where to go on."""
        loop = self.loops.at(frame.framecode, target)
        loop.count += 1
        last, self._left = self._left, None
        if loop.pause:
            loop.pause -= 1
            return target
        if not loop.units:
            self.loops.policy.met(self.loops, loop, frame)
            if not loop.units:
                return target
        plan = self.engine.plan
        if not self.loops.is_on or (plan is not None and plan.watches(frame)):
            return target
        if last is not None and last[1] is loop and last[0]() is frame:
            reference, _, _, before = last
        else:
            reference, before = ref(frame), 0
            # That is `loop.iterations`, in a third of the time.
            for unit in loop.units:
                before += unit.iterations
            for unit in loop.dropped:
                before += unit.iterations
            if last is not None:
                before -= self._carried(last, frame)
        left = self.loops.enter(loop, frame)
        if left is None:
            return target
        self._left = (reference, loop, left, before)
        frame.pc, frame.previous = left.pc, left.previous
        return ONE

    def _carried(self, last: JustLeft, frame: Frame) -> int:
        """The iterations of a nest that were made before another loop of it is entered."""
        if last[0]() is not frame or last[2].reason == reasons.END:
            return 0
        return last[1].iterations - last[3]

    def take_left(self, frame: Frame) -> Left | None:
        """How `frame` came out of a compiled loop, if it has run nothing since; told once."""
        last, self._left = self._left, None
        if last is None or last[0]() is not frame or last[2].pc != frame.pc:
            return None
        _, loop, left, before = last
        return Left(loop, left.pc, left.reason, loop.iterations - before)


def tiered(policy: Policy | None = None) -> Callable[[Engine], TieredInterpreter]:
    """A maker of interpreters, for `Engine`: all its threads share one `Loops`."""
    loops = Loops(policy or Background())

    def make(engine: Engine) -> TieredInterpreter:
        return TieredInterpreter(engine, loops)

    return make

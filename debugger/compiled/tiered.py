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

    LastLeft = tuple[ref[Frame], Loop, SideExit, int]


class TieredInterpreter(Interpreter):
    """Enters compiled loops at their back edges."""

    def __init__(self, engine: Engine, loops: Loops) -> None:
        super().__init__(engine)
        self.loops = loops
        # The frame that was last to leave a compiled loop, the loop, where to, and how many
        # iterations the loop had made before the frame entered it; whether that was just now.
        self._left: LastLeft | None = None
        self._has_left = False

    def at_back_edge(self, frame: Frame, target: int) -> int:
        """Run the loop in compiled code, if there is some; where to go on."""
        loop = self.loops.at(frame.framecode, target)
        loop.count += 1
        self._has_left = False
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
        last = self._left
        goes_on = last is not None and last[2].reason != reasons.END and last[0]() is frame
        if last is not None and goes_on and last[1] is loop:
            reference, _, _, before = last
        else:
            reference, before = ref(frame), 0
            # That is `loop.iterations`, in a third of the time.
            for unit in loop.units:
                before += unit.iterations
            for unit in loop.dropped:
                before += unit.iterations
            if last is not None and goes_on:
                # Another loop of the nest: its iterations count, too.
                before -= last[1].iterations - last[3]
        left = self.loops.enter(loop, frame)
        if left is None:
            return target
        self._left, self._has_left = (reference, loop, left, before), True
        frame.pc, frame.previous = left.pc, left.previous
        return ONE

    def take_left(self, frame: Frame) -> Left | None:
        """How `frame` came out of a compiled loop, if it has run nothing since; told once."""
        last, self._left = self._left, None
        if not self._has_left or last is None or last[0]() is not frame or last[2].pc != frame.pc:
            return None
        _, loop, left, before = last
        self._has_left = False
        return Left(loop, left.pc, left.reason, loop.iterations - before)


def tiered(policy: Policy | None = None) -> Callable[[Engine], TieredInterpreter]:
    """A maker of interpreters, for `Engine`: all its threads share one `Loops`."""
    loops = Loops(policy or Background())

    def make(engine: Engine) -> TieredInterpreter:
        return TieredInterpreter(engine, loops)

    return make

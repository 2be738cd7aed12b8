"""The interpreter that lets compiled code take part: it overrides the hooks of `Interpreter`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from debugger.compiled.loops.loops import COUNTING, Loops
from debugger.compiled.loops.policy import Background, Policy
from debugger.frames.events import ONE
from debugger.frames.interpreter import Interpreter

if TYPE_CHECKING:
    from debugger.frames.engine import Engine
    from debugger.frames.frame import Frame


class TieredInterpreter(Interpreter):
    """Enters compiled loops at their back edges."""

    def __init__(self, engine: Engine, loops: Loops) -> None:
        super().__init__(engine)
        self.loops = loops

    def at_back_edge(self, frame: Frame, target: int) -> int:
        """Run the loop in compiled code, if there is some; where to go on."""
        loop = self.loops.at(frame.framecode, target)
        loop.count += 1
        if loop.pause:
            loop.pause -= 1
            return target
        if not loop.units:
            if loop.count >= self.loops.policy.hot and loop.state == COUNTING and self.loops.is_on:
                self.loops.policy.compile(self.loops, loop, frame)
            if not loop.units:
                return target
        plan = self.engine.plan
        if not self.loops.is_on or (plan is not None and plan.watches(frame)):
            return target
        left = self.loops.enter(loop, frame)
        if left is None:
            return target
        frame.pc, frame.previous = left.pc, left.previous
        return ONE


def tiered(policy: Policy | None = None) -> Callable[[Engine], TieredInterpreter]:
    """A maker of interpreters, for `Engine`: all its threads share one `Loops`."""
    loops = Loops(policy or Background())

    def make(engine: Engine) -> TieredInterpreter:
        return TieredInterpreter(engine, loops)

    return make

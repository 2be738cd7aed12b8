"""The ways to run a program, by name: engines, and how their listeners go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from types import CodeType, MappingProxyType
from typing import Any

from debugger.compiled.loops.loop import Loop
from debugger.compiled.loops.loops import Loops
from debugger.compiled.tiered import TieredInterpreter
from debugger.compiled.variants.installing import CompiledEntries
from debugger.compiled.variants.layout import Layout
from debugger.compiled.variants.leaving import Predicate
from debugger.frames.engine import Engine
from debugger.frames.frame import Frame
from debugger.frames.recording.recorder import Recording
from debugger.frames.stepping import Continue, Next, Plan, Silent, Step, StepOut
from debugger.frames.stops import Stop
from tests.loops.support import Eager
from tests.variants.bouncing import Bouncing

HOT = 6
"""Loops are compiled when they come round for this time."""
MOST_STEPS = 300
PLANS = (Step, Step, Next, StepOut)
LINES = (0, 0, 1, 2, 5, None)
"""How many points a frame that was left is interpreted for, by chance; None: to its end."""


class Wandering(Bouncing):
    """Frames exit before every line, and go on natively some lines later, or never."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._random = Random(1)  # noqa: S311 - no secret

    def leaving(self, frame: Frame, layout: Layout) -> Predicate:
        may_go_on = super().leaving(frame, layout)
        left = LINES[int(self._random.random() * len(LINES))]  # `choice` asks for builtins

        def goes_on(frame: Frame) -> bool:
            nonlocal left
            if left is None or not may_go_on(frame):
                return False
            left -= 1
            return left < 0

        return goes_on


class Counting(Eager):
    """Compiles loops at once, in the same thread; knows how often one came round that is hot."""

    def __init__(self) -> None:
        super().__init__(hot=HOT, first=0)
        self.arrivals = 0

    def met(self, loops: Loops, loop: Loop, frame: Frame) -> None:
        self.arrivals += loop.count >= self.hot
        super().met(loops, loop, frame)


EAGER = Counting()


class Stepping:
    """Steps at every stop: in, over or out, in turn."""

    def __init__(self) -> None:
        self._left = MOST_STEPS

    def on_stop(self, stop: Stop) -> Plan:
        self._left -= 1
        if self._left < 0:
            return Continue()
        return PLANS[self._left % len(PLANS)](stop.frame)


Start = Callable[[CodeType, dict[str, Any]], object]
"""Runs the code of a program with its names."""


def plainly(**options: Any) -> Callable[[], Start]:
    """A maker of what runs one program, without a stop, under an engine made with these options."""
    return lambda: Engine(Silent(), **options).run_code


def compiling(**options: Any) -> Callable[[], Start]:
    """The same with loops compiled."""

    def start() -> Start:
        make = partial(TieredInterpreter, loops=Loops(EAGER))
        return Engine(Silent(), make_interpreter=make, **options).run_code

    return start


def recorded() -> Start:
    return Engine(Silent(), recorder=Recording()).run_code


def stepping(**options: Any) -> Callable[[], Start]:
    """The same with a stop at the first line, and stepping on from there."""
    return lambda: partial(Engine(Stepping(), **options).run_code, stop_first=True)


WAYS: Mapping[str, Callable[[], Start]] = MappingProxyType(
    {
        "interpreted": plainly(),
        "compiled": plainly(make_entries=CompiledEntries),
        "bounced": plainly(make_entries=Bouncing),
        "wandering": plainly(make_entries=Wandering),
        "interpreted-hot": compiling(),
        "compiled-hot": compiling(make_entries=CompiledEntries),
        "bounced-hot": compiling(make_entries=Bouncing),
        "wandering-hot": compiling(make_entries=Wandering),
        "recorded": recorded,
        "stepped": stepping(),
        "stepped-compiled": stepping(make_entries=CompiledEntries),
        "stepped-bounced": stepping(make_entries=Bouncing),
    }
)
ALWAYS = (
    "interpreted-hot",
    "interpreted",
    "compiled-hot",
    "compiled",
    "bounced-hot",
    "bounced",
)
"""The ways that every program is run; the second of two only if a loop was hot in the first."""
IN_TURN = (
    "wandering",
    "wandering-hot",
    "recorded",
    "stepped",
    "stepped-compiled",
    "stepped-bounced",
)
"""Of these every program is run in one."""
TURNS = "/".join(",".join((*ALWAYS, each)) for each in IN_TURN)
"""All ways, for a worker."""


def adds_something(way: str, gone: Sequence[str]) -> bool:
    """Whether a way differs from those gone before: not from its like if no loop was hot there."""
    return f"{way}-hot" not in gone or EAGER.arrivals > 0

"""The ways to run a program: engines, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from types import MappingProxyType

from debugger.compiled.loops.loops import Loops
from debugger.compiled.tiered import TieredInterpreter
from debugger.compiled.variants.installing import CompiledEntries
from debugger.compiled.variants.layout import Layout
from debugger.compiled.variants.leaving import Predicate
from debugger.frames.engine import Engine
from debugger.frames.frame import Frame
from debugger.frames.interpreter import Interpreter
from debugger.frames.stepping import Silent
from tests.loops.support import Eager
from tests.variants.bouncing import Bouncing

HOT = 6
"""Loops are compiled when they come round for this time."""
LINES = (0, 0, 1, 2, 5, None)
"""How many points a frame that was left is interpreted for, by chance; None: to its end."""


class Wandering(Bouncing):
    """Frames exit before every line, and go on natively some lines later, or never."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._random = Random(1)  # noqa: S311 - no secret

    def leaving(self, frame: Frame, layout: Layout) -> Predicate:
        may_go_on = super().leaving(frame, layout)
        left = self._random.choice(LINES)

        def goes_on(frame: Frame) -> bool:
            nonlocal left
            if left is None or not may_go_on(frame):
                return False
            left -= 1
            return left < 0

        return goes_on


def hot() -> Callable[[Engine], Interpreter]:
    """A maker of interpreters that compile loops, at once and in the same thread."""
    return partial(TieredInterpreter, loops=Loops(Eager(hot=HOT, first=0)))


def interpreted() -> Engine:
    return Engine(Silent())


def interpreted_hot() -> Engine:
    return Engine(Silent(), make_interpreter=hot())


def compiled() -> Engine:
    return Engine(Silent(), make_entries=CompiledEntries)


def compiled_hot() -> Engine:
    return Engine(Silent(), make_interpreter=hot(), make_entries=CompiledEntries)


def bounced() -> Engine:
    return Engine(Silent(), make_entries=Bouncing)


def bounced_hot() -> Engine:
    return Engine(Silent(), make_interpreter=hot(), make_entries=Bouncing)


def wandering() -> Engine:
    return Engine(Silent(), make_entries=Wandering)


def wandering_hot() -> Engine:
    return Engine(Silent(), make_interpreter=hot(), make_entries=Wandering)


WAYS: Mapping[str, Callable[[], Engine]] = MappingProxyType(
    {
        "interpreted": interpreted,
        "interpreted-hot": interpreted_hot,
        "compiled": compiled,
        "compiled-hot": compiled_hot,
        "bounced": bounced,
        "bounced-hot": bounced_hot,
        "wandering": wandering,
        "wandering-hot": wandering_hot,
    }
)
TURNS = "/".join(
    (
        ",".join(way for way in WAYS if not way.endswith("-hot")),
        ",".join(way for way in WAYS if way.endswith("-hot")),
    )
)
"""All ways, for a worker: loops are compiled in every other program."""

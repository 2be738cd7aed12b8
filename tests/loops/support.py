"""Engines whose loops are compiled eagerly, and what became of the loops."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from debugger.compiled.loops.policy import Policy
from debugger.compiled.tiered import TieredInterpreter, tiered
from debugger.frames.engine import Engine
from debugger.frames.stepping import Silent
from debugger.frames.stops import Listener


class Eager(Policy):
    """Compiles at once; iterations of short loops in a row, however hard it optimises."""

    def unrolled(self, level: int) -> int:
        return 3


@dataclass
class Report:
    """What happened in compiled loops: entries, back edges taken there, exits by reason."""

    entries: int = 0
    iterations: int = 0
    exits: Counter[str] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)


def eager_engine(listener: Listener | None = None, fuel: int | None = None) -> Engine:
    """An engine whose loops are compiled at their first back edge, before it is taken.

    `fuel`: leave after so many back edges.
    """
    policy = Eager(hot=1, fuel=fuel or 0)
    return Engine(listener or Silent(), make_interpreter=tiered(policy))


def report(engine: Engine) -> Report:
    """What has happened in the compiled loops of an engine so far."""
    found = Report()
    interpreter = engine.interpreter()
    assert isinstance(interpreter, TieredInterpreter)
    for loop in interpreter.loops:
        found.entries += loop.entries
        found.iterations += loop.iterations
        found.exits += loop.exits()
        if loop.refusal is not None:
            found.refused.append(loop.refusal.reason)
    return found

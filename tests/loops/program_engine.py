"""Engines that compile each loop at its first back edge."""

from __future__ import annotations

from debugger.compiled.tiered import tiered
from debugger.frames.engine import Engine
from debugger.frames.stops import Listener
from tests.loops.support import Eager


def eager(listener: Listener, *, fuel: int = 0, level: int = 1) -> Engine:
    """Such an engine; `fuel`: leave after so many back edges; `level`: how hard to optimise."""
    return Engine(listener, make_interpreter=tiered(Eager(hot=1, fuel=fuel, first=level)))

"""A signal handler raises just when compiled code has been left inside a function."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from debugger.compiled.loops.extras import LEFT
from debugger.compiled.loops.toolchains.bare import Run
from debugger.compiled.loops.unit import Unit
from debugger.frames.frame import Frame
from tests.loops.support import eager_engine

EVERY = 3
"""Of so many exits one is interrupted."""


class AlarmError(Exception):
    """What the handler raises."""


def low(n, k):
    for j in range(n):
        k += j
    return k


def middle(n):
    return low(n, 1) + 1


def work(n):
    total, seen = 0, []
    for i in range(n):
        try:
            total += middle(i)
        except AlarmError as error:
            seen.append([entry.name for entry in traceback.extract_tb(error.__traceback__)])
    return total, seen


def interrupted(n: int, fuel: int) -> tuple[int, list[list[str]]]:
    """What `work` computes, and the functions in the traceback of each error."""
    count = 0
    initialise: Callable[..., None] = Unit.__init__

    def patched(unit: Unit, run: Run, *rest: Any) -> None:
        def running(frame: Frame, fuel: int, extras: list[Any]) -> None:
            nonlocal count
            run(frame, fuel, extras)
            count += extras[LEFT] is not None
            if extras[LEFT] is not None and not count % EVERY:
                raise AlarmError

        initialise(unit, running, *rest)

    with patch.object(Unit, "__init__", patched):
        found: tuple[int, list[list[str]]] = eager_engine(fuel=fuel).call(work, n)
    return found

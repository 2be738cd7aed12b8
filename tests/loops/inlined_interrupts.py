"""A signal handler raises just when compiled code has been left inside a function."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from debugger.compiled.loops.unit import Unit
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

    def patched(unit: Unit, run: Callable[..., int], *rest: Any) -> None:
        def running(*lists: list[Any]) -> int:
            nonlocal count
            number = run(*lists)
            count += 1
            if not count % EVERY:
                raise AlarmError
            return number

        initialise(unit, running, *rest)

    with patch.object(Unit, "__init__", patched):
        found: tuple[int, list[list[str]]] = eager_engine(fuel=fuel).call(work, n)
    return found

"""Loops that write arrays which are too big to be copied, in every layout that there is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from debugger.frames.engine import Engine
from tests.loops.program_outcome import Outcome, outcome

Array = npt.NDArray[np.generic]
Views = tuple[Array, ...]
"""The whole memory in one row, and then what is written."""


def one(whole: Array, view: Array) -> Views:
    return whole.reshape(-1), view, view


def halves(whole: Array) -> Views:
    return whole, whole[: len(whole) * 2 // 3], whole[len(whole) // 3 :]


def counted(count: int) -> Array:
    return np.arange(float(count))


LAYOUTS: dict[str, Callable[[], Views]] = {
    "in one piece": lambda: one(whole := counted(1200), whole),
    "amid others": lambda: one(whole := counted(1400), whole[123:1317]),
    "every third": lambda: one(whole := counted(3600), whole[::3]),
    "backwards": lambda: one(whole := counted(1200), whole[::-1]),
    "a column": lambda: one(whole := counted(4000).reshape(800, 5), whole[:, 2]),
    "floats of 32 bits": lambda: one(whole := counted(2400).astype(np.float32), whole[::2]),
    "bytes": lambda: one(whole := np.zeros(9000, np.uint8), whole[1:-3]),
    "flags": lambda: one(whole := np.zeros(9000, np.bool_), whole[7:]),
    "two views of one": lambda: halves(counted(1500)),
}


def scatter(whole: Any, one: Any, other: Any, times: int) -> float:
    """Write here and there, often twice, and have somebody else write beside it now and then."""
    total = 0.0
    length = len(one)
    for k in range(times):
        i = k * 97 % length
        total += one[i]
        one[i] = k % 5
        other[k * k % 200] = k % 3
        if k % 67 == 66:
            touch(whole, k)
    return total


def touch(whole: Any, k: int) -> None:
    whole[k * 31 % len(whole)] = k % 7
    whole[0] = k % 2


def run(name: str, engine: Engine | None) -> Outcome:
    """What becomes of the loop with arrays in a layout; natively without an engine."""
    arguments: list[Any] = [*LAYOUTS[name](), 700]
    call = scatter if engine is None else partial(engine.call, scatter)
    return outcome(lambda: (call(*arguments), arguments[0].tobytes()), arguments, __file__)

"""The loops of the benchmark, with so little to do that they can be run many times."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks import loop_kernels as loops
from debugger.frames.engine import Engine
from tests.loops.program_outcome import Outcome, outcome

Arguments = Callable[[], tuple[object, ...]]


def sparse() -> tuple[object, ...]:
    rows, each = 6, 3
    columns = np.random.default_rng(2).integers(0, rows, rows * each, dtype=np.int64)
    starts = np.arange(0, rows * each + 1, each, dtype=np.int64)
    return np.zeros(rows), loops.floats(rows * each), starts, columns, loops.floats(rows), 4


def sparse_lists() -> tuple[object, ...]:
    *arrays, cycles = sparse()
    return *(array.tolist() for array in arrays), cycles  # type: ignore[attr-defined]


def bodies() -> tuple[object, ...]:
    place, speed, mass, _, dt = loops.bodies()
    return place, speed, mass, 4, dt


SMALL: dict[str, Arguments] = {
    "sum_array": lambda: (loops.floats(200),),
    "sum_list": lambda: (loops.listed(200).copy(),),
    "sum_list_index": lambda: (loops.listed(200).copy(),),
    "collatz": lambda: (25,),
    "mandelbrot": lambda: (8, 6, 10),
    "nbody": bodies,
    "matmul": lambda: (loops.floats(6, 6), loops.floats(6, 6), np.zeros((6, 6))),
    "sieve": lambda: (np.ones(200, np.uint8),),
    "sieve_list": lambda: ([True] * 200,),
    "sor": lambda: (1.25, loops.floats(7, 7), 6),
    "sor_lists": lambda: (1.25, loops.floats(7, 7).tolist(), 6),
    "sparse_mat_mult": sparse,
    "sparse_mat_mult_lists": sparse_lists,
    "monte_carlo": lambda: (loops.seeds(), 200),
    "small_helper": lambda: (200,),
    "polymorphic_helper": lambda: (200,),
    "two_levels": lambda: (200,),
    "spring": lambda: (loops.Spring(), 200),
    "springs": lambda: (loops.Spring(), loops.Spring(), 200),
    "walk": lambda: (loops.Walker(), 200),
    "walk_together": lambda: (loops.Walker(), loops.Walker(), 200),
}
"""The arguments of each."""

FUNCTIONS = {kernel.name: kernel.function for kernel in loops.KERNELS}


def run(name: str, engine: Engine | None) -> Outcome:
    """What becomes of a kernel; natively without an engine."""
    arguments = list(SMALL[name]())
    function = FUNCTIONS[name]
    call = function if engine is None else partial(engine.call, function)
    return outcome(lambda: (call(*arguments), repr(arguments)), arguments, loops.__file__)

"""Run one benchmark of the installed pyperformance at a reduced size and print what it computed.

Usage: workload.py NAME
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.programs import Runner, installed, module_of


def digest(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def richards(module: Any) -> Iterable[object]:
    # Its size is fixed; it compares its counters with what they ought to be.
    yield module.Richards().run(1)
    area = module.taskWorkArea
    yield area.holdCount, area.qpktCount
    for task in filter(None, area.taskTab):
        yield task.ident, task.priority, task.packet_pending, task.task_waiting, task.task_holding


def deltablue(module: Any) -> Iterable[object]:
    # Prints what goes wrong; the mark counts the steps of its planner.
    for test in (module.chain_test, module.projection_test):
        test(60)
        yield test.__name__, module.planner.current_mark


def chaos(module: Any) -> Iterable[object]:
    image = "chaos.ppm"
    size = argparse.Namespace(
        thickness=0.25, width=48, height=48, iterations=400, filename=image, rng_seed=1234
    )
    module.main(Runner(), size)
    yield digest(image)


def nqueens(module: Any) -> Iterable[object]:
    return module.n_queens(7)  # type: ignore[no-any-return]


def hexiom(module: Any) -> Iterable[object]:
    # As its main function does, which keeps the solution to itself.
    solution = io.StringIO()
    problem = module.LEVELS[25][0].strip()
    module.solve_file(problem, module.Done.FIRST_STRATEGY, module.DESCENDING, solution)
    yield solution.getvalue()


def fannkuch(module: Any) -> Iterable[object]:
    return (module.fannkuch(n) for n in range(3, 9))


def generators(module: Any) -> Iterable[object]:
    yield from module.tree(range(3000))


def pidigits(module: Any) -> Iterable[object]:
    return module.calc_ndigits(500)  # type: ignore[no-any-return]


def raytrace(module: Any) -> Iterable[object]:
    image = "raytrace.ppm"
    module.bench_raytrace(1, 24, 24, image)
    yield digest(image)


def coroutines(module: Any) -> Iterable[object]:
    for n in range(17):
        try:
            module.fibonacci(n).send(None)
        except StopIteration as stop:
            yield n, stop.value


WORKLOADS: dict[str, Callable[[Any], Iterable[object]]] = {
    workload.__name__: workload
    for workload in (
        richards,
        deltablue,
        chaos,
        nqueens,
        hexiom,
        fannkuch,
        generators,
        pidigits,
        raytrace,
        coroutines,
    )
}


def main(name: str) -> None:
    for result in WORKLOADS[name](module_of(name, installed(name))):
        print(result)


if __name__ == "__main__":
    main(*sys.argv[1:])

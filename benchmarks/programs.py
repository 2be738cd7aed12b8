"""Programs for the benchmarks of compiled frames: those of pyperformance, and two small ones.

What pyperformance has is loaded from where it is installed.  To add one of its programs, add a
function to `PROGRAMS` that does the program's work once, given its module.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import io
import logging
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

TEXT = ["the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "the", "end"]


def fibonacci(n: int) -> int:
    if n < 2:
        if n < 0:
            raise ValueError(n)
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def count_words(rounds: int) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for _ in range(rounds):
        for word in TEXT:
            if word in counts:
                counts[word] += 1
            else:
                counts[word] = 1
        if not counts:
            raise ValueError("no words")
    return sorted(counts.items())


class Runner:
    """Stands in for the runner of pyperf: runs a benchmark once, without timing it."""

    def __init__(self) -> None:
        self.metadata: dict[str, object] = {}

    def bench_func(self, _name: str, function: Callable[..., object], *arguments: object) -> None:
        function(*arguments)


def chaos(module: Any) -> None:
    size = argparse.Namespace(
        thickness=0.25, width=64, height=64, iterations=2000, filename=None, rng_seed=1234
    )
    module.main(Runner(), size)


def hexiom(module: Any) -> None:
    problem = module.LEVELS[25][0].strip()
    for _ in range(10):
        module.solve_file(problem, module.Done.FIRST_STRATEGY, module.DESCENDING, io.StringIO())


def log(module: Any) -> None:
    stream = io.StringIO()
    logger = sys.modules["logging"].getLogger("benchlogger")
    logger.propagate = False
    logger.handlers = [sys.modules["logging"].StreamHandler(stream=stream)]
    logger.setLevel(logging.WARNING)
    module.bench_formatted_output(1000, logger, stream)


def pickle_purely(module: Any) -> None:
    for _ in range(600):
        sys.modules["pickle"]._dumps(module.DICT)  # noqa: SLF001


@dataclass(frozen=True, slots=True)
class Program:
    """`work` does the work once; `fresh` are the modules of the library that it is about."""

    work: Callable[[Any], object]
    fresh: tuple[str, ...] = ()
    module: str = ""


PROGRAMS: dict[str, Program] = {
    "richards": Program(lambda module: module.Richards().run(3)),
    "deltablue": Program(lambda module: module.delta_blue(1500)),
    "chaos": Program(chaos),
    "raytrace": Program(lambda module: module.bench_raytrace(1, 40, 40, None)),
    "nqueens": Program(lambda module: module.bench_n_queens(8)),
    "hexiom": Program(hexiom),
    "go": Program(lambda module: module.versus_cpu()),
    "generators": Program(lambda module: list(module.tree(range(60_000)))),
    "deepcopy": Program(lambda module: module.benchmark(200), ("copy",)),
    "logging": Program(log, ("logging",)),
    "pickle": Program(pickle_purely, ("pickle",)),
    "words": Program(lambda module: module.count_words(50_000), module=__name__),
    "fibonacci": Program(lambda module: module.fibonacci(26), module=__name__),
}


def load(name: str) -> Any:
    """The module of a program, and what it is about, imported anew."""
    program = PROGRAMS[name]
    for fresh in program.fresh:
        sys.modules.pop(fresh, None)
        importlib.import_module(fresh)
    return module_of(name, Path(__file__) if program.module else installed(name))


def module_of(name: str, path: Path) -> Any:
    """The module in a file, run anew."""
    spec = importlib.util.spec_from_file_location(f"program_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def installed(name: str) -> Path:
    """The file of a program of pyperformance; it sees a `pyperf` that has next to nothing."""
    stand_in = ModuleType("pyperf")
    vars(stand_in).update(
        perf_counter=time.perf_counter, python_implementation=platform.python_implementation
    )
    sys.modules["pyperf"] = stand_in
    package = importlib.util.find_spec("pyperformance")
    if package is None or package.origin is None:
        raise SystemExit("pyperformance is not installed: pip install 'debugger[test]'")
    folder = Path(package.origin).parent / "data-files" / "benchmarks"
    return folder / f"bm_{name}" / "run_benchmark.py"

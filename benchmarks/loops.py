"""Measure compiled loops: the engine against plain CPython and against plain `numba.njit`.

Run as `python -m benchmarks.loops [--rounds N] [--cpu] [--json FILE] [kernel ...]`; the exit status
is 1 if a bar is missed or a result differs. Kernels on lists and objects, and those that call
functions, have no time with njit: it would have to convert the lists, and does not take the rest.
The program that runs in the engine times its loop itself: starting a program is no part of it.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import geometric_mean, median
from time import perf_counter, sleep, thread_time
from typing import Any

import numba
import numpy as np

from benchmarks.loop_kernels import KERNELS, Kernel
from debugger.compiled.tiered import tiered
from debugger.frames.engine import Engine
from debugger.frames.stepping import Silent

Function = Callable[..., object]
Clock = Callable[[], float]

ROUNDS = 7
WARMING_ROUNDS, WARMING_CALLS, WARMING_SECONDS = 4, 5, 0.7
QUICK = 3  # calls of what is quick in each round, for one of CPython
LIMIT = 60  # seconds after which a kernel gets no further round

# What the geometric means may be: at most so many times njit, at least so many times faster than
# CPython for each kind of data.
NJIT_BAR = 1.5
CPYTHON_BARS = {"array": 30.0, "list": 4.0, "object": 20.0, "call": 20.0}
WITHOUT_NJIT = ("list", "object", "call")


@dataclass(slots=True)
class Figures:
    """Medians of one kernel, in seconds, and what they say; 0 stands for not measured."""

    name: str
    data: str
    bar: float
    cpython: float = 0.0
    njit: float = 0.0
    engine: float = 0.0
    first: float = 0.0  # the engine's first call, which compiles
    wrong: list[str] = field(default_factory=list)

    @property
    def to_njit(self) -> float:
        """How many times njit's time the engine takes; 0 if one of them is unknown."""
        return self.engine / self.njit if self.njit else 0.0

    @property
    def faster(self) -> float:
        """How many times faster than CPython the engine is; 0 if that is unknown."""
        return self.cpython / self.engine if self.engine else 0.0

    @property
    def missed(self) -> bool:
        return bool(self.wrong) or self.to_njit > self.bar


# ---------------------------------------------------------------------- one kernel


def new_engine() -> Engine:
    """An engine that compiles hot loops."""
    return Engine(Silent(), make_interpreter=tiered())


def in_engine(engine: Engine, function: Function) -> Function:
    """The function as the engine runs it."""

    def call(*arguments: object) -> object:
        return engine.call(function, *arguments)

    return call


def measure(kernel: Kernel, rounds: int, clock: Clock) -> Figures:
    """Time a kernel with CPython, njit and the engine, in turn, round after round."""
    figures = Figures(kernel.name, kernel.data, kernel.bar)
    engine = new_engine()
    runs = {"CPython": kernel.function, "engine": in_engine(engine, kernel.function)}
    if kernel.data not in WITHOUT_NJIT:
        runs["njit"] = numba.njit(kernel.function)
    figures.first, figures.wrong = check(kernel, runs)
    warm_up(kernel, runs["engine"])
    runs["engine"] = kernel.function
    times = interleaved(kernel, runs, {"engine": in_engine(engine, timed)}, rounds, clock)
    figures.cpython = median(times["CPython"])
    figures.engine = median(times["engine"])
    figures.njit = median(times.get("njit", [0.0]))
    return figures


def warm_up(kernel: Kernel, run: Function) -> None:
    """Call the engine until it has optimised what is busy, in the background."""
    for _ in range(WARMING_ROUNDS):
        for _ in range(WARMING_CALLS):
            run(*kernel.make())
        sleep(WARMING_SECONDS)


def check(kernel: Kernel, runs: dict[str, Function]) -> tuple[float, list[str]]:
    """Call everything once; the seconds of the engine's first call, and what differs.

    The engine is to give what CPython gives, to the bit and with the same types. njit may give
    """
    results = {}
    first = 0.0
    for name, function in runs.items():
        arguments = kernel.make()
        started = perf_counter()
        value = function(*arguments)
        if name == "engine":
            first = perf_counter() - started
        results[name] = (value, arguments)
    wrong = [] if same(results["CPython"], results["engine"]) else ["the engine's result differs"]
    if "njit" in results and not close(results["CPython"], results["njit"]):
        wrong.append("njit's result differs")
    return first, wrong


def interleaved(
    kernel: Kernel,
    runs: dict[str, Function],
    timers: dict[str, Function],
    rounds: int,
    clock: Clock,
) -> dict[str, list[float]]:
    """The times of all runs, by their timers; each call has arguments of its own."""
    slow, *quick = sorted(runs, key=lambda name: name != "CPython")
    times: dict[str, list[float]] = {name: [] for name in runs}
    started = perf_counter()
    for _ in range(rounds):
        for name in (slow, *QUICK * quick):
            timer = timers.get(name, timed)
            times[name].append(seconds_of(runs[name], kernel.make(), clock, timer))
        if perf_counter() - started > LIMIT:
            break
    return times


def timed(function: Function, arguments: Sequence[object], clock: Clock) -> float:
    """The time of one call."""
    started = clock()
    function(*arguments)
    return clock() - started


def seconds_of(
    function: Function,
    arguments: Sequence[object],
    clock: Clock = perf_counter,
    timer: Callable[..., Any] = timed,
) -> float:
    """The time of one call, in which no garbage is collected."""
    gc.collect()
    gc.disable()
    try:
        return float(timer(function, arguments, clock))
    finally:
        gc.enable()


def same(one: object, other: object) -> bool:
    """Whether two results are equal to the bit, and of the same types."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and one.tobytes() == other.tobytes()
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    return repr(one) == repr(other)


def close(one: object, other: object) -> bool:
    """Whether two results are equal up to rounding."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.allclose(one, other)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(close, one, other))
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other)
    return one == other


# ---------------------------------------------------------------------- the table


@dataclass(frozen=True, slots=True)
class Mean:
    """A geometric mean of ratios, and its bar."""

    what: str
    value: float
    bar: float
    at_least: bool  # whether the bar is what is to be reached, or not to be exceeded

    @property
    def missed(self) -> bool:
        return self.value < self.bar if self.at_least else self.value > self.bar


def means(figures: Iterable[Figures]) -> list[Mean]:
    """The geometric means of those kernels that were measured."""
    known = list(figures)
    ratios = {"engine / njit": (NJIT_BAR, False, [f.to_njit for f in known if f.to_njit])}
    for data, bar in CPYTHON_BARS.items():
        of_kind = [f.faster for f in known if f.data == data and f.faster]
        ratios[f"CPython / engine, {data} kernels"] = (bar, True, of_kind)
    return [
        Mean(what, geometric_mean(values), bar, at_least)
        for what, (bar, at_least, values) in ratios.items()
        if values
    ]


def show_heading() -> None:
    print(
        f"{'kernel':<22}{'data':<8}{'CPython':>12}{'njit':>12}{'engine':>12}{'first':>12}"
        f"{'engine/njit':>13}{'bar':>7}{'CPython/engine':>16}"
    )


def show(figures: Figures) -> None:
    """One line, flushed: the next one may take long."""
    ratio = f"{figures.to_njit:>11.2f} x{figures.bar:>5.1f} x" if figures.to_njit else f"{'':>20}"
    notes = [*figures.wrong, *["MISSED"] * (figures.to_njit > figures.bar)]
    print(
        f"{figures.name:<22}{figures.data:<8}{milliseconds(figures.cpython)}"
        f"{milliseconds(figures.njit)}{milliseconds(figures.engine)}{milliseconds(figures.first)}"
        f"{ratio}{figures.faster:>14.1f} x  {', '.join(notes)}".rstrip(),
        flush=True,
    )


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:>9.2f} ms" if seconds else f"{'-':>12}"


def show_mean(mean: Mean) -> None:
    sign, missed = (">=" if mean.at_least else "<="), ("  MISSED" if mean.missed else "")
    print(f"geometric mean of {mean.what:<34}{mean.value:>7.2f} x   {sign} {mean.bar} x{missed}")


def measure_all(names: Sequence[str], rounds: int, clock: Clock) -> list[Figures]:
    """Measure these kernels, or all; one that fails does not keep the others from running."""
    found = []
    for kernel in KERNELS:
        if not names or kernel.name in names:
            try:
                found.append(measure(kernel, rounds, clock))
            except Exception as error:
                failed = f"{type(error).__name__}: {error}"
                found.append(Figures(kernel.name, kernel.data, kernel.bar, wrong=[failed]))
            show(found[-1])
    return found


def kernel_parser(name: str, description: str, rounds: int) -> argparse.ArgumentParser:
    """What the benchmarks of kernels have in common on their command line."""
    parser = argparse.ArgumentParser(prog=name, description=description)
    parser.add_argument("kernels", nargs="*", metavar="kernel", help="only these; else all")
    parser.add_argument("--rounds", type=int, default=rounds, help="rounds for each kernel")
    parser.add_argument("--cpu", action="store_true", help="processor time, on a busy machine")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    return parser


def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """What the command line says; its mistakes end the process."""
    options = parser.parse_args()
    unknown = set(options.kernels) - {kernel.name for kernel in KERNELS}
    if unknown:
        parser.error(f"no such kernel: {', '.join(sorted(unknown))}")
    return options


def main() -> int:
    options = parsed(kernel_parser("loops", "Measure compiled loops.", ROUNDS))
    print(f"Python {platform.python_version()}, medians of {options.rounds} rounds")
    show_heading()
    clock = thread_time if options.cpu else perf_counter
    figures = measure_all(options.kernels, options.rounds, clock)
    print()
    found = means(figures)
    for mean in found:
        show_mean(mean)
    if options.json:
        written = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "rounds": options.rounds,
            "kernels": [asdict(each) for each in figures],
            "means": [asdict(each) for each in found],
        }
        options.json.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
    return int(any(each.missed for each in figures) or any(mean.missed for mean in found))


if __name__ == "__main__":
    sys.exit(main())

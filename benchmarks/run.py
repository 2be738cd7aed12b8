"""Measure how much slower interpreted programs are, and how long the debugger takes to start.

Run as `python -m benchmarks.run [--rounds N] [--case NAME] [--json FILE]`; the exit status is 1 if
a bar is missed.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

import debugger
from benchmarks import startup
from benchmarks.cases import CASES, Case

# More than the frames of any case need: run below a frame of this size, everything timed lives in
# one chunk of the interpreter's data stack, and no case pays for crossing into a new one.
STACK_SIZE = 70_000


@dataclass(frozen=True, slots=True)
class Ratio:
    """Medians of one case, in seconds, and what they say."""

    name: str
    native: float
    interpreted: float
    ratio: float
    noise: float  # the ratio of two native measurements, less one
    bar: float | None  # the ratio that is not to be exceeded

    @property
    def missed(self) -> bool:
        return self.bar is not None and self.ratio > self.bar


def seconds_of(call: Callable[[], object], loops: int) -> float:
    """The mean time of a call."""
    started = perf_counter()
    for _ in range(loops):
        call()
    return (perf_counter() - started) / loops


def measure(case: Case, rounds: int) -> Ratio:
    """Time a case natively, natively again and interpreted, in turn, round after round."""

    def native() -> object:
        return case.function(*case.arguments)

    def interpreted() -> object:
        return debugger.interpret(case.function, *case.arguments)

    assert native() == interpreted(), f"{case.name} gives another result when interpreted"
    first, second, slow = [], [], []
    for _ in range(rounds):
        first.append(seconds_of(native, case.loops))
        slow.append(seconds_of(interpreted, 1))
        second.append(seconds_of(native, case.loops))
    base = median(first + second)
    ratio, noise = median(slow) / base, abs(median(first) / median(second) - 1)
    return Ratio(case.name, base, median(slow), ratio, noise, case.bar)


def below_a_large_frame(call: Callable[[], int]) -> int:
    """Call something from a frame that has claimed a large chunk of the data stack."""
    return call()


below_a_large_frame.__code__ = below_a_large_frame.__code__.replace(co_stacksize=STACK_SIZE)


def show_ratio(ratio: Ratio) -> None:
    bar = "" if ratio.bar is None else f"{ratio.bar:>6.0f} x{'  MISSED' if ratio.missed else ''}"
    print(
        f"{ratio.name:<12}{1000 * ratio.native:>10.3f} ms{1000 * ratio.interpreted:>12.2f} ms"
        f"{ratio.ratio:>8.1f} x{100 * ratio.noise:>8.1f} %{bar}",
        flush=True,
    )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run", description="Measure speed and start-up.")
    parser.add_argument("--rounds", type=int, default=7, help="rounds for each case")
    parser.add_argument("--case", action="append", help="only this case (may be repeated)")
    parser.add_argument("--no-start-up", action="store_true", help="leave the start-up times out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    return parser.parse_args()


def run(options: argparse.Namespace) -> int:
    """Print the figures; the exit status, 1 if a bar is missed."""
    print(f"Python {platform.python_version()}, medians of {options.rounds} rounds")
    print(f"{'case':<12}{'native':>13}{'interpreted':>15}{'ratio':>10}{'noise':>10}{'bar':>8}")
    ratios = []
    for case in CASES:
        if options.case is None or case.name in options.case:
            gc.collect()
            ratios.append(measure(case, options.rounds))
            show_ratio(ratios[-1])
    start_up = [] if options.no_start_up else startup.measure()
    if start_up:
        print()
        startup.show(start_up)
    if options.json:
        figures = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "rounds": options.rounds,
            "cases": [asdict(ratio) for ratio in ratios],
            "start_up": [asdict(line) for line in start_up],
        }
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return int(any(r.missed for r in ratios) or any(s.missed for s in start_up))


def main() -> int:
    options = parse_arguments()
    return below_a_large_frame(lambda: run(options))


if __name__ == "__main__":
    sys.exit(main())

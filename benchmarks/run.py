"""Measure how much slower interpreted programs are, and how long the debugger takes to start.

Run as `python -m benchmarks.run [--rounds N] [--case NAME] [--json FILE]`.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import debugger
from benchmarks.cases import CASES, Case

# More than the frames of any case need: run below a frame of this size, everything timed lives in
# one chunk of the interpreter's data stack, and no case pays for crossing into a new one.
STACK_SIZE = 70_000

PROGRAM = "total = 0\nfor i in range(3):\n    total += i\nprint(total)\n"
START_UP_ROUNDS = 9
START_UP_LIMIT = 60


@dataclass(frozen=True, slots=True)
class Ratio:
    """Medians of one case, in seconds, and what they say."""

    name: str
    native: float
    interpreted: float
    ratio: float
    noise: float  # the ratio of two native measurements, less one


@dataclass(frozen=True, slots=True)
class StartUp:
    """Median seconds until a debugger has started, shown its first prompt and quit."""

    name: str
    seconds: float


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
    return Ratio(
        case.name, base, median(slow), median(slow) / base, abs(median(first) / median(second) - 1)
    )


def below_a_large_frame(call: Callable[[], object]) -> object:
    """Call something from a frame that has claimed a large chunk of the data stack."""
    return call()


below_a_large_frame.__code__ = below_a_large_frame.__code__.replace(co_stacksize=STACK_SIZE)


def measure_start_up(rounds: int) -> list[StartUp]:
    """Time this debugger, pdb and plain Python in turn, each told to quit at its first prompt."""
    names = {"debugger": ["-m", "debugger"], "pdb": ["-m", "pdb"], "python": []}
    times: dict[str, list[float]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program.py")
        program.write_text(PROGRAM, encoding="utf-8")
        for _ in range(rounds):
            for name, options in names.items():
                command = [sys.executable, *options, str(program)]
                times[name].append(seconds_of(partial(quit_at_once, command), 1))
    return [StartUp(name, median(samples)) for name, samples in times.items()]


def quit_at_once(command: list[str]) -> None:
    subprocess.run(
        command,
        input=b"q\n",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=START_UP_LIMIT,
        check=False,  # pdb and debuggers like it may say with their status that they were quit
    )


def show_ratio(ratio: Ratio) -> None:
    native, interpreted = 1000 * ratio.native, 1000 * ratio.interpreted
    print(
        f"{ratio.name:<12}{native:>10.3f} ms{interpreted:>12.2f} ms"
        f"{ratio.ratio:>8.1f} x{100 * ratio.noise:>8.1f} %",
        flush=True,
    )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run", description="Measure speed and start-up.")
    parser.add_argument("--rounds", type=int, default=7, help="rounds for each case")
    parser.add_argument("--case", action="append", help="only this case (may be repeated)")
    parser.add_argument("--no-start-up", action="store_true", help="leave the start-up times out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    return parser.parse_args()


def run(options: argparse.Namespace) -> None:
    print(f"Python {platform.python_version()}, medians of {options.rounds} rounds")
    print(f"{'case':<12}{'native':>13}{'interpreted':>15}{'ratio':>10}{'noise':>10}")
    ratios = []
    for case in CASES:
        if options.case is None or case.name in options.case:
            gc.collect()
            ratios.append(measure(case, options.rounds))
            show_ratio(ratios[-1])
    start_up = [] if options.no_start_up else measure_start_up(START_UP_ROUNDS)
    if start_up:
        print(f"\nstart, first prompt, quit: medians of {START_UP_ROUNDS} rounds")
    for line in start_up:
        print(f"{line.name:<12}{1000 * line.seconds:>10.0f} ms")
    if options.json:
        figures = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "rounds": options.rounds,
            "cases": [asdict(ratio) for ratio in ratios],
            "start_up": [asdict(line) for line in start_up],
        }
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    options = parse_arguments()
    below_a_large_frame(lambda: run(options))


if __name__ == "__main__":
    main()

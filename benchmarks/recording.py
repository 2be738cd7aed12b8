"""Measure what recording costs compiled loops, and how long going back takes behind long ones.

Run as `python -m benchmarks.recording [--rounds N] [--cpu] [--json FILE] [kernel ...]`; the exit
status is 1 if a bar is missed or a result differs. Each loop of `loop_kernels.py` is timed with
recording off and on, in turn; then processes of their own go 100 million times round a loop and
measure the first command that looks back.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import geometric_mean, median
from time import perf_counter, thread_time

from benchmarks.loop_kernels import KERNELS, Kernel
from benchmarks.loops import (
    Clock,
    Function,
    in_engine,
    kernel_parser,
    milliseconds,
    parsed,
    same,
    seconds_of,
    warm_up,
)
from benchmarks.startup import on_pipes
from debugger.compiled.tiered import tiered
from debugger.frames.engine import Engine
from debugger.frames.recording.recorder import NotRecording, Recording
from debugger.frames.stepping import Silent

ROUNDS, STARTS = 25, 3
LIMIT = 60  # seconds after which a kernel gets no further round

# What recording may cost: so many times the same loop without, each and in the geometric mean.
BAR, MEAN_BAR = 1.4, 1.25
# Seconds that a command may take after so many iterations.
ANSWER_BAR, ITERATIONS = 0.1, 100_000_000


@dataclass(slots=True)
class Figures:
    """The shortest times of one kernel, in seconds."""

    name: str
    off: float = 0.0
    on: float = 0.0
    wrong: list[str] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        return self.on / self.off if self.off else 0.0

    @property
    def missed(self) -> bool:
        return bool(self.wrong) or self.ratio > BAR


def new_engine(recorder: NotRecording) -> Engine:
    """An engine that compiles hot loops, and records or not."""
    return Engine(Silent(), make_interpreter=tiered(), recorder=recorder)


def measure(kernel: Kernel, rounds: int, clock: Clock) -> Figures:
    """Time a kernel with recording off and on, in turn, round after round."""
    figures = Figures(kernel.name)
    runs = {
        name: in_engine(new_engine(recorder), kernel.function)
        for name, recorder in (("off", NotRecording()), ("on", Recording()))
    }
    figures.wrong = check(kernel, runs)
    for run in runs.values():
        warm_up(kernel, run)
    times: dict[str, list[float]] = {name: [] for name in runs}
    started = perf_counter()
    for _ in range(rounds):
        for name, run in runs.items():
            times[name].append(seconds_of(run, kernel.make(), clock))
        if perf_counter() - started > LIMIT:
            break
    figures.off, figures.on = min(times["off"]), min(times["on"])
    return figures


def check(kernel: Kernel, runs: dict[str, Function]) -> list[str]:
    """What differs between the results."""
    results = []
    for run in runs.values():
        arguments = kernel.make()
        results.append((run(*arguments), arguments))
    return [] if same(*results) else ["the results differ"]


# ---------------------------------------------------------------------- answers


@dataclass(frozen=True, slots=True)
class Answer:
    """How long the first command of a process takes behind a loop, in seconds: the median."""

    loop: str
    command: str
    seconds: float

    @property
    def missed(self) -> bool:
        return self.seconds > ANSWER_BAR


LOOPS = {
    "numbers": """\
total = 0
for i in range({count} + 10):
    total = (total + i) % 1000003
    x = i
""",
    "array": """\
import numpy
cells = numpy.zeros(1000)
for i in range({count} + 10):
    x = i % 1000
    cells[x] = i * 0.5
""",
    "while": """\
i = 0
while i < {count} + 10:
    i += 1
    x = i * 0.5
""",
    "nested": """\
i = 0
for k in range({count} // 1000 + 10):
    for j in range(1000):
        i += 1
        x = i * 0.5
""",
}
"""Programs whose last line is in a hot loop, in iteration number `i` of which all are stopped."""

COMMANDS = ("iter -1", "history x 20", "last x", "back 3")
PROMPT = b"debug>"


def answers(starts: int) -> Iterator[Answer]:
    """The times of each command after each loop, each measured in processes of its own."""
    for loop, source in LOOPS.items():
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "program.py")
            program.write_text(source.format(count=ITERATIONS), encoding="utf-8")
            for command in COMMANDS:
                times = [answered(program, command) for _ in range(starts)]
                yield Answer(loop, command, median(times))


def answered(program: Path, command: str) -> float:
    """The seconds until a command is answered that is the first one after the iterations."""
    line = len(program.read_text(encoding="utf-8").splitlines())
    with on_pipes([sys.executable, "-m", "debugger", "--no-compiled-frames", str(program)]) as talk:
        talk.read_until(PROMPT)
        for first in (f"break {line}, i == {ITERATIONS}", "continue", command):
            started = perf_counter()
            os.write(talk.input, f"{first}\n".encode())
            talk.read_until(PROMPT)
        return perf_counter() - started


# ---------------------------------------------------------------------- the table


def show(figures: Figures) -> None:
    """One line, flushed: the next one may take long."""
    notes = [*figures.wrong, *["MISSED"] * (figures.ratio > BAR)]
    print(
        f"{figures.name:<22}{milliseconds(figures.off)}{milliseconds(figures.on)}"
        f"{figures.ratio:>8.2f} x{BAR:>6.1f} x  {', '.join(notes)}".rstrip(),
        flush=True,
    )


def show_answer(answer: Answer) -> None:
    print(
        f"{answer.loop:<12}{answer.command:<16}{milliseconds(answer.seconds)}"
        f"{1000 * ANSWER_BAR:>8.0f} ms{'  MISSED' if answer.missed else ''}",
        flush=True,
    )


def measure_kernels(names: Sequence[str], rounds: int, clock: Clock) -> list[Figures]:
    """Measure these kernels, or all."""
    print(f"{'kernel':<22}{'off':>12}{'on':>12}{'on/off':>10}{'bar':>8}")
    found = []
    for kernel in KERNELS:
        if not names or kernel.name in names:
            found.append(measure(kernel, rounds, clock))
            show(found[-1])
    return found


def measure_answers(starts: int) -> list[Answer]:
    """Measure the commands."""
    print(f"\n{'loop':<12}{'command':<16}{'answer':>12}{'bar':>11}")
    found = []
    for answer in answers(starts):
        found.append(answer)
        show_answer(answer)
    return found


def parse_arguments() -> argparse.Namespace:
    parser = kernel_parser("recording", "Measure recorded loops.", ROUNDS)
    parser.add_argument("--starts", type=int, default=STARTS, help="processes for each command")
    return parsed(parser)


def main() -> int:
    options = parse_arguments()
    print(f"Python {platform.python_version()}, shortest of {options.rounds} rounds")
    clock = thread_time if options.cpu else perf_counter
    figures = measure_kernels(options.kernels, options.rounds, clock)
    mean = geometric_mean(each.ratio for each in figures)
    missed = "  MISSED" if mean > MEAN_BAR else ""
    print(f"\ngeometric mean of on/off{mean:>8.2f} x   <= {MEAN_BAR} x{missed}")
    found = measure_answers(options.starts) if options.starts else []
    if options.json:
        written = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "rounds": options.rounds,
            "kernels": [asdict(each) for each in figures],
            "mean": mean,
            "answers": [asdict(each) for each in found],
        }
        options.json.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
    is_slow = any(each.missed for each in figures) or any(each.missed for each in found)
    return int(mean > MEAN_BAR or is_slow)


if __name__ == "__main__":
    sys.exit(main())

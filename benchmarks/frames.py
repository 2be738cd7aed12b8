"""Measure what debugging costs whole programs that run as compiled frames.

Each program of `programs.py` runs in several processes, one for each *way*: natively (twice, which
says how much noise there is), as compiled frames with nothing armed, with a breakpoint in a busy
function on a line that is not reached, with one on a line that is reached all the time whose
condition is false, with `break_on error`, and with the breakpoint that is not reached under the
standard library's `bdb`, which is what pdb runs on, and under debugpy, if that is installed.  The
processes do the work in turn, round after round: several times in a row, of which the least time
counts, because a virtual machine is interrupted more often than not, and each from another depth
of the stack of C, because where that lies in a cache line is worth a tenth.  They have done it
`WARM_UP` times before, until what is hot is found and compiled; what the first time costs stands
apart.

Run as `python -m benchmarks.frames [--rounds N] [--json FILE] [program ...]`; the exit status is
1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import bdb
import json
import os
import platform
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import reduce
from importlib.util import find_spec
from pathlib import Path
from statistics import geometric_mean, median
from time import thread_time
from types import CodeType, FrameType
from typing import Any

from benchmarks.adapter import Client, free_port
from benchmarks.programs import PROGRAMS, load
from benchmarks.run import below_a_large_frame
from debugger.frames.breakable import breakable

ROUNDS = 7
REPEATS = 5
"""How often the work is done in a round; the least time counts."""
WARM_UP = 8
"""How often it is done before all rounds; what traces each line knows no warm-up."""
BARS = {"unreached": (1.06, 1.15), "false": (1.2, None), "errors": (1.06, None)}
"""By way: what the geometric mean may be, and each program."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where to set breakpoints: a line that is not reached, and one that is, with its condition."""

    file: str
    unreached: int
    reached: int
    condition: str


# ---------------------------------------------------------------------- where to set breakpoints


class Lines:
    """Which lines of a program's functions run, and how often its functions start."""

    def __init__(self) -> None:
        self.starts: Counter[CodeType] = Counter()
        self.reached: dict[CodeType, set[int]] = {}

    def trace(self, frame: FrameType, event: str, _argument: object) -> Any:
        code = frame.f_code
        if event == "call":
            self.starts[code] += 1
            self.reached.setdefault(code, set())
        self.reached[code].add(frame.f_lineno)
        return self.trace

    def places(self, files: set[str]) -> Places:
        """In the busiest functions of these files, else what only a script would run."""
        busy = [
            c for c, _ in self.starts.most_common() if is_function(c) and c.co_filename in files
        ]
        first = busy[0]
        last = max(breakable(first.co_filename))
        unreached = next((line for code in busy for line in self.unreached(code)), last)
        body = min(line for line in self.reached[first] if line > first.co_firstlineno)
        name = first.co_varnames[0]
        return Places(first.co_filename, unreached, body, f"{name} is ...")

    def unreached(self, code: CodeType) -> Iterator[int]:
        """The lines of a function that never ran, but have something to run."""
        lines = {line for _, _, line in code.co_lines() if line} - {code.co_firstlineno}
        yield from sorted(lines - self.reached[code])


def is_function(code: CodeType) -> bool:
    return bool(code.co_flags & 1) and bool(code.co_varnames) and "<" not in code.co_name


def find_places(name: str) -> Places:
    """Run a program once to see where it is busy."""
    module = load(name)
    program = PROGRAMS[name]
    files = {module.__file__, *(sys.modules[fresh].__file__ for fresh in program.fresh)}
    if program.fresh:
        files.discard(module.__file__)
    lines = Lines()
    sys.settrace(lines.trace)
    try:
        program.work(module)
    finally:
        sys.settrace(None)
    return lines.places({file for file in files if file is not None})


# ---------------------------------------------------------------------- a process for one way


def natively(name: str, _places: Places) -> None:
    serve(name, load(name))


def compiled(name: str, places: Places, arm: Callable[[Any, Places], object]) -> None:
    """As compiled frames; `arm` sets what is to be armed, given the engine."""
    from debugger.compiled.tiered import tiered
    from debugger.compiled.variants.installing import CompiledEntries
    from debugger.frames.engine import Engine
    from debugger.frames.focus import Focus
    from debugger.frames.stepping import Silent

    focus = Focus(add=["pyperformance", *PROGRAMS[name].fresh])
    engine = Engine(Silent(), focus, make_interpreter=tiered(), make_entries=CompiledEntries)
    arm(engine, places)
    engine.call(lambda: serve(name, load(name)))


def under_bdb(name: str, places: Places) -> None:
    """Under a debugger of the standard library."""
    module = load(name)
    debugger = bdb.Bdb()
    debugger.set_break(places.file, places.unreached)
    debugger.set_continue = lambda: None  # type: ignore[method-assign]  # which would end tracing
    debugger.reset()
    sys.settrace(debugger.trace_dispatch)
    serve(name, module)


WAYS: dict[str, Callable[[str, Places], None]] = {
    "native": natively,
    "compiled": lambda name, places: compiled(name, places, lambda *_: None),
    "unreached": lambda name, places: compiled(
        name, places, lambda engine, at: engine.breakpoints.add_line(at.file, at.unreached)
    ),
    "false": lambda name, places: compiled(
        name,
        places,
        lambda engine, at: engine.breakpoints.add_line(at.file, at.reached, condition=at.condition),
    ),
    "errors": lambda name, places: compiled(
        name, places, lambda engine, _: engine.break_on.on("error")
    ),
    "again": natively,
    "bdb": under_bdb,
}
TRACING = {"bdb"}
"""Ways that are slow enough to do the work once."""


def serve(name: str, module: Any) -> None:
    """Do the work as often as each line that comes in says, and answer with the least seconds."""
    work = PROGRAMS[name].work
    for line in sys.stdin:
        least = min(
            below(depth, lambda: seconds_of(lambda: work(module))) for depth in range(int(line))
        )
        print(least, file=sys.__stderr__, flush=True)


def below(depth: int, work: Callable[[], float]) -> float:
    """What work gives below so many calls from C."""
    return reduce(lambda *_: below(depth - 1, work), (0.0, 0.0)) if depth else work()


def seconds_of(work: Callable[[], object]) -> float:
    """How long this thread is busy with it."""
    start = thread_time()
    work()
    return thread_time() - start


class Worker:
    """A process that does the work in one way; `debugger`: what Python is to run it with.

    `first` is how long the work takes when it is done for the first time.
    """

    def __init__(self, way: str, name: str, places: Places, *debugger: str) -> None:
        self.repeats = 1 if way in TRACING else REPEATS
        words = ["--work", way, "--places", json.dumps(asdict(places)), name]
        self.process = subprocess.Popen(
            [sys.executable, *debugger, "-m", "benchmarks.frames", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONHASHSEED": "0"},
        )

    def warm_up(self) -> None:
        self.first = self.seconds(1)
        if self.repeats > 1:
            self.seconds(WARM_UP)

    def seconds(self, repeats: int) -> float:
        """How long doing the work takes, the least of so many times."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        print(repeats, file=self.process.stdin, flush=True)
        answer = self.process.stderr.readline()
        try:
            return float(answer)
        except ValueError:
            self.process.stdin.close()
            raise SystemExit(answer + self.process.stderr.read()) from None

    def end(self) -> None:
        self.process.communicate()


class Attached(Worker):
    """A process that does the work natively, with debugpy attached to it."""

    def __init__(self, name: str, places: Places) -> None:
        port = free_port()
        listening = ("-m", "debugpy", "--listen", f"127.0.0.1:{port}", "--wait-for-client")
        super().__init__("native", name, places, "-Xfrozen_modules=off", *listening)
        self.repeats = 1
        self.client = Client(port)
        self.client.attach(places.file, places.unreached)

    def end(self) -> None:
        self.client.close()
        super().end()


def workers_of(name: str, places: Places) -> dict[str, Worker]:
    """A process for each way."""
    workers = {way: Worker(way, name, places) for way in WAYS}
    return workers | ({"debugpy": Attached(name, places)} if find_spec("debugpy") else {})


# ---------------------------------------------------------------------- all of them


def measure(name: str, rounds: int) -> dict[str, float]:
    """The median time of each way as a multiple of the native one, round by round."""
    found = subprocess.run(
        [sys.executable, "-m", "benchmarks.frames", "--find", name],
        capture_output=True,
        text=True,
        check=True,
    )
    places = Places(**json.loads(found.stdout.splitlines()[-1]))
    workers = workers_of(name, places)
    for worker in workers.values():
        worker.warm_up()
    times: dict[str, list[float]] = {way: [] for way in workers}
    for _ in range(rounds):
        for way, worker in workers.items():
            times[way].append(worker.seconds(worker.repeats))
    for worker in workers.values():
        worker.end()
    base = [(a + b) / 2 for a, b in zip(times["native"], times["again"], strict=True)]
    ratios = {
        way: median(t / b for t, b in zip(each, base, strict=True)) for way, each in times.items()
    }
    ratios["noise"] = abs(ratios.pop("again") - ratios.pop("native"))
    ratios["first"] = workers["compiled"].first / median(base)
    return ratios


def show(name: str, ratios: dict[str, float]) -> None:
    print(f"{name:<12}" + "".join(f"{ratio:>11.3f}" for ratio in ratios.values()), flush=True)


def verdicts(figures: dict[str, dict[str, float]]) -> Iterator[str]:
    """A line for each bar that is missed."""
    for way, (mean, worst) in BARS.items():
        ratios = {name: each[way] for name, each in figures.items()}
        if geometric_mean(ratios.values()) > mean:
            yield f"{way}: MISSED, the geometric mean is to be at most {mean}"
        slowest = max(ratios, key=ratios.__getitem__)
        if worst is not None and ratios[slowest] > worst:
            yield f"{way}: MISSED by {slowest}, each is to be at most {worst}"


def run(options: argparse.Namespace) -> int:
    """Print the figures; the exit status, 1 if a bar is missed."""
    print(f"Python {platform.python_version()}: times as multiples of native ones")
    figures: dict[str, dict[str, float]] = {}
    for name in options.programs or PROGRAMS:
        figures[name] = measure(name, options.rounds)
        if len(figures) == 1:
            print(f"{'':<12}" + "".join(f"{way:>11}" for way in figures[name]))
        show(name, figures[name])
    ways = next(iter(figures.values()))
    means = {way: geometric_mean(each[way] for each in figures.values()) for way in ways}
    show("mean", means)
    if options.json:
        options.json.write_text(json.dumps({"programs": figures, "mean": means}, indent=1))
    missed = list(verdicts(figures))
    print(*missed, sep="\n")
    return bool(missed)


def main() -> int:
    parser = argparse.ArgumentParser(prog="frames", description="Measure compiled frames.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    parser.add_argument("--find", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--work", choices=WAYS, help=argparse.SUPPRESS)
    parser.add_argument("--places", help=argparse.SUPPRESS)
    parser.add_argument("programs", nargs="*", choices=[*PROGRAMS, []])
    options = parser.parse_args()
    if options.find:
        print(json.dumps(asdict(find_places(*options.programs))))
        return 0
    if options.work:
        places = Places(**json.loads(options.places))
        (name,) = options.programs
        WAYS[options.work](name, places)
        return 0
    return run(options)


if __name__ == "__main__":
    sys.exit(below_a_large_frame(main))

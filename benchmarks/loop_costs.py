"""Measure what compiled loops cost beside their iterations.

- condition: a breakpoint in the innermost line, with a condition that is never true
- entry: going from interpreted code into a compiled loop and out again
- calls: a loop that calls something the compiler does not know every 1,000 iterations
- cold: whole processes, with everything that has to be imported and compiled first

Run as `python -m benchmarks.loop_costs [--rounds N] [--kernel NAME] [part ...]`; the exit status is
1 if a bar is missed or a result differs.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import io
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from benchmarks.loop_kernels import KERNELS, Floats, Kernel, floats
from benchmarks.loops import QUICK, Function, in_engine, new_engine, same, seconds_of
from benchmarks.startup import environment
from debugger.compiled.loops.loop import Loop
from debugger.compiled.loops.loops import Loops
from debugger.compiled.loops.policy import Policy
from debugger.compiled.tiered import TieredInterpreter
from debugger.frames.engine import Engine
from debugger.frames.frame import Frame
from debugger.frames.stepping import Silent

ROUNDS = 5
LIMIT = 120  # seconds until a process is given up
TOO_LONG = 10  # seconds of a first call after which there is no second
ENOUGH = 30  # seconds after which there is no further round

CALLS_TOGETHER = {
    "array": 20,
    "number": 20,
    "call": 20,
    "object": 20,
    "list": 4,
}  # lists take much memory
CONDITION_BAR = 1.3  # times the time without the breakpoint
ENTRY_BAR = 2.0  # microseconds
ENTRIES = 5_000  # that are timed together
CALLS_BAR = 5.0  # times faster than CPython
COLD_BAR = 1.0  # times CPython's time, starting left out

Runs = dict[str, Function]
Times = dict[str, float]


def medians(runs: Runs, make: Callable[[], Sequence[object]], rounds: int) -> Times:
    """The median times of functions called in turn, round after round, after one call each."""
    for function in runs.values():
        function(*make())
    times: dict[str, list[float]] = {name: [] for name in runs}
    started = perf_counter()
    for _ in range(rounds):
        for name, function in runs.items():
            times[name].append(seconds_of(function, make()))
        if perf_counter() - started > ENOUGH:
            break
    return {name: median(taken) for name, taken in times.items()}


def verdict(*, missed: bool, wrong: bool = False) -> str:
    return "  WRONG RESULT" if wrong else "  MISSED" if missed else ""


# ---------------------------------------------------------------------- a condition


def measure_condition(kernels: Sequence[Kernel], rounds: int) -> bool:
    """Print the times with and without a breakpoint; whether all is well."""
    print(f"{'a condition that is false':<32}{'without':>12}{'with':>12}{'ratio':>9}{'bar':>8}")
    good = [condition_holds(kernel, rounds) for kernel in kernels]
    return all(good)


def condition_holds(kernel: Kernel, rounds: int) -> bool:
    """Time one kernel; where the first call with the breakpoint takes long, it is not repeated.

    What a breakpoint costs when the program starts and ends, both engines pay: each has one before
    the loops, and the kernel is called several times by one run.
    """
    plain, watching = new_engine(), new_engine()
    line = innermost_line(kernel.function)
    file = inspect.getfile(kernel.function)
    for engine in (plain, watching):
        engine.breakpoints.add_line(file, first_line(kernel.function), condition="False")
    added = watching.breakpoints.add_line(file, line, condition=kernel.never)
    runs = {
        "without": in_engine(plain, several),
        "with": in_engine(watching, several),
    }

    def make() -> tuple[object, ...]:
        return kernel.function, [kernel.make() for _ in range(CALLS_TOGETHER[kernel.data])]

    first = seconds_of(runs["with"], make())
    if first > TOO_LONG:
        times = {"without": seconds_of(runs["without"], make()), "with": first}
        wrong = False
    else:
        wrong = not same_results(runs, make)
        times = medians(runs, make, rounds)
    wrong = wrong or added.breakpoint.hits > 0
    ratio = times["with"] / times["without"]
    missed = ratio > CONDITION_BAR
    print(
        f"{kernel.name:<32}{1000 * times['without']:>9.2f} ms{1000 * times['with']:>9.2f} ms"
        f"{ratio:>7.2f} x{CONDITION_BAR:>6} x{verdict(missed=missed, wrong=wrong)}",
        flush=True,
    )
    return not missed and not wrong


def several(function: Function, calls: list[tuple[object, ...]]) -> list[object]:
    """Call a kernel several times."""
    return [function(*arguments) for arguments in calls]


def first_line(function: Function) -> int:
    """The line of the first statement of a function that is not its docstring."""
    (definition,) = ast.parse(inspect.getsource(function)).body
    assert isinstance(definition, ast.FunctionDef)
    has_docstring = ast.get_docstring(definition) is not None
    return inspect.getsourcelines(function)[1] + definition.body[has_docstring].lineno - 1


def innermost_line(function: Function) -> int:
    """The line of the first statement in the innermost loop of a function."""
    tree = ast.parse(inspect.getsource(function))
    _, line = max(loop_bodies(tree, 0), key=lambda found: found[0])
    return inspect.getsourcelines(function)[1] + line - 1


def loop_bodies(node: ast.AST, depth: int) -> Iterator[tuple[int, int]]:
    """How deep each loop lies, and the line its body starts at."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.For, ast.While)):
            yield depth + 1, child.body[0].lineno
            yield from loop_bodies(child, depth + 1)
        else:
            yield from loop_bodies(child, depth)


def same_results(runs: Runs, make: Callable[[], Sequence[object]]) -> bool:
    """Whether all functions return the same, and do the same to their arguments."""
    results = []
    for function in runs.values():
        arguments = make()
        results.append((function(*arguments), [comparable(each) for each in arguments]))
    return all(same(results[0], result) for result in results[1:])


def comparable(argument: object) -> object:
    """What of an argument can be compared: its value, or what has been written to it."""
    if isinstance(argument, io.StringIO):
        return argument.getvalue()
    return type(argument) if callable(argument) else argument


# ---------------------------------------------------------------------- entry and exit

ITERATIONS = 400_000
EVERY = 100
INTERPRETED = 4_000  # iterations where all of them are interpreted
NEVER = 1 << 40


def six_scalars(a: Floats, n: int, every: int, call: Callable[[], object]) -> float:
    """A loop with one array, six numbers, and an exit every so many iterations."""
    left = every
    k = 0
    s = 0.0
    t = 0.0
    for _ in range(n):
        s += a[k]
        t += 0.5 * s
        k = (k + 1) & 1023
        left -= 1
        if left == 0:
            left = every
            call()
    return s + t


def measure_entry(rounds: int) -> bool:
    """Print the microseconds of an entry and an exit together.

    They are what the exits add to the time of the loop, less what interpreting the statements of an
    exit costs in an engine that compiles nothing.
    """
    compiled, interpreted = new_engine(), Engine(Silent())
    exits = ITERATIONS // EVERY
    added = added_by_exits(compiled, ITERATIONS, EVERY, rounds) / exits
    statements = added_by_exits(interpreted, INTERPRETED, 1, rounds) / INTERPRETED
    print(f"{'an exit and the next entry':<42}{1e6 * added:>9.2f} us")
    print(f"{'  of which statements that are interpreted':<42}{1e6 * statements:>9.2f} us")
    print(f"{'  which leaves, for both':<42}{1e6 * (added - statements):>9.2f} us")
    direct = direct_entry()
    print(f"{'entering a unit and leaving it':<42}{1e6 * direct:>9.2f} us  {ENTRY_BAR} us")
    return 1e6 * direct <= ENTRY_BAR


def added_by_exits(engine: Engine, n: int, every: int, rounds: int) -> float:
    """The seconds that the exits add to a loop."""
    run = in_engine(engine, six_scalars)
    values = floats(1024)
    ticks = count().__next__
    runs: Runs = {
        "exits": lambda: run(values, n, every, ticks),
        "none": lambda: run(values, n, NEVER, ticks),
    }
    times = medians(runs, tuple, QUICK * rounds)
    return times["exits"] - times["none"]


class Entering(TieredInterpreter):
    """Times entries of the first compiled loop that it comes to, again and again at one place."""

    seconds = 0.0

    def at_back_edge(self, frame: Frame, target: int) -> int:
        loop = self.loops.met.get(frame.framecode, {}).get(target)
        if loop is not None and loop.units and not Entering.seconds:
            Entering.seconds = min(self.entries(loop, frame) for _ in range(QUICK))
        return super().at_back_edge(frame, target)

    def entries(self, loop: Loop, frame: Frame) -> float:
        """The seconds of one entry, two iterations up to a call, and the exit there."""
        registers = frame.data.registers
        left = frame.framecode.names.index("left")
        started = perf_counter()
        for _ in range(ENTRIES):
            registers[left] = 2
            self.loops.enter(loop, frame)
        return (perf_counter() - started) / ENTRIES


def direct_entry() -> float:
    """Seconds of one entry and exit of the unit of `six_scalars`, from the hook on."""
    loops = Loops(Policy(hot=1))
    engine = Engine(Silent(), make_interpreter=lambda engine: Entering(engine, loops))
    Entering.seconds = 0.0
    run = in_engine(engine, six_scalars)
    run(floats(1024), 3 * QUICK * ENTRIES, 1, count().__next__)
    return Entering.seconds


# ---------------------------------------------------------------------- calls


def observe(i: int, value: float) -> float:
    """A Python function that is interpreted when it is called in the engine."""
    return value if i < 0 else -value


def prints_sum(a: Floats, out: io.StringIO) -> float:
    s = 0.0
    for i in range(len(a)):
        s += a[i]
        if i % 1000 == 0:
            print(i, s, file=out)
    return s


def prints_state(n: int, out: io.StringIO) -> int:
    state = 42
    for i in range(n):
        state = (state * 1103515245 + 12345) % 2147483648
        if i % 1000 == 0:
            print(state, file=out)
    return state


def calls_builtin(a: Floats, call: Callable[[str], object]) -> float:
    s = 0.0
    for i in range(len(a)):
        s += a[i]
        if i % 1000 == 0:
            call("key")
    return s


def calls_function(a: Floats, call: Callable[[int, float], object]) -> float:
    s = 0.0
    for i in range(len(a)):
        s += a[i]
        if i % 1000 == 0:
            call(i, s)
    return s


CALLS: tuple[tuple[Function, Callable[[], Sequence[object]]], ...] = (
    (prints_sum, lambda: (floats(1_000_000), io.StringIO())),
    (prints_state, lambda: (2_000_000, io.StringIO())),
    (calls_builtin, lambda: (floats(1_000_000), {"key": 1}.__getitem__)),
    (calls_function, lambda: (floats(1_000_000), observe)),
)


def measure_calls(rounds: int) -> bool:
    """Print how much faster than CPython loops are that call something now and then."""
    print(
        f"{'a call every 1,000 iterations':<32}{'CPython':>12}{'engine':>12}{'ratio':>9}{'bar':>8}"
    )
    good = [calls_are_fast(function, make, rounds) for function, make in CALLS]
    return all(good)


def calls_are_fast(
    function: Callable[..., object], make: Callable[[], Sequence[object]], rounds: int
) -> bool:
    runs: Runs = {"CPython": function, "engine": in_engine(new_engine(), function)}
    wrong = not same_results(runs, make)
    times = medians(runs, make, rounds)
    ratio = times["CPython"] / times["engine"]
    missed = ratio < CALLS_BAR
    print(
        f"{function.__name__:<32}{1000 * times['CPython']:>9.2f} ms"
        f"{1000 * times['engine']:>9.2f} ms{ratio:>7.1f} x{CALLS_BAR:>6} x"
        f"{verdict(missed=missed, wrong=wrong)}",
        flush=True,
    )
    return not missed and not wrong


# ---------------------------------------------------------------------- cold

COLD_ITERATIONS = 2_000_000

SCRIPTS = {
    "nothing": "print(0)\n",
    "array, in a function": f"""\
import numpy as np


def total(a):
    s = 0.0
    for i in range(len(a)):
        s += a[i]
    return s


print(total(np.arange({COLD_ITERATIONS}, dtype=np.float64)))
""",
    "array, in a module": f"""\
import numpy as np

a = np.arange({COLD_ITERATIONS}, dtype=np.float64)
s = 0.0
for i in range(len(a)):
    s += a[i]
print(s)
""",
    "integers, in a module": f"""\
state = 42
for _ in range({COLD_ITERATIONS}):
    state = (state * 1103515245 + 12345) % 2147483648
print(state)
""",
    "collatz, in a function": f"""\
def collatz(limit):
    total = 0
    start = 1
    while total < limit:
        n = start
        while n != 1:
            if n % 2 == 0:
                n //= 2
            else:
                n = 3 * n + 1
            total += 1
        start += 1
    return total


print(collatz({COLD_ITERATIONS}))
""",
}


@dataclass(frozen=True, slots=True)
class Cold:
    """How a script is started, and what is known of its runs."""

    options: tuple[str, ...]
    times: list[float]
    outputs: set[str]

    def run(self, script: Path) -> None:
        words = [sys.executable, *self.options, str(script)]
        started = perf_counter()
        done = subprocess.run(
            words,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
        self.times.append(perf_counter() - started)
        self.outputs.add(done.stdout if done.returncode == 0 else done.stderr)


Pair = tuple[float, float]
"""Seconds that Python takes, and the debugger."""


def measure_cold(rounds: int) -> bool:
    """Print the times of whole processes, and of what they do beyond starting and ending."""
    print(
        f"{'a whole process':<26}{'python':>12}{'debugger':>12}{'ratio':>9}"
        f"{'without starting':>22}{'ratio':>9}{'bar':>8}"
    )
    with tempfile.TemporaryDirectory() as folder:
        start = None
        good = []
        for name in SCRIPTS:
            taken, is_right = cold_times(Path(folder), name, rounds)
            good.append(show_cold(name, taken, start, is_right=is_right))
            start = start or taken
    return all(good)


def show_cold(name: str, taken: Pair, start: Pair | None, *, is_right: bool) -> bool:
    """Print a line; `start`: what a process takes that does nothing, which has no bar."""
    line = f"{name:<26}{1000 * taken[0]:>9.0f} ms{1000 * taken[1]:>9.0f} ms{ratio_of(taken)}"
    missed = False
    if start is not None:
        run = taken[0] - start[0], taken[1] - start[1]
        missed = run[1] / run[0] > COLD_BAR
        line += f"{1000 * run[0]:>8.0f} ms{1000 * run[1]:>8.0f} ms{ratio_of(run)}{COLD_BAR:>6} x"
    print(line + verdict(missed=missed, wrong=not is_right), flush=True)
    return is_right and not missed


def ratio_of(taken: Pair) -> str:
    return f"{taken[1] / taken[0]:>7.2f} x"


def cold_times(folder: Path, name: str, rounds: int) -> tuple[Pair, bool]:
    """The medians of a script's processes, and whether all print the same."""
    script = folder / f"{name.replace(' ', '_').replace(',', '')}.py"
    script.write_text(SCRIPTS[name], encoding="utf-8")
    words = ("-m", "debugger", "--interpret", "--compiled-frames")
    python, debugger = Cold((), [], set()), Cold(words, [], set())
    for _ in range(rounds):
        python.run(script)
        debugger.run(script)
    taken = median(python.times), median(debugger.times)
    return taken, len(python.outputs | debugger.outputs) == 1


# ---------------------------------------------------------------------- all of it


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="loop_costs", description="Measure compiled loops.")
    parser.add_argument("parts", nargs="*", metavar="part", help="only these; else all")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of each measurement")
    parser.add_argument("--kernel", action="append", help="conditions: only this (repeatable)")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    rounds: int = options.rounds
    kernels = [k for k in KERNELS if options.kernel is None or k.name in options.kernel]
    parts: dict[str, Callable[[], bool]] = {
        "condition": lambda: measure_condition(kernels, rounds),
        "entry": lambda: measure_entry(rounds),
        "calls": lambda: measure_calls(rounds),
        "cold": lambda: measure_cold(rounds),
    }
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {rounds} rounds")
    good = True
    for name in options.parts or parts:
        print()
        good = parts[name]() and good
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())

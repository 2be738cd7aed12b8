"""Breakpoints in loops: where the program stops, with compiled loops and without; in a process.

    python -m tests.loops.forced_stops FOLDER SCENARIO...

Standard output gets a JSON object a scenario.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from debugger.compiled.loops import reasons
from debugger.frames.engine import Engine
from debugger.frames.stepping import Continue, Next, Plan
from debugger.frames.stops import Hit, Stop
from tests.frames.support import Program
from tests.loops.kernels import fresh_names
from tests.loops.program_outcome import describe_variables, outcome
from tests.loops.support import eager_engine, report

Action = Callable[["Stops"], object]


@dataclass(frozen=True, slots=True)
class Break:
    """A breakpoint at the line with a marker."""

    marker: str
    condition: str | None = None
    ignore: int = 0
    temporary: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """A program, the breakpoints in it, and what is done at a stop, by its number (from 1).

    `runs`: how often the program is run; `is_compiled`: the conditions are checked in compiled
    code, which then leaves for stops, and for little else; `exits`: at most how often for each,
    which is more than once where it leaves some iterations earlier.
    """

    source: str
    arguments: tuple[str, ...]
    breaks: tuple[Break, ...]
    actions: dict[int, Action] = field(default_factory=dict)
    is_compiled: bool = False
    is_module: bool = False
    runs: int = 2
    exits: int = 1


# ---------------------------------------------------------------------- running


class Stops:
    """Notes every stop to the last bit, and does there what is to be done."""

    def __init__(self, program: Program, actions: dict[int, Action]) -> None:
        self.program = program
        self.actions = actions
        self.seen: list[str] = []
        self.count = 0
        self.plan: Plan = Continue()
        self.engine: Any = None
        self.frame: Any = None

    def on_stop(self, stop: Stop) -> Plan:
        found = [self.program.place(stop.frame), describe_variables(stop.frame.variables())]
        reason = stop.reason
        if isinstance(reason, Hit):
            found += [f"{b.number}: {b.hits} hits, ignore {b.ignore}" for b in reason.breakpoints]
            found += [f"{b.number}: {type(e).__name__}: {e}" for b, e in reason.errors]
        else:
            found.append(type(reason).__name__)
        self.seen.append(" | ".join(found))
        self.plan, self.frame = Continue(), stop.frame
        self.count += 1
        action = self.actions.get(self.count)
        if action is not None:
            action(self)
        return self.plan


def stops(
    scenario: Scenario, make_engine: Callable[[Stops], Engine], kind: type[Stops] = Stops
) -> Stops:
    """The stops, and among them what became of the program, and of the breakpoints."""
    program = Program(scenario.source)
    listener = kind(program, scenario.actions)
    engine = listener.engine = make_engine(listener)
    code, names = program.code(), fresh_names()
    if not scenario.is_module:
        exec(code, names)
    for each in scenario.breaks:
        add(each, listener)
    for _ in range(scenario.runs):
        if scenario.is_module:
            names, arguments = fresh_names(), []
            start = partial(engine.run_code, code, names)
        else:
            arguments = [eval(text, fresh_names()) for text in scenario.arguments]
            start = partial(engine.call, names["f"], *arguments)
        listener.seen.append(str(outcome(start, arguments, program.path)))
    for b in engine.breakpoints:
        listener.seen.append(f"{b.number}: {b.hits} hits, ignore {b.ignore}, {b.enabled}")
    return listener


def add(each: Break, listener: Stops) -> None:
    """Set a breakpoint."""
    line = listener.program.lines[each.marker]
    found = listener.engine.breakpoints.add_line(
        listener.program.path, line, condition=each.condition, temporary=each.temporary
    )
    found.breakpoint.ignore = each.ignore


WAYS: dict[str, Callable[[Stops], Engine]] = {
    "eager": eager_engine,
    "eager, with slices of 3 back edges": partial(eager_engine, fuel=3),
}


@dataclass
class Report:
    """What became of a scenario."""

    scenario: str
    differences: list[str] = field(default_factory=list)
    stops: int = 0
    entries: int = 0
    iterations: int = 0
    breakpoint_exits: int = 0


def examine(name: str, scenario: Scenario, kind: type[Stops] = Stops) -> Report:
    found = Report(name)
    wanted = stops(scenario, Engine, kind)
    found.stops = wanted.count
    for way, make_engine in WAYS.items():
        listener = stops(scenario, make_engine, kind)
        if listener.seen != wanted.seen:
            found.differences.append(f"{way}: {first_difference(wanted.seen, listener.seen)}")
        if way == "eager":
            native = report(listener.engine)
            found.entries, found.iterations = native.entries, native.iterations
            found.breakpoint_exits = native.exits[reasons.BREAKPOINT]
    return found


def first_difference(wanted: list[str], seen: list[str]) -> str:
    for index, (one, other) in enumerate(zip(wanted, seen, strict=False)):
        if one != other:
            return f"stop {index + 1}: {one}\n   but: {other}"
    return f"{len(wanted)} stops, but {len(seen)}"


# ---------------------------------------------------------------------- actions


def remove(number: int) -> Action:
    return lambda stops: stops.engine.breakpoints.remove(number)


def enabled(number: int, *, on: bool) -> Action:
    return lambda stops: stops.engine.breakpoints.set_enabled(number, on)


def condition(number: int, text: str | None) -> Action:
    return lambda stops: stops.engine.breakpoints.set_condition(number, text)


def ignore(number: int, count: int) -> Action:
    def act(stops: Stops) -> None:
        stops.engine.breakpoints.get(number).ignore = count

    return act


def added(each: Break) -> Action:
    return lambda stops: add(each, stops)


def next_line(stops: Stops) -> None:
    stops.plan = Next(stops.frame)


def assigned(name: str, value: object) -> Action:
    """Give a local variable another value."""

    def act(stops: Stops) -> None:
        stops.frame.data.registers[stops.frame.framecode.names.index(name)] = value

    return act


def both(*actions: Action) -> Action:
    return lambda stops: [action(stops) for action in actions]


# ---------------------------------------------------------------------- scenarios

SUM = """
    def f(n):
        total = 0
        for i in range(n):  # @for
            total += i * i  # @body
            total %= 1000  # @rest
        return total  # @return
"""
NEST = """
    def f(n):
        total = 0
        for i in range(n):
            for j in range(n):
                x = i * j
                for k in range(3):
                    total += x ^ k  # @inner
            total %= 1000  # @outer
        return total
"""
WHILE = """
    def f(n):
        i = total = 0
        while i < n:  # @while
            i += 1; total += i  # @pair
            if i % 3:  # @if
                continue  # @continue
            total -= 1  # @rest
        else:
            total += 5  # @else
        return total
"""
ONE_LINE = """
    def f(n):
        total = 0
        while n: n -= 1; total += n  # @loop
        for i in range(total % 13): total -= i  # @for
        return total
"""
ARRAY = """
    def f(A):
        total = 0.0
        for i in range(len(A)):
            total += A[i]  # @body
        return total
"""
MATRIX = """
    def f(A, limits):
        total = 0.0
        for i in range(A.shape[0]):
            for j in range(A.shape[1]):
                total += A[i, j]  # @body
            limits[i] = total  # @row
        return total
"""
GLOBALS = """
    limit, count = 5, 0
    def f(n):
        global count
        for i in range(n):
            count += i  # @body
        return count
"""
MODULE = """
    total = 0
    for i in range(30):
        total += i  # @body
        if total > 100:
            total -= 90  # @cut
    result = total
"""
CELLS = """
    def f(n):
        total, step = 0, 2
        def told():
            return total
        for i in range(n):
            total += i * step  # @body
        return told()
"""
FREE = """
    def f(n):
        limit = 7
        def work():
            total = 0
            for i in range(n):
                total += i  # @body
                total %= limit + 20
            return total
        return work()
"""
UNBOUND = """
    def f(n):
        total = 0
        for i in range(n):
            total += i  # @body
            if i == 9:
                x = total
        return total
"""
SHIFTED = """
    def f(n):
        product = 1
        for i in range(n):
            product *= 3  # @body
        return product
"""
N = ("30",)

COMPREHENSION = """
    i = -5
    seen = 0
    for k in range(9):
        kept = [  # @rest
            i for i in range(40) if i > 37 and k > 2  # @body
        ]
        seen += len(kept)
"""
SCENARIOS: dict[str, Scenario] = {
    "every time": Scenario(SUM, N, (Break("body"),)),
    "at the for, and always": Scenario(SUM, N, (Break("for", "total > 700"), Break("rest"))),
    "at the for": Scenario(SUM, ("6",), (Break("for"),)),
    "at the while": Scenario(WHILE, ("6",), (Break("while"),)),
    "two statements of a line": Scenario(WHILE, ("6",), (Break("pair"),)),
    "continue and else": Scenario(WHILE, ("9",), (Break("continue"), Break("else"), Break("rest"))),
    "a loop on one line": Scenario(ONE_LINE, ("9",), (Break("loop"), Break("for"))),
    "local": Scenario(SUM, N, (Break("body", "i == 20"),), is_compiled=True),
    "several locals": Scenario(
        SUM, N, (Break("rest", "total % 7 == 3 and i > 4 or i == 28"),), is_compiled=True
    ),
    "chained": Scenario(SUM, N, (Break("body", "3 < i <= 6"),), is_compiled=True),
    "conditional expression": Scenario(
        SUM, N, (Break("body", "(i > 5) if total % 2 else (i > 20)"),), is_compiled=True
    ),
    "builtin functions": Scenario(
        SUM, N, (Break("body", "abs(i - 20) < 2 and max(i, n) == 30"),), is_compiled=True
    ),
    "at the for, on a local": Scenario(SUM, N, (Break("for", "total > 700"),), is_compiled=True),
    "innermost": Scenario(
        NEST, ("7",), (Break("inner", "i == 4 and j == 5 and k == 1"),), is_compiled=True
    ),
    "outer and inner": Scenario(
        NEST, ("6",), (Break("inner", "x == 12"), Break("outer", "i == 3")), is_compiled=True
    ),
    "while": Scenario(WHILE, N, (Break("while", "i == 17"), Break("rest", "total > 300"))),
    "one line": Scenario(ONE_LINE, ("20",), (Break("loop", "n == 7"), Break("for", "i == 3"))),
    "array": Scenario(
        ARRAY,
        ("np.linspace(0, 1, 60)",),
        (Break("body", "A[i] > 0.95"),),
        is_compiled=True,
        exits=3,
    ),
    "array beyond its end": Scenario(
        ARRAY, ("np.linspace(0, 1, 30)",), (Break("body", "A[i + 3] > 0.95"),)
    ),
    "array, from its end": Scenario(
        ARRAY, ("np.linspace(0, 1, 30)",), (Break("body", "A[-1 - i] < 0.2"),)
    ),
    "list": Scenario(
        ARRAY, ("[i * i for i in range(30)]",), (Break("body", "A[i] == 225"),), is_compiled=True
    ),
    "matrix": Scenario(
        MATRIX,
        ("np.arange(30.0).reshape(5, 6)", "[0.0] * 5"),
        (Break("body", "A[i, j] > 27 or A[i][j] == 3"), Break("row", "limits[0] > 1")),
    ),
    "globals": Scenario(GLOBALS, N, (Break("body", "i > limit and i < 9"),), is_compiled=True),
    "assigned globals": Scenario(GLOBALS, N, (Break("body", "count > 300"),), is_compiled=True),
    "module": Scenario(
        MODULE, (), (Break("body", "total > 95 and i > limit"), Break("cut")), is_module=True
    ),
    "name of a comprehension": Scenario(
        COMPREHENSION,
        (),
        (Break("body", "i in (-5, 38)"), Break("rest", "i == 12")),
        is_module=True,
    ),
    "a name of a comprehension, by itself": Scenario(
        COMPREHENSION, (), (Break("body", "i == 38"),), is_module=True
    ),
    "module, compiled": Scenario(
        MODULE, (), (Break("body", "total > 95 and i > 20"),), is_module=True, is_compiled=True
    ),
    "cells": Scenario(CELLS, N, (Break("body", "total > 500 and step"),), is_compiled=True),
    "free variables": Scenario(FREE, N, (Break("body", "i % limit == 6"),), is_compiled=True),
    "unbound at first": Scenario(UNBOUND, N, (Break("body", "x == 45 and i > 26"),)),
    "never bound": Scenario(SUM, ("8",), (Break("body", "nothing > 3"),)),
    "dividing by zero": Scenario(SUM, ("12",), (Break("body", "100 / (i - 7) > 90"),)),
    "dividing integers by zero": Scenario(SUM, ("12",), (Break("body", "100 // (i - 7) > 90"),)),
    "beyond 64 bits": Scenario(SUM, N, (Break("body", "i ** 8 * 3 ** i > 2 ** 80"),)),
    "variable beyond 64 bits": Scenario(SHIFTED, ("60",), (Break("body", "product > 2 ** 70"),)),
    "not compiled": Scenario(SUM, N, (Break("body", "str(i) == '17'"),)),
    "partly compiled": Scenario(SUM, N, (Break("body", "i > 25 and str(i)[0] == '2'"),)),
    "comprehension": Scenario(SUM, N, (Break("body", "sum([k for k in range(i)]) > 400"),)),
    "lambda": Scenario(SUM, N, (Break("body", "(lambda k: k + i)(3) == 20"),)),
    "walrus": Scenario(SUM, ("12",), (Break("body", "(seen := i) == 7"),)),
    "with side effects": Scenario(
        """
        seen = []
        def f(n):
            total = 0
            for i in range(n):
                total += i  # @body
            return total, seen
        """,
        N,
        (Break("body", "seen.append(i) or len(seen) % 11 == 5"),),
    ),
    "never true": Scenario(SUM, N, (Break("body", "0"), Break("rest", "False or None"))),
    "number as truth": Scenario(SUM, N, (Break("body", "i & 8 and total & 4"),), is_compiled=True),
    "NaN is true": Scenario(
        ARRAY, ("[0.0, 0.0, math.nan, 0.0, 1.0, 0.0]",), (Break("body", "A[i]"),), is_compiled=True
    ),
    "on two lines": Scenario(SUM, N, (Break("body", "(i > 20\n and i < 23)"),), is_compiled=True),
    "ignored": Scenario(SUM, N, (Break("body", ignore=25),), is_compiled=True),
    "ignored with a condition": Scenario(
        SUM, N, (Break("body", "i % 3 == 1", ignore=12),), is_compiled=True
    ),
    "ignored across runs": Scenario(SUM, ("8",), (Break("body", ignore=20),), runs=5),
    "ignored in a nest": Scenario(
        NEST, ("5",), (Break("inner", "x > 2", ignore=30), Break("outer", ignore=3))
    ),
    "temporary": Scenario(SUM, N, (Break("body", "i == 12", temporary=True),)),
    "temporary and permanent": Scenario(
        SUM, N, (Break("body", temporary=True, ignore=9), Break("rest", "i == 20"))
    ),
    "two on a line": Scenario(
        SUM, N, (Break("body", "i % 5 == 4"), Break("body", "i % 7 == 4"), Break("body", ignore=55))
    ),
    "two on a line, one without": Scenario(SUM, ("8",), (Break("body", "i == 3"), Break("body"))),
    "removed at a stop": Scenario(
        SUM, N, (Break("body", "i > 9"), Break("rest", "i == 25")), {3: remove(1)}
    ),
    "disabled and enabled": Scenario(
        SUM,
        N,
        (Break("body", "i > 9"), Break("rest", "i == 25")),
        {3: enabled(1, on=False), 4: enabled(1, on=True)},
    ),
    "condition changed": Scenario(
        SUM, N, (Break("body", "i == 5"),), {1: condition(1, "i % 10 == 9"), 3: condition(1, None)}
    ),
    "condition given": Scenario(SUM, N, (Break("body"),), {4: condition(1, "total > 600")}),
    "condition broken": Scenario(SUM, N, (Break("body", "i == 5"),), {1: condition(1, "i / 0")}),
    "ignore changed": Scenario(
        SUM, N, (Break("body", "i > 3"),), {2: ignore(1, 10), 3: ignore(1, 2), 4: ignore(1, 0)}
    ),
    "added at a stop": Scenario(
        NEST, ("5",), (Break("outer", "i == 2"),), {1: added(Break("inner", "x == 12 and k"))}
    ),
    "added and removed": Scenario(
        NEST,
        ("5",),
        (Break("outer"),),
        {1: added(Break("inner", "j == 3")), 4: remove(2), 6: added(Break("inner", ignore=40))},
    ),
    "stepping": Scenario(
        SUM, N, (Break("body", "i == 12"),), dict.fromkeys((1, 2, 3, 4, 7, 8), next_line)
    ),
    "variable changed": Scenario(
        SUM,
        N,
        (Break("body", "i == 12"), Break("rest", "total > 800")),
        {1: assigned("total", 900), 2: assigned("total", 1.5), 3: assigned("i", None)},
    ),
    "all at once": Scenario(
        SUM,
        N,
        (Break("body", "i % 4 == 0", ignore=2), Break("rest", "total // 100 == 2")),
        {
            2: both(condition(2, "i > 20"), ignore(1, 1)),
            4: both(remove(1), added(Break("for", "i == 27"))),
            6: both(enabled(2, on=False), next_line),
        },
    ),
}


def main(words: list[str]) -> int:
    folder, *names = words
    for name in names or SCENARIOS:
        (Path(folder) / "last").write_text(name)
        print(json.dumps(asdict(examine(name, SCENARIOS[name]))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

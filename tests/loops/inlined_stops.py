"""Breakpoints in functions that loops call: where the program stops, and with which stack.

    python -m tests.loops.inlined_stops FOLDER SCENARIO...

As `forced_stops`, with all frames of every stop.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from debugger.frames.stack import stack
from debugger.frames.stepping import Next, Plan, Return, Step, StepOut
from debugger.frames.stops import Stop
from tests.loops.forced_stops import (
    Break,
    Scenario,
    Stops,
    added,
    assigned,
    both,
    condition,
    enabled,
    examine,
    ignore,
    next_line,
    remove,
)
from tests.loops.program_outcome import describe_variables


class Stacks(Stops):
    """Notes the frames around the leaf, too."""

    def on_stop(self, stop: Stop) -> Plan:
        self.seen.append("; ".join(self.frames(stop)))
        return super().on_stop(stop)

    def frames(self, stop: Stop) -> list[str]:
        entries = stack(stop.frame)
        assert entries[0].frame is stop.frame
        assert stop.frame.callee is None
        return [
            f"{self.program.place(entry.frame)} pc {entry.frame.pc} depth {entry.frame.depth} "
            f"{describe_variables(entry.frame.variables())} {entry.native}"
            for entry in entries[1:]
        ]


def step(stops: Stops) -> None:
    stops.plan = Step(stops.frame)


def step_out(stops: Stops) -> None:
    stops.plan = StepOut(stops.frame)


def to_return(stops: Stops) -> None:
    stops.plan = Return(stops.frame)


def in_caller(stops: Stops) -> None:
    """As `up` and `next`."""
    stops.plan = Next(stops.frame.caller)


HELPERS = """
    def low(x):
        y = x * 2  # @low
        return y  # @low_end

    def high(x, by=3):
        first = low(x) + by  # @high
        second = low(first)  # @second
        return first - second  # @high_end

    def f(n):
        total = 0
        for i in range(n):
            total += high(i)  # @call
            total += low(total % 7)  # @again
        return total
"""
ONE_LINE = """
    twice = lambda x: x * 2  # @twice

    def f(n):
        total = 0
        for i in range(n): total += twice(i) - (lambda x: x + 1)(i) if i < 0 else twice(i)  # @loop
        return total
"""
WITH_GLOBALS = """
    import math as other

    LIMIT, STEP = 9, 7
    other.BASE = 2

    def low(x):
        y = x * 2  # @low
        return y  # @low_end

    def f(n):
        total = 0
        for i in range(n):
            total += low(i) + LIMIT
        return total
"""
NESTED = """
    def f(n):
        count = 0

        def bump(x):
            nonlocal count
            count += x  # @bump
            if count % 3 == 0:
                return count  # @third
            return x  # @end

        total = 0
        for i in range(n):
            total += bump(i) * bump(1)  # @loop
        return total, count
"""
LOOPING = """
    def sum_to(n):
        total = 0  # @start
        for k in range(n):  # @for
            total += k  # @body
        return total  # @end

    def f(n):
        total = 0
        for i in range(n):
            total += sum_to(i)  # @call
        return total
"""
RAISING = """
    def divide(x, y):
        z = x + y  # @divide
        return z // y  # @raises

    def f(n):
        total = 0
        for i in range(n):
            try:
                total += divide(i, 5 - i)  # @call
            except ZeroDivisionError:
                total += 1000  # @caught
        return total + divide(n, 0)
"""
METHODS = """
    class Walker:
        def __init__(self, x=1):
            self.x, self.turns = x, 0

        def low(self, y):
            self.x += y  # @low
            return self.x  # @low_end

        def high(self, y, by=3):
            first = self.low(y) + by  # @high
            self.turns += 1  # @turns
            return first - self.low(1)  # @high_end

    class Other(Walker):
        def low(self, y):
            self.x = self.x * 0.5 + y  # @other
            return Walker.low(self, 2)

    def move(walker, i):
        walker.x -= i  # @move
        return walker.high(i)

    def f(n):
        w, v, total = Walker(), Other(), 0
        for i in range(n):
            total += w.high(i)  # @call
            total += move(v, i) - w.low(i)  # @again
        return total, vars(w), vars(v)
"""
MODULE_OF_OBJECTS = """
    class Walker:
        def __init__(self):
            self.x, self.inner = 0, self

        def low(self, y):
            self.x += y  # @low
            return self.x  # @low_end

    w, total = Walker(), 0
    for i in range(30):
        total += w.low(i)
        total -= w.inner.x  # @loop
    result = total, w.x
    del w, Walker
"""
N = ("30",)
SCENARIOS = {
    "every hit": Scenario(HELPERS, ("5",), (Break("low"), Break("high_end"))),
    "first line of what is called on its line": Scenario(ONE_LINE, ("8",), (Break("twice"),)),
    "one place of several": Scenario(HELPERS, N, (Break("second"),)),
    "condition in a function": Scenario(HELPERS, N, (Break("low", "x == 20"),)),
    "condition in several levels": Scenario(
        HELPERS, N, (Break("low_end", "y > 100"), Break("high", "x == 12"), Break("call", "i == 9"))
    ),
    "condition with globals": Scenario(
        WITH_GLOBALS,
        N,
        (Break("low", "x == LIMIT"), Break("low_end", "y % STEP == other.BASE")),
    ),
    "condition that raises": Scenario(HELPERS, ("5",), (Break("low_end", "first > 2"),)),
    "ignored in a function": Scenario(HELPERS, N, (Break("low", ignore=40),), runs=3),
    "temporary in a function": Scenario(HELPERS, N, (Break("low_end", "x == 9", temporary=True),)),
    "added and removed": Scenario(
        HELPERS,
        N,
        (Break("call", "i == 7"),),
        {1: added(Break("low")), 4: both(remove(2), added(Break("high_end", "x == 20")))},
    ),
    "disabled and enabled": Scenario(
        HELPERS,
        N,
        (Break("low"), Break("call", "i in (4, 20)")),
        {5: enabled(1, on=False), 6: both(enabled(1, on=True), ignore(1, 3))},
    ),
    "condition changed": Scenario(
        HELPERS, N, (Break("low", "x == 2"),), {1: condition(1, "x == 5"), 2: condition(1, None)}
    ),
    "stepping": Scenario(
        HELPERS, N, (Break("high", "x == 12"),), dict.fromkeys(range(1, 30), next_line)
    ),
    "stepping into": Scenario(
        HELPERS, N, (Break("call", "i == 9"),), dict.fromkeys(range(30), step)
    ),
    "stepping out": Scenario(
        HELPERS,
        N,
        (Break("low_end", "x == 14"),),
        {1: step_out, 2: next_line, 3: step_out, 4: step},
    ),
    "until it returns": Scenario(
        HELPERS, N, (Break("low", "x == 14"),), {1: to_return, 2: step, 3: to_return, 4: step_out}
    ),
    "up and next": Scenario(
        HELPERS, N, (Break("low", "x % 10 == 3"),), {1: in_caller, 2: in_caller, 3: next_line}
    ),
    "nested function": Scenario(
        NESTED, N, (Break("bump", "x == 5"), Break("third", "count > 200")), {1: next_line}
    ),
    "nested function, every hit": Scenario(
        NESTED, ("6",), (Break("third"), Break("end")), {2: step_out, 3: next_line}
    ),
    "variables changed": Scenario(
        HELPERS,
        N,
        (Break("low_end", "x == 14"), Break("second", "x == 20")),
        {1: assigned("y", 2.5), 2: assigned("first", 2**70), 3: assigned("y", None)},
    ),
    "loop in a function": Scenario(
        LOOPING,
        ("12",),
        (Break("body", "k == 7 and n == 9"), Break("end")),
        {3: next_line, 5: step},
    ),
    "loop in a function, its first line": Scenario(LOOPING, ("6",), (Break("for"), Break("start"))),
    "loop in a function, from its body": Scenario(
        LOOPING, N, (Break("body", "k == 20"),), {1: step_out, 2: to_return, 3: in_caller}
    ),
    "every hit in methods": Scenario(METHODS, ("4",), (Break("low"), Break("high_end"))),
    "methods in every place": Scenario(METHODS, N, (Break("low", "y == 20"), Break("other"))),
    "condition in a method": Scenario(
        METHODS,
        N,
        (Break("low_end", "self.x == 28"), Break("turns", "self.turns > 27 and first > 3")),
    ),
    "stepping in methods": Scenario(
        METHODS, N, (Break("other", "y == 12"),), dict.fromkeys(range(1, 30), next_line)
    ),
    "stepping out of methods": Scenario(
        METHODS,
        N,
        (Break("low_end", "y == 14"),),
        {1: step_out, 2: next_line, 3: step_out, 4: step, 6: in_caller, 7: to_return},
    ),
    "up from methods": Scenario(
        METHODS, N, (Break("low", "y % 10 == 3"),), {1: in_caller, 2: in_caller, 3: next_line}
    ),
    "variables changed in methods": Scenario(
        METHODS,
        N,
        (Break("low_end", "y == 14"), Break("move", "i == 20")),
        {1: assigned("y", 2.5), 2: assigned("y", None), 3: next_line},
    ),
    "attributes in conditions of a module": Scenario(
        MODULE_OF_OBJECTS,
        (),
        (Break("loop", "w.x > 300 and i == 26"), Break("low_end", "self.inner.x == 105")),
        is_module=True,
    ),
    "errors": Scenario(
        RAISING, ("9",), (Break("raises", "y < 0"), Break("caught")), {1: next_line}
    ),
    "errors, stepping": Scenario(
        RAISING, ("9",), (Break("raises", "y == 0"),), dict.fromkeys(range(1, 9), next_line)
    ),
}


def main(words: list[str]) -> int:
    folder, *names = words
    for name in names or SCENARIOS:
        (Path(folder) / "last").write_text(name)
        print(json.dumps(asdict(examine(name, SCENARIOS[name], Stacks))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

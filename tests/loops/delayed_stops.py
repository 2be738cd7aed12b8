"""Breakpoints where compiled code leaves to an earlier statement, or looks at several at once.

    python -m tests.loops.delayed_stops [--versions N] FOLDER SCENARIO...

As `forced_stops`; the loops compute with numbers of numpy, which are checked some iterations later,
or their conditions are looked at where a loop begins.  With `--versions`, compiled code has no more
than so many versions of statements, and leaves before the others.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from debugger.compiled.loops.emit import emitter
from tests.loops.forced_stops import Break, Scenario, condition, enabled, examine, ignore

STORES = """
    def f(A, B):
        total = 0.0
        for i in range(len(A)):
            B[i] = A[i] * 2.0
            total = B[i] + A[i]  # @body
            B[0] = total + i
            B[i] += total  # @rest
        return total
"""
CALLEE = """
    def scaled(B, x, i):
        y = x * 2.0
        B[i] = y  # @store
        z = y + B[0]  # @callee
        return z
    def f(A, B):
        total = 0.0
        for i in range(len(A)):
            total = scaled(B, A[i], i) + 1.0  # @body
        return total
"""
WHILE = """
    def f(n):
        i = total = 0
        while i < n:
            i += 1  # @first
            if i % 3 == 1:
                total += i  # @way
            total += 1  # @rest
        return total
"""
SELDOM = """
    def f(n):
        i = total = 0
        while i < n:
            i += 1
            if i % 3 != 1:
                continue
            if i % 2 == 1:
                total += i
            total += 1  # @rest
        return total
"""
NESTED = """
    def f(n):
        total = start = 0
        while start < n:
            i = start
            while i != 0:
                i -= 1  # @first
                total += i  # @rest
            start += 1
        return total
"""
ARRAYS = ("np.linspace(1, 2, 30)", "np.zeros(30)")
SOME_INFINITE = (
    "np.array([1.0] * 7 + [np.inf] + [1.0] * 4 + [np.inf] * 5 + [3.0])",
    "np.zeros(18)",
)


def stores(*breaks: Break, exits: int = 3) -> Scenario:
    return Scenario(STORES, ARRAYS, breaks, is_compiled=True, exits=exits)


DELAYED: dict[str, Scenario] = {
    **{
        f"stores, in iteration {i}": stores(Break(marker, f"i == {i}"))
        for marker, i in zip(("body", "rest") * 5, (0, 1, 2, 3, 4, 5, 6, 15, 28, 29), strict=True)
    },
    "what was stored": stores(Break("body", "B[0] > 6.5 or B[i] < 2.2")),
    "what was computed": stores(Break("rest", "total > 5.8")),
    "two breakpoints": stores(Break("body", "i % 7 == 3"), Break("rest", "i % 5 == 4"), exits=6),
    "ignored, with stores": stores(Break("body", "i % 2 == 0", ignore=9)),
    "all ignored": stores(Break("body", "i >= 0", ignore=40), Break("rest", "i == 29", ignore=1)),
    "ignored before a warning": Scenario(
        STORES,
        SOME_INFINITE,
        (Break("body", "i % 2 == 0", ignore=5), Break("rest", "i > 3", ignore=7)),
    ),
    "ignored after a stop": Scenario(
        STORES,
        ARRAYS,
        (Break("body", "i > 3"), Break("rest", "total > 5.0")),
        {2: ignore(1, 7), 5: ignore(2, 3)},
    ),
    "disabled and enabled": Scenario(
        STORES,
        ARRAYS,
        (Break("body", "i > 3"), Break("rest", "i % 9 == 8")),
        {3: enabled(1, on=False), 4: enabled(1, on=True), 6: condition(1, "i == 28")},
    ),
    "may fail": Scenario(STORES, ARRAYS, (Break("body", "A[i + 3] > 1.8"),)),
    "in a callee": Scenario(
        CALLEE, ARRAYS, (Break("callee", "y > 3.5"),), is_compiled=True, exits=3
    ),
    "in a callee, ignored": Scenario(
        CALLEE, SOME_INFINITE, (Break("callee", "i % 2 == 1", ignore=4), Break("store", "i == 12"))
    ),
    "in a callee and around": Scenario(
        CALLEE, ARRAYS, (Break("store", "i % 4 == 1"), Break("body", "i % 6 == 5"))
    ),
    "where a loop comes round": Scenario(
        WHILE, ("30",), (Break("first", "i == 9 or i == 20"),), is_compiled=True
    ),
    "where ways meet": Scenario(
        WHILE, ("30",), (Break("rest", "i == 9 or i == 19"),), is_compiled=True
    ),
    "where ways meet now and then": Scenario(
        SELDOM, ("60",), (Break("rest", "i % 4 == 0 or i > 40"),), is_compiled=True
    ),
    "where a loop comes round, ignored": Scenario(
        WHILE, ("30",), (Break("first", "i % 4 == 2", ignore=4),), is_compiled=True
    ),
    "another one behind": Scenario(
        WHILE, ("30",), (Break("first", "i == 9"), Break("rest")), {4: enabled(2, on=False)}
    ),
    "another one behind, in a nest": Scenario(
        NESTED,
        ("9",),
        (Break("first", "i == 3"), Break("rest")),
        {3: enabled(2, on=False), 7: enabled(2, on=True)},
    ),
}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--versions", type=int, default=emitter.MOST_VERSIONS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args(words)
    emitter.MOST_VERSIONS = options.versions
    for name in options.names or DELAYED:
        (options.folder / "last").write_text(name)
        print(json.dumps(asdict(examine(name, DELAYED[name]))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

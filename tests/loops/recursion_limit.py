"""Calls in compiled loops near the recursion limit raise where interpreted ones do."""

from __future__ import annotations

import sys
import traceback

from debugger.frames.engine import Engine
from debugger.frames.stepping import Silent
from tests.loops.support import eager_engine

LIMIT = 40
"""Of the program, counted from its first frame."""


def low(x):
    return x + 1


def middle(x):
    return low(x) * 2


def work(n):
    total = 0
    for i in range(n):
        if i != 3:
            total += low(i)
        else:
            total += middle(i)
    return total


def at_depth(k, n):
    if k:
        return at_depth(k - 1, n)
    try:
        return work(n)
    except RecursionError as error:
        return [entry.name for entry in traceback.extract_tb(error.__traceback__)]


def program():
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(LIMIT)
    try:
        found = []
        for k in range(LIMIT - 2):
            # No comprehension: some versions of Python give it a frame of its own.
            found.append(at_depth(k, 6))  # noqa: PERF401
        return found
    finally:
        sys.setrecursionlimit(before)


def difference_at_limit() -> str:
    """How results differ between interpreted and compiled loops; empty if they do not."""
    engine = eager_engine()
    engine.call(work, 6)
    wanted, found = Engine(Silent()).call(program), engine.call(program)
    assert any(type(each) is list for each in wanted)
    return "" if wanted == found else f"{wanted}\n   but: {found}"

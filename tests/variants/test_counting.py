"""Loops of variants are counted to the turn, and settled ones not at all."""

from __future__ import annotations

import sys
from itertools import count, repeat
from types import FunctionType
from typing import Any

import pytest

from debugger.compiled.loops.eligible import eligible, is_deep
from debugger.compiled.loops.loop import COMPILING, COUNTING, Loop
from debugger.compiled.variants import counting
from debugger.compiled.variants.counting import LONGEST, SPARSE_AND_DEEP, Turns
from debugger.compiled.variants.variant import make_variant
from debugger.frames.framecode import FrameCode

LONG = "\n".join(f"        total = (total + i * {n}) % 1000003" for n in range(60))
LOOPS = {
    "for": "def f(n):\n    total = 0\n    for i in range(n):\n        total += i\n"
    "    return total\n",
    "on a line": "def f(n):\n    for i in range(n): n += i\n    return n\n",
    "while": "def f(n):\n    i = 0\n    while i < n:\n        i += 1\n    return i\n",
    "while is none": "def f(n):\n    i = None\n    while i is None:\n        n -= 1\n"
    "        i = None if n else 0\n    return i\n",
    "endless": "def f(n):\n    while True:\n        n -= 1\n        if n == 0:\n"
    "            return n\n",
    "with a long body": f"def f(n):\n    total = 0\n    for i in range(n):\n{LONG}\n"
    "    return total\n",
    "a long while": f"def f(n):\n    i = total = 0\n    while i < n:\n        i += 1\n{LONG}\n"
    "    return total\n",
}
TIMES = 100


class Leaving:
    """Goes on at once; `exits` is how often frames were left."""

    def __init__(self):
        self.exits = 0

    def __call__(self, layout, arguments):
        self.exits += 1
        turns = arguments[1]
        index, values, stack, _ = layout.taken_out(arguments, sys._getframe(2))
        turns.give(9)
        return layout.answer(index, values, stack)


def counted(source, first):
    """The function of a source as it is, as a variant that counts its loop, and what counts."""
    names: dict[str, Any] = {}
    exec(source, names)
    framecode = FrameCode(names["f"].__code__)
    (header,) = eligible(framecode)
    turns, leave = Turns(header, first), Leaving()
    variant = make_variant(framecode, leave, (), counted=[turns])
    for shortcut in variant.shortcuts:
        turns.add(variant.code, shortcut)
    return names["f"], FunctionType(variant.code, names), turns, leave


@pytest.mark.parametrize("name", LOOPS)
def test_each_turn_counts(name):
    native, function, _, leave = counted(LOOPS[name], 10)
    assert function(TIMES) == native(TIMES)
    assert leave.exits in (TIMES // 10, TIMES // 10 - 1)


@pytest.mark.parametrize("name", LOOPS)
def test_turns_of_all_calls_count(name):
    _, function, _, leave = counted(LOOPS[name], 10)
    for _ in range(TIMES):
        function(3)
    assert leave.exits >= 2 * TIMES // 10


@pytest.mark.parametrize("name", LOOPS)
def test_jumps_of_settled_loops_lead_past_the_counting(name):
    native, function, turns, leave = counted(LOOPS[name], 10)
    assert function(TIMES) == native(TIMES)
    exits = leave.exits
    turns.end()
    turns.source.turn = repeat(None, 0)
    assert function(TIMES) == native(TIMES)
    assert leave.exits == exits


def test_running_frames_are_not_counted_any_more_either():
    source = (
        "def f(n):\n    for i in range(n):\n        if i == 7:\n            end()\n    return i\n"
    )
    _, function, turns, leave = counted(source, 1)

    def end():
        turns.end()
        turns.source.turn = repeat(None, 0)

    function.__globals__["end"] = end
    assert function(TIMES) == TIMES - 1
    assert leave.exits == 1


@pytest.mark.parametrize("name", LOOPS)
def test_a_copy_of_the_code_counts_in_vain(name):
    native, function, turns, leave = counted(LOOPS[name], 10)
    copy = FunctionType(function.__code__.replace(), function.__globals__)
    turns.end()
    assert copy(TIMES) == native(TIMES)
    assert leave.exits == 0


BODIES = {
    "a plain one": ("x += i", [False]),
    "one with a loop": ("while x < i: x += 1", [False, True]),
    "one with a call": ("x = f(x)", [True]),
    "one that is followed by a call": ("x += i\nf(x)", [False]),
}


@pytest.mark.parametrize("name", BODIES)
def test_loops_with_loops_and_calls_in_them_are_deep(name):
    body, expected = BODIES[name]
    names: dict[str, Any] = {}
    exec(f"def f(x, n):\n for i in n:\n  {body.replace(chr(10), chr(10) + ' ')}\n return x", names)
    framecode = FrameCode(names["f"].__code__)
    headers = sorted(eligible(framecode), reverse=True)
    assert [is_deep(framecode, header) for header in headers] == expected


@pytest.fixture
def clock(monkeypatch):
    """Time that passes by the longest wait whenever it is asked for."""
    ticks = count(LONGEST, LONGEST)
    monkeypatch.setattr(counting, "perf_counter", lambda: next(ticks))


def waited(state, looks):
    """The turns of a loop that was looked at so often in a state."""
    loop = Loop(FrameCode(waited.__code__), 0, 1)
    loop.state = state
    turns = Turns(0, 1000, SPARSE_AND_DEEP)
    for _ in range(looks):
        turns.give(1000)
        turns.judge(loop, was_entered=False)
    return turns


@pytest.mark.usefixtures("clock")
def test_a_loop_is_not_settled_while_it_is_compiled():
    # It waits for 1, 2, 4 moments, and then for 8 at a time, of the 400 that are paid for.
    assert waited(COUNTING, 53).is_over
    assert not waited(COUNTING, 52).is_over
    assert not waited(COMPILING, 3 * 53).is_over

"""What an engine does with frames that are left: stops in them, and goes on natively."""

from __future__ import annotations

import sys
from traceback import extract_tb
from types import FunctionType

import pytest

from debugger.compiled.variants.layout import Layout
from debugger.compiled.variants.leaving import Leave
from debugger.frames.engine import Engine
from debugger.frames.headroom import Headroom
from debugger.frames.interpreter import Interpreter
from debugger.frames.stepping import Continue, Next


def line_of(function, mark):
    """The line of a function that bears a mark."""
    with open(__file__, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if number > function.__code__.co_firstlineno and line.rstrip().endswith(f"# {mark}"):
                return number
    raise LookupError(mark)


def work(n):
    total = 0
    for i in range(n):
        half = i // 2
        total += half  # stop
    try:
        return total // (n - 4)
    finally:
        total = -1


def failing(n):
    values = [n]
    raise ValueError(values.pop())  # fails


def pausing(n):
    for i in range(n):
        got = yield i
        print(got)  # pause


class Noting:
    """Notes where it stopped and what it saw there, and answers with plans."""

    def __init__(self, *plans):
        self.plans = list(plans)
        self.seen = []

    def on_stop(self, stop):
        frame = stop.frame
        self.seen.append((frame.line, dict(frame.variables())))
        return self.plans.pop(0)(frame) if self.plans else Continue()


class AtNext:
    """Goes on natively at the next place where nothing is to be stopped at."""

    def __init__(self, layout):
        self.layout = layout

    def __call__(self, frame):
        return frame.pc in self.layout.indices


def left_at(function, line, listener):
    """The function as a variant that exits at a line, where it has a breakpoint, and its engine."""
    engine = Engine(listener)
    leave = Leave(engine, lambda _, layout: AtNext(layout))
    framecode = engine.framecode(function.__code__)
    engine.breakpoints.add_line(__file__, line)
    pcs = [point.pc for point in framecode.points if framecode.positions[point.pc].line == line]
    return FunctionType(leave.variant(framecode, pcs).code, globals())


def test_each_round_stops_and_goes_on_natively():
    listener = Noting()
    line = line_of(work, "stop")
    assert left_at(work, line, listener)(6) == work(6)
    assert [place for place, _ in listener.seen] == [line] * 6
    assert [seen["half"] for _, seen in listener.seen] == [0, 0, 1, 1, 2, 2]
    assert listener.seen[3][1] == {"n": 6, "total": 1, "i": 3, "half": 1}


def test_stepping_from_a_stop():
    listener = Noting(Next, Next)
    line = line_of(work, "stop")
    assert left_at(work, line, listener)(2) == work(2)
    assert [place for place, _ in listener.seen] == [line, line - 2, line - 1, line]


def test_an_error_after_a_stop_has_the_traceback_of_the_function():
    listener = Noting(Next)
    line = line_of(failing, "fails")
    with pytest.raises(ValueError, match="7") as caught:
        left_at(failing, line, listener)(7)
    entries = [(e.name, e.lineno) for e in extract_tb(caught.value.__traceback__)][1:]
    assert entries == [("failing", line)]
    assert sys.exc_info() == (None, None, None)


def test_a_generator_is_left_between_yields(capsys):
    listener = Noting()
    line = line_of(pausing, "pause")
    generator = left_at(pausing, line, listener)(3)
    assert [next(generator), generator.send("a"), generator.send("b")] == [0, 1, 2]
    assert [seen["got"] for _, seen in listener.seen] == ["a", "b"]
    assert capsys.readouterr().out == "a\nb\n"
    generator.close()


def test_detached_frames_go_on_natively():
    engine = Engine(Noting())
    leave = Leave(engine, lambda _, layout: AtNext(layout))
    framecode = engine.framecode(work.__code__)
    function = FunctionType(leave.variant(framecode, range(99)).code, globals())
    leave.detach()
    assert function(6) == work(6)


# ---------------------------------------------------------------------- handlers of signals


class RungError(Exception):
    """What a handler raises."""


def ring():
    raise RungError


def rung(n):
    seen = []
    i = -1
    while i < n:
        try:
            i += 1
            seen.append(i)  # rung
            other = i
        except RungError:
            seen.append(-1)
    return seen, other


def rings_once(function, *, first):
    """The function, but a handler raises before it or behind it, the first time."""
    todo = [ring]

    def around(*arguments):
        if first and todo:
            todo.pop()()
        answer = function(*arguments)
        if todo:
            todo.pop()()
        return answer

    return around


MOMENTS = [
    (Headroom, "make"),
    (Layout, "taken_out"),
    (Layout, "data"),
    (Interpreter, "parked_frame"),
    (Leave, "is_interpreted"),
    (Layout, "go_on"),
    (Headroom, "give_back"),
]
"""What is called on the way out of a real frame, and back."""


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment[1])
def test_what_a_handler_raises_on_the_way_is_raised_in_the_frame(moment, first, monkeypatch):
    owner, name = moment
    function = left_at(rung, line_of(rung, "rung"), Noting())
    assert function(3) == rung(3)
    monkeypatch.setattr(owner, name, rings_once(getattr(owner, name), first=first))
    came = function(3)
    assert came in [(([-1, 1, 2, 3]), 3), ([0, -1, 1, 2, 3], 3)]
    assert function(3) == rung(3)

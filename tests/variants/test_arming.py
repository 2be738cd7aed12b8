"""Frames that run compiled, and wait for a call, leave at their next line when they are armed."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any

import pytest

from debugger.compiled.variants.arming import Arming
from debugger.compiled.variants.variant import Answer, Layout, make_variant
from debugger.frames.framecode import FrameCode

SOURCE = """\
def g(x):
    y = x * 2
    return y

def fails(x):
    y = 1
    raise KeyError(x)

def plain():
    a = 1
    b = g(a)
    c = b + 1
    return c

def loop():
    r = []
    for i in range(3):
        r.append(g(i))
        r.append(0)
    return r

def sorting():
    a = [3, 1, 2]
    b = sorted(a, key=g)
    return b, a

def generator():
    for i in range(3):
        v = g(i)
        yield v
    yield "end"

def listing():
    return list(generator())

def tail():
    return g(5)

def above_tail():
    q = tail()
    z = q
    return z

def catching():
    try:
        fails(1)
        x = 1
    except KeyError as e:
        x = str(e)
    return x

def lines():
    w = max(
        g(
            g(1)),
        2)
    z = 2
    return w, z

def one_liner(): return [g(i) for i in range(2)]

def above_one_liner():
    r = one_liner()
    return r

def calling_lambda():
    k = lambda: g(4)
    u = max([1, 2], key=lambda q: k())
    return u

class Manager:
    def __enter__(self):
        return g(1)
    def __exit__(self, *error):
        return g(2) and False

def managing():
    with Manager() as m:
        z = m
    return z

async def awaited():
    return g(7)

async def awaiting():
    v = await awaited()
    return v

def coroutine():
    try:
        awaiting().send(None)
    except StopIteration as e:
        return e.value

def unbound():
    if not g(0):
        pass
    try:
        late
    except UnboundLocalError:
        return sorted(locals())
    late = 1

def resumed():
    things = generator()
    first = next(things)
    second = next(things)
    return first, second
"""


class Program:
    """The functions of the source as variants that exit before some lines, given by their text."""

    def __init__(self, *exits: str) -> None:
        self.lines = {n for n, line in enumerate(SOURCE.split("\n"), 1) if line.strip() in exits}
        self.arming = Arming()
        self.stops: list[tuple[str, int]] = []
        self.lines_of: dict[int, list[int]] = {}
        self.hits = 0
        self.wanted_hit = 1
        self.names: dict[str, Any] = {}
        exec(self.variant(compile(SOURCE, "program.py", "exec")), self.names)

    def variant(self, code: CodeType) -> CodeType:
        constants = tuple(self.variant(c) if isinstance(c, CodeType) else c for c in code.co_consts)
        framecode = FrameCode(code.replace(co_consts=constants))
        exits = [p.pc for p in framecode.points if framecode.positions[p.pc].line in self.lines]
        made = make_variant(framecode, self.leave, exits)
        lines = [framecode.positions[point.pc].line or 0 for point in framecode.points]
        self.lines_of[id(made.layout)] = lines
        return made.code

    def leave(self, layout: Layout, arguments: list[Any]) -> Answer:
        host = sys._getframe(1)
        is_sent = arguments[1] is None
        index, values, stack, _ = layout.taken_out(arguments, host)
        line = self.lines_of[id(layout)][index]
        if is_sent:
            self.stops.append((layout.code.co_name, line))
        else:
            self.hits += 1
            if self.hits == self.wanted_hit:
                self.stop(host)
        return layout.answer(index, values, stack)

    def stop(self, host: FrameType) -> None:
        self.arming.arm(callers(host))

    def run(self, name: str) -> Any:
        return self.names[name]()


def callers(host: FrameType) -> Iterator[FrameType]:
    frame = host.f_back
    while frame is not None:
        yield frame
        frame = frame.f_back


def natively(name: str) -> Any:
    names: dict[str, Any] = {}
    exec(compile(SOURCE, "program.py", "exec"), names)
    return names[name]()


def line_of(function: str, text: str) -> int:
    start = SOURCE.index(f"def {function}")
    return SOURCE[: SOURCE.index(text, start)].count("\n") + 1


INLINED = sys.version_info >= (3, 12)
"""Whether comprehensions run in the frame that they are written in."""

CASES = [
    ("plain", 1, "plain", "c = b + 1"),
    ("loop", 2, "loop", "r.append(0)"),
    ("sorting", 2, "sorting", "return b, a"),
    ("listing", 1, "generator", "yield v"),
    ("listing", 2, "generator", "yield v"),
    ("above_tail", 1, "above_tail", "z = q"),
    ("catching", 1, "catching", "except KeyError"),
    ("lines", 1, "lines", "g(\n"),
    ("lines", 2, "lines", "2)\n"),
    ("above_one_liner", 2, "above_one_liner", "return r"),
    ("calling_lambda", 1, "calling_lambda", "return u"),
    ("managing", 1, "managing", "z = m"),
    ("managing", 2, "managing", "return z"),
    ("coroutine", 1, "awaiting", "return v"),
    ("unbound", 1, "unbound", "pass"),
    ("resumed", 2, "generator", "yield v"),
]


@pytest.mark.parametrize(("name", "hit", "stops_in", "text"), CASES)
def test_caller_leaves_when_callee_returns(name: str, hit: int, stops_in: str, text: str) -> None:
    program = Program("return y", "raise KeyError(x)")
    program.wanted_hit = hit
    assert program.run(name) == natively(name)
    if name == "above_one_liner" and not INLINED:
        assert program.stops == [("<listcomp>", line_of("one_liner", "def"))]
    else:
        assert program.stops == [(stops_in, line_of(stops_in, text))]
    assert sys.gettrace() is None
    program.stops.clear()
    assert program.run(name) == natively(name)
    assert program.stops == []


@pytest.mark.parametrize("name", ["plain", "sorting"])
def test_in_another_thread(name: str) -> None:
    program = Program("return y")
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(program.run(name)))
    thread.start()
    thread.join()
    assert results == [natively(name)]
    assert [stop[0] for stop in program.stops] == [name]

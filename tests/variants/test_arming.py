"""Frames that run compiled, and wait for a call, leave at their next line when they are armed."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

import pytest

from debugger.compiled.variants.arming import Arming, anywhere
from debugger.compiled.variants.known import monitoring
from debugger.compiled.variants.layout import Answer, Layout
from debugger.compiled.variants.leaving import Leave
from debugger.compiled.variants.line_events import HAS_MONITORING
from debugger.compiled.variants.variant import make_variant
from debugger.frames.engine import Engine
from debugger.frames.frame import Frame
from debugger.frames.framecode import FrameCode
from debugger.frames.stepping import Silent

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

def wide(a=1, b=2, c=3, d=4, e=5, f=6, h=7, i=8, j=9, k=10, l=11, m=12, n=13, o=14, p=15):
    things = [a, b, c, d, e, f, h, i, j, k, l, m, n, o, p, a, b, c, d, e, f, h, i, j, k, l, m, n]
    for thing in things[:1]:
        q = g(thing)
        r = q
    return r

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
        host = sys._getframe(2)
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
    ("wide", 1, "wide", "r = q"),
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


class Watching(Program):
    """Arms for some lines only, as if these had got a breakpoint meanwhile."""

    lines_wanted: frozenset[int] = frozenset()

    def stop(self, host: FrameType) -> None:
        self.arming.arm(callers(host), self.wanted)

    def wanted(self, code: CodeType, pc: int) -> bool:
        framecode = FrameCode(code)
        return framecode.positions[pc].line in self.lines_wanted


WATCHED = [
    ("plain", "return c"),
    ("loop", "return r"),
    ("sorting", "return b, a"),
    ("above_tail", "return z"),
    ("catching", "return x"),
    ("managing", "return z"),
    ("coroutine", "return v"),
    ("unbound", "return sorted"),
]


@pytest.mark.parametrize(("name", "text"), WATCHED)
def test_frame_that_waits_stops_at_a_line_that_is_wanted_meanwhile(name: str, text: str) -> None:
    program = Watching("return y", "raise KeyError(x)")
    stops_in = "awaiting" if name == "coroutine" else name
    line = line_of(stops_in, text)
    program.lines_wanted = frozenset({line})
    assert program.run(name) == natively(name)
    assert program.stops == [(stops_in, line)]
    assert sys.gettrace() is None


def test_nothing_is_armed_any_more_when_all_armed_frames_have_ended() -> None:
    program = Watching("return y")
    assert program.run("plain") == natively("plain")
    assert program.run("loop") == natively("loop")
    assert program.stops == []
    program.arming.disarm_if_idle()
    assert sys.gettrace() is None
    if HAS_MONITORING:
        assert [monitoring.get_tool(tool) for tool in range(6)] == [None] * 6


def test_what_an_armed_frame_holds_dies_with_it() -> None:
    program = Watching("return y")
    source = "def holds(thing):\n    g(1)\n    return 3\n"
    exec(program.variant(compile(source, "holds.py", "exec")), program.names)

    class Thing:
        pass

    thing = Thing()
    alive = weakref.ref(thing)
    things = [thing]
    del thing
    gc.disable()
    try:
        assert program.names["holds"](things.pop()) == 3
        assert alive() is None
    finally:
        gc.enable()
    program.arming.disarm()


def test_disarmed_frames_go_on() -> None:
    program = Program("return y")
    program.wanted_hit = 0
    program.arming.arm([sys._getframe()])  # no variant, and ignored

    def arms_in_vain(x: int) -> int:
        program.arming.arm(callers(sys._getframe()))
        program.arming.disarm()
        return 2 * x

    program.names["g"] = arms_in_vain
    assert program.run("plain") == natively("plain")
    assert program.stops == []
    assert sys.gettrace() is None


def test_suspended_generator_stops_when_it_is_resumed() -> None:
    program = Program()
    things = program.names["generator"]()
    assert next(things) == 0
    program.arming.arm([things.gi_frame])
    assert list(things) == [2, 4, "end"]
    [(name, line)] = program.stops
    resumed = (line_of("generator", "yield v"), line_of("generator", "for i"))
    assert (name, line in resumed) == ("generator", True)


def test_frames_that_are_armed_each_for_itself() -> None:
    program = Program()
    several = [program.names["generator"]() for _ in range(3)]
    assert [next(each) for each in several] == [0, 0, 0]
    program.arming.arm_each([each.gi_frame for each in several])
    program.arming.disarm()  # of what is armed once
    assert [list(each) for each in several[:2]] == [[2, 4, "end"]] * 2
    assert [name for name, _ in program.stops] == ["generator"] * 2
    program.arming.rest([several[2].gi_frame])
    assert list(several[2]) == [2, 4, "end"]
    assert len(program.stops) == 2
    assert sys.gettrace() is None


def test_frame_in_another_thread_stops() -> None:
    program = Program()
    source = """
def waits(goes_on):
    n = 0
    while not goes_on:
        n += 1
    return "done"
"""
    exec(program.variant(compile(source, "waits.py", "exec")), program.names)
    goes_on: list[bool] = []
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(program.names["waits"](goes_on)))
    thread.start()
    while not any(name == "waits" for name in running(thread)):
        pass
    program.arming.arm(callers(sys._current_frames()[thread.ident or 0]))
    program.arming.arm([sys._current_frames()[thread.ident or 0]])
    for _ in range(1000):
        if program.stops:
            break
        threading.Event().wait(0.01)
    goes_on.append(True)
    thread.join()
    assert results == ["done"]
    assert [name for name, _ in program.stops] == ["waits"]


WAITS = """
def waits(ready, gate):
    ready.release()
    gate.acquire()
    return gettrace()
"""


@contextmanager
def waiting(program: Program) -> Iterator[FrameType]:
    """While this lasts another thread waits in a frame; then it has no tracer."""
    names: dict[str, Any] = {"gettrace": sys.gettrace}
    exec(program.variant(compile(WAITS, "waits.py", "exec")), names)
    ready, gate = threading.Semaphore(0), threading.Lock()
    gate.acquire()
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(names["waits"](ready, gate)))
    thread.start()
    ready.acquire()
    while running(thread) != ["waits"]:
        pass
    yield sys._current_frames()[thread.ident or 0]
    gate.release()
    thread.join()
    assert results == [None]


@pytest.mark.parametrize("is_any", [False, True])
def test_frame_in_another_thread_goes_on_when_all_rest(is_any) -> None:
    program = Program()
    with waiting(program) as host:
        [thread] = (key for key, each in sys._current_frames().items() if each is host)
        program.arming.arm_each([host], anywhere, None if is_any else thread)
        program.arming.rest()
    assert program.stops == []
    assert sys.gettrace() is None


def test_what_is_armed_for_itself_leaves_the_rest_armed() -> None:
    program = Program()
    first, second, third = (program.names["generator"]() for _ in range(3))
    assert [next(each) for each in (first, second, third)] == [0, 0, 0]
    program.arming.arm([first.gi_frame, third.gi_frame])
    program.arming.arm_each([second.gi_frame])
    assert [list(each) for each in (second, first, third)] == [[2, 4, "end"]] * 3
    assert len(program.stops) == 2
    assert sys.gettrace() is None


def running(thread: threading.Thread) -> list[str]:
    frame = sys._current_frames().get(thread.ident or 0)
    return [frame.f_code.co_name] if frame is not None else []


def traced(function: Any) -> list[tuple[str, str, int]]:
    """What a tracer of the program sees while a function runs."""
    seen = []

    def tracer(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != "program.py":
            return None
        seen.append((event, frame.f_code.co_name, frame.f_lineno))
        return tracer

    sys.settrace(tracer)
    try:
        function()
    finally:
        current = sys.gettrace()
        sys.settrace(None)
    assert current is tracer
    return seen


def test_programs_own_tracer_sees_what_it_saw() -> None:
    program = Program("return y")
    native: dict[str, Any] = {}
    exec(compile(SOURCE, "program.py", "exec"), native)
    events = traced(program.names["loop"])
    assert program.stops == [("loop", line_of("loop", "r.append(0)"))]
    # While it is parked a frame is at its first line; the line where it goes on is a new one.
    parked_at = {line_of("loop", "def"), line_of("g", "def")}
    events = [e for e in events if e[0] != "line" or e[2] not in parked_at]
    new = [e for e, before in zip(events, [None, *events], strict=False) if e != before]
    assert new == traced(native["loop"])


class Interpreted:
    """Steps out: what leaves is interpreted to its end if it is `g`, else for no statement."""

    def __init__(self) -> None:
        self.arming = Arming()
        self.stops: list[tuple[str, int | None]] = []
        self.leave = Leave(Engine(Silent()), self.leaving)
        self.names: dict[str, Any] = {}
        exec(self.variant(compile(SOURCE, "program.py", "exec")), self.names)

    def variant(self, code: CodeType) -> CodeType:
        constants = tuple(self.variant(c) if isinstance(c, CodeType) else c for c in code.co_consts)
        assert self.leave.engine is not None
        framecode = self.leave.engine.framecode(code.replace(co_consts=constants))
        exits = [point.pc for point in framecode.points if code.co_name in {"g", "fails"}]
        return self.leave.variant(framecode, exits).code

    def leaving(self, frame: Frame, layout: Layout) -> Any:
        self.stops.append((layout.code.co_name, frame.position.line))
        if layout.code.co_name not in {"g", "fails"}:
            return lambda frame: frame.pc in layout.indices
        self.arming.arm(callers(sys._getframe(3)))
        return None


G = ("g", "y = x")
INTERPRETED = {
    "plain": [G, ("plain", "c = b + 1")],
    "loop": [G, ("loop", "r.append(0)")] * 3,
    "catching": [("fails", "y = 1"), ("catching", "except KeyError")],
    "above_tail": [G, ("above_tail", "z = q")],
    "coroutine": [G, ("awaiting", "return v")],
}
"""What leaves, by the function that is called."""


@pytest.mark.parametrize("name", INTERPRETED)
def test_interpreted_callee_returns_to_compiled_caller(name: str) -> None:
    program = Interpreted()
    assert program.names[name]() == natively(name)
    assert program.stops == [(where, line_of(where, text)) for where, text in INTERPRETED[name]]
    assert sys.gettrace() is None

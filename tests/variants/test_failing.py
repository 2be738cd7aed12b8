"""Errors in frames that run compiled are told before they go on, and go on as they were."""

from __future__ import annotations

import sys
import traceback
from types import CodeType, FrameType
from typing import Any

import pytest

from debugger.compiled.variants.failing import Hook, Wanted
from debugger.compiled.variants.layout import Answer, Layout
from debugger.compiled.variants.variant import make_variant
from debugger.frames.framecode import FrameCode

SOURCE = """\
def fails(x):
    y = 1
    raise KeyError(x)

def passes():
    for i in "ab":
        fails(i)

def catches():
    try:
        passes()
    except KeyError as e:
        return e.args, e.__context__

def finally_():
    try:
        fails(1)
    finally:
        z = 2

def reraises():
    try:
        finally_()
    except KeyError:
        try:
            raise
        except ValueError:
            pass

def wraps():
    try:
        fails(2)
    except KeyError as e:
        raise ValueError from e

class Manager:
    def __enter__(self):
        return self
    def __exit__(self, *error):
        return error[0] is ZeroDivisionError

def suppressed():
    with Manager():
        1 / 0
    with Manager():
        fails(3)

def generator():
    try:
        yield 1
        fails(4)
    finally:
        yield 2

def delegates():
    yield from generator()

def generated():
    return list(delegates())

def thrown():
    things = delegates()
    next(things)
    try:
        things.throw(OSError("thrown"))
    finally:
        things.close()

def grouped():
    try:
        raise ExceptionGroup("g", [KeyError(1), OSError(2)])
    except* KeyError as e:
        w = len(e.exceptions)

async def counted():
    for i in range(2):
        yield i

async def awaits():
    async for i in counted():
        w = i
    fails(w)

def coroutine():
    awaits().send(None)

def raises_again():
    raise

def above_raises_again():
    try:
        fails(5)
    except KeyError:
        raises_again()

def unbound():
    late
    late = 1

def stops():
    def g():
        raise StopIteration(3)
        yield
    return list(g())

def nothing_fails():
    return [fine for fine in range(3)], next(iter([]), 0), getattr(3, "no", 4)

def swallowed_on_one_line():
    for i in range(2):
        with Manager(): i / 0; i

def finally_on_one_line():
    for i in range(2):
        try:
            try: i; fails(i)
            finally: w = 1
        except KeyError: i

def closed_on_one_line():
    def g():
        try: yield 1; yield 2
        finally: w = 2
    things = g()
    next(things)
    things.close()
"""


class Program:
    """The functions of the source as variants, with a note of every error that is told."""

    def __init__(self) -> None:
        self.hook = Hook(self.saw, lambda *_: False, Wanted([True]), [])
        self.told: list[tuple[str, int, str]] = []
        self.names: dict[str, Any] = {}
        exec(self.variant(compile(SOURCE, "program.py", "exec")), self.names)

    def variant(self, code: CodeType) -> CodeType:
        constants = tuple(self.variant(c) if isinstance(c, CodeType) else c for c in code.co_consts)
        framecode = FrameCode(code.replace(co_consts=constants))
        return make_variant(framecode, leave, (), self.hook).code

    def saw(self, layout: Layout, host: FrameType, error: BaseException) -> None:
        entry = error.__traceback__
        assert entry is not None
        assert entry.tb_frame is host or layout.code.co_name == "raises_again"
        self.told.append((layout.code.co_name, entry.tb_lineno, type(error).__name__))


def leave(layout: Layout, arguments: list[Any]) -> Answer:
    raise AssertionError


def outcome(function: Any) -> object:
    try:
        return function()
    except Exception as error:
        told = traceback.format_exception(error)
        return [line for line in told if __file__ not in line and "^^^" not in line]


NATIVE: dict[str, Any] = {}
exec(compile(SOURCE, "program.py", "exec"), NATIVE)
NAMES = [
    "catches", "reraises", "wraps", "suppressed", "generated", "thrown", "grouped", "coroutine",
    "unbound", "above_raises_again", "stops", "nothing_fails", "swallowed_on_one_line",
    "finally_on_one_line", "closed_on_one_line",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_errors_go_on_as_they_were(name: str) -> None:
    assert outcome(Program().names[name]) == outcome(NATIVE[name])


AGAIN = {
    "reraises": [("reraises", 23, "KeyError")],
    "above_raises_again": [("raises_again", 92, "KeyError")],
}
"""What a `raise` without an error raises again: to a tracer that is none."""

ENDS = {"StopIteration", "StopAsyncIteration"}
"""What C raises where something ends that an `await` waits for; a tracer sees it."""


@pytest.mark.parametrize("name", NAMES)
def test_what_a_tracer_sees_is_told(name: str) -> None:
    program, seen = Program(), []
    for function, event, line, kind in events(NATIVE[name]):
        if event == "exception" and kind not in ENDS - {raised(name)}:
            seen.append((function, line, kind))
    outcome(program.names[name])
    for again in AGAIN.get(name, ()):
        program.told.remove(again)
    assert program.told == seen


@pytest.mark.parametrize("opcodes", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_tracer_sees_what_it_would_see(name: str, *, opcodes: bool) -> None:
    program = Program()
    program.hook.wanted.clear()
    seen = events(program.names[name], opcodes=opcodes)
    assert seen == events(NATIVE[name], opcodes=opcodes)


Event = tuple[str, str, int, str | None]


def events(function: Any, *, opcodes: bool = False) -> list[Event]:
    """What a tracer is told of a function: where, what, in which line, of which error.

    `opcodes`: the tracer wants to be told of these as well; what it is told is left out.
    """
    seen: list[Event] = []

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != "program.py":
            return None
        frame.f_trace_opcodes = opcodes
        if event != "opcode":
            kind = argument[0].__name__ if event == "exception" else None
            seen.append((frame.f_code.co_name, event, frame.f_lineno, kind))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        outcome(function)
    finally:
        sys.settrace(before)
    return seen


def raised(name: str) -> str:
    """The one of the ends that a function raises itself."""
    return "StopIteration" if name == "stops" else ""


def test_each_frame_is_told_of_an_error_once() -> None:
    program = Program()
    outcome(program.names["reraises"])
    assert program.told == [
        ("fails", 3, "KeyError"),
        ("finally_", 17, "KeyError"),
        ("reraises", 23, "KeyError"),
        ("reraises", 23, "KeyError"),
    ]
    program.told.clear()
    program.names["nothing_fails"]()
    assert program.told == []

"""Errors in frames that run compiled are told before they go on, and go on as they were."""

from __future__ import annotations

import sys
import traceback
from types import CodeType, FrameType
from typing import Any

import pytest

from debugger.compiled.variants.failing import Failed, Hook, Raises, Wanted
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
"""


class Program:
    """The functions of the source as variants, with a note of every error that is told."""

    def __init__(self, *, by_handlers: bool) -> None:
        self.hook = hook(self.saw) if by_handlers else None
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


def hook(saw: Failed) -> Hook:
    return Hook(saw, lambda *_: False, Wanted([True]))


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
    "unbound", "above_raises_again", "stops", "nothing_fails",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_errors_go_on_as_they_were(name: str) -> None:
    assert outcome(Program(by_handlers=True).names[name]) == outcome(NATIVE[name])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.skipif(sys.version_info < (3, 12), reason="no sys.monitoring")
def test_both_ways_tell_the_same(name: str) -> None:
    by_handlers, watched = Program(by_handlers=True), Program(by_handlers=False)
    outcome(by_handlers.names[name])
    raises = Raises(hook(watched.saw))
    raises.on()
    try:
        outcome(watched.names[name])
    finally:
        raises.off()
    ends = [told for told in watched.told if told[2] == "StopAsyncIteration"]
    assert by_handlers.told == [told for told in watched.told if told not in ends]


def test_each_frame_is_told_of_an_error_once() -> None:
    program = Program(by_handlers=True)
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

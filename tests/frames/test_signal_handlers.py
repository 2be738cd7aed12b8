"""Handlers of signals may raise while the interpreter is between two statements."""

from __future__ import annotations

import json
import signal
import traceback
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from debugger.frames.engine import Engine
from debugger.frames.recording.recorder import Recording
from debugger.frames.stepping import Continue, Plan
from debugger.frames.stops import Entered, Paused


class RungError(Exception):
    """What the handler raises."""


def ring() -> None:
    raise RungError


def add(x: int, y: int) -> int:
    return x + y


def caught(count: int) -> list[int]:
    seen = []
    for number in range(count):
        try:
            seen.append(add(number, 1))
        except RungError:
            seen.append(-1)
    return seen


def interrupted(count: int) -> tuple[int, list[str]]:
    number = 0
    try:
        while number < count:
            number += 1
    except KeyboardInterrupt as error:
        return number, [each.name for each in traceback.extract_tb(error.__traceback__)]
    return number, []


class Interrupting(Plan):
    """Ctrl-C in the driver loop itself, when it asks whether the plan watches a frame.

    What it calls there is not written in Python, and so is Python's own handler.
    """

    def __init__(self) -> None:
        once = map(signal.raise_signal, [signal.SIGINT])
        self.watches = defaultdict(partial(next, once, None)).__getitem__  # type: ignore[method-assign,assignment]


class Ringing(Plan):
    """Has the handler run where the driver loop answers a call, each second time."""

    def __init__(self) -> None:
        self.calls = 0

    def called(self, frame: object) -> None:
        self.calls += 1
        if self.calls % 2:
            ring()


class RingingAtReturns(Ringing):
    """Has the handler run when a frame has returned, before its caller knows, each second time."""

    def called(self, frame: object) -> None:
        """Nothing rings here."""

    def returned(self, frame: object, value: object) -> None:
        super().called(frame)


class Listener:
    """Goes on from every stop with one plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def on_stop(self, stop: object) -> Plan:
        return self.plan


@pytest.mark.parametrize("plan", [Ringing, RingingAtReturns])
def test_the_program_catches_what_its_handler_raises(plan):
    engine = Engine(Listener(plan()), recorder=Recording())
    engine.breakpoints.add_line(__file__, caught.__code__.co_firstlineno + 1)
    assert engine.call(caught, 5) == [-1, 2, -1, 4, -1]


def test_the_program_catches_an_interruption():
    engine = Engine(Listener(Interrupting()))
    line = interrupted.__code__.co_firstlineno + 4
    engine.breakpoints.add_line(__file__, line, condition="number == 3")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert engine.call(interrupted, 5) == (4, ["interrupted"])
    finally:
        signal.signal(signal.SIGINT, before)


def counted(count: int) -> list[int]:
    seen = []
    for number in range(count):
        try:
            seen.append(number)
        except RungError:
            seen.append(-1)
    return seen


class Bell:
    """Handlers of some kinds."""

    def __call__(self, *_: object) -> None:
        ring()

    def ring(self, *_: object) -> None:
        ring()

    @staticmethod
    def ring_partly(_: object, *__: object) -> None:
        ring()


def ring_in_library() -> Callable[..., None]:
    """A handler that is not in focus."""
    names: dict[str, Any] = {"RungError": RungError}
    exec(compile("def ring(*_): raise RungError", json.__file__, "exec"), names)
    return names["ring"]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "handler",
    [lambda *_: ring(), Bell(), Bell().ring, partial(Bell.ring_partly, None), ring_in_library()],
    ids=["function", "object", "method", "partial", "library"],
)
def test_a_handler_that_raises_while_a_condition_is_evaluated(handler):
    engine = Engine(Listener(Continue()), recorder=Recording())
    line = counted.__code__.co_firstlineno + 4
    condition = "number == 2 and signal.raise_signal(signal.SIGUSR1)"
    engine.breakpoints.add_line(__file__, line, condition=condition)
    before = signal.signal(signal.SIGUSR1, handler)
    try:
        assert engine.call(counted, 4) == [0, 1, -1, 3]
    finally:
        signal.signal(signal.SIGUSR1, before)


class Pausing(Listener):
    """Ctrl-C comes when the first stop has been answered."""

    def __init__(self) -> None:
        super().__init__(Continue())
        self.engine = Engine(self)
        self.reasons: list[object] = []

    def on_stop(self, stop: Any) -> Plan:
        self.reasons.append(type(stop.reason))
        if len(self.reasons) == 1:
            self.engine.pause()
        return self.plan


def test_a_pause_that_is_asked_for_when_a_stop_ends():
    listener = Pausing()
    listener.engine.enter(add, 1, 2)
    assert listener.reasons == [Entered, Paused]

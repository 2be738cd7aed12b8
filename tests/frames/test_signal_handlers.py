"""Handlers of signals may raise while the interpreter is between two statements."""

from __future__ import annotations

from debugger.frames.engine import Engine
from debugger.frames.stepping import Plan


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


class Ringing(Plan):
    """Has the handler run where the driver loop answers a call, each second time."""

    def __init__(self) -> None:
        self.calls = 0

    def called(self, frame: object) -> None:
        self.calls += 1
        if self.calls % 2:
            ring()


class Listener:
    """Goes on from every stop with one plan."""

    def __init__(self) -> None:
        self.plan = Ringing()

    def on_stop(self, stop: object) -> Plan:
        return self.plan


def test_the_program_catches_what_its_handler_raises():
    engine = Engine(Listener())
    engine.breakpoints.add_line(__file__, caught.__code__.co_firstlineno + 1)
    assert engine.call(caught, 6) == [-1, 2, -1, 4, -1, 6]

"""A handler of a signal may raise at any call that recording makes: the log stays whole.

Told by `sys.monitoring`, an error is raised at each place in the code of the recording at which
CPython looks for signals: where a function begins, and behind calls of C.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from debugger.frames import recording
from debugger.frames.engine import Engine
from debugger.frames.functions import functions
from debugger.frames.recording.recorder import Recording
from debugger.frames.recording.sites import Site
from debugger.frames.stepping import Continue, Plan
from debugger.frames.stops import Stop
from tests.sampling import IS_FULL

monitoring: Any = getattr(sys, "monitoring", None)
if monitoring is None:
    pytest.skip("no sys.monitoring", allow_module_level=True)

TOOL = 4
FOLDER = str(Path(recording.__file__).parent)
NEVER, SAMPLES = 1 << 40, 150
LIMITS = (4096, 1 << 20)
"""With the first one the log is settled, and the oldest forgotten, all the time."""


class RungError(Exception):
    """What the handler raises."""


class Box:
    value = 0

    def put(self, value: int) -> int:
        self.value = value
        return value


def work() -> tuple[int, int]:
    caught, box, seen, names = 0, Box(), [0], {}
    for number in range(3):
        try:
            seen.append(box.put(number))
            names[number] = seen[-1]
            left = 2
            while left:
                left -= 1
            for each in seen:
                seen[0] += each
            1 // (number % 2)
        except ZeroDivisionError:
            seen[0] = 0
        except RungError:
            caught += 1
    return caught, number


class Reader:
    """Reads the log at a breakpoint."""

    def __init__(self, limit: int) -> None:
        self.engine = Engine(self, recorder=Recording(limit))
        self.mistakes: list[str] = []
        self.stops = 0
        last = work.__code__.co_firstlineno + 16
        self.engine.breakpoints.add_line(__file__, last)

    def on_stop(self, stop: Stop) -> Plan:
        self.stops += 1
        log = stop.frame.interpreter.log
        if log.current is not stop.frame.activation:
            self.mistakes.append("another activation is current")
        items, end = list(log), len(log) - 1
        while end >= 0:
            site = items[end]
            if not isinstance(site, Site):
                self.mistakes.append(f"{site!r} is no site")
                break
            start = end - site.width
            if any(isinstance(each, Site) for each in items[max(start, 0) : end]):
                self.mistakes.append(f"{site!r} keeps {items[max(start, 0) : end]}")
            if start < 0 and not log.forgotten:
                self.mistakes.append(f"{site!r} lacks what it keeps")
            end = start - 1
        return Continue()


class Ringing:
    """Raises at one of the places, when so many are `left`."""

    def __init__(self) -> None:
        self.left = NEVER

    def __call__(self, *_: object) -> None:
        self.left -= 1
        if self.left == 0:
            raise RungError


@contextmanager
def ringing() -> Iterator[Ringing]:
    """Meanwhile an error may be raised at one of the places."""
    ring, events = Ringing(), monitoring.events
    monitoring.use_tool_id(TOOL, "test")
    for event in (events.PY_START, events.C_RETURN):
        monitoring.register_callback(TOOL, event, ring)
    for code in CODES:
        monitoring.set_local_events(TOOL, code, events.PY_START | events.CALL)
    try:
        yield ring
    finally:
        for code in CODES:
            monitoring.set_local_events(TOOL, code, 0)
        monitoring.free_tool_id(TOOL)


def inside(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from inside(constant)


CODES = [each for code in functions(lambda path: path.startswith(FOLDER)) for each in inside(code)]


def run(reader: Reader, ring: Ringing, number: int) -> int:
    """Run the program, with an error at the place of a number; how many places there were."""
    ring.left = number
    try:
        caught, last = reader.engine.call(work)
    except RungError:  # before the first `try`, or behind the last
        caught, last = 1, 2
    left, ring.left = ring.left, NEVER
    assert reader.mistakes == [], number
    assert (caught, last) == (left <= 0, 2), number
    return number - left


@pytest.mark.parametrize("limit", LIMITS)
def test_the_log_stays_whole(limit):
    reader = Reader(limit)
    with ringing() as ring:
        run(reader, ring, NEVER)  # what is made for the program once
        places = run(reader, ring, NEVER)
        for number in range(1, places, 1 if IS_FULL else places // SAMPLES):
            run(reader, ring, number)

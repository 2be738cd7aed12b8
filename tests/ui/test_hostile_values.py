"""Objects that are hostile to whoever looks at them: shown all the same, soon, and asked once."""

from __future__ import annotations

import signal
import sys
import time

import pytest

from debugger.ui import values
from debugger.ui.aside import aside
from debugger.ui.limit import TooLongError, within
from tests.ui import hostile

SHOWN = {
    "Raises": "<Raises: its __repr__ raised SystemExit>",
    "Sleeps": "<Sleeps: its __repr__ takes too long>",
    "Loops": "<Loops: its __repr__ takes too long>",
    "Insists": "<Insists: its __repr__ takes too long>",
    "Recurses": "<Recurses: its __repr__ raised RecursionError>",
    "NoString": "<NoString: its __repr__ raised TypeError>",
    "Long": "x" * 37 + "...",
    "Lies": "lies",
    "Nothing": "<Nothing>",
    "Strange": "<Strange>",
}


def hurry(monkeypatch) -> None:
    monkeypatch.setattr(values, "_BRIEF", 0.05)
    monkeypatch.setattr(values, "_LONG", 0.1)


@pytest.mark.parametrize("kind", SHOWN)
def test_shown_everywhere(frame, talk, kind, monkeypatch) -> None:
    if "takes too long" in SHOWN[kind]:
        hurry(monkeypatch)
    looking = ["vars", "p", "p o", "p o last", "pp o", "pp held", "pp", "where v", "status"]
    others = ["display o", "watch o", "watch held", "whatis o", "source o", "status", "p 6 * 7"]
    made = getattr(hostile, kind)
    written = screens(frame, talk, {"o": made(), "held": [made()], "last": 7}, *looking, *others)
    text = "\n".join(written)
    assert "The debugger" not in text
    assert SHOWN[kind].rstrip(".") in text
    assert "last = 7" in text
    assert written[-1] == "42"
    assert max(map(len, written)) < 2 * values.LONGEST


def screens(frame, talk, names, *commands):
    """What is written; nothing hostile is left for pytest to look at."""
    frame.names = names
    try:
        return talk(*commands, "c").console.written
    except BaseException as error:
        error.__traceback__ = None
        raise AssertionError(type(error)) from None
    finally:
        frame.names = {}
        names.clear()


def test_asked_once_at_a_stop(frame, talk) -> None:
    hostile.Counts.asked = 0
    assert "o = Counts()" in "".join(screens(frame, talk, {"o": hostile.Counts()}))
    assert hostile.Counts.asked == 1


def test_what_takes_too_long_is_not_asked_again(frame, talk, monkeypatch) -> None:
    hurry(monkeypatch)
    asked: list[int] = []

    def sleep(_: object) -> None:
        asked.append(1)
        time.sleep(1000)

    monkeypatch.setattr(hostile.Loops, "__repr__", sleep)
    text = "".join(screens(frame, talk, {"o": hostile.Loops()}, "status", "status"))
    assert text.count("o = <Loops: its __repr__ takes t") == 3
    assert len(asked) == 1


def test_errors_that_raise_when_they_are_told() -> None:
    assert values.error_text(hostile.StrangeError()) == "StrangeError: <its __str__ raised too>"


def test_the_alarm_of_the_program_waits() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(TooLongError):
            within(0.1, lambda _: time.sleep(1000), None)
        while not rung:
            time.sleep(0.01)
        signal.setitimer(signal.ITIMER_REAL, 100, 50)
        within(0.1, repr, 5)
        left, interval = signal.setitimer(signal.ITIMER_REAL, 0)
        assert 90 < left < 100
        assert interval == 50
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Naps:
    def __repr__(self):
        while True:
            time.sleep(0.001)


class Stubborn:
    def __repr__(self):
        for _ in range(3):
            try:
                while True:
                    pass
            except BaseException as error:
                self.last = type(error)
        return "at last"


THREADED = {
    "Loops": "<Loops: its __repr__ takes too long>",
    "Naps": "<Naps: its __repr__ takes too long>",
    "Stubborn": "at last",
    "Raises": SHOWN["Raises"],
}


@pytest.mark.parametrize("kind", THREADED)
def test_the_limit_holds_in_any_thread(kind, monkeypatch) -> None:
    hurry(monkeypatch)
    made = getattr(hostile, kind, None) or globals()[kind]
    assert aside(lambda: values.short(made())) == THREADED[kind]
    assert aside(lambda: values.full(made())) == THREADED[kind]


def test_what_ends_at_the_limit_ends_in_one_way() -> None:
    """Neither is an error raised when all is over, nor is a thread left."""

    def busy(until: float) -> str:
        while time.monotonic() < until:
            pass
        return "done"

    def often() -> set[str]:
        ends = set()
        for _ in range(300):
            try:
                ends.add(within(0.002, busy, time.monotonic() + 0.002))
            except TooLongError:
                ends.add("ended")
            busy(time.monotonic() + 0.0005)
        return ends

    before = len(sys._current_frames())
    assert aside(often) <= {"done", "ended"}
    assert len(sys._current_frames()) == before

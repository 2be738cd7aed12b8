"""What the Tab key offers."""

from __future__ import annotations

import math

import pytest

from debugger.frames.focus import Focus
from debugger.frames.stops import Entered, Stop
from debugger.ui.completing import completions
from debugger.ui.session import Session
from debugger.ui.table import all_commands


class Body:
    shared = 1

    def __init__(self) -> None:
        self.speed = 2

    @property
    def energy(self) -> int:
        raise AssertionError("properties are not run")

    def __getattr__(self, name: str) -> int:
        raise AssertionError("nothing is run")


@pytest.fixture
def session(frame, talk) -> Session:
    frame.names |= {"body": Body(), "math": math}
    session: Session = talk("!!c").session
    session.commands = all_commands()
    session.engine.focus = Focus()
    session.stop, session.frames = Stop(frame, Entered()), [frame]
    return session


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tot", ["total"]),
        ("p tot", ["total"]),
        ("unti", ["until"]),
        ("guar", ["guards"]),
        ("p unti", []),
        ("focus ad", ["add"]),
        ("focus add importlib.mach", ["importlib.machinery"]),
        ("focus ", []),
        ("body.", ["body.energy", "body.shared", "body.speed"]),
        ("x + body.sp", ["body.speed"]),
        ("math.sin", ["math.sin", "math.sinh"]),
        ("body.energy.", []),
        ("missing.", []),
        ("", []),
    ],
)
def test_completions(session: Session, text: str, words: list[str]) -> None:
    assert completions(session, text) == words


def test_at_the_python_prompt(session: Session) -> None:
    session.stop = None
    session.namespace = {"simulate": len, "body": Body()}
    assert completions(session, "sim") == ["simulate"]
    assert completions(session, "body.spe") == ["body.speed"]

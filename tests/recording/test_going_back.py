"""Wherever a program is put back to it looks as it did, and it ends as if nothing had been."""

from __future__ import annotations

import random

import pytest

from tests.recording.cases import PROGRAMS
from tests.recording.observer import Observer, native, observed


def stops_of(name: str) -> int:
    """How many lines the stepping observer sees."""
    observer = Observer(10**9, 0)
    observed(PROGRAMS[name], observer)
    return len(observer.seen)


@pytest.mark.parametrize("name", PROGRAMS)
def test_going_back_and_on(name):
    program = PROGRAMS[name]
    expected = native(program)
    last = stops_of(name)
    chance = random.Random(name)  # noqa: S311
    for stop_at in range(2, last + 1):
        observer = Observer(stop_at, chance.randint(1, stop_at))
        ended = observed(program, observer)
        assert not observer.mistakes, f"stop {stop_at}: {observer.mistakes[0]}"
        went = f"stop {stop_at}, {observer.went_back} lines back"
        assert observer.gone or ended == expected, went

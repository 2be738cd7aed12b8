"""Threads that wait while another one is stopped, in every way that frames can run."""

from __future__ import annotations

import pytest

from tests.ui.driven import WAYS, Program, driven
from tests.ui.test_never_missed import PROGRAMS

PROGRAM = Program((PROGRAMS / "held.py").read_text("utf-8"))
PLACES = ("busy", "calls", "called", "waits", "generates", "consumes", "sorts", "key", "ticks")
INTERPRETED = [f"b @{place}, 0" for place in (*PLACES, "awaits")]
"""What C calls runs natively where all is interpreted, unless there are breakpoints in it."""
in_every_way = pytest.mark.parametrize("way", WAYS)


@in_every_way
def test_held_and_let_go(way: str) -> None:
    answers = [
        ("p until(MOVING)", "True"),
        ("threads hold", None),
        ("p until([])", "True"),
        ("tasks.put(5)", None),
        ("p until([])", "True"),
        ("p counts.get('waits')", "None"),
        ("threads run", None),
        ("p until(MOVING)", "True"),
        ("p counts.get('waits')", "5"),
    ]
    commands = [*INTERPRETED, "tbreak @stop", "c", *(command for command, _ in answers)]
    done = driven(PROGRAM, commands, way)
    assert done.came == ["stop@stop", *(f"= {each}" for _, each in answers if each)]
    assert (done.output, done.status) == (["5"], 0)


@in_every_way
def test_all_go_on_from_each_stop(way: str) -> None:
    commands = [*INTERPRETED, "threads hold", "tbreak @again", "c", "tasks.put(6)"]
    for _ in range(2):
        commands += ["p until([])", "before = dict(counts)", "n", "n", "p counts != before"]
    done = driven(PROGRAM, commands, way)
    assert done.came.count("= True") == 4
    assert (done.output, done.status) == (["6"], 0)

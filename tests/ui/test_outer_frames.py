"""Going on from a frame that waits for what it has called, in every way that frames can run."""

from __future__ import annotations

import pytest

from tests.ui.driven import COMPILED, INTERPRETED, Program, driven, natively
from tests.ui.test_never_missed import PROGRAMS

STEPS = ("n", "so", "unt", "r")
ROWS = {
    "plain": ("after_plain", "done", "after_plain", "end_of_plain"),
    "calls_plain, 2": ("after_calls_plain", "done", "after_calls_plain", "after_calls_plain"),
    "calls_tail": ("after_calls_tail", "after_calls_tail", "after_calls_tail", "after_calls_tail"),
    "calls_tail, 2": ("after_calls_tail", "done", "after_calls_tail", "after_calls_tail"),
    "loop": ("loop", "done", "after_loop", "after_loop"),
    "handles": ("handler", "done", "handler", "end_of_handler"),
    "calls_unwinds": ("caught", "caught", "caught", "caught"),
    "calls_unwinds, 2": ("caught", "done", "caught", "end_of_caught"),
    "consumes": ("yields", "end_of_consumes", "yields", "yields_again"),
    "consumes, 2": ("consumed", "done", "consumed", "end_of_consumes"),
    "through_c": ("after_c", "done", "after_c", "after_c"),
}
"""By the function that is run, and how far up one goes: where the steps lead to."""

AMID_LINES = {("so", "done"): "call", ("r", "calls_tail"): "tail"}
"""Where interpreted frames stop before: in the line that is returned to, or that returns."""


@pytest.mark.parametrize("way", [INTERPRETED, COMPILED])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("row", ROWS)
def test_going_on_from_an_outer_frame(row: str, step: str, way: str) -> None:
    name, _, count = row.partition(", ")
    program = Program((PROGRAMS / "outer.py").read_text("utf-8").replace("NAME", name))
    commands = ["tbreak @inner", "tbreak @fails", "break_off", "c", f"up {count or 1}", step]
    done = driven(program, commands, way)
    expected = ROWS[row][STEPS.index(step)]
    if way == INTERPRETED:
        expected = AMID_LINES.get((step, expected), AMID_LINES.get((step, row), expected))
    assert done.markers()[1:] == [expected]
    assert (done.output, done.status) == natively(program)

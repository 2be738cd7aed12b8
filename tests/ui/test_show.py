"""The screen of a stop."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from debugger.frames import stops
from debugger.ui.reasons import Why, extra_lines, why
from debugger.ui.recency import Recency
from debugger.ui.show import Layout, Window, headline, variables_line, window_lines
from debugger.ui.theme import PLAIN, Theme

LAYOUT = Layout(PLAIN, 80)


def breakpoint_with(**fields: Any) -> Any:
    plain = {"number": 1, "condition": None, "temporary": False, "hits": 1, "location": None}
    return SimpleNamespace(**{**plain, **fields})


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (stops.Entered(), "start"),
        (stops.Stepped(), "step"),
        (stops.Stepped(stops.Return("kinetic", -0.31)), "-> kinetic returned -0.31"),
        (stops.Returning([1]), "-> about to return [1]"),
        (stops.Paused(), "paused"),
        (stops.SourceBreak("look here"), "* breakpoint in the source"),
        (stops.Hit((breakpoint_with(),)), "* breakpoint 1 (hit 1)"),
        (
            stops.Hit(
                (
                    breakpoint_with(condition="x < 0", hits=3001),
                    breakpoint_with(number=2, temporary=True),
                )
            ),
            "* breakpoint 1: x < 0 (hit 3,001), temporary breakpoint 2 (hit 1)",
        ),
        (stops.Raised(ValueError("no"), "uncaught"), "! ValueError: no (nothing will catch it)"),
        (stops.Raised(ValueError("no"), "caught"), "! ValueError: no (it will be caught)"),
        (stops.PostMortem(KeyError(1), ()), "! KeyError: 1 (nothing caught it; seen afterwards)"),
    ],
)
def test_reasons(reason: stops.Reason, text: str) -> None:
    assert str(why(reason, PLAIN)) == text


def test_what_else_belongs_to_a_reason() -> None:
    failed = stops.Hit((), ((breakpoint_with(condition="y"), NameError("name 'y'")),))
    assert extra_lines(failed) == ["the condition of breakpoint 1 raised NameError: name 'y'"]
    assert extra_lines(stops.SourceBreak("look\nhere")) == ["look", "here"]
    assert extra_lines(stops.Stepped()) == []


def test_headline(frame) -> None:
    assert headline(Why("step"), frame, LAYOUT) == [f"step{' ' * 58}<orbit>:4 in outer"]
    assert headline(Why("hit", "once"), frame, LAYOUT)[0].startswith("hit (once)  ")
    long = headline(Why("x" * 100, "a remark"), frame, LAYOUT)
    assert long == ["x" * 77 + "...", f"  (a remark){' ' * 50}<orbit>:4 in outer"]


def test_window() -> None:
    window = Window(["for i in x:", "\tf(i)", "end"], 9, 10, {9, 10}, {9: "i = 3"})
    assert window_lines(window, LAYOUT, (1, 5)) == [
        f"*    9  for i in x:{' ' * 37}i = 3",
        "*>  10  \tf(i)",
        "        \t~~~~",
        "    11  end",
    ]


def test_window_without_source() -> None:
    assert window_lines(Window([], 1, 1, set(), {}), LAYOUT) == ["   (no source)"]


def test_colours_do_not_change_the_layout() -> None:
    theme = Theme(paint=lambda text, style: f"<{style}>{text}<>", colour=lambda lines: [*lines])
    window = Window(["f(i)"], 1, 1, {1}, {1: "i = 3"})
    line, mark = window_lines(window, Layout(theme, 80), (0, 4))
    assert line == f"<breakpoint>*<><current>><>   1  f(i){' ' * 44}<value>i = 3<>"
    assert mark == "        <current>~~~~<>"


def test_variables_that_do_not_fit_are_counted(frame) -> None:
    frame.names = dict.fromkeys("abcdefg", 1234567890)
    line = variables_line(frame, dict.fromkeys("abcdefg", "1234567890"), {"c"}, Layout(PLAIN, 60))
    assert line == "a = 1234567890   b = 1234567890   + 4 more (vars)"
    assert (
        len(variables_line(frame, dict.fromkeys("abcdefg", "1234567890"), (), Layout(PLAIN, 200)))
        < 200
    )


def test_module_variables_that_say_nothing_are_left_out(frame) -> None:
    frame.namespace = frame.names = {"__name__": "m", "pytest": pytest, "int": int, "x": 1}
    assert variables_line(frame, dict.fromkeys(frame.names, "1"), (), LAYOUT) == "x = 1"


def test_most_recently_changed_first(frame) -> None:
    recency = Recency()
    frame.names = {"a": 1, "b": 2, "c": [3]}
    assert [*recency.texts(frame)] == ["c", "b", "a"]
    frame.names["a"] = 10
    assert [*recency.texts(frame)] == ["a", "c", "b"]
    frame.names["c"].append(4)
    assert [*recency.texts(frame)] == ["c", "a", "b"]
    assert [*recency.texts(type(frame)(names=frame.names))] == ["c", "b", "a"]

"""A stepping command belongs to the thread it was typed in, in every way that frames can run.

In each program the main thread is told how to go on and waits; another one stops meanwhile, and is
told something else. Both come to where they were told to.
"""

from __future__ import annotations

import pytest

from tests.ui.driven import COMPILED, INTERPRETED, WAYS, Program, driven, natively
from tests.ui.test_never_missed import PROGRAMS

OTHERS = ("run", "hold")
"""What becomes of other threads while one is stopped."""
CALLS = "b @calls"
ROWS = {
    "next, and the other one continues": (
        f"work; tbreak @first; {CALLS}; c; n; c",
        ["both@first", "other@calls", "both@second"],
    ),
    "next in both": (
        f"work; tbreak @first; {CALLS}; c; n; n; c",
        ["both@first", "other@calls", "other@again", "both@second"],
    ),
    "next, and the other one steps through the same function": (
        f"work; tbreak @first; {CALLS}; c; n; s; s; s; s; so; c",
        [
            *("both@first", "other@calls", "both@first", "at_once@at_once"),
            *("both@second", "both@third", "other@calls", "both@second"),
        ],
    ),
    "until, and the other one stops there": (
        f"work; tbreak @first; {CALLS}; c; unt; b @third; c; c; c",
        ["both@first", "other@calls", "both@third", "both@third", "both@second", "both@third"],
    ),
    "step": (
        f"work; tbreak @meet; {CALLS}; c; s; n; c",
        ["meet@meet", "other@calls", "other@again", "meet@met"],
    ),
    "to the return": (
        f"work; tbreak @meet; {CALLS}; c; r; n; c",
        ["meet@meet", "other@calls", "other@again", "meet@met"],
    ),
    "stepout": (
        f"work; tbreak @meet; {CALLS}; c; so; c",
        ["meet@meet", "other@calls", "both@second"],
    ),
    "stepout in both": (
        f"work; tbreak @meet; {CALLS}; c; so; s; so; c",
        ["meet@meet", "other@calls", "both@first", "other@calls", "both@second"],
    ),
    "breakpoints change meanwhile": (
        f"work; tbreak @meet; {CALLS}; c; so; b @third; clear 2; clear 3; c",
        ["meet@meet", "other@calls", "both@second"],
    ),
    "all is interpreted from then on": (
        f"work; tbreak @meet; {CALLS}; c; so; compiled frames off; c",
        ["meet@meet", "other@calls", "both@second"],
    ),
    "next in a generator": (
        f"consumes; tbreak @meets; {CALLS}; c; n; n; c",
        ["generates@meets", "other@calls", "other@again", "generates@yields"],
    ),
    "next over a generator": (
        f"consumes; tbreak @consumed; {CALLS}; c; n; n; n; c",
        ["consumes@consumed", "consumes@for", "other@calls", "other@again", "consumes@consumed"],
    ),
    "stepout of what C has called": (
        f"called_from_c; tbreak @meet; {CALLS}; c; so; n; c",
        ["meet@meet", "other@calls", "other@again", "called_from_c@sorted"],
    ),
    "stepout to C, which waits": (
        f"waits_in_c; tbreak @doubled; {CALLS}; c; so; c",
        ["doubled@doubled", "other@calls", "waits_in_c@mapped"],
    ),
    "stepout to C, which waits, in both": (
        f"waits_in_c; tbreak @doubled; {CALLS}; c; so; s; so; c",
        ["doubled@doubled", "other@calls", "both@first", "other@calls", "waits_in_c@mapped"],
    ),
    "stepout to C, which waits, and breakpoints change": (
        f"waits_in_c; tbreak @doubled; {CALLS}; c; so; b @maps; clear 2; clear 3; c",
        ["doubled@doubled", "other@calls", "waits_in_c@mapped"],
    ),
    "step to C, which waits, and step": (
        f"waits_in_c; tbreak @doubled; {CALLS}; c; s; s; s; c",
        [
            *("doubled@doubled", "other@calls", "both@first", "at_once@at_once"),
            "waits_in_c@mapped",
        ],
    ),
    "a breakpoint that is hit": (
        f"work; tbreak @meet; {CALLS}; b @met; c; so; c; c",
        ["meet@meet", "other@calls", "meet@met"],
    ),
}
"""By what they show: the function, commands, and the stops."""

REST_OF_THE_LINE = {
    "called_from_c@sorted": "called_from_c.<lambda>@sorts",
    "waits_in_c@mapped": "waits_in_c@maps",
}
"""Where interpreted frames stop at a return instead: amid the line that was returned to."""


def program(name: str) -> Program:
    return Program((PROGRAMS / "plans.py").read_text("utf-8").replace("NAME", repr(name)))


def check(commands: str, way: str, others: str, expected: list[str]) -> None:
    name, *typed = commands.split("; ")
    done = driven(program(name), [f"threads {others}", *typed], way)
    assert done.came == expected
    assert (done.output, done.status) == natively(program(name))


@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("way", [INTERPRETED, COMPILED])
@pytest.mark.parametrize("name", ROWS)
def test_two_threads(name: str, way: str, others: str) -> None:
    commands, expected = ROWS[name]
    *before, last = expected
    if way == INTERPRETED:
        last = REST_OF_THE_LINE.get(last, last)
    check(commands, way, others, [*before, last])


INSIDE = "b @counted, i == 2500"
HOT = {
    "next": (
        f"calls_spins; tbreak @spinning; {INSIDE}; c; n; c",
        ["calls_spins@spinning", "counts@counted", "calls_spins@has_spun"],
    ),
    "next in both": (
        f"calls_spins; tbreak @spinning; {INSIDE}; c; n; n; n; c",
        [
            *("calls_spins@spinning", "counts@counted", "counts@loop", "counts@counted"),
            "calls_spins@has_spun",
        ],
    ),
    "until in both": (
        f"spins; tbreak @spin; {INSIDE}; c; unt; unt; c",
        ["spins@spin", "counts@counted", "counts@counting", "spins@spun"],
    ),
}
"""By what they show: the function, commands, and the stops."""


@pytest.mark.parametrize("others", OTHERS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", HOT)
def test_two_threads_in_loops_that_are_hot(name: str, way: str, others: str) -> None:
    check(HOT[name][0], way, others, HOT[name][1])

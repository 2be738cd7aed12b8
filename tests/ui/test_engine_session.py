"""A session on a real engine, in this process."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from debugger.frames.engine import Engine
from debugger.frames.errors import ProgramQuit
from debugger.ui.session import Session
from debugger.ui.table import all_commands


def double(number: int) -> int:
    result = number * 2
    return result  # noqa: RET504


def grow(number: int) -> int:
    return (number * 2 + 1) * 3


def swallow(number: int) -> int:
    try:
        return double(number) // 0
    except ZeroDivisionError:
        return -1


def recurse(depth: int) -> int:
    return 0 if depth == 0 else 1 + recurse(depth - 1)


@pytest.fixture
def enter(talk_console) -> Callable[..., str]:
    """Runs a function with the given lines as input; the text of the screens."""

    def run(function: Callable[[int], int], *lines: str) -> str:
        console = talk_console(list(lines))
        session = Session(console, all_commands(), Engine)
        try:
            console.write(f"value {session.engine.enter(function, 3)}")
        except ProgramQuit:
            console.write("quit")
        for each in list(session.engine.breakpoints):
            session.engine.breakpoints.remove(each.number)
        return str(console.text)

    return run


def test_statements(enter) -> None:
    line = double.__code__.co_firstlineno + 1
    shown = enter(double, f"b {line + 1}", "L", "c", "c").split("\n")
    assert f" >{line:>4}     0  result = number * 2" in shown
    assert f"* {line + 1:>4}     1  return result" in shown


def test_small_steps(enter) -> None:
    shown = enter(grow, "se", "p number", "c")
    assert "   next: $0 = $0 + 1   $0 = 6" in shown
    assert f"\n{' ' * 20}~~~~~~~~~~~~~~\n" in shown
    assert "\n3\n" in shown
    assert shown.endswith("value 21")


def test_a_deep_stack(enter) -> None:
    shown = enter(recurse, "b recurse, depth == 0", "c", "w 2", "u 2", "p depth", "u 9", "c")
    assert " >  1  recurse" in shown
    assert "    4  recurse" not in shown
    assert "frame 3 of 4" in shown
    assert "\n2\n" in shown
    assert "frame 4 of 4" in shown


def test_a_very_deep_stack(enter) -> None:
    start = recurse.__code__.co_firstlineno
    shown = enter(lambda _: recurse(40), f"b {start + 1}, depth == 0", "c", "w", "w all", "c")
    assert "(12 older frames; where all)\n   30  recurse" in shown
    assert "   42  <lambda>" in shown or "   42  test_a_very_deep_stack.<lambda>" in shown


def test_wrong_jumps_change_nothing(enter) -> None:
    shown = enter(swallow, "j 1", "j x", "j", "n", "c")
    assert "Line 1 has no statement in swallow to jump to." in shown
    assert "'x' is not a line number." in shown
    assert "Expected a line number." in shown
    assert shown.endswith("value -1")


def test_stepping_through_a_handler(enter) -> None:
    shown = enter(swallow, *["n"] * 4, "c")
    assert "except ZeroDivisionError" in shown
    assert shown.endswith("value -1")

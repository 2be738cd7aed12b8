"""What the user sees of compiled loops, in a session on a real engine in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from debugger.compiled.loops import reasons
from debugger.compiled.loops.loop import Left
from debugger.compiled.loops.loops import Loops
from debugger.compiled.loops.policy import Policy
from debugger.compiled.tiered import TieredInterpreter
from debugger.frames.engine import Engine
from debugger.frames.stops import Entered, Paused
from debugger.ui import loop_lines
from debugger.ui.session import Session
from debugger.ui.table import all_commands


def count(number: int) -> int:
    found = 0
    for i in range(number):
        found += i
        if i == number - 5:
            found -= 1
    return found


LIMIT = -1  # the test introduces another one in the frame of `count`


def repeated(number: int) -> int:
    return sum(count(number) for _ in range(3))


def nest(number: int) -> int:
    found = 0
    for i in range(number):
        for j in range(number):
            found += i ^ j
    return found


def names(number: int) -> int:
    known = {}
    while number > 0:
        known[number] = number
        number -= 1
    return len(known)


def divide(number: int) -> int:
    found = 0
    for i in range(number):
        found += 100 // (number - 3 - i)
    return found


def start(function: Callable[..., object]) -> int:
    return function.__code__.co_firstlineno


@pytest.fixture
def enter(talk_console) -> Callable[..., str]:
    """Runs a function with the given lines as input; the text of the screens."""

    def run(function: Callable[[int], int], number: int, *lines: str, width: int = 80) -> str:
        console = talk_console(list(lines))
        console.width = width
        loops = Loops(Policy(hot=10, fuel=1000))
        make_interpreter = partial(TieredInterpreter, loops=loops)
        make_engine = partial(Engine, make_interpreter=make_interpreter)
        session = Session(console, all_commands(), make_engine, loops=loops)
        session.engine.break_on.on("error")
        try:
            console.write(f"value {session.engine.enter(function, number)}")
        except ZeroDivisionError as error:
            console.write(str(error))
        for each in list(session.engine.breakpoints):
            session.engine.breakpoints.remove(each.number)
        return str(console.text)

    return run


def test_left_at_a_breakpoint(enter) -> None:
    line = start(count) + 5
    shown = enter(count, 5000, f"b {line}", "c", "st", "n", "c")
    said = f"   left the compiled loop of line {start(count) + 2} after 4,9"
    assert shown.count(said) == 2  # at the stop, and by `status`
    assert "iterations: breakpoint\n" in shown
    assert "i = 4995" in shown
    assert shown.endswith(f"value {count(5000)}")


def test_left_for_an_error(enter) -> None:
    shown = enter(divide, 500, "c", "p i", "c")
    assert "after 4" in shown
    assert "iterations: division by zero\n" in shown
    assert "\n497\n" in shown


def test_left_at_the_end(enter) -> None:
    shown = enter(count, 5000, f"b {start(count) + 6}", "c", "c")
    assert "iterations: end of the loop\n" in shown


def test_a_condition_on_a_name_from_the_prompt(enter) -> None:
    line = start(count) + 3
    shown = enter(count, 5000, "n", "LIMIT = 4990", f"b {line}, i == LIMIT", "c", "p i", "c")
    assert "\n4990\n" in shown


def test_not_left_when_something_has_run_since(enter) -> None:
    line = start(count) + 5
    shown = enter(count, 5000, f"b {line}", "c", f"tbreak {line - 2}", "c", "c")
    assert shown.count("left the") == 1


def test_each_call_counts_for_itself(enter) -> None:
    shown = enter(repeated, 5000, f"b {start(count) + 5}", "c", "c", "c", "c")
    assert shown.count("left the compiled loop") == 3
    assert shown.count(" after 4,") == 3


def test_the_table(enter) -> None:
    shown = enter(names, 100, f"b {start(names) + 5}", "c", "loops", "c")
    assert "No loop" not in shown
    row = shown[shown.index("loop  place") :].split("\n")[1:4]
    number, place, *rest = row[0].split()
    assert place.endswith(f"test_loop_commands.py:{start(names) + 2}")
    assert [number, *rest] == ["1", "names", "refused"]
    assert row[1].startswith(f"      line {start(names) + 3}, known[number] = number: ")


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_fits(enter, width: int) -> None:
    shown = enter(nest, 200, f"b {start(nest) + 5}", "c", "loops", "c", width=width)
    lines = shown[shown.index("loop  place") :].split("\n")
    assert all(len(line) <= width for line in lines)
    assert lines[0].split() == ["loop", "place", "state", "entries", "iterations", "ms"]
    assert len([line for line in lines if " compiled " in line]) >= 1
    assert any("left: " in line for line in lines)


def test_a_nest(enter) -> None:
    shown = enter(nest, 200, f"b {start(nest) + 5}", "c", "loops 1", "guards 1", "c")
    assert f"part of the nest that begins on line {start(nest) + 2}" in shown
    assert f"the iterator of line {start(nest) + 2} is a range iterator with step 1" in shown
    assert f"the iterator of line {start(nest) + 3} is a range iterator with step 1" in shown


def test_switching_off(enter) -> None:
    lines = ["compiled", "compiled off", f"b {start(count) + 6}", "c", "loops", "c"]
    shown = enter(count, 5000, *lines)
    assert "Hot loops run as machine code.\nAll loops run interpreted.\n" in shown
    assert "came round 5,000 times\n(compiled off: all of them run interpreted)\n" in shown


def test_statements_are_marked(enter) -> None:
    shown = enter(count, 5000, "L", f"b {start(count) + 5}", "c", "L", "c").split("\n")
    line = start(count) + 5
    assert sum(text.endswith("(c: in a compiled loop)") for text in shown) == 1
    assert any(text.startswith(f"*>{line:>4} c") for text in shown)


def test_mistakes(enter) -> None:
    shown = enter(
        count, 1, "guards", "guards x", "guards 1", "loops 7", "compiled up", "loops", "c"
    )
    assert shown.split("\n")[-7:-1] == [
        "Expected a loop number.",
        "'x' is not a loop number.",
        "There is no loop 1; 'loops' lists them.",
        "There is no loop 7; 'loops' lists them.",
        "'up' is neither on nor off.",
        "No loop has come round yet.",
    ]


def test_what_failed_is_shown() -> None:
    unit: Any = SimpleNamespace(failed=Counter({0: 1, 2: 2}), last_failure=(2, "str 'abc'"))
    assert loop_lines._failures(unit, (0, 2)) == "failed 3 times, last with str 'abc'"
    assert loop_lines._failures(unit, (0,)) == "failed once"
    assert loop_lines._failures(unit, (1,)) == ""
    unit.last_failure = None
    assert loop_lines._failures(unit, (2,)) == "failed 2 times"


def test_a_pause_is_no_slice_of_time() -> None:
    loop: Any = SimpleNamespace(region=None, line=12)
    left = Left(loop, 4, reasons.SLICE, 3_000_000)
    text = "left the compiled loop of line 12 after 3,000,000 iterations: "
    assert loop_lines.left_line(left, Paused()) == f"{text}paused"
    assert loop_lines.left_line(left, Entered()) == f"{text}time slice"

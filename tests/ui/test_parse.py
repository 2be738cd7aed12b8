"""Taking apart what the user types."""

from __future__ import annotations

import pytest

from debugger.frames.errors import UserError
from debugger.ui import parse
from debugger.ui.parse import LineText, NameText


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("n", ["n"]),
        ("n ;; s", ["n", "s"]),
        ("p 'a;;b' ;; c", ["p 'a;;b'", "c"]),
        ('p "it\'s" ;; c', ['p "it\'s"', "c"]),
        (r"p '\';;' ;; c", [r"p '\';;'", "c"]),
        ("", [""]),
        (";;n;;", ["n"]),
        ("n;;;;s", ["n", "s"]),
    ],
)
def test_split_commands(line: str, commands: list[str]) -> None:
    assert parse.split_commands(line) == commands


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("break 12", ("break", " 12")),
        ("c = 5", ("c", " = 5")),
        ("?", ("?", "")),
        ("c+1", ("c", "+1")),
        ("12", ("", "12")),
        ("", ("", "")),
    ],
)
def test_first_word(line: str, parts: tuple[str, str]) -> None:
    assert parse.first_word(line) == parts


@pytest.mark.parametrize(
    ("text", "location", "condition"),
    [
        ("12", LineText(None, 12), None),
        ("orbit.py:18", LineText("orbit.py", 18), None),
        ("lib/orbit.py : 18", LineText("lib/orbit.py", 18), None),
        ("f:12, x > 3", LineText("f", 12), "x > 3"),
        ("advance", NameText("advance"), None),
        ("orbit.Body.step, f(1, 2) == [3, 4]", NameText("orbit.Body.step"), "f(1, 2) == [3, 4]"),
        ("12, a == ','", LineText(None, 12), "a == ','"),
        ("12 if x > 3", LineText(None, 12), "x > 3"),
        ("orbit.py:18 if a, b", LineText("orbit.py", 18), "a, b"),
        ("12 if(x > 3)", LineText(None, 12), "(x > 3)"),
        ("step, x if y else z", NameText("step"), "x if y else z"),
        ("iffy", NameText("iffy"), None),
    ],
)
def test_breakpoint_text(text: str, location: object, condition: str | None) -> None:
    found = parse.breakpoint_text(text)
    assert (found.location, found.condition) == (location, condition)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Expected a location."),
        ("12,", "Expected a condition after the comma."),
        ("12 if ", "Expected a condition after the 'if'."),
        ("12, x >", "'x >' is not an expression: invalid syntax."),
        ("a b", "'a b' is not a location: expected line, file:line or function."),
        ("a.py:x", "'a.py:x' is not a location: expected line, file:line or function."),
        (":12", "':12' is not a location: expected line, file:line or function."),
    ],
)
def test_wrong_breakpoint_text(text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        parse.breakpoint_text(text)
    assert str(caught.value) == message


def test_numbers() -> None:
    assert parse.numbers("1, 2 3", "number") == [1, 2, 3]
    assert parse.optional_number(" ", "number", default=7) == 7
    with pytest.raises(UserError, match="'x' is not a frame number"):
        parse.number("x", "frame number")

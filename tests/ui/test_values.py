"""Values as short text."""

from __future__ import annotations

import math
import sys
from collections import Counter
from dataclasses import dataclass

import pytest

from debugger.ui.values import clipped, error_text, full, instance_attributes, short


class Plain:
    def __init__(self, **attributes: object) -> None:
        vars(self).update(attributes)

    @property
    def area(self) -> int:
        raise AssertionError("properties are not run")


class Failing:
    def __repr__(self) -> str:
        raise ValueError("no")


class Exiting:
    def __repr__(self) -> str:
        sys.exit(3)


class Wrong:
    def __repr__(self) -> str:
        return 5  # type: ignore[return-value]


@dataclass
class Point:
    x: int


class AngryError(Exception):
    def __str__(self) -> str:
        raise ValueError


def function() -> None: ...


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (-0.31, "-0.31"),
        ("a\nb", r"'a\nb'"),
        ("x" * 100, "'" + "x" * 40 + "... 100 long"),
        (b"ab", "b'ab'"),
        (10**10000, "<int of 33,220 bits>"),
        ([], "[]"),
        ((1,), "(1,)"),
        ([1, 2.5], "[1, 2.5]"),
        (list(range(8)), "[0, 1, 2, 3, 4, 5, ... 8 items]"),
        ({1: "a"}, "{1: 'a'}"),
        ({3}, "{3}"),
        (frozenset({3}), "frozenset({3})"),
        (set(), "set()"),
        ([[[[1]]]], "[[[[... 1 items]]]]"),
        (range(3), "range(0, 3)"),
        (function, "<function function>"),
        (math, "<module math>"),
        (math.sin, "<function sin>"),
        (Plain, "<class Plain>"),
        (Plain(), "<Plain>"),
        (Plain(mass=1.0, name="x"), "<Plain mass=1.0 name='x'>"),
        (Point(3), "Point(x=3)"),
        (Counter("aab"), "Counter({'a': 2, 'b': 1})"),
        (Failing(), "<Failing: its __repr__ raised ValueError>"),
        ([Failing()], "[<Failing: its __repr__ raised ValueError>]"),
        (Exiting(), "<Exiting: its __repr__ raised SystemExit>"),
        (Wrong(), "<Wrong: its __repr__ raised TypeError>"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_short(value: object, text: str) -> None:
    assert short(value) == text


def test_a_list_that_contains_itself() -> None:
    items: list[object] = [1]
    items.append(items)
    assert short(items).startswith("[1, [1, [1,")


def test_the_limit_is_kept() -> None:
    assert len(short([list(range(5))] * 5, 40)) <= 40
    assert clipped("abcdef", 5) == "ab..."
    assert clipped("a\nb", 5) == "a b"


def test_interrupting_a_slow_repr() -> None:
    class Slow:
        def __repr__(self) -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        short(Slow())
    with pytest.raises(KeyboardInterrupt):
        full(Slow())


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("bad"), "ValueError: bad"),
        (ValueError(), "ValueError"),
        (KeyError("k"), "KeyError: 'k'"),
        (AngryError(), "AngryError: <its __str__ raised too>"),
        (SyntaxError("invalid syntax"), "SyntaxError: invalid syntax"),
    ],
)
def test_error_text(error: BaseException, text: str) -> None:
    assert error_text(error) == text


def test_attributes_come_from_the_instance_alone() -> None:
    class Sly:
        __dict__ = {"fake": 1}

    assert instance_attributes(Plain(mass=1)) == {"mass": 1}
    assert instance_attributes(Sly()) == {}
    assert instance_attributes(3) == {}

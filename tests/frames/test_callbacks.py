"""How far `step` looks for functions that a statement may call through C."""

from __future__ import annotations

import pytest

from debugger.frames.callbacks import MOST, functions_of, held_by


def called() -> None:
    """A function."""


HOLDERS = {
    "a list": [called] * 5000,
    "a tuple": (called,) * 5000,
    "a dict": dict.fromkeys(range(5000), called),
    "an object of a set": {object() for _ in range(5000)},
}


@pytest.mark.parametrize("name", HOLDERS)
def test_of_what_holds_much_a_part_is_looked_at(name: str) -> None:
    assert len(held_by(HOLDERS[name])) == MOST


def test_functions_in_what_is_held_are_found() -> None:
    assert list(functions_of([[{"key": (called,)}]])) == [called]

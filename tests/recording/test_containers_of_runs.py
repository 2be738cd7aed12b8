"""Looking for the arrays and lists of a run asks nothing of the objects of the program."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

import numpy as np

from debugger.compiled.runs.contents import of_value


class Curious:
    """Tells of each attribute that is asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> int:
        self.asked.append(name)
        return 0


def test_only_arrays_and_lists_are_found():
    other, items, array = Curious(), [1], np.zeros(2)
    assert not list(of_value(other))
    assert not other.asked
    assert [*of_value(items), *of_value(iter(items))] == [items, items]
    assert next(of_value(array)) is array

"""A chart of a variable, as lines of text."""

from __future__ import annotations

import importlib.util

import pytest

from debugger.frames.errors import UserError
from debugger.ui.plotting import chart

WIDTH = 60
IS_INSTALLED = importlib.util.find_spec("plotext") is not None


@pytest.mark.skipif(not IS_INSTALLED, reason="plotext is not installed")
def test_a_chart_has_a_title_fits_the_width_and_is_plain_text() -> None:
    lines = chart("energy", range(1, 31), [step * step for step in range(30)], WIDTH).splitlines()
    assert any("energy" in line for line in lines)
    assert max(map(len, lines)) <= WIDTH
    assert "\x1b" not in "".join(lines)
    assert any("841" in line or "841.0" in line for line in lines)


@pytest.mark.skipif(not IS_INSTALLED, reason="plotext is not installed")
def test_a_second_chart_does_not_show_the_first() -> None:
    chart("first", [1, 2, 3], [1, 2, 3], WIDTH)
    text = chart("second", [1, 2, 3], [7, 7, 8], WIDTH)
    assert "second" in text
    assert "first" not in text


@pytest.mark.skipif(IS_INSTALLED, reason="plotext is installed")
def test_without_plotext_it_says_what_to_do() -> None:
    with pytest.raises(UserError, match=r"'plot energy > energy\.csv' works"):
        chart("energy", [1], [1], WIDTH)

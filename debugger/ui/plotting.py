"""The values of a variable: as a chart in the terminal, drawn by plotext, or as a file."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

from debugger.frames.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEIGHT = 16


def chart(name: str, positions: Sequence[int], values: Sequence[Any], width: int) -> str:
    """The chart as lines of text; raises UserError where plotext is not installed."""
    try:
        import plotext
    except ImportError:
        raise UserError(
            "The chart is drawn by plotext, which is not installed ('pip install plotext');"
            f" 'plot {name} > {name}.csv' works without it."
        ) from None
    figure = plotext.figure
    figure.clear()
    figure.plot_size(width, _HEIGHT)
    figure.title(name)
    figure.draw(figure.signal(list(positions), [float(value) for value in values]).lines())
    text: str = figure.build().string(colorless=True)
    return "\n".join(line.rstrip() for line in text.splitlines())


def write_table(path: str, name: str, positions: Sequence[int], values: Sequence[Any]) -> None:
    """Write iteration and value, line by line; raises UserError if that cannot be done."""
    try:
        with open(path, "w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["iteration", name])
            rows.writerows(zip(positions, values, strict=True))
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}.") from None

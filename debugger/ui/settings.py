"""How much the user wants to see: lines of source around the current one, types of variables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from debugger.ui.values import class_name, class_path

if TYPE_CHECKING:
    from collections.abc import Callable

BEFORE, AFTER = 3, 2
"""Lines of source before and after the current one."""
MOST = 40


def bare(name: str, value: object) -> str:
    """`n`."""
    del value
    return name


def with_class(name: str, value: object) -> str:
    """`n: int`."""
    return f"{name}: {class_name(type(value))}"


def with_whole_class(name: str, value: object) -> str:
    """`n: numpy.float64`."""
    return f"{name}: {class_path(type(value))}"


LABELS: dict[str, Callable[[str, object], str]] = {
    "off": bare,
    "short": with_class,
    "full": with_whole_class,
}
"""How variables are called, by what the user calls that."""


@dataclass(slots=True)
class Settings:
    """What the user has chosen; `more` is how many lines of source beyond the usual are shown."""

    more: int = 0
    types: str = "off"

    def widen(self, lines: int) -> int:
        """Show more lines on both sides, or fewer; how many are shown then."""
        self.more = min(max(self.more + lines, -AFTER), MOST)
        return BEFORE + AFTER + 1 + 2 * self.more

    def next_types(self) -> str:
        """Go on to the next way of showing types; its name."""
        names = list(LABELS)
        self.types = names[(names.index(self.types) + 1) % len(names)]
        return self.types

"""The names that are in scope at a stop, and which of them a misspelt word may mean."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from debugger.frames.frame import Frame


def in_scope(frame: Frame, name: str) -> bool:
    """Whether the program itself has given the name a meaning; builtins do not count."""
    return name in frame.variables() or name in frame.globals


def known(frame: Frame, name: str) -> bool:
    """Whether Python finds the name."""
    return in_scope(frame, name) or hasattr(builtins, name)


def visible(frame: Frame) -> list[str]:
    """Every name that can be used in an expression, sorted."""
    return sorted({*frame.variables(), *frame.globals, *dir(builtins)})


def suggestion(word: str, names: Iterable[str]) -> str:
    """` Did you mean: break` with the nearest of the names, or nothing."""
    from difflib import get_close_matches

    nearest = get_close_matches(word, [name for name in names if len(name) > 1], n=1)
    return f" Did you mean: {nearest[0]}" if nearest else ""

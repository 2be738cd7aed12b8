"""Marks and colours: the only thing in which a terminal and plain text differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def _unpainted(text: str, style: str) -> str:
    del style
    return text


def _uncoloured(lines: Sequence[str]) -> list[str]:
    return list(lines)


@dataclass(frozen=True, slots=True)
class Theme:
    """The marks, how a piece of text gets a style, and how lines of source get colours."""

    current: str = ">"
    breakpoint: str = "*"
    error: str = "!"
    back: str = "<"
    paint: Callable[[str, str], str] = _unpainted
    colour: Callable[[Sequence[str]], list[str]] = _uncoloured


PLAIN = Theme()

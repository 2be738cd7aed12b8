"""Colours for a terminal: source through pygments, marks and places through plain ANSI codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygments import highlight
from pygments.formatters import TerminalFormatter
from pygments.lexers import PythonLexer

from debugger.ui.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

_CODES = {"place": "36", "current": "1;32", "breakpoint": "31", "value": "2;3"}


def terminal_theme() -> Theme:
    """Marks as signs and everything in colour."""
    return Theme("▶", "●", "✖", "◀", _painted, _coloured)


def _painted(text: str, style: str) -> str:
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m"


def _coloured(lines: Sequence[str]) -> list[str]:
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    coloured: list[str] = highlight("\n".join(lines), lexer, TerminalFormatter()).split("\n")
    # A lexer that joins or drops lines must not shift the line numbers.
    return coloured if len(coloured) == len(lines) else list(lines)

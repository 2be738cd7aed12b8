"""Aliases: words that stand for commands, with the arguments put in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.ui.parse import split_commands

if TYPE_CHECKING:
    from collections.abc import Iterator

_PLACES = tuple(f"%{number}" for number in range(1, 10))
_ALL = "%*"


class Aliases:
    """What words stand for."""

    def __init__(self) -> None:
        """No word stands for anything yet."""
        self.texts: dict[str, str] = {}

    def __iter__(self) -> Iterator[str]:
        """The words, sorted."""
        return iter(sorted(self.texts))

    def define(self, name: str, text: str) -> None:
        """Let a word stand for a text; raises UserError if it passes over an argument."""
        used = [place in text for place in _PLACES]
        if _ALL not in text and used != sorted(used, reverse=True):
            raise UserError("The arguments of an alias are %1, %2 and so on, without a gap.")
        self.texts[name] = text

    def remove(self, name: str) -> None:
        """Forget a word; raises UserError if it stands for nothing."""
        self.line(name)
        del self.texts[name]

    def line(self, name: str) -> str:
        """`name = text`; raises UserError if the word stands for nothing."""
        if name not in self.texts:
            raise UserError(f"There is no alias '{name}'.")
        return f"{name} = {self.texts[name]}"

    def commands(self, line: str) -> list[str]:
        """The commands of a line, of which the first does not begin with an alias any more.

        A word in its own text is not replaced again.  Raises UserError if there are too few
        arguments or too many.
        """
        first, *rest = split_commands(line)
        done: set[str] = set()
        while (words := first.split()) and words[0] in self.texts and words[0] not in done:
            done.add(words[0])
            first, *more = split_commands(_filled(self.texts[words[0]], words))
            rest = [*more, *rest]
        return [first, *rest]


def _filled(text: str, words: list[str]) -> str:
    name, *arguments = words
    wanted = sum(place in text for place in _PLACES)
    if len(arguments) < wanted:
        raise UserError(f"Not enough arguments for the alias '{name}'.")
    if len(arguments) > wanted and _ALL not in text:
        raise UserError(f"Too many arguments for the alias '{name}'.")
    for place, argument in zip(_PLACES, arguments, strict=False):
        text = text.replace(place, argument)
    return text.replace(_ALL, " ".join(arguments))

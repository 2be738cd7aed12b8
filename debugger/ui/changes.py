"""What the user is told of source files that have changed since they were run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.texts import Trust
from debugger.ui.source import short_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from debugger.frames.texts import Stamp, Text

_WORDS = {
    Trust.OLD: "{} has changed since it was run: these are the lines that run.",
    Trust.DOUBTFUL: "{} has changed since it was run: its lines may not be those that run.",
}


class Changes:
    """Tells of each change of a file once."""

    def __init__(self) -> None:
        self._told: set[tuple[str, Stamp | None]] = set()

    def notes(self, filename: str, text: Text) -> Iterator[str]:
        """What is to be told of a text of a file, which is about to be used."""
        change = filename, text.newest
        if text.trust in _WORDS and change not in self._told:
            self._told.add(change)
            yield _WORDS[text.trust].format(short_path(filename))

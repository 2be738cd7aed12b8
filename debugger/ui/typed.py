"""What was typed at earlier prompts, as the editor of lines wants to have it.

Several debuggers may run at once: each adds to what is in the file then.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from prompt_toolkit.history import History

from debugger.ui import state

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LIMIT = 2_000
"""As many entries are kept."""
FILE = "history"
OLD_FILE = "~/.debugger_history"
"""Where they were kept before."""


class Typed(History):
    """The history of the editor, in a file of the user's state folder."""

    def __init__(self) -> None:
        super().__init__()
        self._path = state.state_file(FILE)

    def load_history_strings(self) -> Iterable[str]:
        """What is in the file, newest first."""
        return reversed(self._entries())

    def store_string(self, string: str) -> None:
        """Add to what is in the file now; where it cannot be written, nothing is kept."""
        try:
            state.write(self._path, _written([*self._entries(), string][-LIMIT:]))
        except OSError:
            return

    def _entries(self) -> list[str]:
        text = state.read(self._path)
        return _entries_in(state.read(Path(OLD_FILE).expanduser()) if text is None else text)


def _written(entries: Sequence[str]) -> str:
    """Each line of an entry stands behind a plus, and a line without one ends the entry."""
    return "".join(f"+{entry.replace(chr(10), f'{chr(10)}+')}\n\n" for entry in entries)


def _entries_in(text: str | None) -> list[str]:
    entries: list[list[str]] = [[]]
    for line in (text or "").split("\n"):
        if line.startswith("+"):
            entries[-1].append(line[1:])
        elif entries[-1]:
            entries.append([])
    return ["\n".join(lines) for lines in entries if lines]

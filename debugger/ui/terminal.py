"""The console on a terminal.

The editor of lines (`editor.py`) is imported when the first prompt stands on the screen already:
what the user types meanwhile waits in the terminal's own buffer.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from debugger.ui.aside import aside
from debugger.ui.highlight import terminal_theme
from debugger.ui.theme import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TextIO

    from prompt_toolkit import PromptSession

_CLEAR_LINE = "\r\x1b[K"


class TerminalConsole:
    """Reads with an editor of lines; writes to the terminal the process was started in."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        """These are the terminal, whatever the program does to `sys.stdin` and `sys.stdout`."""
        self._source = source
        self._target = target
        self._plain = bool(os.environ.get("NO_COLOR"))
        self.theme = PLAIN if self._plain else terminal_theme()
        self._editor: PromptSession[str] | None = None
        self._words: Callable[[str], Iterable[str]] = lambda _: ()

    @property
    def width(self) -> int:
        """Columns of the terminal, which the user may change at any time."""
        return shutil.get_terminal_size().columns

    def read(self, prompt: str) -> str | None:
        """One line; in a thread of its own, since the program may be inside an event loop."""
        editor = self._opened(prompt)
        try:
            return aside(lambda: editor.prompt(prompt, handle_sigint=False))
        except EOFError:
            return None

    def _opened(self, prompt: str) -> PromptSession[str]:
        """The editor; the first time, the prompt is there before it."""
        if self._editor is None:
            self._show(prompt)
            from debugger.ui.editor import open_editor, python_lexer

            lexer = None if self._plain else python_lexer()
            self._editor = open_editor(self._source, self._target, lexer, self._offered)
            self._show(_CLEAR_LINE)
        return self._editor

    def _offered(self, text: str) -> Iterable[str]:
        return self._words(text)

    def _show(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()

    def write(self, text: str) -> None:
        """Show one or more lines."""
        self._show(text + "\n")

    def unread(self) -> str:
        """The terminal itself keeps what was not read."""
        return ""

    def put_back(self, text: str) -> None:
        """Nothing was taken from it."""

    def complete_with(self, words: Callable[[str], Iterable[str]]) -> None:
        """Offer these words at the Tab key."""
        self._words = words

    def confirm(self, question: str) -> bool:
        """Anything but yes is no; so is Ctrl-C, but a second Ctrl-D is a yes."""
        try:
            answer = self.read(f"{question} (y/n) ")
        except KeyboardInterrupt:
            return False
        return answer is None or answer.strip().lower() in ("y", "yes")

    def may_end(self) -> bool:
        """Ctrl-D is pressed easily, and the program's state would be lost."""
        return self.confirm("End the program?")

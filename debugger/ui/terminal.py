"""The console on a terminal: history, completion, highlighting through prompt_toolkit."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.history import FileHistory, InMemoryHistory
from prompt_toolkit.lexers import PygmentsLexer
from prompt_toolkit.output import create_output
from pygments.lexers import PythonLexer

from debugger.ui.highlight import terminal_theme
from debugger.ui.theme import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TextIO

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import History

_HISTORY = "~/.debugger_history"


class TerminalConsole:
    """Reads with an editor of lines; writes to the terminal the process was started in."""

    def __init__(self, target: TextIO) -> None:
        """`target` is the terminal, whatever the program does to `sys.stdout` later."""
        self._target = target
        plain = bool(os.environ.get("NO_COLOR"))
        self.theme = PLAIN if plain else terminal_theme()
        self.completer = Words()
        self._session: PromptSession[str] = PromptSession(
            history=_history(),
            completer=self.completer,
            complete_while_typing=False,
            lexer=None if plain else PygmentsLexer(PythonLexer),
            output=create_output(stdout=target),
        )

    @property
    def width(self) -> int:
        """Columns of the terminal, which the user may change at any time."""
        return shutil.get_terminal_size().columns

    def read(self, prompt: str) -> str | None:
        """One line; in a thread of its own, since the program may be inside an event loop."""
        try:
            return self._session.prompt(prompt, in_thread=True)
        except EOFError:
            return None

    def write(self, text: str) -> None:
        """Show one or more lines."""
        self._target.write(text + "\n")
        self._target.flush()

    def complete_with(self, words: Callable[[str], Iterable[str]]) -> None:
        """Offer these words at the Tab key."""
        self.completer.source = words

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


class Words(Completer):
    """What the session offers, in the form that prompt_toolkit asks for."""

    def __init__(self) -> None:
        self.source: Callable[[str], Iterable[str]] = lambda _: ()

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterator[Completion]:
        del complete_event
        text = document.text_before_cursor
        for word in self.source(text):
            yield Completion(word, start_position=-_overlap(text, word))


def _overlap(text: str, word: str) -> int:
    """How much of the end of the text the word begins with."""
    return max(length for length in range(len(word) + 1) if text.endswith(word[:length]))


def _history() -> History:
    path = os.path.expanduser(_HISTORY)
    folder = os.path.dirname(path)
    return FileHistory(path) if os.access(folder, os.W_OK) else InMemoryHistory()

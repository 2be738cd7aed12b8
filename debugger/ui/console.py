"""How the session reads lines and writes text; the form without a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from debugger.ui.lines import line_by_line, take_input
from debugger.ui.theme import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TextIO

    from debugger.ui.theme import Theme

    Completer = Callable[[str], Iterable[str]]

WIDTH = 80


class Console(Protocol):
    """Where the session's words go and where its commands come from."""

    @property
    def theme(self) -> Theme:
        """Marks and colours."""

    @property
    def width(self) -> int:
        """Columns of a screen."""

    def read(self, prompt: str) -> str | None:
        """One line without its end, None at the end of the input."""

    def write(self, text: str) -> None:
        """Show one or more lines."""

    def unread(self) -> str:
        """What was taken from the input already, and not read yet; it is gone from here."""

    def put_back(self, text: str) -> None:
        """Read this before anything else."""

    def complete_with(self, words: Completer) -> None:
        """Offer these words for the text before the cursor, if anything is offered at all."""

    def confirm(self, question: str) -> bool:
        """Ask a question whose answer is yes or no."""

    def may_end(self) -> bool:
        """Whether the program may be ended too, now that the input has."""


class PlainConsole:
    """Plain lines; what was read is repeated after the prompt, so that a transcript can be read."""

    theme: Theme = PLAIN
    width = WIDTH

    def __init__(self, source: TextIO, target: TextIO) -> None:
        """Read commands from `source`, write to `target`."""
        self._source = source
        self._target = target
        self._ahead = ""

    def read(self, prompt: str) -> str | None:
        """One line; a terminal shows what is typed itself, so there nothing is repeated."""
        self._put(prompt)
        if self._source.closed:
            self._source = line_by_line(0, "utf-8", "replace")
        line = self._line()
        text = line.rstrip("\r\n")
        if not line or not self._source.isatty():
            self._put(text + "\n")
        return text if line else None

    def _line(self) -> str:
        if not self._ahead:
            return self._source.readline()
        line, end, self._ahead = self._ahead.partition("\n")
        return line + end

    def unread(self) -> str:
        """A terminal keeps what was not read itself."""
        import os

        text, self._ahead = self._ahead, ""
        if self._source.closed or self._source.isatty():
            return text
        os.set_blocking(self._source.fileno(), False)
        try:
            return text + "".join(iter(self._source.readline, ""))
        finally:
            os.set_blocking(self._source.fileno(), True)

    def put_back(self, text: str) -> None:
        """Read this before anything else."""
        self._ahead = text + self._ahead

    def write(self, text: str) -> None:
        """Show one or more lines."""
        self._put(text + "\n")

    def complete_with(self, words: Completer) -> None:
        """Plain lines come without help."""

    def confirm(self, question: str) -> bool:
        """No answer is a no."""
        answer = self.read(f"{question} (y/n) ")
        return answer is not None and answer.strip().lower() in ("y", "yes")

    def may_end(self) -> bool:
        """Nobody is there to be asked."""
        return True

    def _put(self, text: str) -> None:
        """Where the program has closed a stream, its descriptor is still there for a console."""
        if self._target.closed:
            self._target = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        encoding = getattr(self._target, "encoding", None) or "utf-8"
        self._target.write(text.encode(encoding, "backslashreplace").decode(encoding))
        self._target.flush()


def open_console() -> Console:
    """The console for this process: a terminal where there is one, else plain lines.

    The streams are those of the process, whatever the program does to `sys.stdout`, or with the
    descriptors, later.
    """
    import sys

    from debugger.ui.descriptors import Attached

    source, target = take_input(), sys.__stdout__
    if source is None or target is None:
        return _detached()
    is_terminal = source.isatty() and target.isatty()
    return Attached(_terminal(source, target) if is_terminal else PlainConsole(source, target))


def _detached() -> Console:
    import io

    return PlainConsole(io.StringIO(), io.StringIO())


def _terminal(source: TextIO, target: TextIO) -> Console:
    import os

    if os.environ.get("TERM", "dumb") == "dumb":
        return PlainConsole(source, target)
    try:
        from debugger.ui.terminal import TerminalConsole
    except ImportError:
        # Without prompt_toolkit the debugger still works, only less comfortably.
        return PlainConsole(source, target)
    return TerminalConsole(source, target)

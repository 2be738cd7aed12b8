"""How a replay talks to the user: through the console of the process that waits for it.

Each message is one line of JSON.  The replay sends `[name, text]` (the name of a method of
`Console`) and, unless it only writes, gets `[answer, was_interrupted]`.  So one process alone has
the terminal, its history and the input that was read ahead.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self

from debugger.ui.limit import is_main_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TextIO

    from debugger.ui.console import Console
    from debugger.ui.theme import Theme


class Pipes:
    """The two ends that one process has; `source` is read from, `target` written to."""

    def __init__(self, source: int, target: int) -> None:
        """Take over two descriptors."""
        self.numbers = frozenset({source, target})
        self.source = os.fdopen(source, encoding="ascii")
        self.target = os.fdopen(target, "w", encoding="ascii")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Close both; the other process is gone perhaps."""
        self.source.close()
        with suppress(BrokenPipeError):
            self.target.close()


class RelayConsole:
    """The console of the replay."""

    def __init__(self, theme: Theme, requests: TextIO, answers: TextIO) -> None:
        """Send to `requests`, receive from `answers`; who waits at the other end has the theme."""
        self.theme = theme
        self._requests = requests
        self._answers = answers

    @property
    def width(self) -> int:
        """Columns of the terminal."""
        return int(self._asked("width", ""))

    def read(self, prompt: str) -> str | None:
        """One line; raises KeyboardInterrupt if Ctrl-C was pressed instead."""
        answer: str | None = self._asked("read", prompt)
        return answer

    def confirm(self, question: str) -> bool:
        """Ask a question whose answer is yes or no."""
        return bool(self._asked("confirm", question))

    def write(self, text: str) -> None:
        """Show one or more lines."""
        with ignoring_interrupts():
            self._send("write", text)

    def unread(self) -> str:
        """The other end reads."""
        return ""

    def put_back(self, text: str) -> None:
        """Nothing was taken from here."""

    def complete_with(self, words: Callable[[str], Iterable[str]]) -> None:
        """The other end offers what it did before."""

    def may_end(self) -> bool:
        """Nothing is lost when a replay ends."""
        return True

    def _asked(self, name: str, text: str) -> Any:
        # Ctrl-C goes to both processes; at a question it is for the one that has the terminal.
        with ignoring_interrupts():
            self._send(name, text)
            line = self._answers.readline()
        if not line:
            os._exit(1)  # nobody waits any more
        answer, was_interrupted = json.loads(line)
        if was_interrupted:
            raise KeyboardInterrupt
        return answer

    def _send(self, name: str, text: str) -> None:
        flush_standard_streams()
        try:
            self._requests.write(json.dumps([name, text]) + "\n")
            self._requests.flush()
        except BrokenPipeError:
            os._exit(1)


def serve(
    console: Console, requests: TextIO, answers: TextIO, given: Callable[[], str | None]
) -> None:
    """Let a replay use `console` until it ends; `given` are commands to take before it is asked."""
    asked: dict[str, Callable[[str], object]] = {
        "read": lambda prompt: given() or console.read(prompt),
        "confirm": console.confirm,
        "width": lambda _: console.width,
    }
    with ignoring_interrupts() as heeding:
        while (line := requests.readline()).endswith("\n"):
            name, text = json.loads(line)
            if name == "write":
                console.write(text)
                continue
            with suppress(BrokenPipeError):
                answers.write(json.dumps(answered(asked[name], text, heeding)) + "\n")
                answers.flush()


def answered(ask: Callable[[str], object], text: str, heeding: Callable[[], Any]) -> list[object]:
    """The answer to a question, and whether Ctrl-C came instead."""
    try:
        with heeding():
            return [ask(text), False]
    except KeyboardInterrupt:
        return [None, True]


@contextmanager
def ignoring_interrupts() -> Iterator[Callable[[], Any]]:
    """Ignore Ctrl-C meanwhile; what this gives makes a context in which it is heeded as before."""
    before = signal.getsignal(signal.SIGINT)
    # Only the main thread may decide, and what is not of Python could not be put back.
    can_decide = is_main_thread() and before is not None

    @contextmanager
    def handled_by(handler: Any) -> Iterator[None]:
        if not can_decide:
            yield
            return
        replaced = signal.signal(signal.SIGINT, handler)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, replaced)

    with handled_by(signal.SIG_IGN):
        yield lambda: handled_by(before)


def flush_standard_streams() -> None:
    """Let go what is buffered for the standard output and for errors."""
    for stream in (sys.__stdout__, sys.__stderr__):
        with suppress(OSError, ValueError, AttributeError):  # closed, or there is none
            stream.flush()  # type: ignore[union-attr]

"""The terminal that the debugger was started in, wherever the program points its descriptors.

Programs point the standard descriptors elsewhere: pytest, while a test runs, into a file.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from debugger.ui.relay import flush_standard_streams

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from debugger.ui.console import Console
    from debugger.ui.theme import Theme

STANDARD = (0, 1, 2)
FIRST = 200
"""The duplicates have high numbers: files that the program opens get those they always had."""


class Descriptors:
    """The standard descriptors as they were when this was made."""

    def __init__(self) -> None:
        """Keep duplicates of those that are open, where there is room."""
        self._kept: dict[int, int] = {}
        for number in STANDARD:
            with suppress(OSError, ImportError):
                self._kept[number] = duplicate(number)

    @contextmanager
    def restored(self) -> Iterator[None]:
        """While this lasts, the standard descriptors lead where they did."""
        elsewhere = [number for number, kept in self._kept.items() if is_elsewhere(number, kept)]
        if elsewhere:
            # What waits to be written is the program's, and goes where the program wants it.
            flush_standard_streams()
        moved = {number: self._pointed_back(number) for number in elsewhere}
        try:
            yield
        finally:
            for number, other in moved.items():
                point(number, other)

    def _pointed_back(self, number: int) -> int | None:
        """Point a descriptor back; returns a duplicate of what it was, None if it was closed."""
        try:
            other = duplicate(number)
        except OSError:
            other = None
        os.dup2(self._kept[number], number)
        return other


def duplicate(number: int) -> int:
    """A duplicate that child processes do not get; raises OSError, and ImportError on Windows."""
    import fcntl

    return fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, FIRST)


def point(number: int, other: int | None) -> None:
    """Let a descriptor be what it was, and close the duplicate of that."""
    if other is None:
        os.close(number)
    else:
        os.dup2(other, number)
        os.close(other)


def is_elsewhere(number: int, kept: int) -> bool:
    """Whether a descriptor leads elsewhere than a duplicate, unless that was closed."""
    ours = leads_to(kept)
    return ours is not None and leads_to(number) != ours


def leads_to(number: int) -> tuple[int, int] | None:
    """What is behind a descriptor, None if it is closed."""
    try:
        found = os.fstat(number)
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Attached:
    """A console that reads and writes where it did when it was opened."""

    def __init__(self, console: Console) -> None:
        """The descriptors are those of this moment."""
        self._console = console
        self._descriptors = Descriptors()

    @property
    def theme(self) -> Theme:
        """Marks and colours."""
        return self._console.theme

    @property
    def width(self) -> int:
        """Columns of a screen."""
        with self._descriptors.restored():
            return self._console.width

    def read(self, prompt: str) -> str | None:
        """One line without its end, None at the end of the input."""
        with self._descriptors.restored():
            return self._console.read(prompt)

    def write(self, text: str) -> None:
        """Show one or more lines."""
        with self._descriptors.restored():
            self._console.write(text)

    def unread(self) -> str:
        """What was taken from the input already, and not read yet; it is gone from here."""
        with self._descriptors.restored():
            return self._console.unread()

    def put_back(self, text: str) -> None:
        """Read this before anything else."""
        self._console.put_back(text)

    def complete_with(self, words: Callable[[str], Iterable[str]]) -> None:
        """Offer these words for the text before the cursor, if anything is offered at all."""
        self._console.complete_with(words)

    def confirm(self, question: str) -> bool:
        """Ask a question whose answer is yes or no."""
        with self._descriptors.restored():
            return self._console.confirm(question)

    def may_end(self) -> bool:
        """Whether the program may be ended too, now that the input has."""
        with self._descriptors.restored():
            return self._console.may_end()

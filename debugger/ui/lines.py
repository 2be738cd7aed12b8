"""Standard input that is read line by line where it is no terminal.

Commands come from the same input as what the program reads, and either may close it: what the
streams had read ahead would be lost then.
"""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import TextIO

NEWLINE = b"\n"


class LineByLine(io.FileIO):
    """A file that gives no more than one line at a time to who reads ahead."""

    _held = b""

    def readinto(self, buffer: Any, /) -> int:
        """As much of the next line as there is room for; what an interrupt leaves comes next."""
        size = len(memoryview(buffer))
        while len(self._held) < size and not self._held.endswith(NEWLINE):
            # The rest may be for somebody else.
            byte = os.read(self.fileno(), 1)
            if not byte:
                break
            self._held += byte
        given, self._held = self._held[:size], self._held[size:]
        buffer[: len(given)] = given
        return len(given)

    def readall(self) -> bytes:
        """All the rest."""
        held, self._held = self._held, b""
        return held + super().readall()


def line_by_line(number: int, encoding: str, errors: str) -> TextIO:
    """The text of a descriptor, which stays open when this is closed."""
    raw = LineByLine(number, closefd=False)
    return io.TextIOWrapper(io.BufferedReader(raw), encoding, errors)


def take_input() -> TextIO | None:
    """Standard input, which Python reads line by line from here on, unless it is a terminal."""
    source = sys.__stdin__
    is_plain = type(source) is io.TextIOWrapper and type(source.buffer) is io.BufferedReader
    if source is None or not is_plain or source.isatty() or source is not sys.stdin:
        return source
    taken: Any = line_by_line(source.fileno(), source.encoding, source.errors or "strict")
    # Named as Python does it.
    taken.buffer.raw.name, taken.mode = source.name, source.mode
    for name in ("stdin", "__stdin__"):
        setattr(sys, name, taken)
    return taken  # type: ignore[no-any-return]

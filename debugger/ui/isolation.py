"""Taking a forked process away from what it shares with the one it was forked from."""

from __future__ import annotations

import os
from contextlib import suppress

from debugger.frames.errors import UserError
from debugger.ui.relay import flush_standard_streams

_DESCRIPTORS = "/dev/fd"
_MAPPINGS = "/proc/self/maps"
_STANDARD = (1, 2)


def require_nothing_shared() -> None:
    """Raise UserError if a fork would write into memory that others see."""
    with suppress(FileNotFoundError), open(_MAPPINGS, encoding="utf-8", errors="replace") as file:
        shared = [line.split(maxsplit=5) for line in file if line.split()[1].startswith("rw-s")]
        if shared:
            name = shared[0][5].strip() if len(shared[0]) > 5 else "no file"  # noqa: PLR2004
            raise UserError(
                f"The program shares memory ({name}): a replay would write into it, too."
            )


class Isolation:
    """This process as one that has files, pipes and sockets of its own only: all lead nowhere.

    While it is `loud`, the standard output and that for errors are what they were.
    """

    def __init__(self, kept: frozenset[int]) -> None:
        """Cut everything off, except for the descriptors that are `kept`."""
        self._nowhere = os.open(os.devnull, os.O_RDWR)
        self._real = {}
        for number in _STANDARD:
            with suppress(OSError):
                self._real[number] = os.dup(number)
        own = {self._nowhere, *self._real.values(), *kept}
        for number in map(int, os.listdir(_DESCRIPTORS)):
            if number not in own:
                os.dup2(self._nowhere, number, inheritable=number in (0, *_STANDARD))
        flush_standard_streams()

    def be_loud(self) -> None:
        """What is written from here on is seen."""
        flush_standard_streams()
        for number, real in self._real.items():
            os.dup2(real, number)

    def be_quiet(self) -> None:
        """What is written from here on goes nowhere."""
        flush_standard_streams()
        for number in self._real:
            os.dup2(self._nowhere, number)

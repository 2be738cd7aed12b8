"""The account of a unit: memory in which its machine code counts, and learns what is remarkable.

For every exit there is a row of words, found by the number of the exit.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import SideExit

ROWS, ITERATIONS, BUSY, PATIENCE, LATEST = range(5)
"""The words: where the rows are; back edges taken; nanoseconds that the code has run, for how many
it may before that is remarkable, and those of the latest run."""
EXIT, FLAGS, COUNT, ROW = range(4)
"""The words of a row: the address of the exit, what is to be done there, how often it was taken."""
COMPLETED, NOTED = 1, 2
"""Flags: Python always has to complete the exit; a loop learns something from it."""
ENDLESS = 2**62
NANOSECONDS = 1_000_000_000


class Account:
    """What machine code has counted, and what it has to know about its exits."""

    def __init__(self) -> None:
        self._words = (ctypes.c_int64 * (LATEST + 1))()
        self._rows = (ctypes.c_int64 * 0)()
        self._words[PATIENCE] = ENDLESS

    def address(self, word: int) -> int:
        """Where one of the words is."""
        return ctypes.addressof(self._words) + 8 * word

    def open(self, exits: Sequence[SideExit], flags: Sequence[int]) -> None:
        """Make room for exits, by number; somebody has to keep them alive."""
        words = [word for each in zip(exits, flags, strict=True) for word in row(*each)]
        self._rows = (ctypes.c_int64 * len(words))(*words)
        self._words[ROWS] = ctypes.addressof(self._rows)

    @property
    def iterations(self) -> int:
        """Back edges taken."""
        return self._words[ITERATIONS]

    @property
    def exits(self) -> list[int]:
        """How often it was left, by number of the exit."""
        return self._rows[COUNT::ROW]

    @property
    def busy(self) -> float:
        """Seconds that the code has run."""
        return self._words[BUSY] / NANOSECONDS

    @property
    def latest(self) -> float:
        """Seconds of the latest run."""
        return self._words[LATEST] / NANOSECONDS

    def wait(self, seconds: float) -> None:
        """It is remarkable if the code has run longer than that, in all."""
        self._words[PATIENCE] = int(min(seconds * NANOSECONDS, ENDLESS))

    def restore(self, iterations: int, exits: Sequence[int]) -> None:
        """Let it have counted no more than that."""
        self._words[ITERATIONS] = iterations
        for number, count in enumerate(exits):
            self._rows[ROW * number + COUNT] = count


def row(left: SideExit, flags: int) -> tuple[int, int, int]:
    """The words for an exit that was never taken."""
    return id(left), flags, 0

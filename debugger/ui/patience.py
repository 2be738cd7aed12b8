"""Saying so when something done at a stop takes long: it may wait for a thread that is held."""

from __future__ import annotations

from _thread import allocate_lock
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from debugger.ui.aside import beside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from threading import Lock

LONG = 2.0
"""Seconds."""


class Patience:
    """Calls `remark`, from a thread of its own, when something takes long.

    Not by way of `threading`, which would show that thread to the program.
    """

    def __init__(self, remark: Callable[[], None]) -> None:
        """Nothing is being done yet."""
        self._remark = remark
        #: whether it is the user who waits
        self.is_tried = False
        self._since = 0.0

    @contextmanager
    def trying(self) -> Iterator[None]:
        """While this lasts something is done for the user."""
        done = allocate_lock()
        done.acquire()
        self._since, self.is_tried = monotonic(), True
        beside(lambda: self._watch(done))
        try:
            yield
        finally:
            self.is_tried = False
            done.release()

    @contextmanager
    def resting(self) -> Iterator[None]:
        """While this lasts, in the midst of that, it is the user who is waited for."""
        before, self.is_tried = self.is_tried, False
        try:
            yield
        finally:
            self._since, self.is_tried = monotonic(), before

    def _watch(self, done: Lock) -> None:
        while not done.acquire(timeout=LONG):
            if self.is_tried and monotonic() - self._since >= LONG:
                self._remark()
                return

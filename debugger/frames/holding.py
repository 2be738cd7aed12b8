"""Holding: while one thread is stopped, the others wait where they come to a statement."""

from __future__ import annotations

from threading import Lock, get_ident


class Hold:
    """Has all threads but `thread` wait until it is over; `held` are those that do.

    Each hold has a gate of its own, that stays open: however soon the next one begins, whoever
    was held has gone on by a statement.
    """

    def __init__(self, thread: int) -> None:
        self.thread = thread
        self.held: set[int] = set()
        self._gate = Lock()
        self._gate.acquire()

    def wait(self) -> None:
        """To be called where a thread can wait; raises what a signal handler raises meanwhile."""
        thread = get_ident()
        if thread == self.thread:
            return
        self.held.add(thread)
        try:
            with self._gate:
                pass
        finally:
            self.held.discard(thread)

    def end(self) -> None:
        """Let them all go on."""
        self._gate.release()

"""The threads of the program as the user knows them: by numbers, and by what they are doing."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.frames.records import Record
from debugger.frames.stack import StackEntry
from debugger.frames.threads import ThreadView, look_at, look_at_waiting, thread_names

if TYPE_CHECKING:
    from debugger.ui.session import Session

STOPPED, WAITING, RUNNING = "stopped", "waits to stop", "running"


class Thread(Record):
    """A thread at this stop: whether it is the one that has stopped, waits for that, or runs."""

    number: int
    identity: int
    name: str
    state: str
    view: ThreadView

    def __str__(self) -> str:
        return f"{self.number} ({self.name}, {self.state})"


class Threads:
    """What a session knows of them; numbers are given when a thread is first seen.

    `waiting`: those that have come to a stop and wait until it is their turn; `looked_at`: whose
    frames are shown, None for those of the thread that has stopped.
    """

    def __init__(self) -> None:
        """No thread is known yet."""
        self.waiting: set[int] = set()
        self.looked_at: Thread | None = None
        self._numbers: dict[tuple[int, str], int] = {}

    @property
    def numbers(self) -> list[int]:
        """The numbers given so far."""
        return list(self._numbers.values())

    def all(self, session: Session) -> list[Thread]:
        """The threads that there are at this stop; to be called on the one that has stopped."""
        session.require_stop()
        found = [self._seen(session, *each) for each in thread_names().items()]
        return sorted(found, key=lambda thread: thread.number)

    def _seen(self, session: Session, identity: int, name: str) -> Thread:
        number = self._numbers.setdefault((identity, name), len(self._numbers) + 1)
        if identity == session.thread:
            assert session.stop is not None
            view = ThreadView((StackEntry(session.stop.frame, ()),), ())
            return Thread(number, identity, name, STOPPED, view)
        if identity in self.waiting:
            view = look_at_waiting(session.engine, identity)
            return Thread(number, identity, name, WAITING, view)
        return Thread(number, identity, name, RUNNING, look_at(session.engine, identity))

    def require_own(self) -> None:
        """Refuse what only the thread can do that has stopped."""
        if self.looked_at is not None:
            raise UserError(
                "Only the thread that has stopped can do this: 'thread' returns to its frames."
            )

    def require_at_stop(self) -> None:
        """Refuse to change a thread that goes on meanwhile."""
        if self.looked_at is not None and self.looked_at.state == RUNNING:
            raise UserError("Variables of a thread that is running can only be looked at.")

    def prompt(self) -> str:
        """What the prompt says of the thread, where it is not the main one."""
        if self.looked_at is not None:
            state = "" if self.looked_at.state == STOPPED else f", {self.looked_at.state}"
            return f" ({self.looked_at.name}{state})"
        thread = threading.current_thread()
        return "" if thread is threading.main_thread() else f" ({thread.name})"

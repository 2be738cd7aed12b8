"""The threads of the program as the user knows them: by numbers, and by what they are doing."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.frames.records import Record
from debugger.frames.stack import StackEntry
from debugger.frames.threads import ThreadView, look_at, look_at_waiting, thread_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from debugger.frames.engine import Engine
    from debugger.ui.session import Session

STOPPED, WAITING, HELD, RUNNING = "stopped", "waits to stop", "held", "running"


class Thread(Record):
    """A thread at this stop: whether it has stopped, waits for that, is held, or runs."""

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
    frames are shown, None for those of the thread that has stopped; `are_held`: whether the others
    are held while one is stopped.
    """

    def __init__(self) -> None:
        """No thread is known yet."""
        self.waiting: set[int] = set()
        self.looked_at: Thread | None = None
        self.are_held = False
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
        hold = session.engine.hold
        if hold is not None and identity in hold.held:
            view = look_at_waiting(session.engine, identity)
            return Thread(number, identity, name, HELD, view)
        return Thread(number, identity, name, RUNNING, look_at(session.engine, identity))

    @contextmanager
    def others(self, engine: Engine) -> Iterator[None]:
        """While this lasts a thread is stopped, and the others are held if they are to be."""
        try:
            self.hold_others(engine)
            yield
        finally:
            engine.let_go()

    def hold_others(self, engine: Engine) -> None:
        """Hold them, if they are to be."""
        if self.are_held:
            engine.hold_others()

    @property
    def words(self) -> str:
        """What becomes of them while one is stopped."""
        if self.are_held:
            return "While one is stopped the others are held ('threads run' lets them run on)."
        return "While one is stopped the others run on ('threads hold' holds them)."

    def takes_long(self, stopped: int) -> str:
        """What is said when something takes long while they are held."""
        in_main = stopped == threading.main_thread().ident
        way = "Ctrl-C ends it" if in_main else "Ctrl-C lets them run on"
        return f"(This takes long. It may wait for a thread that is held: {way}.)"

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

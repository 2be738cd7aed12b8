"""Ctrl-C: stops a running program at its next statement; at the prompt, clears the line."""

from __future__ import annotations

import signal
from _thread import get_ident
from contextlib import contextmanager
from opcode import opname
from typing import TYPE_CHECKING

from debugger.frames.guise import raw
from debugger.frames.tracebacks import is_ours
from debugger.ui.limit import is_main_thread

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from debugger.frames.entries import Entries
    from debugger.ui.session import Session


def _is_in_native_code(frame: FrameType, entries: Entries) -> bool:
    """Whether a signal arrived amid a call, and not between two statements."""
    if id(frame.f_code) in entries.variants:
        name = opname[raw(frame.f_code, "co_code")[raw(frame, "f_lasti")]]
        return not name.startswith(_BETWEEN_STATEMENTS)
    return not is_ours(frame.f_code) and raw(frame, "f_lasti") > _FIRST_INSTRUCTION


_FIRST_INSTRUCTION = 2
_BETWEEN_STATEMENTS = ("JUMP_BACKWARD", "RESUME")
"""How the opcodes begin at which CPython looks for signals, and calls nothing."""


class Interrupts:
    """The handler of SIGINT while a program runs in a session."""

    def __init__(self, session: Session) -> None:
        """Nothing changes before the program runs."""
        self._session = session
        self._previous: signal._HANDLER = signal.SIG_DFL
        #: how many stops there had been when a stop was last asked for
        self._asked_at = -1
        #: whether a handler of the program has to wait for a stop to end, and has something to do
        self._is_taken = self._has_missed = False

    def __enter__(self) -> None:
        """Take over Ctrl-C; only the main thread may."""
        if is_main_thread():
            self._previous = signal.signal(signal.SIGINT, self._interrupt)
            self._session.at_stop = self.taken

    def __exit__(self, *error: object) -> None:
        """Give Ctrl-C back, unless the program has taken it meanwhile."""
        if signal.getsignal(signal.SIGINT) == self._interrupt:
            signal.signal(signal.SIGINT, self._previous)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """While this lasts Ctrl-C is for the debugger, whatever handler the program has."""
        its_own = signal.getsignal(signal.SIGINT) if is_main_thread() else None
        # None: there is no such handler in Python, so it could not be put back.
        if its_own is None or its_own == self._interrupt:
            yield
            return
        self._is_taken = True
        signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            if signal.getsignal(signal.SIGINT) == self._interrupt:
                signal.signal(signal.SIGINT, its_own)
            missed, self._is_taken, self._has_missed = self._has_missed, False, False
            if missed:
                signal.raise_signal(signal.SIGINT)

    def _interrupt(self, signum: int, frame: FrameType | None) -> None:
        # Python calls this in the main thread, whichever thread asks the user.
        if self._session.stop is not None and self._session.thread != get_ident():
            self._session.let_others_go()
            return
        if self._session.is_asking:
            raise KeyboardInterrupt
        if self._is_taken:
            # It comes just before the user is asked, or when he has answered: it is the program's.
            self._has_missed = True
            return
        if self._session.engine.is_at_work:
            # It is we who keep the program waiting, and not for long.
            self._session.engine.pause()
            return
        if self._asked_at == self._session.stop_count:
            # The first request was not served: the program waits in native code.
            self._asked_at = -1
            signal.default_int_handler(signum, frame)
        if frame is not None and _is_in_native_code(frame, self._session.engine.entries):
            self._session.write("(pauses when the call in progress returns; Ctrl-C again ends it)")
        self._asked_at = self._session.stop_count
        self._session.engine.pause()

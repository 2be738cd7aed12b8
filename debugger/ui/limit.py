"""A limit of time for what the program does on our behalf: its `__repr__` methods, above all.

A signal ends what takes longer in the main thread, also where it waits in C.  In other threads the
error is raised by one that watches: that ends what runs Python, but no waiting in C.
"""

from __future__ import annotations

import ctypes
import signal
from _thread import allocate_lock, get_ident
from contextlib import contextmanager
from threading import main_thread
from time import monotonic
from typing import TYPE_CHECKING

from debugger.ui.aside import beside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import TypeVar

    Value = TypeVar("Value")
    Answer = TypeVar("Answer")

_SOONEST = 1e-6
"""Seconds after which an alarm of the program comes that has fallen due meanwhile."""


class TooLongError(BaseException):
    """What the program does takes too long.  No error that it would catch."""


_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = ctypes.c_ulong, ctypes.py_object


def within(seconds: float, ask: Callable[[Value], Answer], value: Value) -> Answer:
    """What `ask` answers for a value; raises what it does, and TooLongError if it takes longer."""
    if not _can_limit():
        return _watched(seconds, ask, value)
    with _limit(seconds):
        return ask(value)


def is_main_thread() -> bool:
    """Whether this is the thread that gets signals."""
    return get_ident() == main_thread().ident


def _can_limit() -> bool:
    """Whether there is an alarm here, whose handler can be put back."""
    if not hasattr(signal, "setitimer") or not is_main_thread():
        return False
    return signal.getsignal(signal.SIGALRM) is not None


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    """Raise TooLongError again and again, once the time is over.  The program's own alarm waits."""
    lasting = [True]

    def ring(signum: int, frame: FrameType | None) -> None:
        if lasting:
            raise TooLongError

    handler = signal.signal(signal.SIGALRM, ring)
    start = monotonic()
    due, interval = signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        lasting.clear()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if due:
            left = max(due - (monotonic() - start), _SOONEST)
            signal.setitimer(signal.ITIMER_REAL, left, interval)


def _watched(seconds: float, ask: Callable[[Value], Answer], value: Value) -> Answer:
    """The same by a thread that watches this one.

    CPython changes threads, and raises what another one has asked for, at the same moments: after
    calls, for one.  There is none between the look at `lasting` and the error asked for, nor from
    the end of what is limited until that is cleared.
    """
    lasting, waiting, ending = [True], allocate_lock(), allocate_lock()
    waiting.acquire()
    ending.acquire()
    thread, raise_in, error = get_ident(), _raise_in, TooLongError

    def watch() -> None:
        while not waiting.acquire(timeout=seconds):
            if lasting:
                raise_in(thread, error)
        ending.release()

    if not beside(watch):
        return ask(value)
    try:
        return ask(value)
    finally:
        lasting.clear()
        waiting.release()
        # The program must not see the thread.
        ending.acquire()

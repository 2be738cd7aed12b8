"""Waiting for a child process of which the program is not to hear."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def unheard() -> Iterator[None]:
    """A child that begins and ends meanwhile does not send the program a signal.

    Those of the program's own children come a little later.
    """
    if not callable(signal.getsignal(signal.SIGCHLD)) or not hasattr(signal, "sigtimedwait"):
        yield
        return
    ours = {signal.SIGCHLD}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ours)
    try:
        yield
    finally:
        has_come = signal.sigtimedwait(ours, 0) is not None
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if has_come and others_have_ended():
            signal.raise_signal(signal.SIGCHLD)


def others_have_ended() -> bool:
    """Whether children of this process wait to be asked how they ended."""
    try:
        return os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return False


def exit_status(child: int) -> int | None:
    """How a child has ended, once it has: its status, or minus the signal; None if that is lost."""
    try:
        _, status = os.waitpid(child, 0)
    except ChildProcessError:  # the program lets all its children be forgotten
        return None
    return os.waitstatus_to_exitcode(status)

"""The real frames of threads, from an innermost one outward."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

real_frame = sys._getframe  # noqa: SLF001
"""The real frame that calls, or one so many further out: also where a program has taken away, or
replaced, what its `sys` has for this."""


def outward(host: FrameType | None) -> Iterator[FrameType]:
    """The frames from `host` outward, where this thread runs or nothing goes on."""
    while host is not None:
        yield host
        host = host.f_back


def outward_elsewhere(host: FrameType | None) -> list[FrameType]:
    """The same where another thread may go on meanwhile."""
    with _uncollected():
        return list(outward(host))


def running_frames() -> Iterator[FrameType]:
    """The real frames of all threads, those of each innermost first."""
    for thread in threads():
        yield from running_in(thread)


def threads() -> list[int]:
    """The identities of all threads."""
    return list(sys._current_frames())  # noqa: SLF001


def running_in(thread: int) -> Iterator[FrameType]:
    """The real frames of a thread, innermost first; none if it has ended."""
    # One of them may be the frame of this generator, which must not know itself: it would live on,
    # and all below it.
    frames = outward_elsewhere(sys._current_frames().get(thread))  # noqa: SLF001
    while frames:
        yield frames.pop(0)


@contextmanager
def _uncollected() -> Iterator[None]:
    """While this lasts, garbage is not collected.

    CPython 3.11 makes the object of a frame when `f_back` asks for it, and may collect garbage
    then.  What that calls lets other threads go on: the frame may be gone when its object is done,
    and what comes of it is a crash, or any other object.  Later versions collect between
    instructions only.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()

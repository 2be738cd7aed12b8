"""The latest values of a variable, also those that it was given within runs."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from debugger.frames.recording.history import assignments
from debugger.frames.recording.unfolding import TooMuchError, unfolding

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.recording.history import Assignment


def latest(frame: Frame, name: str, count: int) -> list[Assignment]:
    """The last assignments to a variable of `frame`, newest first: `count`, or fewer.

    Runs are unfolded for that, as far as that does not take too long.
    """
    found: list[Assignment] = []

    def look() -> None:
        found.clear()
        for each in islice(assignments(frame, name), count):
            found.append(each)  # noqa: PERF402  # those before a run are of use, too

    try:
        unfolding(frame.interpreter, look)
    except TooMuchError:
        if not found:
            raise
    return found

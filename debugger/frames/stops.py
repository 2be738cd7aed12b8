"""What a listener is told at a stop, and what it answers.

A stop is a synchronous call on the program's thread: the listener looks, and returns a plan
(`stepping.py`) that says how to go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.breakpoints import Breakpoint
    from debugger.frames.frame import Frame
    from debugger.frames.stepping import Plan
    from debugger.frames.watchpoints import Change


class Return(Record):
    """A frame returned: the qualified name of its function, and the value."""

    name: str
    value: object


class Entered(Record):
    """The program is about to run its first statement."""


class Stepped(Record):
    """A stepping command is done; `returned` is set when that took the return of a frame."""

    returned: Return | None = None


class Returning(Record):
    """The frame is about to return `value`."""

    value: object


class Hit(Record):
    """Breakpoints were hit; `errors` are those whose condition failed, with its error.

    `changes`: what those of them that are watchpoints have found.
    """

    breakpoints: tuple[Breakpoint, ...]
    errors: tuple[tuple[Breakpoint, BaseException], ...] = ()
    changes: tuple[Change, ...] = ()


class SourceBreak(Record):
    """The program called `breakpoint()` or `set_trace()`."""

    header: str | None = None


class Paused(Record):
    """The user asked for a pause."""


class Raised(Record):
    """An error was raised and nothing has been unwound.

    `fate`: 'uncaught', 'caught', 'leaves user code', or 'unknown'.
    """

    error: BaseException
    fate: str


class PostMortem(Record):
    """An error that is over; `frames` are as they were at the raise, innermost first.

    `fate`: 'uncaught', or 'unknown' where somebody has caught it to have it looked at.
    """

    error: BaseException
    frames: tuple[Frame, ...]
    fate: str = "uncaught"


class WentBack(Record):
    """The user went back; `text` says to what."""

    text: str


class Unrepeatable(Record):
    """A replay has come to something that may not happen twice; `what` in words."""

    what: str


class RecordingEnds(Record):
    """A replay has come to where the program is stopped."""


Reason = (
    Entered
    | Stepped
    | Returning
    | Hit
    | SourceBreak
    | Paused
    | Raised
    | PostMortem
    | WentBack
    | Unrepeatable
    | RecordingEnds
)


class Stop(Record):
    """Where (the leaf frame) and why; `changes` were found now, and were made before."""

    frame: Frame
    reason: Reason
    changes: tuple[Change, ...] = ()


class Listener(Protocol):
    """Whoever is told of stops."""

    def on_stop(self, stop: Stop) -> Plan:
        """Look at a stop; returns how to go on."""

"""What a listener is told at a stop, and what it answers.

A stop is a synchronous call on the program's thread: the listener looks, and returns a plan
(`stepping.py`) that says how to go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from debugger.frames.breakpoints import Breakpoint
    from debugger.frames.frame import Frame
    from debugger.frames.stepping import Plan


@dataclass(frozen=True, slots=True)
class Return:
    """A frame returned: the qualified name of its function, and the value."""

    name: str
    value: object


@dataclass(frozen=True, slots=True)
class Entered:
    """The program is about to run its first statement."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """A stepping command is done; `returned` is set when that took the return of a frame."""

    returned: Return | None = None


@dataclass(frozen=True, slots=True)
class Returning:
    """The frame is about to return `value`."""

    value: object


@dataclass(frozen=True, slots=True)
class Hit:
    """Breakpoints were hit; `errors` are those whose condition failed, with its error."""

    breakpoints: tuple[Breakpoint, ...]
    errors: tuple[tuple[Breakpoint, BaseException], ...] = ()


@dataclass(frozen=True, slots=True)
class SourceBreak:
    """The program called `breakpoint()` or `set_trace()`."""

    header: str | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """The user asked for a pause."""


@dataclass(frozen=True, slots=True)
class Raised:
    """An error was raised and nothing has been unwound.

    `fate`: 'uncaught', 'caught', 'leaves user code', or 'unknown'.
    """

    error: BaseException
    fate: str


@dataclass(frozen=True, slots=True)
class PostMortem:
    """An error proved uncaught; `frames` are as they were at the raise, innermost first."""

    error: BaseException
    frames: tuple[Frame, ...]


Reason = Entered | Stepped | Returning | Hit | SourceBreak | Paused | Raised | PostMortem


@dataclass(frozen=True, slots=True)
class Stop:
    """Where (the leaf frame) and why."""

    frame: Frame
    reason: Reason


class Listener(Protocol):
    """Whoever is told of stops."""

    def on_stop(self, stop: Stop) -> Plan:
        """Look at a stop; returns how to go on."""

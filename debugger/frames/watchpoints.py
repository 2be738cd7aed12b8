"""Watchpoints: breakpoints that stop where something has changed, instead of at a place.

Something has changed if it is another object than it was; equal numbers, and texts, are none.
Nothing is kept alive to be compared with: see `remembered`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import ref

from debugger.frames.breakpoints import Breakpoint
from debugger.frames.class_attributes import kind_of
from debugger.frames.missing import MISSING
from debugger.frames.recording.keeping import PLAIN, Copied, Lost, is_numpy, keep, referred
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.framecode import FrameCode
    from debugger.frames.locations import Watched

EQUAL = frozenset({int, bool, str, bytes})
"""Types whose equal values are the same for all that a user can see."""
SIGNED = frozenset({float, complex})
"""The same, if they are also written alike: -0.0 equals 0.0, and nan does not equal itself."""
CONTAINERS = frozenset({tuple, list, dict, set, bytearray})


class Change(Record):
    """A watchpoint has found something changed: from `old`, as it is `remembered`, to `new`.

    `line` of `filename` has done it; None if it is not known which one.
    """

    watchpoint: Watchpoint
    old: object
    new: object
    filename: str
    line: int | None


class Watchpoint(Breakpoint):
    """Stops where what it watches, its location, has changed; `kept` is what that was."""

    __slots__ = ("kept",)

    location: Watched

    def __init__(self, number: int, location: Watched, condition: str | None = None) -> None:
        super().__init__(number, location, condition)
        self.kept: object = MISSING
        self.refresh()

    def refresh(self) -> None:
        """What there is now is what later values are compared with."""
        if self.location.ending() is None:
            self.kept = remembered(self.location.value())

    def hold(self, framecode: FrameCode) -> bool:
        """Make a framecode hold it; answers whether that is new."""
        held = framecode.watched.watchpoints
        if self in held or not self.location.places(framecode):
            return False
        framecode.set_watchpoints((*held, self))
        return True

    def release(self, framecode: FrameCode) -> bool:
        """Make a framecode let go of it; answers whether it held it."""
        held = framecode.watched.watchpoints
        if self not in held:
            return False
        framecode.set_watchpoints(tuple(each for each in held if each is not self))
        return True

    def is_held_by(self, framecode: FrameCode) -> bool:
        """Whether a framecode holds it."""
        return self in framecode.watched.watchpoints

    def change(self, filename: str, line: int | None) -> Change | None:
        """What has changed since this was asked last, by a line if that is known."""
        if self.location.ending() is not None:
            return None
        value, old = self.location.value(), self.kept
        if is_same(old, value):
            return None
        self.kept = remembered(value)
        return Change(self, old, value, filename, line)


def remembered(value: Any) -> object:
    """What is kept of a value to know it again: itself, if nobody sees it die.

    Else a weak reference; of what cannot have one, its id.  That is enough as long as the value is
    looked at wherever it is replaced: the new one is there before the old one goes.
    """
    kind = type(value)
    if kind in PLAIN or is_number_of_numpy(value):
        return value
    return keep(value) if kind in CONTAINERS else referred(value)


def is_number_of_numpy(value: Any) -> bool:
    """Whether a value is one of numpy's scalars."""
    return is_numpy(value) and kind_of(value) != "ndarray"


def is_same(kept: Any, value: Any) -> bool:
    """Whether a value is the one that was remembered."""
    kind = type(value)
    if type(kept) in (Lost, Copied):
        return bool(kept.number == id(value) and kept.kind == kind_of(value))
    if type(kept) is ref:
        return kept() is value
    if kept is value or type(kept) is not kind:
        return kept is value
    if kind in EQUAL:
        return bool(kept == value)
    if kind in SIGNED:
        return repr(kept) == repr(value)
    return is_number_of_numpy(value) and kept.tobytes() == value.tobytes()

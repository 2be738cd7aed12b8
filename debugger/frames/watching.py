"""The watchpoints of an engine, and what they find changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from debugger.frames.breakpoints import Breakpoint
    from debugger.frames.frame import Frame
    from debugger.frames.watchpoints import Change, Watchpoint


def line_before(frame: Frame) -> int | None:
    """The line that `frame` has executed last, if it was interpreted."""
    positions = frame.framecode.positions[: frame.previous + 1]
    # A jump may have none.
    return next((each.line for each in reversed(positions) if each.line is not None), None)


class Watching:
    """All watchpoints; other threads look at them without a lock, so they are replaced as one."""

    def __init__(self) -> None:
        self._all: tuple[Watchpoint, ...] = ()
        #: those of what any code may change
        self.anywhere: tuple[Watchpoint, ...] = ()

    def __iter__(self) -> Iterator[Watchpoint]:
        return iter(self._all)

    def add(self, watchpoint: Watchpoint) -> None:
        """There is this watchpoint."""
        self._set((*self._all, watchpoint))

    def remove(self, watchpoint: Breakpoint) -> None:
        """It is gone."""
        self._set(tuple(each for each in self._all if each is not watchpoint))

    def heed(self) -> None:
        """One was switched on or off."""
        self._set(self._all)

    def _set(self, watchpoints: tuple[Watchpoint, ...]) -> None:
        self._all = watchpoints
        self.anywhere = tuple(w for w in watchpoints if w.enabled and w.location.is_anywhere)

    def changes(self, frame: Frame) -> list[Change]:
        """What has changed where `frame` is about to go on."""
        if not self._all:
            return []
        watched = frame.framecode.watched
        held = watched.watchpoints if frame.pc in watched.noticed else ()
        line = line_before(frame)
        found = (each.change(frame.filename, line) for each in (*held, *self.anywhere))
        return [change for change in found if change is not None]

    def late(self) -> tuple[Change, ...]:
        """What code has changed in ways that are not looked at: it is told at the next stop."""
        asked = (each for each in self._all if each.enabled and each.condition is None)
        found = (each.change("", None) for each in asked if each.ignore == 0)
        return tuple(change for change in found if change is not None)

    def refresh(self) -> None:
        """The user may have changed something: that is nothing to stop at."""
        for each in self._all:
            each.refresh()

    def follows(self, frame: Frame) -> bool:
        """Whether a frame has variables that are watched: it is interpreted until it ends."""
        return any(each.location.belongs_to(frame) for each in self._all)

    def ended(self) -> list[Watchpoint]:
        """Those of which nothing is left to be watched."""
        return [each for each in self._all if each.location.ending() is not None]

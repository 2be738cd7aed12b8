"""Code of which every statement is armed, and for whom."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING
from weakref import WeakSet

if TYPE_CHECKING:
    from debugger.frames.framecode import FrameCode


class Armed:
    """Framecodes whose next statement asks for a reason to stop, in whichever frame it is.

    Each is armed as long as anybody wants it, who is known weakly: the interpreter of a thread that
    has ended wants nothing any more.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._wanted: dict[FrameCode, WeakSet[object]] = {}

    def arm(self, framecode: FrameCode, who: object) -> None:
        """Arm some code for somebody."""
        with self._lock:
            if framecode not in self._wanted:
                self._wanted[framecode] = WeakSet()
                framecode.arm_all()
            self._wanted[framecode].add(who)

    def disarm(self, *who: object) -> None:
        """These want nothing any more."""
        with self._lock:
            for framecode, wanted in list(self._wanted.items()):
                wanted.difference_update(who)
                if not wanted:
                    del self._wanted[framecode]
                    framecode.disarm_all()

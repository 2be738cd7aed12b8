"""Which variables changed most recently, as seen from stop to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from debugger.ui.values import is_too_long, short

if TYPE_CHECKING:
    from debugger.frames.frame import Frame

# Identity and text, never the object: holding on to it would keep the program's objects alive.
Fingerprint = tuple[int, str]


class Recency:
    """Remembers for each frame, as long as it lives, in which order its variables changed."""

    def __init__(self) -> None:
        """Start with nothing seen."""
        self._seen: WeakKeyDictionary[Frame, dict[str, Fingerprint]] = WeakKeyDictionary()

    def texts(self, frame: Frame) -> dict[str, str]:
        """The values of the frame's variables as short texts, most recently changed first."""
        before = self._seen.get(frame, {})
        now = {
            name: _fingerprint(value, before.get(name)) for name, value in frame.variables().items()
        }
        unchanged = {name: mark for name, mark in before.items() if now.get(name) == mark}
        changed = {name: mark for name, mark in now.items() if name not in unchanged}
        # Insertion order is age: the youngest stand at the end.
        seen = self._seen[frame] = {**unchanged, **changed}
        return {name: text for name, (_, text) in reversed(seen.items())}


def _fingerprint(value: object, before: Fingerprint | None) -> Fingerprint:
    """What takes too long is not asked again."""
    if before is not None and before[0] == id(value) and is_too_long(before[1]):
        return before
    return id(value), short(value)

"""Which variables changed most recently, as seen from stop to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.ui.values import short

if TYPE_CHECKING:
    from collections.abc import Iterable

    from debugger.frames.frame import Frame

# Identity and text, never the object: holding on to it would keep the program's objects alive.
Fingerprint = tuple[int, str]


class Recency:
    """Remembers for each frame what its variables were and in which order they changed."""

    def __init__(self) -> None:
        """Start with nothing seen."""
        self._seen: dict[int, dict[str, Fingerprint]] = {}

    def keep_only(self, frames: Iterable[Frame]) -> None:
        """Forget the frames that are gone."""
        alive = {id(frame) for frame in frames}
        self._seen = {key: seen for key, seen in self._seen.items() if key in alive}

    def order(self, frame: Frame) -> list[str]:
        """The names of the frame's variables, most recently changed first."""
        before = self._seen.get(id(frame), {})
        now = {name: (id(value), short(value)) for name, value in frame.variables().items()}
        unchanged = {name: mark for name, mark in before.items() if now.get(name) == mark}
        changed = {name: mark for name, mark in now.items() if name not in unchanged}
        # Insertion order is age: the youngest stand at the end.
        seen = self._seen[id(frame)] = {**unchanged, **changed}
        return list(reversed(seen))

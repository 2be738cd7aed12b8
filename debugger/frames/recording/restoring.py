"""Turning what was kept into values again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from weakref import ref

from debugger.frames.class_attributes import is_of_numpy, kind_of
from debugger.frames.missing import MISSING
from debugger.frames.recording.keeping import Bound, Copied, Lost, Remade, Rest, View, geometry


class GoneError(Exception):
    """What was kept is no longer there; carries the name of its type."""


class Restorer:
    """Restores values, those with an identity of their own as the object they were.

    `candidates` gives the values that variables hold now, `renamed` tells which object has taken
    the place of one that has died: id -> id.
    """

    def __init__(self, candidates: Callable[[], Iterable[object]], renamed: dict[int, int]) -> None:
        self._candidates = candidates
        self._renamed = renamed
        self._made: list[Any] = []

    def value(self, kept: Any) -> Any:
        """The value that was kept; raises GoneError."""
        restore = RESTORERS.get(type(kept))
        return kept if restore is None else restore(self, kept)

    def is_same(self, value: object, number: int) -> bool:
        """Whether `value` is the object that had the id `number`, or has taken its place."""
        while number in self._renamed:
            number = self._renamed[number]
        return id(value) == number

    def referred(self, kept: ref[Any]) -> Any:
        """What a weak reference refers to."""
        found = kept()
        if found is None:
            raise GoneError("object")
        return found

    def lost(self, kept: Lost) -> Any:
        """An object that only its id was kept of."""
        found = self._held(kept)
        if found is MISSING:
            raise GoneError(kept.kind)
        return found

    def copied(self, kept: Copied) -> Any:
        """The container itself if a variable still holds it, else its copy takes its place."""
        found = self._held(kept)
        if found is not MISSING:
            return found
        made = kept.copy.copy()
        self._made.append(made)
        self._renamed.pop(id(made), None)
        if id(made) != kept.number:
            self._renamed[kept.number] = id(made)
        return made

    def view(self, kept: View) -> Any:
        """The view itself if a variable still holds it, else another one like it."""
        found = self._held(kept)
        if found is not MISSING and self._is_view(found, kept):
            return found
        base = self.lost(kept.base)
        shape, strides, dtype, start = kept.geometry
        whole = base.reshape(-1, order="A")
        if not whole.size or not any(each is base for each in (whole, whole.base)):
            raise GoneError(kept.kind)
        made = type(base)(shape, dtype, whole.view("u1"), start, strides)
        self._made.append(made)
        return made

    def _is_view(self, found: Any, kept: View) -> bool:
        """Whether it is the view indeed: another array may have its id meanwhile."""
        if not is_of_numpy(found, "ndarray"):
            return False
        base = found.base
        return self.is_same(base, kept.base.number) and geometry(found, base) == kept.geometry

    def bound(self, kept: Bound) -> Any:
        """A method of an object."""
        return getattr(self.value(kept.owner), kept.name)

    def remade(self, kept: Remade) -> Any:
        """Something made anew of its parts."""
        return kept.make(*map(self.value, kept.arguments))

    def rest(self, kept: Rest) -> Any:
        """What is left of an iterable."""
        return self.value(kept.iterable)

    def _held(self, kept: Lost | Copied | View) -> Any:
        for value in (*self._made, *self._candidates()):
            if self.is_same(value, kept.number) and kind_of(value) == kept.kind:
                return value
        return MISSING


RESTORERS: dict[type, Callable[[Restorer, Any], Any]] = {
    ref: Restorer.referred,
    Lost: Restorer.lost,
    Copied: Restorer.copied,
    View: Restorer.view,
    Bound: Restorer.bound,
    Remade: Restorer.remade,
    Rest: Restorer.rest,
}

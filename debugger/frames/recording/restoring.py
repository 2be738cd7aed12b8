"""Turning what was kept into values again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import FunctionType, ModuleType
from typing import Any
from weakref import ref

from debugger.frames.class_attributes import is_of_numpy, kind_of
from debugger.frames.missing import MISSING
from debugger.frames.recording.iterators import RANGES, REWINDERS
from debugger.frames.recording.keeping import (
    PLAIN,
    Bound,
    Copied,
    Lost,
    Remade,
    Rest,
    View,
    geometry,
)
from debugger.frames.recording.paths import own_names


class GoneError(Exception):
    """What was kept is no longer there; carries the name of its type."""


class Restorer:
    """Restores values, those with an identity of their own as the object they were.

    `candidates` gives the values that variables hold now, `renamed` tells which object has taken
    the place of one that has died: id -> id.  An object is looked for among these values, those
    that were overwritten meanwhile, and what all of them hold; it is kept alive till then.
    """

    def __init__(self, candidates: Callable[[], Iterable[object]], renamed: dict[int, int]) -> None:
        self._candidates = candidates
        self._renamed = renamed
        self._fresh: list[object] = []
        self._known: dict[int, object] = {}
        self._searched: set[int] = set()
        self._is_asked = False

    def value(self, kept: Any) -> Any:
        """The value that was kept; raises GoneError."""
        restore = RESTORERS.get(type(kept))
        if restore is None:
            return kept
        value = restore(self, kept)
        self._fresh.append(value)
        return value

    def know(self, value: object) -> None:
        """A value that may be looked for later, or hold what is."""
        self._fresh.append(value)

    def release(self) -> None:
        """Hold nothing any more: compiled code lets in only iterators that nobody else has."""
        self._fresh.clear()
        self._known.clear()
        self._searched.clear()
        self._is_asked = False

    def apart(self) -> Restorer:
        """One to look at values with: what it makes takes no object's place."""
        return Restorer(self._candidates, self._renamed.copy())

    def is_same(self, value: object, number: int) -> bool:
        """Whether `value` is the object that had the id `number`, or has taken its place."""
        return id(value) == self._present(number)

    def _present(self, number: int) -> int:
        while number in self._renamed:
            number = self._renamed[number]
        return number

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
        self._known[id(made)] = made
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
        return type(base)(shape, dtype, whole.view("u1"), start, strides)

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
        self._search()
        found = self._known.get(self._present(kept.number), MISSING)
        return found if kind_of(found) == kept.kind else MISSING

    def _search(self) -> None:
        """Know all that can be found now."""
        if not self._is_asked:
            self._is_asked = True
            self._fresh += self._candidates()
        for value in self._fresh:
            number = id(value)
            if number not in self._searched:
                self._searched.add(number)
                self._known[number] = value
                self._known.update((id(each), each) for each in elements(value))
        self._fresh.clear()


def elements(value: object) -> Iterator[object]:
    """What a container or an object holds, if that is not too much."""
    names = own_names(value) if type(value) not in PLAIN else None
    if type(value) is FunctionType:
        yield from value.__defaults__ or ()
        yield from (value.__kwdefaults__ or {}).values()
    elif type(names) is dict and type(value) not in (type, ModuleType):
        yield from list(names.values())[:SEARCHED]
    elif type(value) in (list, tuple):
        yield from value[:SEARCHED]  # type: ignore[index]
    elif type(value) is dict:
        yield from list(value.values())[:SEARCHED]
    elif type(value) in REWINDERS and type(value) not in RANGES:
        yield from iterated(value)
    elif is_of_numpy(value, "ndarray"):
        yield value.base  # type: ignore[attr-defined]


def iterated(iterator: Any) -> Iterator[object]:
    """What an iterator goes over, as far as it tells."""
    parts = iterator.__reduce__()[1]
    for part in parts:
        if type(part) in REWINDERS:
            yield from iterated(part)
        else:
            yield part


SEARCHED = 1000
"""Elements that are looked at for each container."""


RESTORERS: dict[type, Callable[[Restorer, Any], Any]] = {
    ref: Restorer.referred,
    Lost: Restorer.lost,
    Copied: Restorer.copied,
    View: Restorer.view,
    Bound: Restorer.bound,
    Remade: Restorer.remade,
    Rest: Restorer.rest,
}

"""Rebuilding: making the objects that compiled code has left in parts, after an exit.

Which parts there are, and in which order, is decided in `boxing.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from debugger.compiled.loops.emit.kinds import (
    Enumerate,
    ItemIterator,
    Kind,
    Number,
    Range,
    RangeIterator,
    Row,
    Tuple,
    Zip,
)

Parts = Iterator[Any]


class Rebuilding:
    """Makes objects from parts; `scalars` are numpy's scalar types by their kinds."""

    def __init__(self, scalars: dict[Number, type]) -> None:
        self.scalars = scalars

    def build(self, kind: Kind, parts: Parts) -> Any:
        """The object of a kind, whose parts come next."""
        make = MAKERS.get(type(kind))
        return next(parts) if make is None else make(self, kind, parts)

    def number(self, kind: Number, parts: Parts) -> Any:
        """What did not fit into a signed word comes back as negative."""
        part = next(parts)
        if kind.is_python or type(part) is self.scalars[kind]:
            return part
        if not kind.is_signed and part < 0:
            part += 1 << kind.bits
        return self.scalars[kind](part)

    def tuple(self, kind: Tuple, parts: Parts) -> Any:
        if kind.source is not None:
            return next(parts)
        return tuple([self.build(element, parts) for element in kind.elements])

    def row(self, kind: Row, parts: Parts) -> Any:
        array = next(parts)
        for _ in range(kind.depth):
            array = array[next(parts)]
        return array

    def range(self, kind: Range, parts: Parts) -> Any:
        return range(next(parts), next(parts), next(parts))

    def range_iterator(self, kind: RangeIterator, parts: Parts) -> Any:
        found = next(parts)
        if kind.step:
            current, stop, step = next(parts), next(parts), kind.step
        else:
            current, step, left = next(parts), next(parts), next(parts)
            stop = current + step * left
        return iter(range(current, stop, step)) if found is None else found

    def item_iterator(self, kind: ItemIterator, parts: Parts) -> Any:
        iterator = iter(self.build(kind.items, parts))
        iterator.__setstate__(next(parts))
        return iterator

    def enumerate(self, kind: Enumerate, parts: Parts) -> Any:
        count = next(parts)
        return enumerate(self.build(kind.inner, parts), count)

    def zip(self, kind: Zip, parts: Parts) -> Any:
        return zip(*[self.build(inner, parts) for inner in kind.inner], strict=False)


MAKERS: dict[type, Callable[[Rebuilding, Any, Parts], Any]] = {
    Number: Rebuilding.number,
    Tuple: Rebuilding.tuple,
    Row: Rebuilding.row,
    Range: Rebuilding.range,
    RangeIterator: Rebuilding.range_iterator,
    ItemIterator: Rebuilding.item_iterator,
    Enumerate: Rebuilding.enumerate,
    Zip: Rebuilding.zip,
}

"""Rebuilding: making the objects that compiled code has left in parts, after an exit.

Which parts there are, and in which order, is decided in `boxing.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MethodType
from typing import Any

from debugger.compiled.loops.emit.kinds import (
    Enumerate,
    ItemIterator,
    Kind,
    Range,
    RangeIterator,
    Row,
    Tuple,
    Zip,
)
from debugger.compiled.loops.emit.object_kinds import Method

Parts = Iterator[Any]
Make = Callable[[Parts], Any]


class Rebuilding:
    """Makes the makers of objects from parts.

    A maker is made once, when code is; it is called after every exit that needs it.
    """

    def maker(self, kind: Kind) -> Make:
        """What makes the object of a kind, whose parts come next."""
        make = MAKERS.get(type(kind))
        return next if make is None else make(self, kind)

    def tuple(self, kind: Tuple) -> Make:
        if kind.source is not None:
            return next
        makers = [self.maker(element) for element in kind.elements]
        return lambda parts: tuple([make(parts) for make in makers])

    def row(self, kind: Row) -> Make:
        def make(parts: Parts) -> Any:
            array = next(parts)
            for _ in range(kind.depth):
                array = array[next(parts)]
            return array

        return make

    def method(self, kind: Method) -> Make:
        return lambda parts: MethodType(next(parts), next(parts))

    def range(self, kind: Range) -> Make:
        return lambda parts: range(next(parts), next(parts), next(parts))

    def range_iterator(self, kind: RangeIterator) -> Make:
        def make(parts: Parts) -> Any:
            found = next(parts)
            if kind.step:
                current, stop, step = next(parts), next(parts), kind.step
            else:
                current, step, left = next(parts), next(parts), next(parts)
                stop = current + step * left
            return iter(range(current, stop, step)) if found is None else found

        return make

    def item_iterator(self, kind: ItemIterator) -> Make:
        make_items = self.maker(kind.items)

        def make(parts: Parts) -> Any:
            iterator = iter(make_items(parts))
            iterator.__setstate__(next(parts))
            return iterator

        return make

    def enumerate(self, kind: Enumerate) -> Make:
        make_inner = self.maker(kind.inner)

        def make(parts: Parts) -> Any:
            count = next(parts)
            return enumerate(make_inner(parts), count)

        return make

    def zip(self, kind: Zip) -> Make:
        makers = [self.maker(inner) for inner in kind.inner]
        return lambda parts: zip(*[make(parts) for make in makers], strict=False)


MAKERS: dict[type, Callable[[Rebuilding, Any], Make]] = {
    Tuple: Rebuilding.tuple,
    Row: Rebuilding.row,
    Method: Rebuilding.method,
    Range: Rebuilding.range,
    RangeIterator: Rebuilding.range_iterator,
    ItemIterator: Rebuilding.item_iterator,
    Enumerate: Rebuilding.enumerate,
    Zip: Rebuilding.zip,
}

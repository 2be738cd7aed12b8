"""The arrays and lists that a unit may store into: found from the variables, kept and put back.

Which ones that are is known when the code is emitted: `stored` has the kinds of what it stores
into.  Neither an array nor a list is referred to; they are found again where they were found.
Another type of container needs a row in `KEEPERS`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops import layouts
from debugger.compiled.loops.emit.kinds import (
    BOOL,
    Array,
    Enumerate,
    ItemIterator,
    Kind,
    List,
    Tuple,
    Zip,
)
from debugger.compiled.loops.values import look_up
from debugger.frames.class_attributes import is_of_numpy
from debugger.frames.missing import MISSING
from debugger.frames.recording.iterators import ITEM_ITERATOR
from debugger.frames.recording.keeping import PLAIN

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.inputs import Guard
    from debugger.compiled.loops.region import Variable
    from debugger.frames.frame import Frame

Find = Callable[["Frame"], Iterator[Any]]
Kept = dict[int, Any]
POINTER = 8


class Contents:
    """What is in the arrays and lists that some code stores into.

    `stored`: their kinds; `guards` tell which variables there are.
    """

    def __init__(self, stored: Iterable[Array | List], guards: Iterable[Guard]) -> None:
        self._finds: list[Find] = []
        rows = set()
        for kind in stored:
            if kind.source is None:
                rows.add(kind)
            else:
                self._finds.append(finder(kind.source))
        for guard in guards:
            if any(row in nested(guard.kind) for row in rows):
                self._finds.append(row_finder(guard.variable))
        self.is_empty = not self._finds
        self.are_bools = all(type(kind) is List and kind.element == BOOL for kind in stored)

    def containers(self, frame: Frame) -> list[Any]:
        """The arrays and lists, each once, in an order that depends on nothing else."""
        found: dict[int, Any] = {}
        for find in self._finds:
            for container in find(frame):
                found.setdefault(id(container), container)
        return list(found.values())

    def keep(self, containers: Iterable[Any]) -> Kept:
        """Copies of what is in them, by id."""
        keep_list = keep_flags if self.are_bools else keep_items
        return {
            id(each): keep_list(each) if type(each) is list else each.copy() for each in containers
        }

    def put_back(self, containers: Iterable[Any], kept: Kept) -> int:
        """Give containers what was kept of them; answers how many were not found."""
        put_list = put_flags if self.are_bools else put_items
        missing = len(kept)
        for each in containers:
            old = kept.get(id(each))
            if old is None:
                continue
            missing -= 1
            if type(each) is list:
                put_list(each, old)
            else:
                each[...] = old
        return missing


def size(container: Any) -> int:
    """How many bytes a copy takes."""
    return POINTER * len(container) if type(container) is list else int(container.nbytes)


# ---------------------------------------------------------------------- lists


def keep_items(items: list[Any]) -> list[Any]:
    """The items; in place of those whose death would be noticed, MISSING."""
    if PLAIN.issuperset(map(type, items)):
        return items.copy()
    return [item if type(item) in PLAIN else MISSING for item in items]


def put_items(items: list[Any], kept: list[Any]) -> None:
    """Put items back: the others cannot have been replaced."""
    for index, item in enumerate(kept):
        if item is not MISSING and items[index] is not item:
            items[index] = item


def keep_flags(items: list[Any]) -> bytes:
    """The addresses of items of which only True and False are replaced, by each other."""
    address = ctypes.c_int64.from_address(id(items) + layouts.LIST_ITEMS).value
    return ctypes.string_at(address, POINTER * len(items))


def put_flags(items: list[Any], kept: bytes) -> None:
    """Put True and False back."""
    values = {id(True): True, id(False): False}  # noqa: FBT003
    for index, address in enumerate(memoryview(kept).cast("q")):
        flag = values.get(address)
        if flag is not None and items[index] is not flag:
            items[index] = flag


# ---------------------------------------------------------------------- where they are


def finder(source: Any) -> Find:
    """What finds the array or list that came from `source`: a variable, or a part of a zip."""
    if type(source) is tuple:
        variable, number = source
        return lambda frame: of_part(look_up(frame, variable), number)
    return lambda frame: of_value(look_up(frame, source))


def row_finder(variable: Variable) -> Find:
    """What finds all the lists within what a variable holds."""

    def find(frame: Frame) -> Iterator[Any]:
        for whole in wholes(look_up(frame, variable)):
            yield from rows_of(whole)

    return find


def of_value(value: Any) -> Iterator[Any]:
    """The array or list that a value is, or iterates over."""
    while type(value) is enumerate:
        value = value.__reduce__()[1][0]
    if type(value) is ITERATOR or type(value) is ITEM_ITERATOR:
        value = value.__reduce__()[1][0]
    if type(value) is list or is_of_numpy(value, "ndarray"):
        yield value


def of_part(value: Any, number: int) -> Iterator[Any]:
    """The same for a part of a zip."""
    while type(value) is enumerate:
        value = value.__reduce__()[1][0]
    if type(value) is zip:
        yield from of_value(value.__reduce__()[1][number])


def wholes(value: Any) -> Iterator[Any]:
    """The lists that a value is or iterates over."""
    if type(value) is zip:
        for part in value.__reduce__()[1]:
            yield from wholes(part)
    elif type(value) is tuple:
        for part in value:
            yield from wholes(part)
    else:
        yield from of_value(value)


def rows_of(whole: list[Any]) -> Iterator[Any]:
    """The lists in a list, at any depth."""
    for row in whole:
        if type(row) is list:
            yield row
            if row and type(row[0]) is list:
                yield from rows_of(row)


def nested(kind: Kind | None) -> Iterator[Kind]:
    """The kinds of the lists within what is of a kind."""
    if isinstance(kind, ItemIterator):
        yield from nested(kind.items)
    elif isinstance(kind, Enumerate):
        yield from nested(kind.inner)
    elif isinstance(kind, Zip | Tuple):
        for part in kind.inner if isinstance(kind, Zip) else kind.elements:
            yield from nested(part)
    elif isinstance(kind, List) and kind.element is not None:
        yield kind.element
        yield from nested(kind.element)


ITERATOR: type = type(iter([]))

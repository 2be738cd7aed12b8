"""Observing the variables of a region: which kind each one has now.

What is observed is only what the code is compiled *for*; at every entry the guards decide.
"""

from __future__ import annotations

import builtins
import sys
from types import BuiltinFunctionType, ModuleType
from typing import Any

from debugger.compiled.loops import layouts
from debugger.compiled.loops.emit.kinds import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    NUMPY_NAMES,
    UNBOUND,
    Array,
    Enumerate,
    ItemIterator,
    Kind,
    Known,
    List,
    Number,
    Opaque,
    RangeIterator,
    Tuple,
    Zip,
)
from debugger.compiled.loops.emit.machine import MAX, MIN
from debugger.frames.missing import MISSING

DROPPABLE = (str, bytes, complex, range, type(None), int, float, bool, slice, type(Ellipsis))
"""Types whose objects die unnoticed, so that it may happen a little late."""

DEEPEST_LIST = 4
LONGEST_TUPLE = 8
RANGE_ITERATOR = type(iter(range(0)))
LIST_ITERATOR: type = type(iter([]))
ITEM_ITERATOR: type = type(iter(type("", (), {"__getitem__": id})()))


class Numpy:
    """What the compiler has to know of numpy, if the program has imported it."""

    def __init__(self) -> None:
        self.module: Any = sys.modules.get("numpy")
        if not hasattr(self.module, "ndarray") or not layouts.numpy_is_known(self.module):
            self.module = None
        names = NUMPY_NAMES if self.module is not None else ()
        self.scalars: dict[type, Number] = {
            self.module.dtype(name.rstrip("_")).type: Number(name) for name in names
        }

    def scalar(self, kind: Number) -> type:
        """The type of the scalars of a kind."""
        return next(t for t, k in self.scalars.items() if k == kind)

    def array(self, value: Any, source: object) -> Kind | None:
        """The kind of an array that compiled code can read, or None."""
        if self.module is None or type(value) is not self.module.ndarray:
            return None
        item = self.scalars.get(value.dtype.type)
        flags = value.flags
        fits = item is not None and value.dtype.isnative and value.dtype.names is None
        if not fits or not flags.aligned or not 1 <= value.ndim <= 4:  # noqa: PLR2004
            return None
        assert item is not None
        return Array(source, item, value.ndim, flags.writeable, flags.c_contiguous)


class Observer:
    """Finds the kinds of values."""

    def __init__(self) -> None:
        self.numpy = Numpy()

    def kind(self, value: object, source: object) -> Kind:
        """The kind of the value that the variable `source` holds."""
        return (
            self.number(value)
            or SINGLE.get(id(value))
            or self.numpy.array(value, source)
            or self.container(value, source)
            or known(value)
            or Opaque(source, type(value) if type(value) in DROPPABLE else None)
        )

    def temporary(self, value: object, source: object) -> Kind:
        """The kind of what a temporary holds: iterators that only one place knows are there."""
        return self.iterator(value, source) or self.kind(value, source)

    def number(self, value: object) -> Number | None:
        found = type(value)
        if found is int:
            return INT if MIN <= value <= MAX else None  # type: ignore[operator]
        if found is float:
            return FLOAT
        if found is bool:
            return BOOL
        return self.numpy.scalars.get(found)

    def container(self, value: Any, source: object) -> Kind | None:
        if type(value) is list:
            return List(self.element(value, 1), source)
        if type(value) is tuple and len(value) <= LONGEST_TUPLE:
            elements = [self.number(item) for item in value]
            if all(elements):
                return Tuple(tuple(e for e in elements if e is not None), source)
        return None

    def element(self, items: list[Any], depth: int) -> Kind | None:
        """The kind of the elements of a list, going by the first."""
        if not items:
            return None
        if type(items[0]) is list and depth < DEEPEST_LIST:
            return List(self.element(items[0], depth + 1))
        return self.number(items[0])

    def iterator(self, value: Any, source: object) -> Kind | None:
        found = type(value)
        if found is RANGE_ITERATOR:
            step = value.__reduce__()[1][0].step
            return RangeIterator(step if step in (1, -1) else 0)
        if found is LIST_ITERATOR or found is ITEM_ITERATOR:
            return self.item_iterator(value, source)
        if found is enumerate:
            inner, count = value.__reduce__()[1]
            kind = self.iterator(inner, source)
            return Enumerate(kind, source) if kind is not None and type(count) is int else None
        if found is zip:
            kinds = [self.iterator(i, (source, n)) for n, i in enumerate(value.__reduce__()[1])]
            known_kinds = tuple(k for k in kinds if k is not None)
            return Zip(known_kinds, source) if len(known_kinds) == len(kinds) > 0 else None
        return None

    def item_iterator(self, value: Any, source: object) -> Kind | None:
        reduced = value.__reduce__()
        if len(reduced) < 3:  # noqa: PLR2004  # exhausted
            return None
        items = reduced[1][0]
        if type(items) is list:
            return ItemIterator(List(self.element(items, 1), source), source)
        array = self.numpy.array(items, source)
        return ItemIterator(array, source) if isinstance(array, Array) else None


BUILTIN_TYPES = frozenset(v for v in vars(builtins).values() if isinstance(v, type))
SINGLE: dict[int, Kind] = {id(None): NONE, id(MISSING): UNBOUND}


def known(value: Any) -> Kind | None:
    """Modules, builtin functions and builtin types are known by identity."""
    found = type(value)  # `isinstance` would ask the object
    if found is BuiltinFunctionType and issubclass(type(value.__self__), ModuleType):
        return Known(value)
    if issubclass(found, ModuleType) or (found is type and value in BUILTIN_TYPES):
        return Known(value)
    return None

"""Finding what lives, whatever other threads do meanwhile."""

from __future__ import annotations

import gc
from itertools import chain, compress, repeat
from operator import call, is_
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, TypeVar
from weakref import ref

if TYPE_CHECKING:
    from weakref import WeakValueDictionary

Known = TypeVar("Known")


def living(known: WeakValueDictionary[int, Known]) -> list[Known]:
    """What lives of `known`.

    Iterating weak containers fails while another thread adds to them: they are only protected
    against what dies.  The list of the references is made in one go.
    """
    found = (reference() for reference in known.valuerefs())
    return [each for each in found if each is not None]


def every(*kinds: type) -> list[Any]:
    """All objects of some types, not of subclasses, that the garbage collector knows.

    And the functions that it was told to pass over; what else it passes over is not found.
    They are sorted out of all objects in one go, in which no other thread runs: where a thread is
    making a tuple out of an iterator, CPython fails if anybody else refers to that tuple.
    """
    objects: list[object] = []
    found: list[Any] = []
    chosen = (compress(objects, map(is_, map(type, objects), repeat(kind))) for kind in kinds)
    filling = map(objects.extend, map(gc.get_objects, (None,)))
    sorting = [map(found.extend, (each,)) for each in chosen]
    emptying = map(call, (objects.clear,))
    list(chain(filling, *sorting, emptying))
    return [*found, *PASSED_OVER.functions()] if FunctionType in kinds else found


class PassedOver:
    """What the garbage collector need not look at any more, and so does not list either."""

    def __init__(self) -> None:
        self._functions: list[ref[FunctionType]] = []

    def freeze(self) -> None:
        """Have it pass over all that there is; to be done once in a process."""
        self._functions = [ref(each) for each in every(FunctionType)]
        gc.freeze()

    def functions(self) -> list[FunctionType]:
        """The functions among that which are still there."""
        found = [reference() for reference in self._functions]
        return [each for each in found if each is not None]


PASSED_OVER: Final = PassedOver()
"""That of the process."""

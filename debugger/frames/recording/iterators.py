"""Setting iterators back: those of builtin types, whose position can be told and set."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from debugger.frames.class_attributes import is_of_numpy


def can_be_set_back(iterator: Any) -> bool:
    """Whether `rewound` knows how."""
    kind = type(iterator)
    if kind in (enumerate, zip):
        inner = iterator.__reduce__()[1]
        parts = inner[:1] if kind is enumerate else inner
        return all(map(can_be_set_back, parts))
    return kind in REWINDERS


def rewound(iterator: Any, steps: int) -> Any:
    """The iterator as it was `steps` elements ago: itself, or another like it.

    Raises LookupError for a type that it does not know.
    """
    return REWINDERS[type(iterator)](iterator, steps)


def forwarded(iterable: Any, steps: int) -> Iterator[Any]:
    """An iterator over `iterable` that has given `steps` elements."""
    iterator: Any = iter(iterable)
    if type(iterator) in SETTABLE:
        iterator.__setstate__(steps)
    else:
        next(islice(iterator, steps, steps), None)
    return iterator  # type: ignore[no-any-return]


def backward(items: Any, position: int) -> Iterator[Any]:
    """A `reversed` list of which the element at `position` is the next one to be given."""
    iterator: Any = reversed(items)
    iterator.__setstate__(position)
    return iterator  # type: ignore[no-any-return]


def can_be_counted(iterable: Any) -> bool:
    """Whether counting and giving the elements of an iterable has no effects."""
    is_known = type(iterable) in COUNTABLE or is_of_numpy(iterable, "ndarray")
    return is_known or can_be_set_back(iterable)


def length(iterable: Any) -> int:
    """How many elements an iterable has that can be counted."""
    return len(iterable) if hasattr(iterable, "__len__") else sum(1 for _ in iterable)


def _range(iterator: Any, steps: int) -> Any:
    _, (numbers,), *state = iterator.__reduce__()
    position = (state[0] or 0) if state else 0
    start = numbers.start + (position - steps) * numbers.step
    return iter(range(start, numbers.stop, numbers.step))


def _sequence(iterator: Any, steps: int) -> Any:
    position = iterator.__reduce__()[2]
    iterator.__setstate__(position - steps)
    return iterator


def _reversed(iterator: Any, steps: int) -> Any:
    position = iterator.__reduce__()[2]
    iterator.__setstate__(position + steps)
    return iterator


def _enumerate(iterator: Any, steps: int) -> Any:
    _, (inner, count) = iterator.__reduce__()
    return enumerate(rewound(inner, steps), count - steps)


def _zip(iterator: Any, steps: int) -> Any:
    parts = iterator.__reduce__()[1]
    return zip(*(rewound(part, steps) for part in parts), strict=False)


def _table(view: Callable[[Any], Any]) -> Callable[[Any, int], Any]:
    """For dicts and sets: an iterator knows how much is left of the whole."""

    def set_back(iterator: Any, steps: int) -> Any:
        whole = gc.get_referents(iterator)[0]
        given = len(whole) - iterator.__length_hint__()
        return forwarded(view(whole), given - steps)

    return set_back


ITEM_ITERATOR: type = type(iter(type("", (), {"__getitem__": id})()))
"""Of arrays, and of whatever else has items by number."""

REWINDERS: dict[type, Callable[[Any, int], Any]] = {
    type(iter(range(0))): _range,
    type(iter(range(1 << 80))): _range,
    type(iter([])): _sequence,
    type(iter(())): _sequence,
    type(iter("")): _sequence,
    type(iter("\u1234")): _sequence,
    type(iter(b"")): _sequence,
    ITEM_ITERATOR: _sequence,
    type(reversed([])): _reversed,
    type(iter({})): _table(iter),
    type(iter({}.items())): _table(dict.items),
    type(iter({}.values())): _table(dict.values),
    type(iter(set())): _table(iter),
    enumerate: _enumerate,
    zip: _zip,
}
"""By exact type."""

COUNTABLE = frozenset(
    {
        *(list, tuple, str, bytes, bytearray, dict, set, frozenset, range),
        *map(type, ({}.keys(), {}.values(), {}.items())),
    }
)
"""Types whose elements can be counted and given without effects."""

RANGES = frozenset({type(iter(range(0))), type(iter(range(1 << 80)))})
"""Types of iterators that hold numbers only."""

SETTABLE = frozenset(
    kind for kind, set_back in REWINDERS.items() if set_back in (_range, _sequence)
)
"""Types of iterators that can be put at any position."""


def given(iterator: Any, kept: Any) -> int | None:
    """How many elements an iterator has given; `kept` is what is kept of its iterable."""
    kind = type(iterator)
    if kind is enumerate:
        start = kept.arguments[1] if hasattr(kept, "arguments") else 0
        return int(iterator.__reduce__()[1][1]) - start
    if kind is zip:
        parts = getattr(kept, "arguments", ())
        first = iterator.__reduce__()[1][:1]
        return given(first[0], parts[0] if parts else None) if first else 0
    _, arguments, *state = iterator.__reduce__()
    if REWINDERS[kind] is _range:
        whole = kept if type(kept) is range else getattr(kept, "arguments", (arguments[0],))[0]
        position = (state[0] or 0) if state else 0
        return len(whole) - len(arguments[0]) + int(position)
    if kind is type(reversed([])):
        # After the last element it does not even tell the list.
        return len(arguments[0]) - 1 - int(state[0]) if state else None
    if kind in SETTABLE:
        return int(state[0])
    return len(gc.get_referents(iterator)[0]) - int(iterator.__length_hint__())

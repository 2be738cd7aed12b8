"""What the recording may keep of a value without changing how long any object lives.

A value whose death nobody can notice is kept itself.  Of a list, dict or set a copy is kept if it
is small and holds only such values; of anything else a weak reference, or nothing but the
number by which it can be recognised if a variable still holds it.  `restoring.py` turns what was
kept into a value again.  Another type needs a row in `KEEPERS`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MethodType,
    ModuleType,
    NoneType,
)
from typing import Any
from weakref import ref

from debugger.frames.class_attributes import is_of_numpy, kind_of
from debugger.frames.missing import Missing
from debugger.frames.recording.iterators import ITEM_ITERATOR, SETTABLE, backward, forwarded
from debugger.frames.records import Record

SMALL = 64
"""Elements of a container that are looked at."""

MANY_BYTES = 4096
"""Bytes of a bytearray beyond which it is not kept."""

LARGE_ARRAY = 4 * 1024 * 1024
"""Bytes of an array beyond which it is not kept."""

PLAIN = frozenset(
    {
        *(int, float, bool, complex, NoneType, Missing, str, bytes, range, slice, CodeType),
        *(type(Ellipsis), type(NotImplemented)),
    }
)
"""Types of values that are kept as they are: they hold nothing else, and nobody sees them die."""


class Lost(Record):
    """A value that cannot be kept; `number` is its id, by which a variable may still have it."""

    number: int
    kind: str


class View(Record):
    """A view of an array: its id, how its base is found, and its geometry."""

    number: int
    kind: str
    base: Lost
    geometry: tuple[Any, ...]


class Copied(Record):
    """A small list, dict or set: its id, and a copy."""

    number: int
    kind: str
    copy: Any


class Bound(Record):
    """A method of an object that may be gone."""

    owner: object
    name: str


class Remade(Record):
    """What a function makes of arguments: iterators and their like."""

    make: Callable[..., Any]
    arguments: tuple[object, ...]


class Rest(Record):
    """An iterable, or what is left of it: nobody knows how much was taken before."""

    iterable: object


def keep(value: Any) -> Any:
    """The form in which `value` may be kept."""
    kind = type(value)
    if kind in PLAIN:
        return value
    keeper = KEEPERS.get(kind)
    if keeper is not None:
        return keeper(value)
    if is_numpy(value):
        return value
    return keep_array(value) if is_of_numpy(value, "ndarray") else referred(value)


def referred(value: Any) -> Any:
    """A weak reference, or nothing but the id."""
    try:
        return ref(value)
    except TypeError:
        return Lost(id(value), kind_of(value))


def is_numpy(value: Any) -> bool:
    """Whether a value is a scalar of numpy, or an array that only its variables know."""
    if is_array(value):
        return value.base is None and value.nbytes <= LARGE_ARRAY
    return is_of_numpy(value, kind_of(value)) and issubclass(type(value), number_type())


def is_array(value: Any) -> bool:
    """Whether a value is an array of numbers."""
    return is_of_numpy(value, "ndarray") and not value.dtype.hasobject


def number_type() -> Any:
    """The base of the classes of numpy's numbers."""
    return sys.modules["numpy"].generic


def keep_array(value: Any) -> Lost | View:
    """An array that is not kept itself; no weak reference, see `holder` in containers.py."""
    base = value.base
    if type(base) is not type(value):
        return Lost(id(value), "ndarray")
    return View(id(value), "ndarray", Lost(id(base), "ndarray"), geometry(value, base))


def geometry(view: Any, base: Any) -> tuple[Any, ...]:
    """Shape, strides, type of the elements, and where in the base a view begins."""
    start, whole = (each.__array_interface__["data"][0] for each in (view, base))
    return view.shape, view.strides, view.dtype, start - whole


def are_plain(values: Iterable[Any]) -> bool:
    """Whether all of some values are kept as they are."""
    return PLAIN.issuperset(map(type, values))


def keep_tuple(value: tuple[Any, ...]) -> Any:
    if len(value) <= SMALL and are_plain(value):
        return value
    return Lost(id(value), "tuple")


def keep_bytes(value: bytearray) -> Any:
    if len(value) <= MANY_BYTES:
        return Copied(id(value), "bytearray", value.copy())
    return Lost(id(value), "bytearray")


def keep_copy(value: Any) -> Any:
    """A list or a set."""
    if len(value) <= SMALL and are_plain(value):
        return Copied(id(value), kind_of(value), value.copy())
    return Lost(id(value), kind_of(value))


def keep_dict(value: dict[Any, Any]) -> Any:
    if len(value) <= SMALL and are_plain(value) and are_plain(value.values()):
        return Copied(id(value), "dict", value.copy())
    return Lost(id(value), "dict")


def keep_method(value: MethodType) -> Any:
    if type(value.__func__) is not FunctionType:
        return Lost(id(value), "method")
    return Bound(keep(value.__self__), value.__name__)


def keep_builtin(value: Any) -> Any:
    owner = value.__self__
    if owner is None or type(owner) is ModuleType:
        return value
    return Bound(keep(owner), value.__name__)


def keep_cell(value: CellType) -> Any:
    try:
        held = value.cell_contents
    except ValueError:
        return Remade(CellType, ())
    kept = keep(held)
    return value if kept is held else Remade(CellType, (kept,))


def keep_iterator(value: Any) -> Any:
    """An iterator over a list, tuple or string."""
    _, arguments, *state = value.__reduce__()
    return Remade(forwarded, (keep(arguments[0]), *(state or [0])))


def keep_reversed(value: Any) -> Any:
    """`reversed` of a list."""
    _, (items,), *state = value.__reduce__()
    return Remade(backward, (keep(items), state[0] if state else -1))


def keep_range(value: Any) -> Any:
    """An iterator over a range; the range is what is left of it, from some versions on."""
    return keep_reduced(value.__reduce__())


def keep_reduced(reduced: Any) -> Any:
    """The same from what its `__reduce__` says."""
    _, (numbers,), *state = reduced
    return Remade(forwarded, (numbers, (state[0] or 0) if state else 0))


def rest_of(iterator: Any) -> Any:
    """What an iterator goes over, as far as it tells."""
    if type(iterator) not in SETTABLE:
        return None
    return Rest(keep(iterator.__reduce__()[1][0]))


def keep_wrapper(value: Any) -> Any:
    """`enumerate` and `zip`, which are made of other iterators."""
    make, arguments, *_ = value.__reduce__()
    return Remade(make, tuple(map(keep, arguments)))


def keep_view(value: Any) -> Any:
    """`items`, `keys` or `values` of a dict."""
    owner = gc.get_referents(value)[0]
    return Remade(getattr(dict, kind_of(value).removeprefix("dict_")), (keep(owner),))


def keep_error(value: BaseException) -> Any:
    """A builtin error: another one like it, as its traceback would keep frames alive."""
    if are_plain(value.args):
        return Remade(type(value), value.args)
    return Lost(id(value), kind_of(value))


def _builtin_errors() -> list[type]:
    import builtins

    return [
        kind
        for kind in vars(builtins).values()
        if isinstance(kind, type) and issubclass(kind, BaseException)
    ]


KEEPERS: dict[type, Callable[[Any], Any]] = {
    **dict.fromkeys(_builtin_errors(), keep_error),
    tuple: keep_tuple,
    list: keep_copy,
    set: keep_copy,
    bytearray: keep_bytes,
    dict: keep_dict,
    MethodType: keep_method,
    BuiltinFunctionType: keep_builtin,
    CellType: keep_cell,
    **dict.fromkeys(map(type, map(iter, ([], (), "", "\u1234", b""))), keep_iterator),
    ITEM_ITERATOR: keep_iterator,
    type(reversed([])): keep_reversed,
    type(iter(range(0))): keep_range,
    type(iter(range(1 << 80))): keep_range,
    enumerate: keep_wrapper,
    zip: keep_wrapper,
    type({}.items()): keep_view,
    type({}.keys()): keep_view,
    type({}.values()): keep_view,
    ref: lambda value: Lost(id(value), "weakref"),
}
"""By exact type; whatever is a `weakref.ref` in an entry is ours, as those of the program go."""

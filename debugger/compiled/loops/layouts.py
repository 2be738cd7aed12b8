"""Where CPython and numpy keep what is inside their objects: one table per version.

Offsets are in bytes from the start of the object.  `check` compares the table with real objects
before anything relies on it; a version that has moved something gets no compiled loops, instead
of wrong ones.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from types import MethodType
from typing import Any

from debugger.frames.records import Record

TYPE = 8
SIZE = 16
LIST_ITEMS = 24
TUPLE_ITEMS = 24
FLOAT_VALUE = 16
INT_SIZE, INT_DIGITS = 16, 24
DIGIT_BITS = 30
ITEM_ITERATOR_INDEX, ITEM_ITERATOR_ITEMS = 16, 24
ENUMERATE_COUNT, ENUMERATE_INNER = 16, 24
ZIP_INNER, ZIP_STRICT = 24, 40
SCALAR_VALUE = 16
METHOD_FUNCTION = 16
SLOT_MEMBER, MEMBER_OFFSET = 40, 16
"""In the descriptor of a slot: the address of its member, in which is the offset of the slot."""
ARRAY_DATA, ARRAY_DIMENSIONS, ARRAY_SHAPE, ARRAY_STRIDES = 16, 24, 32, 40
ARRAY_BASE, ARRAY_TYPE, ARRAY_FLAGS, ARRAY_WEAK = 48, 56, 64, 72
DTYPE_SCALAR_TYPE, DTYPE_BYTE_ORDER = 16, 26
CLASS_VERSION = 384
INSTANCE_DICTIONARY = -24
"""The dictionary of an instance, once it has been asked for; until then nothing that two share."""
C_CONTIGUOUS, ALIGNED, WRITEABLE = 0x1, 0x100, 0x400


class RangeIteratorLayout(Record):
    """`index`: how many were taken, None where `start` itself moves on."""

    index: int | None
    start: int
    step: int
    length: int


class Layout(Record):
    """What differs from version to version.

    `tagged`: how an int tells its sign and size; `immortal`: True and False are not counted.
    """

    tagged: bool
    immortal: bool
    range_iterator: RangeIteratorLayout


V311 = Layout(tagged=False, immortal=False, range_iterator=RangeIteratorLayout(16, 24, 32, 40))
V312 = Layout(tagged=True, immortal=True, range_iterator=RangeIteratorLayout(None, 16, 24, 32))
LAYOUTS = {(3, 11): V311, (3, 12): V312, (3, 13): V312}


class LayoutError(Exception):
    """Objects of this interpreter are not laid out as the tables say."""


@cache
def layout() -> Layout:
    """The table of the running version, checked; raises LayoutError."""
    found = LAYOUTS.get(sys.version_info[:2])
    if found is None or sys.byteorder != "little" or ctypes.sizeof(ctypes.c_void_p) != 8:  # noqa: PLR2004
        raise LayoutError("this Python is not known to the loop compiler")
    _check(found)
    return found


def _word(value: object, offset: int) -> int:
    return ctypes.c_int64.from_address(id(value) + offset).value


def slot(owner: type, name: str) -> int:
    """Where instances of a class have the slot of a name."""
    member = _word(vars(owner)[name], SLOT_MEMBER)
    return ctypes.c_int64.from_address(member + MEMBER_OFFSET).value


def _check(found: Layout) -> None:
    number, items = 1234567, [1.5, 2.5]
    iterator, taken = iter(range(5, 50, 3)), iter(items)
    next(iterator)
    next(taken)
    pairs = enumerate(taken, 7)
    together = zip(taken, iterator, strict=False)
    at = found.range_iterator
    tag = 1 << 3 if found.tagged else 1
    facts = {
        "float": ctypes.c_double.from_address(id(items[0]) + FLOAT_VALUE).value == items[0],
        "int": _word(number, INT_SIZE) == tag
        and ctypes.c_uint32.from_address(id(number) + INT_DIGITS).value == number,
        "negative int": _word(-number, INT_SIZE) == (tag | 2 if found.tagged else -1),
        "list": _word(items, SIZE) == len(items)
        and ctypes.c_int64.from_address(_word(items, LIST_ITEMS)).value == id(items[0]),
        "tuple": _word((items, 1), TUPLE_ITEMS) == id(items),
        "range": _word(iterator, at.step) == 3  # noqa: PLR2004
        and _range_position(iterator, at) == (8, 14),
        "iterator": _word(taken, ITEM_ITERATOR_INDEX) == 1
        and _word(taken, ITEM_ITERATOR_ITEMS) == id(items),
        "enumerate": (_word(pairs, ENUMERATE_COUNT), _word(pairs, ENUMERATE_INNER))
        == (7, id(taken)),
        "method": _word(MethodType(_word, number), METHOD_FUNCTION) == id(_word),
        "slot": _word(found, slot(Layout, "range_iterator")) == id(found.range_iterator),
        "class": _follows_changes(),
        "instance": _shows_its_dictionary(),
        "zip": ctypes.c_int64.from_address(_word(together, ZIP_INNER) + TUPLE_ITEMS).value
        == id(taken),
    }
    wrong = [name for name, holds in facts.items() if not holds]
    if wrong:
        raise LayoutError(f"unknown layout of {', '.join(wrong)}")


def class_version(owner: type) -> int:
    """The version of a class, as any lookup makes it have one; 0 if it has none."""
    return ctypes.c_uint32.from_address(id(owner) + CLASS_VERSION).value


def _follows_changes() -> bool:
    """Whether versions are where they should be: one comes with a lookup and goes with a change."""
    owner: Any = type("Base", (), {"field": 1})
    made = type("Derived", (owner,), {})()
    versions = []
    for value in (2, 3):
        assert made.field == value - 1
        versions.append(class_version(type(made)))
        owner.field = value
        versions.append(class_version(type(made)))
    return versions[0] != 0 == versions[1] and versions[2] not in (0, versions[0])


def _shows_its_dictionary() -> bool:
    made = type("Plain", (), {})()
    dictionary = vars(made)
    return _word(made, INSTANCE_DICTIONARY) == id(dictionary)


def _range_position(iterator: object, at: RangeIteratorLayout) -> tuple[int, int]:
    """The next number and how many are left."""
    start, left = _word(iterator, at.start), _word(iterator, at.length)
    if at.index is None:
        return start, left
    taken = _word(iterator, at.index)
    return start + taken * _word(iterator, at.step), left - taken


def numpy_is_known(numpy: Any) -> bool:
    """Whether numpy's arrays and scalars are laid out as the tables say."""
    array = numpy.arange(12.0)[::2].reshape(2, 3)
    address = array.__array_interface__["data"][0]
    scalar = numpy.float64(1.5)
    shape, strides = _word(array, ARRAY_SHAPE), _word(array, ARRAY_STRIDES)
    flags = ALIGNED | WRITEABLE | (C_CONTIGUOUS * array.flags.c_contiguous)
    kind = _word(array, ARRAY_TYPE)
    return (
        _word(array, ARRAY_DATA) == address
        and ctypes.c_int32.from_address(id(array) + ARRAY_DIMENSIONS).value == array.ndim
        and tuple((ctypes.c_int64 * 2).from_address(shape)) == array.shape
        and tuple((ctypes.c_int64 * 2).from_address(strides)) == array.strides
        and _word(array, ARRAY_BASE) == id(array.base)
        and kind == id(array.dtype)
        and ctypes.c_int64.from_address(kind + DTYPE_SCALAR_TYPE).value == id(numpy.float64)
        and ctypes.c_char.from_address(kind + DTYPE_BYTE_ORDER).value == b"="
        and _word(array, ARRAY_FLAGS) & (ALIGNED | WRITEABLE | C_CONTIGUOUS) == flags
        and _word(array, ARRAY_WEAK) == 0
        and ctypes.c_double.from_address(id(scalar) + SCALAR_VALUE).value == scalar
    )

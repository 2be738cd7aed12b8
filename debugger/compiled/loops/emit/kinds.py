"""Kinds: what compiled code knows statically of a value, and values under that knowledge.

A kind is exact: a value of kind FLOAT is a Python float and nothing else.  `parts` of a value are
the LLVM values that make it up, as many as `machine_types` of its kind names.  A new kind needs
a class here, a way to be observed (`observe.py`) and to be rebuilt (`boxing.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from debugger.compiled.loops.emit.machine import F32, F64, I64, Type, integer
from debugger.frames.records import Record

if TYPE_CHECKING:
    from types import ModuleType

    from debugger.compiled.loops.region import Variable
    from debugger.frames.framecode import FrameCode


class Kind(Record):
    """The base of all kinds."""

    @property
    def machine_types(self) -> tuple[Type, ...]:
        """The types of the parts."""
        return ()


class Number(Kind):
    """A number of one exact type: `name` is int, float, bool, or that of a numpy scalar type."""

    name: str

    def __str__(self) -> str:
        return self.name if self.is_python else f"numpy.{self.name}"

    @property
    def is_python(self) -> bool:
        return self.name in ("int", "float", "bool")

    @property
    def is_floating(self) -> bool:
        return self.name.startswith("float")

    @property
    def is_boolean(self) -> bool:
        return self.name.startswith("bool")

    @property
    def is_integer(self) -> bool:
        return not self.is_floating and not self.is_boolean

    @property
    def is_signed(self) -> bool:
        return not self.name.startswith("uint")

    @property
    def bits(self) -> int:
        """The width in bits."""
        digits = "".join(filter(str.isdigit, self.name))
        return 1 if self.is_boolean else int(digits or 64)

    @property
    def machine_type(self) -> Type:
        """The type of the one part."""
        if self.is_floating:
            return F32 if self.bits == F32_BITS else F64
        return ir.IntType(self.bits)

    @property
    def machine_types(self) -> tuple[Type, ...]:
        return (self.machine_type,)


F32_BITS = 32
INT, FLOAT, BOOL = Number("int"), Number("float"), Number("bool")
FLOAT64, NUMPY_BOOL = Number("float64"), Number("bool_")
NUMPY_NAMES = (
    *("float64", "float32", "int64", "int32", "int16", "int8"),
    *("uint64", "uint32", "uint16", "uint8", "bool_"),
)


class Nothing(Kind):
    """None."""

    def __str__(self) -> str:
        return "None"


NONE = Nothing()


class Unbound(Kind):
    """A variable without a value."""

    def __str__(self) -> str:
        return "unbound"


UNBOUND = Unbound()


class Known(Kind):
    """One particular object, equal only by identity; the code holds on to it."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)

    def __str__(self) -> str:
        return getattr(self.value, "__name__", None) or type(self.value).__name__


class Opaque(Kind):
    """Whatever the variable `source` held at entry; `type` is given if it may be dropped late."""

    source: Any
    type: type | None = None

    def __str__(self) -> str:
        return "any object" if self.type is None else self.type.__name__


class Function(Kind):
    """The Python function that the variable `source` held at entry, and what a call of it needs.

    `framecode` is that of its code; `owner` the module whose globals it sees, None if they are
    those of the loop; `closure`: the variables that its free variables are; `defaults`: the
    parameters that have one; `obstacle`: why calls of it cannot be compiled, or nothing.
    """

    source: Variable
    framecode: FrameCode | None
    owner: ModuleType | None
    closure: tuple[Variable, ...]
    defaults: tuple[str, ...]
    obstacle: str

    def __str__(self) -> str:
        return "function" if self.framecode is None else self.framecode.code.co_qualname


class Array(Kind):
    """The numpy array that the variable `source` held at entry."""

    source: object
    item: Number
    dimensions: int
    writeable: bool
    contiguous: bool

    def __str__(self) -> str:
        shape = ",".join(":" * self.dimensions)
        marks = [" C-contiguous"] * self.contiguous + [" read-only"] * (not self.writeable)
        return f"array of {self.item.name}[{shape}]{','.join(marks)}"


class Row(Kind):
    """`array[i]`, `array[i][j]`, ...: parts are the address of the data, then the indices."""

    array: Array
    depth: int

    @property
    def dimensions(self) -> int:
        return self.array.dimensions - self.depth

    @property
    def machine_types(self) -> tuple[Type, ...]:
        return (I64,) * (1 + self.depth)

    def __str__(self) -> str:
        return f"row of {self.array}"


class List(Kind):
    """A list; parts: the object, where its items are, how many.

    `element` is the kind its elements are expected to have; `source` the variable that held it
    at entry, None if it was read from another list.
    """

    element: Kind | None
    source: object = None

    @property
    def machine_types(self) -> tuple[Type, ...]:
        return (I64, I64, I64)

    def __str__(self) -> str:
        return f"list of {self.element or 'anything'}"


class Tuple(Kind):
    """A tuple of which only the elements are known, or the one that `source` held at entry.

    Parts: those of the elements, each number followed by the object it was read from, or 0.
    """

    elements: tuple[Kind, ...]
    source: object = None

    @property
    def machine_types(self) -> tuple[Type, ...]:
        return tuple(t for element in self.elements for t in _in_tuple(element))

    def __str__(self) -> str:
        return f"tuple ({', '.join(map(str, self.elements))})"


class Range(Kind):
    """A range; parts: start, stop, step."""

    @property
    def machine_types(self) -> tuple[Type, ...]:
        return (I64, I64, I64)

    def __str__(self) -> str:
        return "range"


RANGE = Range()


class Reference(Kind):
    """An object of which nothing but the address (the part) is known."""

    @property
    def machine_types(self) -> tuple[Type, ...]:
        return (I64,)


REFERENCE = Reference()


class Alias(Kind):
    """The same object as the variable `of` holds: of numbers made in compiled code, too."""

    of: Any


class Iterator(Kind):
    """The base of iterators; `source`: how to reach the object, if it existed at entry."""


class RangeIterator(Iterator):
    """Parts: the next number, the stop, and the object, or 0 if there is none.

    That is for the steps 1 and -1.  Others (`step` is 0): the next number, the step, how many are
    left, and the object.  `loop` is the header of the loop whose claims hold for the numbers;
    `end`: the stop, where the code says it: such a loop has code of its own.
    """

    step: int
    loop: int = -1
    end: int | None = None

    @property
    def machine_types(self) -> tuple[Type, ...]:
        return (I64, I64, I64) if self.step else (I64, I64, I64, I64)

    def __str__(self) -> str:
        return "range iterator" + (f" with step {self.step}" if self.step else "")


class ItemIterator(Iterator):
    """Iterator over a list or an array; parts: those of what is iterated over, and the index."""

    items: List | Array | Row
    source: object = None

    @property
    def machine_types(self) -> tuple[Type, ...]:
        return (*self.items.machine_types, I64)

    def __str__(self) -> str:
        return f"iterator over {self.items}"


class Enumerate(Iterator):
    """Parts: the count, then those of the inner iterator."""

    inner: Kind
    source: object = None

    @property
    def machine_types(self) -> tuple[Type, ...]:
        return (I64, *self.inner.machine_types)

    def __str__(self) -> str:
        return f"enumerate of {self.inner}"


class Zip(Iterator):
    """Parts: those of the inner iterators."""

    inner: tuple[Kind, ...]
    source: object = None

    @property
    def machine_types(self) -> tuple[Type, ...]:
        return tuple(t for inner in self.inner for t in inner.machine_types)

    def __str__(self) -> str:
        return f"zip of {', '.join(map(str, self.inner))}"


class Value:
    """A value in compiled code.

    `object` is the address of the very object it was read from, if there is one: identity
    is kept by boxing from it (0 at run time: none).
    """

    __slots__ = ("kind", "object", "parts")

    def __init__(self, kind: Kind, parts: Sequence[Any] = (), object: Any = None) -> None:
        self.kind = kind
        self.parts = tuple(parts)
        self.object = object

    @property
    def part(self) -> Any:
        """The only part."""
        (part,) = self.parts
        return part

    @property
    def address(self) -> Any:
        """The address of the object that goes with it, 0 if there is none."""
        return integer(0) if self.object is None else self.object

    def __repr__(self) -> str:
        return f"<{self.kind}>"


def _in_tuple(element: Kind) -> tuple[Type, ...]:
    return (*element.machine_types, *((I64,) * isinstance(element, Number)))


def packed(values: Sequence[Value]) -> Value:
    """The tuple of some values."""
    parts: list[Any] = []
    for value in values:
        parts += value.parts
        if isinstance(value.kind, Number):
            parts.append(value.address)
    return Value(Tuple(tuple(value.kind for value in values)), parts)


def unpacked(value: Value) -> list[Value]:
    """The elements of a tuple."""
    assert isinstance(value.kind, Tuple)
    values, start = [], 0
    for kind in value.kind.elements:
        end = start + len(kind.machine_types)
        found = value.parts[end] if isinstance(kind, Number) else None
        values.append(Value(kind, value.parts[start:end], found))
        start += len(_in_tuple(kind))
    return values


def split(kinds: Sequence[Kind], parts: Sequence[Any]) -> list[Value]:
    """The values of several kinds whose parts stand one after another."""
    values, start = [], 0
    for kind in kinds:
        end = start + len(kind.machine_types)
        values.append(Value(kind, parts[start:end]))
        start = end
    return values

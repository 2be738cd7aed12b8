"""Boxing: giving the state of compiled code back to the registers of the interpreter.

Python ints, floats, bools and objects that existed before are stored by the compiled code itself.
Of everything else it leaves the parts in a list, from which a `Rebuild` makes the object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from llvmlite import ir as llvm

from debugger.compiled.loops import layouts
from debugger.compiled.loops.emit.departing import depart
from debugger.compiled.loops.emit.kinds import (
    INT,
    REFERENCE,
    UNBOUND,
    Alias,
    Array,
    Enumerate,
    Function,
    ItemIterator,
    Kind,
    Known,
    List,
    Nothing,
    Number,
    Opaque,
    Range,
    RangeIterator,
    Reference,
    Row,
    Tuple,
    Value,
    Zip,
    split,
    unpacked,
)
from debugger.compiled.loops.emit.machine import (
    I1,
    address_of,
    integer,
    load,
    store,
)
from debugger.compiled.loops.emit.object_kinds import BoundMethod, Class, Instance, Method, Owner
from debugger.compiled.loops.region import Variable
from debugger.frames.missing import MISSING
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import Emitter
    from debugger.compiled.loops.emit.path import Path

SOURCED = (ItemIterator, Enumerate, Zip)


DONE = type("Done", (), {})()
"""The first of the parts of a value whose object is already where it belongs."""


def has_position(kind: Kind) -> bool:
    """Whether a kind is an iterator with an object that must learn where it is."""
    is_sourced = isinstance(kind, SOURCED) and kind.source is not None
    return is_sourced or isinstance(kind, RangeIterator)


class Rebuild(Record):
    """Make the value of a variable from `count` parts, from `first` on."""

    variable: Variable
    kind: Kind
    first: int
    count: int


class GivingBack:
    """Emits the code that gives variables back; old objects are buried, and die after all else."""

    def __init__(self, emitter: Emitter, builder: llvm.IRBuilder) -> None:
        self.emitter = emitter
        self.inputs = emitter.inputs
        self.builder = builder
        self.rebuilds: list[Rebuild] = []
        self.used = 0

    def variable(self, variable: Variable, value: Value) -> None:
        """Give back one variable."""
        kind = value.kind
        if isinstance(kind, RangeIterator):
            self.range_iterator(variable, value)
        elif has_position(kind):
            position_back(self.builder, self.inputs.objects, value)
        elif not is_itself(variable, kind):
            place = self.inputs.place(variable)
            if not self.put(place, value):
                self.take_apart(variable, value)

    def range_iterator(self, variable: Variable, value: Value) -> None:
        """One that existed before is told where it is; the parts of another one are left."""
        builder, found = self.builder, value.parts[-1]
        done = self.part(self.used)
        if isinstance(found, llvm.Constant):
            self.take_apart(variable, value)
            return
        with builder.if_else(builder.icmp_unsigned("!=", found, integer(0))) as (then, otherwise):
            with then:
                write_back_to(builder, found, value)
                self.held(self.inputs.place(variable), found)
                self.held(done, address_of(DONE))
            with otherwise:
                self.take_apart(variable, value)

    def put(self, place: tuple[Any, int], value: Value) -> bool:
        """Store the object for a value; False if compiled code cannot make it."""
        give = GIVERS.get(type(value.kind))
        return give is not None and give(self, place, value)

    def alias(self, place: tuple[Any, int], value: Value) -> bool:
        """Store what another variable has been given; not if that is still to be made."""
        kind: Any = value.kind
        if any(rebuild.variable == kind.of for rebuild in self.rebuilds):
            return False
        return self.held(place, load(self.builder, *self.inputs.place(kind.of)))

    def number(self, place: tuple[Any, int], value: Value) -> bool:
        assert isinstance(value.kind, Number)
        function = self.emitter.helpers.give_number(value.kind)
        self.builder.call(function, [self.address(place), value.part, value.address])
        return True

    def nothing(self, place: tuple[Any, int], value: Value) -> bool:
        return self.held(place, address_of(None))

    def known(self, place: tuple[Any, int], value: Value) -> bool:
        kind: Any = value.kind
        return self.held(place, address_of(self.inputs.keep(kind.value)))

    def array(self, place: tuple[Any, int], value: Value) -> bool:
        kind: Any = value.kind
        return self.held(place, self.inputs.arrays[kind.source].address)

    def sourced(self, place: tuple[Any, int], value: Value) -> bool:
        """What a variable held at entry, if it is that."""
        kind: Any = value.kind
        return kind.source is not None and self.held(place, self.inputs.objects[kind.source])

    def reference(self, place: tuple[Any, int], value: Value) -> bool:
        return self.held(place, value.part)

    def list(self, place: tuple[Any, int], value: Value) -> bool:
        return self.held(place, value.parts[0])

    def held(self, place: tuple[Any, int], found: Any) -> bool:
        """Store another reference to an object that exists."""
        self.builder.call(self.emitter.helpers.give_object(), [self.address(place), found])
        return True

    def address(self, place: tuple[Any, int]) -> Any:
        return self.builder.add(place[0], integer(place[1]))

    def take_apart(self, variable: Variable, value: Value) -> None:
        """Leave the parts of a value for a rebuild."""
        first = self.used
        self.builder.store(integer(1, I1), self.emitter.incomplete)
        for leaf in leaves(self, value):
            self.put(self.part(self.used), leaf)
            self.used += 1
        self.rebuilds.append(Rebuild(variable, value.kind, first, self.used - first))

    def part(self, number: int) -> tuple[Any, int]:
        """Where one of the parts is left."""
        return self.inputs.parts, -8 * (1 + number)

    def empty(self, variable: Variable) -> None:
        """The variable has no value any more."""
        self.held(self.inputs.place(variable), address_of(MISSING))


def is_itself(variable: Variable, kind: Kind) -> bool:
    """Whether a variable holds what it held at entry."""
    return (
        isinstance(kind, Opaque | Function | Owner | BoundMethod | Array | List | Tuple)
        and kind.source is not None
        and kind.source == variable
    )


GIVERS: dict[type, Callable[[GivingBack, tuple[Any, int], Value], bool]] = {
    Number: GivingBack.number,
    Nothing: GivingBack.nothing,
    Alias: GivingBack.alias,
    Known: GivingBack.known,
    Array: GivingBack.array,
    Opaque: GivingBack.sourced,
    Function: GivingBack.sourced,
    Instance: GivingBack.sourced,
    BoundMethod: GivingBack.sourced,
    Class: GivingBack.sourced,
    Tuple: GivingBack.sourced,
    List: GivingBack.list,
    Reference: GivingBack.reference,
}


def leaves(giving: GivingBack, value: Value) -> Iterator[Value]:
    """The values that objects are made of for a value, in the order a rebuild takes them."""
    split_up = LEAVES.get(type(value.kind))
    if split_up is None or getattr(value.kind, "source", None) is not None:
        yield value
    else:
        yield from split_up(giving, value)


def row_leaves(giving: GivingBack, value: Value) -> Iterator[Value]:
    kind: Any = value.kind
    yield Value(kind.array)
    yield from int_leaves(giving, Value(kind, value.parts[1:]))


def int_leaves(giving: GivingBack, value: Value) -> Iterator[Value]:
    for part in value.parts:
        yield Value(INT, [part])


def range_iterator_leaves(giving: GivingBack, value: Value) -> Iterator[Value]:
    """Inside another iterator: the object if there is one, and the numbers."""
    *numbers, found = value.parts
    builder = giving.builder
    is_object = builder.icmp_unsigned("!=", found, integer(0))
    yield Value(REFERENCE, [builder.select(is_object, found, address_of(None))])
    yield from int_leaves(giving, Value(value.kind, numbers))


def tuple_leaves(giving: GivingBack, value: Value) -> Iterator[Value]:
    for element in unpacked(value):
        yield from leaves(giving, element)


def method_leaves(giving: GivingBack, value: Value) -> Iterator[Value]:
    kind: Any = value.kind
    yield Value(REFERENCE, [giving.inputs.objects[kind.function]])
    yield Value(kind.receiver)


def item_iterator_leaves(giving: GivingBack, value: Value) -> Iterator[Value]:
    kind: Any = value.kind
    yield from leaves(giving, Value(kind.items, value.parts[:-1]))
    yield Value(INT, [value.parts[-1]])


def enumerate_leaves(giving: GivingBack, value: Value) -> Iterator[Value]:
    kind: Any = value.kind
    yield Value(INT, [value.parts[0]])
    yield from leaves(giving, Value(kind.inner, value.parts[1:]))


def zip_leaves(giving: GivingBack, value: Value) -> Iterator[Value]:
    kind: Any = value.kind
    for inner in split(kind.inner, value.parts):
        yield from leaves(giving, inner)


LEAVES: dict[type, Callable[[GivingBack, Value], Iterator[Value]]] = {
    Row: row_leaves,
    Alias: int_leaves,
    Method: method_leaves,
    Tuple: tuple_leaves,
    Range: int_leaves,
    RangeIterator: range_iterator_leaves,
    ItemIterator: item_iterator_leaves,
    Enumerate: enumerate_leaves,
    Zip: zip_leaves,
}


def give_back(
    emitter: Emitter, builder: llvm.IRBuilder, values: dict[Variable, Value], number: Any
) -> tuple[Rebuild, ...]:
    """Emit the code that gives back the changed variables and leaves by the exit of that number."""
    giving = GivingBack(emitter, builder)
    builder.store(integer(0, I1), emitter.incomplete)
    for variable, value in sorted(values.items(), key=lambda item: isinstance(item[1].kind, Alias)):
        giving.variable(variable, value)
    for variable, value in emitter.inputs.entered.items():
        if variable not in values and value.kind is not UNBOUND:
            giving.empty(variable)
    depart(emitter, builder, number, builder.load(emitter.incomplete))
    return tuple(giving.rebuilds)


def write_back(path: Path, value: Value) -> None:
    """A variable is about to give up an iterator: the object gets its position back."""
    if has_position(value.kind):
        path.commit()
        position_back(path.builder, path.emitter.inputs.objects, value)


def position_back(builder: llvm.IRBuilder, objects: dict[Variable, Any], value: Value) -> None:
    """Store the position of an iterator into its object, if there is one."""
    kind: Any = value.kind
    if not isinstance(kind, RangeIterator):
        write_back_to(builder, objects[kind.source], value)
    elif not isinstance(value.parts[-1], llvm.Constant):
        found = value.parts[-1]
        with builder.if_then(builder.icmp_unsigned("!=", found, integer(0))):
            write_back_to(builder, found, value)


def write_back_to(builder: llvm.IRBuilder, found: Any, value: Value) -> None:
    """Store the position of an iterator into its object."""
    kind, parts = value.kind, value.parts
    if isinstance(kind, RangeIterator):
        _write_back_range(builder, found, value)
    elif isinstance(kind, ItemIterator):
        # Nobody else holds it: that it knows no end while it is exhausted will not be seen.
        store(builder, parts[-1], found, layouts.ITEM_ITERATOR_INDEX)
    elif isinstance(kind, Enumerate):
        store(builder, parts[0], found, layouts.ENUMERATE_COUNT)
        inner = load(builder, found, layouts.ENUMERATE_INNER)
        write_back_to(builder, inner, Value(kind.inner, parts[1:]))
    elif isinstance(kind, Zip):
        objects = load(builder, found, layouts.ZIP_INNER)
        for index, each in enumerate(split(kind.inner, parts)):
            inner = load(builder, objects, layouts.TUPLE_ITEMS + 8 * index)
            write_back_to(builder, inner, each)


def _write_back_range(builder: llvm.IRBuilder, found: Any, value: Value) -> None:
    kind = value.kind
    assert isinstance(kind, RangeIterator)
    at = layouts.layout().range_iterator
    if kind.step:
        current, stop, _ = value.parts
        left = builder.mul(builder.sub(stop, current), integer(kind.step))
    else:
        current, _, left, _ = value.parts
    if at.index is None:
        store(builder, current, found, at.start)
        store(builder, left, found, at.length)
    else:
        store(builder, builder.sub(load(builder, found, at.length), left), found, at.index)

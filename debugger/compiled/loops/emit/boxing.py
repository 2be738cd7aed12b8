"""Boxing: giving the state of compiled code back to the registers of the interpreter.

Python ints, floats, bools and objects that existed before are stored by the compiled code itself.
Of everything else it leaves the parts in a list, from which a `Rebuild` makes the object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from llvmlite import ir as llvm

from debugger.compiled.loops import layouts
from debugger.compiled.loops.emit.inputs import FUEL
from debugger.compiled.loops.emit.kinds import (
    BOOL,
    FLOAT,
    INT,
    UNBOUND,
    Array,
    Enumerate,
    ItemIterator,
    Kind,
    Known,
    List,
    Nothing,
    Number,
    Opaque,
    Range,
    RangeIterator,
    Row,
    Tuple,
    Value,
    Zip,
    split,
    unpacked,
)
from debugger.compiled.loops.emit.machine import (
    F64,
    I64,
    VOID,
    address_of,
    call_address,
    integer,
    load,
    python_api,
    store,
)
from debugger.compiled.loops.region import Variable
from debugger.frames.missing import MISSING
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import Emitter, Path

SOURCED = (RangeIterator, ItemIterator, Enumerate, Zip)


def undroppable(kind: Kind) -> object:
    """What a variable of this kind holds a reference to that must not be dropped late, or None."""
    if isinstance(kind, Opaque) and kind.type is None:
        return ("object", kind.source)
    return None


class Rebuild(Record):
    """Make the value of a variable from `count` parts, from `first` on."""

    variable: Variable
    kind: Kind
    first: int
    count: int


class GivingBack:
    """Emits the code that gives variables back; old objects die after all are stored."""

    def __init__(self, emitter: Emitter, builder: llvm.IRBuilder) -> None:
        self.emitter = emitter
        self.inputs = emitter.inputs
        self.builder = builder
        self.replaced: list[Any] = []
        self.rebuilds: list[Rebuild] = []
        self.used = 0

    def variable(self, variable: Variable, value: Value) -> None:
        """Give back one variable."""
        kind = value.kind
        if isinstance(kind, SOURCED) and kind.source is not None:
            write_back_to(self.builder, self.inputs.objects[variable], value)
            return
        if getattr(kind, "source", None) == variable and self.is_itself(kind):
            return
        found = self.boxed(value)
        if found is None:
            self.take_apart(variable, value)
        else:
            self.put(self.inputs.place(variable), found)

    def is_itself(self, kind: Kind) -> bool:
        """The variable holds what it held at entry."""
        return isinstance(kind, Opaque | Array | List | Tuple)

    def boxed(self, value: Value) -> Any:
        """A new reference to the object for a value; None if compiled code cannot make it."""
        make = BOXES.get(type(value.kind))
        return None if make is None else make(self, value)

    def python_number(self, value: Value) -> Any:
        kind = value.kind
        if kind == BOOL:
            true, false = address_of(True), address_of(False)  # noqa: FBT003
            return self.held(self.builder.select(value.part, true, false))
        return self.number(value) if kind in (INT, FLOAT) else None

    def nothing(self, value: Value) -> Any:
        return self.held(address_of(None))

    def known(self, value: Value) -> Any:
        kind: Any = value.kind
        return self.held(address_of(self.inputs.keep(kind.value)))

    def array(self, value: Value) -> Any:
        kind: Any = value.kind
        return self.held(self.inputs.arrays[kind.source].address)

    def sourced(self, value: Value) -> Any:
        """What a variable held at entry, if it is that."""
        kind: Any = value.kind
        return None if kind.source is None else self.held(self.inputs.objects[kind.source])

    def list(self, value: Value) -> Any:
        return self.held(value.parts[0])

    def held(self, found: Any) -> Any:
        call_address(self.builder, python_api("Py_IncRef"), VOID, found)
        return found

    def number(self, value: Value) -> Any:
        name, machine_type = ("int", I64) if value.kind == INT else ("float", F64)
        function = box_function(self.builder.module, name, machine_type)
        return self.builder.call(function, [value.part, value.object or integer(0)])

    def put(self, place: tuple[Any, int], found: Any) -> None:
        """Store a new reference; what was there dies later."""
        self.replaced.append(load(self.builder, *place))
        store(self.builder, found, *place)

    def take_apart(self, variable: Variable, value: Value) -> None:
        """Leave the parts of a value for a rebuild."""
        first = self.used
        for part in leaves(self, value):
            self.put((self.inputs.parts, 8 * self.used), part)
            self.used += 1
        self.rebuilds.append(Rebuild(variable, value.kind, first, self.used - first))

    def empty(self, variable: Variable) -> None:
        """The variable has no value any more."""
        self.put(self.inputs.place(variable), self.held(address_of(MISSING)))

    def finish(self) -> tuple[Rebuild, ...]:
        """Let what was replaced die."""
        for found in self.replaced:
            call_address(self.builder, python_api("Py_DecRef"), VOID, found)
        return tuple(self.rebuilds)


def give_back(
    emitter: Emitter, builder: llvm.IRBuilder, values: dict[Variable, Value]
) -> tuple[Rebuild, ...]:
    """Emit the code that gives the changed variables back, and the fuel."""
    giving = GivingBack(emitter, builder)
    entered = emitter.inputs.entered
    for variable, value in values.items():
        giving.variable(variable, value)
    for variable, value in entered.items():
        if variable not in values and value.kind is not UNBOUND:
            giving.empty(variable)
    fuel = giving.number(Value(INT, [builder.load(emitter.fuel)]))
    giving.put((emitter.inputs.items, 8 * FUEL), fuel)
    return giving.finish()


BOXES: dict[type, Callable[[GivingBack, Value], Any]] = {
    Number: GivingBack.python_number,
    Nothing: GivingBack.nothing,
    Known: GivingBack.known,
    Array: GivingBack.array,
    Opaque: GivingBack.sourced,
    Tuple: GivingBack.sourced,
    List: GivingBack.list,
}


def leaves(giving: GivingBack, value: Value) -> Iterator[Any]:
    """New references to objects for the parts of a value, in the order `rebuild` takes them."""
    found = giving.boxed(value)
    if found is not None:
        yield found
    else:
        yield from LEAVES[type(value.kind)](giving, value)


def number_leaves(giving: GivingBack, value: Value) -> Iterator[Any]:
    yield giving.number(python_number(giving.builder, value))


def row_leaves(giving: GivingBack, value: Value) -> Iterator[Any]:
    kind: Any = value.kind
    yield giving.held(giving.inputs.arrays[kind.array.source].address)
    yield from int_leaves(giving, Value(kind, value.parts[1:]))


def int_leaves(giving: GivingBack, value: Value) -> Iterator[Any]:
    for part in value.parts:
        yield giving.number(Value(INT, [part]))


def tuple_leaves(giving: GivingBack, value: Value) -> Iterator[Any]:
    for element in unpacked(value):
        yield from leaves(giving, element)


def item_iterator_leaves(giving: GivingBack, value: Value) -> Iterator[Any]:
    kind: Any = value.kind
    yield from leaves(giving, Value(kind.items, value.parts[:-1]))
    yield giving.number(Value(INT, [value.parts[-1]]))


def enumerate_leaves(giving: GivingBack, value: Value) -> Iterator[Any]:
    kind: Any = value.kind
    yield giving.number(Value(INT, [value.parts[0]]))
    yield from leaves(giving, Value(kind.inner, value.parts[1:]))


def zip_leaves(giving: GivingBack, value: Value) -> Iterator[Any]:
    kind: Any = value.kind
    for inner in split(kind.inner, value.parts):
        yield from leaves(giving, inner)


LEAVES: dict[type, Callable[[GivingBack, Value], Iterator[Any]]] = {
    Number: number_leaves,
    Row: row_leaves,
    Tuple: tuple_leaves,
    Range: int_leaves,
    RangeIterator: int_leaves,
    ItemIterator: item_iterator_leaves,
    Enumerate: enumerate_leaves,
    Zip: zip_leaves,
}


def python_number(builder: llvm.IRBuilder, value: Value) -> Value:
    """A numpy number as the int or float from which its scalar can be made."""
    kind, part = value.kind, value.part
    assert isinstance(kind, Number)
    if kind.is_floating:
        part = part if kind.bits == I64.width else builder.fpext(part, F64)
        return Value(FLOAT, [part], value.object)
    if kind.bits != I64.width:
        extend = builder.sext if kind.is_signed and not kind.is_boolean else builder.zext
        part = extend(part, I64)
    return Value(INT, [part], value.object)


def box_function(module: llvm.Module, name: str, machine_type: Any) -> llvm.Function:
    """The function that makes a number, or takes the object (if not 0) that it was read from."""
    full = f"box_{name}"
    function = module.globals.get(full)
    if function is not None:
        return function
    function = llvm.Function(module, llvm.FunctionType(I64, [machine_type, I64]), full)
    function.linkage = "internal"
    function.attributes.add("noinline")
    number, known = function.args
    builder = llvm.IRBuilder(function.append_basic_block())
    with builder.if_then(builder.icmp_unsigned("!=", known, integer(0))):
        call_address(builder, python_api("Py_IncRef"), VOID, known)
        builder.ret(known)
    maker = python_api("PyFloat_FromDouble" if name == "float" else "PyLong_FromLongLong")
    builder.ret(call_address(builder, maker, I64, number))
    return function


def write_back(path: Path, value: Value) -> None:
    """A variable is about to give up an iterator: the object gets its position back."""
    kind = value.kind
    if isinstance(kind, SOURCED) and kind.source is not None:
        found = path.emitter.inputs.objects[kind.source]  # type: ignore[index]
        path.settle_all()
        write_back_to(path.builder, found, value)


def write_back_to(builder: llvm.IRBuilder, found: Any, value: Value) -> None:
    """Store the position of an iterator into its object."""
    kind, parts = value.kind, value.parts
    if isinstance(kind, RangeIterator):
        _write_back_range(builder, found, value)
    elif isinstance(kind, ItemIterator):
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
        current, stop = value.parts
        left = builder.mul(builder.sub(stop, current), integer(kind.step))
    else:
        current, _, left = value.parts
    if at.index is None:
        store(builder, current, found, at.start)
        store(builder, left, found, at.length)
    else:
        store(builder, builder.sub(load(builder, found, at.length), left), found, at.index)

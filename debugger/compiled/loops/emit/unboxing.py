"""Unboxing: code that checks what an object is and reads its parts, without running any Python.

A new kind of input needs a row in `READERS`.
"""

from __future__ import annotations

from types import MethodType
from typing import TYPE_CHECKING, Any

from llvmlite import ir as llvm

from debugger.compiled.loops import layouts
from debugger.compiled.loops.emit.kinds import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    UNBOUND,
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
    RangeIterator,
    Tuple,
    Unbound,
    Value,
    Zip,
    packed,
)
from debugger.compiled.loops.emit.machine import (
    F64,
    I1,
    I8,
    I32,
    I64,
    POINTER,
    address_of,
    integer,
    load,
)
from debugger.compiled.loops.emit.object_kinds import (
    BoundMethod,
    Class,
    Instance,
    Method,
    Owner,
    Shape,
)
from debugger.compiled.loops.observe import ITEM_ITERATOR, LIST_ITERATOR, RANGE_ITERATOR
from debugger.frames.missing import MISSING
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.inputs import Inputs


class Descriptor(Record):
    """An array in machine terms: address of the data, lengths and strides by dimension."""

    data: Any
    shape: tuple[Any, ...]
    strides: tuple[Any, ...]
    address: Any


class Unboxing:
    """Emits a check at the start of a function, which refuses entry with the given number."""

    def __init__(self, inputs: Inputs, refusal: int) -> None:
        self.inputs = inputs
        self.refusal = refusal

    @property
    def builder(self) -> llvm.IRBuilder:
        builder: llvm.IRBuilder = self.inputs.builder
        return builder

    def value(self, found: Any, kind: Kind) -> Value:
        """Check the object at an address, and read it as a value of a kind."""
        read: Value = READERS[type(kind)](self, found, kind)
        return read

    def require(self, holds: Any) -> None:
        """Refuse to enter unless `holds` (an i1)."""
        builder, refused = self.builder, self.inputs.refused
        refused.add_incoming(integer(self.refusal), builder.block)
        go_on = self.inputs.emitter.block()
        builder.cbranch(holds, go_on, refused.parent).set_weights((1000, 1))
        builder.position_at_end(go_on)

    def require_type(self, found: Any, expected: type) -> None:
        """Refuse to enter unless the object is exactly of a type."""
        self.require(has_type(self.builder, found, expected))

    def require_private(self, found: Any) -> None:
        """Refuse to enter if anybody else holds an iterator, and could see it advance or end."""
        count = reference_count(self.builder, found)
        self.require(self.builder.icmp_signed("==", count, integer(1)))

    # ------------------------------------------------------------------ by kind

    def number(self, found: Any, kind: Number) -> Value:
        if kind == BOOL:
            is_true = self.is_object(found, value=True)
            self.require(self.builder.or_(is_true, self.is_object(found, value=False)))
            return Value(kind, [is_true], found)
        if kind == INT:
            self.require_type(found, int)
            read = unbox_int(self.builder, found)
            self.require(self.builder.extract_value(read, 1))
            return Value(kind, [self.builder.extract_value(read, 0)], found)
        if kind == FLOAT:
            self.require_type(found, float)
            return Value(kind, [load(self.builder, found, layouts.FLOAT_VALUE, F64)], found)
        scalar = next(t for t, k in self.inputs.observer.numpy.scalars.items() if k == kind)
        self.require_type(found, scalar)
        return Value(kind, [self.scalar(found, kind)], found)

    def scalar(self, found: Any, kind: Number) -> Any:
        if kind.is_boolean:
            byte = load(self.builder, found, layouts.SCALAR_VALUE, I8)
            return self.builder.icmp_unsigned("!=", byte, integer(0, I8))
        return load(self.builder, found, layouts.SCALAR_VALUE, kind.machine_type)

    def is_object(self, found: Any, value: object) -> Any:
        return self.builder.icmp_unsigned("==", found, address_of(value))

    def nothing(self, found: Any, kind: Kind) -> Value:
        self.require(self.is_object(found, value=None))
        return Value(NONE)

    def unbound(self, found: Any, kind: Kind) -> Value:
        self.require(self.is_object(found, value=MISSING))
        return Value(UNBOUND)

    def known(self, found: Any, kind: Known) -> Value:
        self.require(self.is_object(found, value=self.inputs.keep(kind.value)))
        return Value(kind)

    def opaque(self, found: Any, kind: Opaque) -> Value:
        if kind.type is not None:
            self.require_type(found, kind.type)
        else:
            # None would be another kind.
            for other in (MISSING, None):
                self.require(self.builder.not_(self.is_object(found, value=other)))
        return Value(kind)

    def instance(self, found: Any, kind: Instance) -> Value:
        owner = load(self.builder, found, layouts.TYPE)
        self.require_shape(owner, kind.shape)
        return self.source(found, kind)

    def type(self, found: Any, kind: Class) -> Value:
        self.require(self.builder.icmp_unsigned("==", found, integer(kind.shape.address)))
        self.require_shape(found, kind.shape)
        return self.source(found, kind)

    def require_shape(self, owner: Any, shape: Shape) -> None:
        """A class is the one that was observed, and has not been changed since."""
        self.require(self.builder.icmp_unsigned("==", owner, integer(shape.address)))
        version = load(self.builder, owner, layouts.CLASS_VERSION, I32)
        place = integer(self.inputs.versions.address(shape))
        expected = load(self.builder, place, machine_type=I32)
        self.require(self.builder.icmp_unsigned("==", version, expected))

    def source(self, found: Any, kind: Owner | BoundMethod) -> Value:
        """What stands for an object by another name is that object."""
        self.require(self.builder.icmp_unsigned("==", found, self.inputs.held(kind.source)))
        return Value(kind)

    def method(self, found: Any, kind: Method) -> Value:
        self.require(self.builder.icmp_unsigned("==", found, self.inputs.held(kind.function)))
        return Value(kind)

    def bound_method(self, found: Any, kind: BoundMethod) -> Value:
        """What it is bound to was looked up in it."""
        self.require_type(found, MethodType)
        function = load(self.builder, found, layouts.METHOD_FUNCTION)
        self.require(self.builder.icmp_unsigned("==", function, self.inputs.held(kind.function)))
        return self.source(found, kind)

    def function(self, found: Any, kind: Function) -> Value:
        """It was looked at before the code was entered, by the variable it is known by."""
        self.require(self.builder.icmp_unsigned("==", found, self.inputs.held(kind.source)))
        return Value(kind)

    def array(self, found: Any, kind: Array) -> Value:
        builder, numpy = self.builder, self.inputs.observer.numpy
        self.require_type(found, numpy.module.ndarray)
        dimensions = load(builder, found, layouts.ARRAY_DIMENSIONS, I32)
        self.require(builder.icmp_unsigned("==", dimensions, integer(kind.dimensions, I32)))
        self.require_item(load(builder, found, layouts.ARRAY_TYPE), kind)
        mask = layouts.ALIGNED | layouts.WRITEABLE | layouts.C_CONTIGUOUS
        flags = builder.and_(load(builder, found, layouts.ARRAY_FLAGS, I32), integer(mask, I32))
        wanted = layouts.ALIGNED | layouts.WRITEABLE * kind.writeable
        wanted |= layouts.C_CONTIGUOUS * kind.contiguous
        self.require(builder.icmp_unsigned("==", flags, integer(wanted, I32)))
        if kind.source in self.inputs.program.assigned or not isinstance(kind.source, int):
            self.require_unwatched(found)
        self.inputs.arrays[kind.source] = self.descriptor(found, kind)
        return Value(kind)

    def require_unwatched(self, found: Any) -> None:
        """The array may be dropped late: nobody must wait for that, or for what it is a view of."""
        builder, base = self.builder, load(self.builder, found, layouts.ARRAY_BASE)
        self.require(is_zero(builder, load(builder, found, layouts.ARRAY_WEAK)))
        viewing, done = self.inputs.emitter.block(), self.inputs.emitter.block()
        builder.cbranch(is_zero(builder, base), done, viewing)
        builder.position_at_end(viewing)
        self.require_type(base, self.inputs.observer.numpy.module.ndarray)
        for offset in (layouts.ARRAY_WEAK, layouts.ARRAY_BASE):
            self.require(is_zero(builder, load(builder, base, offset)))
        builder.branch(done)
        builder.position_at_end(done)

    def require_item(self, dtype: Any, kind: Array) -> None:
        builder, scalars = self.builder, self.inputs.observer.numpy.scalars
        scalar = next(t for t, k in scalars.items() if k == kind.item)
        found = load(builder, dtype, layouts.DTYPE_SCALAR_TYPE)
        self.require(builder.icmp_unsigned("==", found, address_of(scalar)))
        order = load(builder, dtype, layouts.DTYPE_BYTE_ORDER, I8)
        native = [builder.icmp_unsigned("==", order, integer(ord(c), I8)) for c in "=|"]
        self.require(builder.or_(*native))

    def descriptor(self, found: Any, kind: Array) -> Descriptor:
        builder = self.builder
        shape = load(builder, found, layouts.ARRAY_SHAPE)
        strides = load(builder, found, layouts.ARRAY_STRIDES)
        dimensions = range(kind.dimensions)
        data = builder.inttoptr(load(builder, found, layouts.ARRAY_DATA), POINTER)
        return Descriptor(
            data,
            tuple(load(builder, shape, 8 * i) for i in dimensions),
            tuple(load(builder, strides, 8 * i) for i in dimensions),
            found,
        )

    def list(self, found: Any, kind: List) -> Value:
        self.require_type(found, list)
        return Value(kind, list_parts(self.builder, found))

    def tuple(self, found: Any, kind: Tuple) -> Value:
        builder = self.builder
        self.require_type(found, tuple)
        size = load(builder, found, layouts.SIZE)
        self.require(builder.icmp_signed("==", size, integer(len(kind.elements))))
        values = []
        for index, element in enumerate(kind.elements):
            item = load(self.builder, found, layouts.TUPLE_ITEMS + 8 * index)
            values.append(self.value(item, element))
        return Value(kind, packed(values).parts)

    def range_iterator(self, found: Any, kind: RangeIterator) -> Value:
        builder = self.builder
        self.require_type(found, RANGE_ITERATOR)
        self.require_private(found)
        at = layouts.layout().range_iterator
        start, step, left = (load(builder, found, o) for o in (at.start, at.step, at.length))
        if at.index is not None:
            taken = load(builder, found, at.index)
            start = builder.add(start, builder.mul(taken, step))
            left = builder.sub(left, taken)
        if not kind.step:
            return Value(kind, [start, step, left, found])
        self.require(builder.icmp_signed("==", step, integer(kind.step)))
        stop = builder.add(start, builder.mul(left, step))
        return Value(kind, [start, stop, found])

    def item_iterator(self, found: Any, kind: ItemIterator) -> Value:
        builder = self.builder
        is_list = isinstance(kind.items, List)
        self.require_type(found, LIST_ITERATOR if is_list else ITEM_ITERATOR)
        self.require_private(found)
        items = load(builder, found, layouts.ITEM_ITERATOR_ITEMS)
        self.require(builder.icmp_unsigned("!=", items, integer(0)))
        inner = self.value(items, kind.items)
        return Value(kind, [*inner.parts, load(builder, found, layouts.ITEM_ITERATOR_INDEX)])

    def enumerate(self, found: Any, kind: Enumerate) -> Value:
        self.require_type(found, enumerate)
        self.require_private(found)
        inner = self.value(load(self.builder, found, layouts.ENUMERATE_INNER), kind.inner)
        return Value(kind, [load(self.builder, found, layouts.ENUMERATE_COUNT), *inner.parts])

    def zip(self, found: Any, kind: Zip) -> Value:
        builder = self.builder
        self.require_type(found, zip)
        self.require_private(found)
        strict = load(builder, found, layouts.ZIP_STRICT, I32)
        self.require(builder.icmp_unsigned("==", strict, integer(0, I32)))
        inner = load(builder, found, layouts.ZIP_INNER)
        size = load(builder, inner, layouts.SIZE)
        self.require(builder.icmp_unsigned("==", size, integer(len(kind.inner))))
        parts: list[Any] = []
        for index, each in enumerate(kind.inner):
            item = load(builder, inner, layouts.TUPLE_ITEMS + 8 * index)
            parts += self.value(item, each).parts
        return Value(kind, parts)


READERS: dict[type, Any] = {
    Number: Unboxing.number,
    Nothing: Unboxing.nothing,
    Unbound: Unboxing.unbound,
    Known: Unboxing.known,
    Opaque: Unboxing.opaque,
    Function: Unboxing.function,
    Instance: Unboxing.instance,
    Class: Unboxing.type,
    Method: Unboxing.method,
    BoundMethod: Unboxing.bound_method,
    Array: Unboxing.array,
    List: Unboxing.list,
    Tuple: Unboxing.tuple,
    RangeIterator: Unboxing.range_iterator,
    ItemIterator: Unboxing.item_iterator,
    Enumerate: Unboxing.enumerate,
    Zip: Unboxing.zip,
}


def is_zero(builder: llvm.IRBuilder, word: Any) -> Any:
    return builder.icmp_unsigned("==", word, integer(0))


def has_type(builder: llvm.IRBuilder, found: Any, expected: type) -> Any:
    """Whether the object at an address is exactly of a type."""
    return builder.icmp_unsigned("==", load(builder, found, layouts.TYPE), address_of(expected))


def reference_count(builder: llvm.IRBuilder, found: Any) -> Any:
    """The reference count of an object; that of an immortal one is merely big."""
    return builder.zext(load(builder, found, 0, I32), I64)


def list_parts(builder: llvm.IRBuilder, found: Any) -> list[Any]:
    """The parts of a list: nothing in compiled code changes its length."""
    items = load(builder, found, layouts.LIST_ITEMS)
    return [found, items, load(builder, found, layouts.SIZE)]


def small_int(builder: llvm.IRBuilder, found: Any) -> Any:
    """The value of an int known to lie between 1 and 2**30."""
    return builder.zext(load(builder, found, layouts.INT_DIGITS, I32), I64)


def unbox_int(builder: llvm.IRBuilder, found: Any) -> Any:
    """Call the function that reads an int: `{value, whether it fits 64 bits}`."""
    module = builder.module
    function = module.globals.get("unbox_int")
    if function is None:
        result = llvm.LiteralStructType([I64, I1])
        function = llvm.Function(module, llvm.FunctionType(result, [I64]), "unbox_int")
        function.linkage = "internal"
        _emit_unbox_int(function)
    return builder.call(function, [found])


def _emit_unbox_int(function: llvm.Function) -> None:
    builder = llvm.IRBuilder(function.append_basic_block())
    (found,) = function.args
    count, sign = _digits(builder, load(builder, found, layouts.INT_SIZE))
    blocks = [function.append_basic_block(f"digits{n}") for n in range(4)]
    beyond = function.append_basic_block("beyond")
    choice = builder.switch(count, beyond)
    for digits, block in enumerate(blocks):
        choice.add_case(integer(digits), block)
        _return_digits(llvm.IRBuilder(block), found, sign, digits)
    _return_int(llvm.IRBuilder(beyond), integer(0), integer(0, I1))


def _digits(builder: llvm.IRBuilder, size: Any) -> tuple[Any, Any]:
    """How many digits, and the sign (1 or -1)."""
    if layouts.layout().tagged:
        sign = builder.sub(integer(1), builder.and_(size, integer(3)))
        # Zero has one digit, which is 0, and the sign 0.
        return builder.lshr(size, integer(3)), sign
    negative = builder.icmp_signed("<", size, integer(0))
    sign = builder.select(negative, integer(-1), integer(1))
    return builder.mul(size, sign), sign


def _return_digits(builder: llvm.IRBuilder, found: Any, sign: Any, digits: int) -> None:
    total = integer(0)
    for index in range(digits):
        digit = builder.zext(load(builder, found, layouts.INT_DIGITS + 4 * index, I32), I64)
        total = builder.or_(total, builder.shl(digit, integer(index * layouts.DIGIT_BITS)))
    fits = integer(1, I1)
    if digits == 3:  # noqa: PLR2004
        # The third digit has room for three more bits below the sign.
        third = load(builder, found, layouts.INT_DIGITS + 8, I32)
        fits = builder.icmp_unsigned("<", third, integer(8, I32))
    _return_int(builder, builder.mul(total, sign), fits)


def _return_int(builder: llvm.IRBuilder, value: Any, fits: Any) -> None:
    pair = llvm.Constant(llvm.LiteralStructType([I64, I1]), llvm.Undefined)
    pair = builder.insert_value(pair, value, 0)
    builder.ret(builder.insert_value(pair, fits, 1))

"""Functions that compiled code calls to make, store and release objects.

They are emitted into the module when first used, and never inlined: objects are made where speed
does not matter, and LLVM takes less time over calls than over what they do.  Objects that are
replaced are *buried*: they die when the code leaves, after everything else has been done.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from time import CLOCK_MONOTONIC
from typing import Any

from llvmlite import ir as llvm

from debugger.compiled.loops import layouts
from debugger.compiled.loops.account import NANOSECONDS
from debugger.compiled.loops.emit.kinds import BOOL, FLOAT, NUMPY_BOOL, Kind, Number
from debugger.compiled.loops.emit.machine import (
    I32,
    I64,
    VOID,
    address_of,
    call_address,
    integer,
    load,
    python_api,
    store,
)
from debugger.compiled.loops.observe import Numpy

ROOM = 100_000
"""How many objects can be buried before the code has to leave."""
MARGIN = 1024
"""Room for those that are replaced when it does."""


class Graves:
    """Room for the addresses of buried objects; the first word says how many there are.

    Code of all units uses it, but only from entry to exit, with the GIL held.
    """

    def __init__(self) -> None:
        self.memory = (ctypes.c_int64 * (1 + ROOM + MARGIN))()

    @property
    def address(self) -> int:
        """Where it is."""
        return ctypes.addressof(self.memory)


class Helpers:
    """The functions of one module; `count` is the address of the number of buried objects."""

    def __init__(self, module: llvm.Module, graves: int, numpy: Numpy) -> None:
        self.module = module
        self.numpy = numpy
        self.truths: dict[Kind, tuple[Any, Any]] = {BOOL: (True, False)}
        if numpy.module is not None:
            self.truths[NUMPY_BOOL] = (numpy.module.True_, numpy.module.False_)
        self.count = integer(graves)

    def function(
        self,
        name: str,
        result: Any,
        arguments: Sequence[Any],
        emit: Callable[[llvm.IRBuilder, Sequence[Any]], None],
    ) -> llvm.Function:
        """The function of that name, emitted now if need be."""
        found = self.module.globals.get(name)
        if found is None:
            found = llvm.Function(self.module, llvm.FunctionType(result, arguments), name)
            found.linkage = "internal"
            found.attributes.add("noinline")
            emit(llvm.IRBuilder(found.append_basic_block()), found.args)
        return found

    # ------------------------------------------------------------------ making objects

    def box(self, kind: Number) -> llvm.Function:
        """`(number, object) -> a new reference`: to the object, or to a new one if it is 0."""

        def emit(builder: llvm.IRBuilder, arguments: Sequence[Any]) -> None:
            number, known = arguments
            with builder.if_then(builder.icmp_unsigned("!=", known, integer(0))):
                call_address(builder, python_api("Py_IncRef"), VOID, known)
                builder.ret(known)
            builder.ret(self.new(builder, kind, number))

        return self.function(f"box_{kind.name}", I64, [kind.machine_type, I64], emit)

    def new(self, builder: llvm.IRBuilder, kind: Number, number: Any) -> Any:
        """A new reference to an object for a number."""
        if kind.is_boolean:
            true, false = self.truths[kind]
            found = builder.select(number, address_of(true), address_of(false))
            call_address(builder, python_api("Py_IncRef"), VOID, found)
            return found
        if kind.is_python:
            maker = "PyFloat_FromDouble" if kind == FLOAT else "PyLong_FromLongLong"
            return call_address(builder, python_api(maker), I64, number)
        # A scalar of numpy is nothing but its number.
        scalar = address_of(self.numpy.scalar(kind))
        allocate = python_api("PyType_GenericAlloc")
        made = call_address(builder, allocate, I64, scalar, integer(0))
        store(builder, number, made, layouts.SCALAR_VALUE)
        return made

    def give_number(self, kind: Number) -> llvm.Function:
        """`(place, number, object)`: store the object for a number, bury what was there."""
        box, put = self.box(kind), self.put()

        def emit(builder: llvm.IRBuilder, arguments: Sequence[Any]) -> None:
            place, number, known = arguments
            builder.call(put, [place, builder.call(box, [number, known])])
            builder.ret_void()

        return self.function(f"give_{kind.name}", VOID, [I64, kind.machine_type, I64], emit)

    def give_object(self) -> llvm.Function:
        """`(place, object)`: store a new reference to an object, bury what was there."""
        put = self.put()

        def emit(builder: llvm.IRBuilder, arguments: Sequence[Any]) -> None:
            place, found = arguments
            call_address(builder, python_api("Py_IncRef"), VOID, found)
            builder.call(put, [place, found])
            builder.ret_void()

        return self.function("give_object", VOID, [I64, I64], emit)

    # ------------------------------------------------------------------ time

    def now(self) -> llvm.Function:
        """`() -> nanoseconds` on a clock that only goes forward."""

        def emit(builder: llvm.IRBuilder, arguments: Sequence[Any]) -> None:
            del arguments
            place = builder.ptrtoint(builder.alloca(I64, 2), I64)
            clock = integer(CLOCK_MONOTONIC, I32)
            call_address(builder, python_api("clock_gettime"), I32, clock, place)
            nanoseconds = builder.mul(load(builder, place), integer(NANOSECONDS))
            builder.ret(builder.add(nanoseconds, load(builder, place, 8)))

        return self.function("now", I64, [], emit)

    # ------------------------------------------------------------------ graves

    def put(self) -> llvm.Function:
        """`(place, reference)`: store a reference, bury what was there."""

        def emit(builder: llvm.IRBuilder, arguments: Sequence[Any]) -> None:
            place, found = arguments
            buried = builder.add(load(builder, self.count), integer(1))
            store(builder, load(builder, place), self.grave(builder, buried))
            store(builder, buried, self.count)
            store(builder, found, place)
            builder.ret_void()

        return self.function("put", VOID, [I64, I64], emit)

    def fill(self) -> llvm.Function:
        """`(place, reference)`: store a reference, let go what was there."""

        def emit(builder: llvm.IRBuilder, arguments: Sequence[Any]) -> None:
            place, found = arguments
            before = load(builder, place)
            store(builder, found, place)
            call_address(builder, python_api("Py_DecRef"), VOID, before)
            builder.ret_void()

        return self.function("fill", VOID, [I64, I64], emit)

    def grave(self, builder: llvm.IRBuilder, number: Any) -> Any:
        return builder.add(self.count, builder.mul(number, integer(8)))

    def finish(self) -> llvm.Function:
        """`()`: let what is buried die."""

        def emit(builder: llvm.IRBuilder, arguments: Sequence[Any]) -> None:
            start, function = builder.block, builder.function
            test, body, end = (function.append_basic_block() for _ in range(3))
            builder.branch(test)
            builder.position_at_end(test)
            number = builder.phi(I64)
            number.add_incoming(load_first(builder, start, self.count), start)
            builder.cbranch(builder.icmp_unsigned("!=", number, integer(0)), body, end)
            builder.position_at_end(body)
            found = load(builder, self.grave(builder, number))
            call_address(builder, python_api("Py_DecRef"), VOID, found)
            number.add_incoming(builder.sub(number, integer(1)), body)
            builder.branch(test)
            builder.position_at_end(end)
            store(builder, integer(0), self.count)
            builder.ret_void()

        return self.function("finish", VOID, [], emit)


def load_first(builder: llvm.IRBuilder, block: Any, address: Any) -> Any:
    """Load a word at the end of an earlier block."""
    earlier = llvm.IRBuilder(block)
    earlier.position_before(block.terminator)
    return load(earlier, address)

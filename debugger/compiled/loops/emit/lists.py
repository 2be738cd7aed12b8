"""Elements of Python lists, read and replaced in place.

Nothing is copied, and objects keep their identity: a number read from a list remembers its object,
and is given back, or stored elsewhere, as that object.  The object that a store replaces dies at
once, unless some variable may still remember it: then it is buried until the code leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir as llvm

from debugger.compiled.loops import layouts, reasons
from debugger.compiled.loops.emit import unboxing
from debugger.compiled.loops.emit.helpers import ROOM
from debugger.compiled.loops.emit.kinds import BOOL, FLOAT, INT, List, Number, Value
from debugger.compiled.loops.emit.machine import (
    F64,
    I32,
    VOID,
    address_of,
    call_address,
    integer,
    load,
    python_api,
    store,
)
from debugger.compiled.loops.emit.path import Path, Stored, has_object
from debugger.compiled.loops.reasons import UnsupportedError

Make = Callable[[], Any]
"""Emits the making of a new reference."""
TYPES: dict[Number, type] = {INT: int, FLOAT: float, BOOL: bool}


def read(path: Path, container: Value, index: Any) -> Value:
    """The element at an index that is within bounds."""
    kind = container.kind
    assert isinstance(kind, List)
    found = load(path.builder, address(path, container, index))
    if isinstance(kind.element, List):
        guard_type(path, found, list)
        return Value(kind.element, unboxing.list_parts(path.builder, found))
    if not isinstance(kind.element, Number) or kind.element not in TYPES:
        raise UnsupportedError(f"element of {kind}")
    guard_type(path, found, TYPES[kind.element])
    value: Value = READERS[kind.element](path, found)
    return value


def address(path: Path, container: Value, index: Any) -> Any:
    """Where the element is."""
    return path.builder.add(container.parts[1], path.builder.mul(index, integer(8)))


def guard_type(path: Path, found: Any, expected: type) -> None:
    """Leave if an object is not exactly of a type."""
    is_other = path.builder.not_(unboxing.has_type(path.builder, found, expected))
    path.guard(is_other, reasons.ELEMENT)


def read_float(path: Path, found: Any) -> Value:
    return Value(FLOAT, [load(path.builder, found, layouts.FLOAT_VALUE, F64)], found)


def read_int(path: Path, found: Any) -> Value:
    number = unboxing.unbox_int(path.builder, found)
    fits = path.builder.extract_value(number, 1)
    path.guard(path.builder.not_(fits), reasons.OVERFLOW)
    return Value(INT, [path.builder.extract_value(number, 0)], found)


def read_bool(path: Path, found: Any) -> Value:
    return Value(BOOL, [path.builder.icmp_unsigned("==", found, address_of(True))])  # noqa: FBT003


READERS: dict[Number, Any] = {FLOAT: read_float, INT: read_int, BOOL: read_bool}


def write(path: Path, container: Value, index: Any, value: Value) -> None:
    """Replace the element at an index that is within bounds by a number."""
    element = getattr(container.kind, "element", None)
    if element not in TYPES or value.kind not in TYPES:
        raise UnsupportedError(f"storing {value.kind} into {container.kind}")
    assert isinstance(container.kind, List)
    path.emitter.stored.add(container.kind)
    place = address(path, container, index)
    old = load(path.builder, place)
    # A number dies without anybody noticing.
    guard_type(path, old, TYPES[element])
    if element == BOOL and value.kind == BOOL:
        path.commit()
        write_bool(path.builder, place, old, value)
    else:
        remembered = is_remembered(path, old)
        path.commit()
        make = shared(path, value)
        exchange(path, place, old, value, make, remembered)


def shared(path: Path, value: Value) -> Make | None:
    """Give a number that variables hold, too, its object now: it is one object for all.

    Answers what makes the reference for the list, or None if nobody else holds the number.
    """
    holders = [name for name, held in path.environment.items() if is_same_number(held, value)]
    if not holders or value.kind == BOOL or isinstance(value.object, llvm.Constant):
        return None
    found = new_object(path, value)
    for name in holders:
        path.environment[name] = Value(value.kind, value.parts, found)
        path.dirty[name] = None
    return lambda: found


def is_same_number(held: Value, value: Value) -> bool:
    return held.kind == value.kind and held.parts == value.parts and not isinstance(held, Stored)


def is_remembered(path: Path, old: Any) -> Any:
    """Whether a variable holds a number together with this very object (an i1, or None: never).

    The object must then outlive the store: leaves if there is no room to bury it.
    """
    found = None
    for variable, value in path.environment.items():
        if has_object(value) and value.kind in (INT, FLOAT):
            known = value.object
            if known is None:
                is_parked = variable in path.parked
                known = path.emitter.slots.object(path.builder, variable, parked=is_parked)
            is_same = path.builder.icmp_unsigned("==", known, old)
            found = is_same if found is None else path.builder.or_(found, is_same)
    if found is not None:
        buried = load(path.builder, path.emitter.helpers.count)
        path.guard(path.builder.icmp_unsigned(">=", buried, integer(ROOM)), reasons.FULL)
    return found


def write_bool(builder: llvm.IRBuilder, place: Any, old: Any, value: Value) -> None:
    true, false = address_of(True), address_of(False)  # noqa: FBT003
    new = builder.select(value.part, true, false)
    store(builder, new, place)
    if not layouts.layout().immortal:
        # Neither count ever comes near zero.
        for found, change in ((new, 1), (old, -1)):
            store(builder, builder.add(load(builder, found), integer(change)), found)


def new_object(path: Path, value: Value) -> Any:
    """A new reference to the object for a number: the one it was read from, if there is one."""
    assert isinstance(value.kind, Number)
    box = path.emitter.helpers.box(value.kind)
    return path.builder.call(box, [value.part, value.address])


def exchange(
    path: Path, place: Any, old: Any, value: Value, made: Make | None, remembered: Any
) -> None:
    """Replace an object, which dies at once unless it is remembered."""
    make = made or (lambda: new_object(path, value))
    if remembered is None:
        replace(path, place, old, value, made)
        return
    with path.builder.if_else(remembered, likely=False) as (then, otherwise):
        with then:
            path.builder.call(path.emitter.helpers.put(), [place, make()])
        with otherwise:
            replace(path, place, old, value, made)


def replace(path: Path, place: Any, old: Any, value: Value, made: Make | None) -> None:
    """Replace an object; a float that only the list holds gets the new value in place."""
    builder = path.builder
    make = made or (lambda: new_object(path, value))
    if value.kind != FLOAT or value.object is not None or made is not None:
        let_go(path, place, old, make)
        return
    is_only = builder.icmp_unsigned("==", load(builder, old, 0, I32), integer(1, I32))
    is_float = unboxing.has_type(builder, old, float)
    with builder.if_else(builder.and_(is_only, is_float), likely=True) as (alone, otherwise):
        with alone:
            store(builder, value.part, old, layouts.FLOAT_VALUE)
        with otherwise:
            let_go(path, place, old, make)


def let_go(path: Path, place: Any, old: Any, make: Make) -> None:
    store(path.builder, make(), place)
    call_address(path.builder, python_api("Py_DecRef"), VOID, old)

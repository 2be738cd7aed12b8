"""Subscripts of arrays, rows of arrays, lists and tuples: read, written, and their lengths.

Every index is checked against the bounds, unless claims cover it.  A negative one leaves, unless it
is a constant or has been seen at this place before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit import lists
from debugger.compiled.loops.emit.convert import int_part
from debugger.compiled.loops.emit.kinds import (
    BOOL,
    INT,
    NUMPY_NAMES,
    Array,
    List,
    Number,
    Row,
    Tuple,
    Value,
    packed,
    unpacked,
)
from debugger.compiled.loops.emit.machine import I8, I64, POINTER, constant, integer
from debugger.compiled.loops.emit.numpy_casts import cast
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError


class View:
    """Where an array or row begins, and its lengths and strides (bytes) by dimension."""

    def __init__(self, path: Path, value: Value) -> None:
        array, depth = value.kind, 0
        if isinstance(array, Row):
            depth, array = array.depth, array.array
        assert isinstance(array, Array)
        found = path.emitter.inputs.arrays[array.source]
        self.array = array
        self.shape = found.shape[depth:]
        self.strides = list(found.strides[depth:])
        self.data = found.data
        if depth:
            self.data = path.builder.inttoptr(value.parts[0], POINTER)
        if array.contiguous:
            # The last stride is known: let the machine know it, too.
            self.strides[-1] = integer(array.item.bits // 8 or 1)

    def address(self, path: Path, indices: Sequence[Any]) -> Any:
        """The address of an element or row; the indices are within bounds."""
        offset = None
        for index, stride in zip(indices, self.strides, strict=False):
            step = path.builder.mul(index, stride, flags=["nsw"])
            offset = step if offset is None else path.builder.add(offset, step, flags=["nsw"])
        return path.builder.gep(self.data, [offset], source_etype=I8)


def attribute(path: Path, owner: Value, name: str) -> Value:
    """The attributes of arrays that compiled code knows."""
    if isinstance(owner.kind, Array | Row):
        view = View(path, owner)
        if name == "shape":
            return packed([Value(INT, [length]) for length in view.shape])
        if name == "size":
            size = view.shape[0]
            for length in view.shape[1:]:
                size = path.builder.mul(size, length)
            return Value(INT, [size])
        if name == "ndim":
            return Value(INT, [integer(len(view.shape))])
    raise UnsupportedError(f"attribute {name} of {owner.kind}")


def length(path: Path, value: Value) -> Any:
    """`len(value)` as 64 bits."""
    kind = value.kind
    if isinstance(kind, Array | Row):
        return View(path, value).shape[0]
    if isinstance(kind, List):
        return value.parts[2]
    if isinstance(kind, Tuple):
        return integer(len(kind.elements))
    raise UnsupportedError(f"len of {kind}")


def read(path: Path, container: Value, index: Value) -> Value:
    """`container[index]`."""
    kind = container.kind
    if isinstance(kind, Array | Row):
        return read_array(path, container, checked_indices(path, container, index))
    if isinstance(kind, List):
        number = index_part(path, index, INDICES_OF_LISTS)
        return item(path, container, checked_index(path, number, container.parts[2]))
    if isinstance(kind, Tuple) and index.kind == INT:
        return read_tuple(container, index)
    raise UnsupportedError(f"{kind} subscripted by {index.kind}")


def read_tuple(container: Value, index: Value) -> Value:
    elements, known = unpacked(container), constant(index.part)
    if known is None or not -len(elements) <= known < len(elements):
        raise UnsupportedError("tuple subscripted by a variable")
    return elements[known]


def item(path: Path, container: Value, index: Any) -> Value:
    """The item at an index that is within bounds."""
    if isinstance(container.kind, List):
        return lists.read(path, container, index)
    return read_array(path, container, [index])


def write(path: Path, container: Value, index: Value, value: Value) -> None:
    """`container[index] = value`."""
    if isinstance(container.kind, Array | Row):
        write_array(path, container, checked_indices(path, container, index), value)
    elif isinstance(container.kind, List):
        number = index_part(path, index, INDICES_OF_LISTS)
        checked = checked_index(path, number, container.parts[2])
        lists.write(path, container, checked, value)
    else:
        raise UnsupportedError(f"{container.kind} subscripted by {index.kind}")


# ---------------------------------------------------------------------- bounds


def checked_indices(path: Path, container: Value, index: Value) -> list[Any]:
    """The indices as numbers within bounds."""
    indices = unpacked(index) if isinstance(index.kind, Tuple) else [index]
    shape = View(path, container).shape
    if not 1 <= len(indices) <= len(shape):
        raise UnsupportedError(f"{container.kind} subscripted by {index.kind}")
    return [
        checked_index(path, index_part(path, each, INDICES), length)
        for each, length in zip(indices, shape, strict=False)
    ]


INDICES = frozenset({INT, *(Number(name) for name in NUMPY_NAMES if "int" in name)})
INDICES_OF_LISTS = INDICES | {BOOL}


def index_part(path: Path, index: Value, allowed: frozenset[Number]) -> Any:
    """An index as 64 bits; for an array a bool would be a mask."""
    if index.kind not in allowed:
        raise UnsupportedError(f"{index.kind} as an index")
    return int_part(path, index)


def checked_index(path: Path, index: Any, length: Any) -> Any:
    """An index counted from the start; leaves if it is out of bounds."""
    builder = path.builder
    known = constant(index)
    is_wrapping = path.emitter.program.place(path.snapshot.pc) in path.emitter.profile.negative
    if known is not None and known < 0:
        index = builder.add(length, index)
    elif is_wrapping and known is None:
        is_negative = builder.icmp_signed("<", index, integer(0))
        index = builder.select(is_negative, builder.add(index, length), index)
    fact = (index if known is None else known, length)
    if fact not in path.within and not path.emitter.claims.covers(path, index, known, length):
        reason = reasons.BOUNDS if is_wrapping or known is not None else reasons.NEGATIVE
        path.guard(path.builder.icmp_unsigned(">=", index, length), reason)
        path.within[fact] = None
    return index


# ---------------------------------------------------------------------- arrays


def read_array(path: Path, container: Value, indices: list[Any]) -> Value:
    view = View(path, container)
    if len(indices) < len(view.shape):
        return read_row(path, container, view, indices)
    kind, builder = view.array.item, path.builder
    address = view.address(path, indices)
    if kind.is_boolean:
        byte = builder.load(address, typ=I8)
        return Value(kind, [builder.icmp_unsigned("!=", byte, integer(0, I8))])
    return Value(kind, [builder.load(address, typ=kind.machine_type)])


def read_row(path: Path, container: Value, view: View, indices: list[Any]) -> Value:
    kind = container.kind
    depth = kind.depth if isinstance(kind, Row) else 0
    before = container.parts[1:] if depth else ()
    address = path.builder.ptrtoint(view.address(path, indices), I64)
    row = Row(view.array, depth + len(indices))
    return Value(row, [address, *before, *indices])


def write_array(path: Path, container: Value, indices: list[Any], value: Value) -> None:
    view = View(path, container)
    if len(indices) < len(view.shape) or not view.array.writeable:
        raise UnsupportedError(f"storing into {container.kind}")
    part = converted(path, value, view.array.item)
    path.emitter.stored.add(view.array)
    path.overwrite(view.address(path, indices), part)


def converted(path: Path, value: Value, item: Number) -> Any:
    """A number as an array of `item` stores it; leaves where numpy would raise or warn."""
    if not isinstance(value.kind, Number):
        raise UnsupportedError(f"storing {value.kind} into an array of {item.name}")
    if value.kind != item:
        # Numpy's settings say what becomes of a cast that is not exact.
        path.emitter.inputs.uses_numpy = True
        path.settle(value)
    part = cast(path, value, item)
    return path.builder.zext(part, I8) if item.is_boolean else part

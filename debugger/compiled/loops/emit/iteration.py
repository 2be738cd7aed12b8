"""Iteration: ranges, arrays, lists, enumerate and zip.

Iterators that existed at entry are advanced in registers and get their position back when the
code leaves.  Those made inside the loop exist only as numbers, unless the code leaves while they
are in use.
"""

from __future__ import annotations

from typing import Any

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit import subscripts
from debugger.compiled.loops.emit.integers import checked
from debugger.compiled.loops.emit.kinds import (
    INT,
    RANGE,
    Array,
    Enumerate,
    ItemIterator,
    Iterator,
    List,
    Range,
    RangeIterator,
    Row,
    Value,
    Zip,
    packed,
    split,
)
from debugger.compiled.loops.emit.machine import I1, constant, integer
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.frames import ir


def iterator(path: Path, value: Value) -> Value:
    """`iter(value)`."""
    kind = value.kind
    if isinstance(kind, Range):
        made = range_iterator(path, *value.parts)
        return path.emitter.claims.start(path, made, path.pc + 1)
    if isinstance(kind, List | Array | Row):
        if isinstance(kind, Row) and kind.dimensions < 1:
            raise UnsupportedError(f"iterating over {kind}")
        return Value(ItemIterator(kind), [*value.parts, integer(0)])
    if isinstance(kind, Iterator):
        # It came from a temporary, which has given it up.
        return value
    raise UnsupportedError(f"iterating over {kind}")


def range_iterator(path: Path, start: Any, stop: Any, step: Any) -> Value:
    """An iterator over a range that does not exist as an object."""
    known = constant(step)
    if known in (1, -1):
        end = range_end(path, start, stop, known)
        return Value(RangeIterator(known), [start, end, integer(0)])
    length = range_length(path, start, stop, step)
    return Value(RangeIterator(0), [start, step, length, integer(0)])


def range_end(path: Path, start: Any, stop: Any, step: int) -> Any:
    """The stop of a range with step 1 or -1; an empty one must not look as if it went back."""
    first, last = constant(start), constant(stop)
    if first is not None and last is not None:
        return integer(max(first, last) if step == 1 else min(first, last))
    is_empty = path.builder.icmp_signed(">" if step == 1 else "<", start, stop)
    return path.builder.select(is_empty, start, stop)


def range_length(path: Path, start: Any, stop: Any, step: Any) -> Any:
    """How many numbers a range has: `compute_range_length` of `Objects/rangeobject.c`."""
    builder = path.builder
    is_up = builder.icmp_signed(">", step, integer(0))
    low, high = builder.select(is_up, start, stop), builder.select(is_up, stop, start)
    size = builder.select(is_up, step, builder.sub(integer(0), step))
    span = builder.sub(builder.sub(high, low), integer(1))
    length = builder.add(builder.udiv(span, size), integer(1))
    is_empty = builder.icmp_signed(">=", low, high)
    is_too_long = builder.icmp_signed("<", length, integer(0))
    path.guard(builder.and_(builder.not_(is_empty), is_too_long), reasons.OVERFLOW)
    return path.builder.select(is_empty, integer(0), length)


def for_next(path: Path, statement: ir.ForNext) -> None:
    """Advance the iterator; at its end leave the loop."""
    register = statement.iterator.register
    value = path.read(register)
    if not isinstance(value.kind, Iterator):
        raise UnsupportedError(f"iterating with {value.kind}")
    going_on, ending = path.branch(has_next(path, value))
    ending.forget(register)
    ending.go(statement.pc)
    try:
        advanced, item = advance(going_on, value)
        if isinstance(value.kind, RangeIterator) and value.kind.loop == path.pc:
            path.emitter.claims.take(item.part, path.pc)
    except UnsupportedError as refused:
        going_on.leave(f"{refused}: {statement}")
        return
    going_on.environment[register] = advanced
    going_on.dirty[register] = None
    try:
        going_on.write(statement.target.register, item)
    except UnsupportedError as refused:
        going_on.leave(f"{refused}: {statement}")
        return
    going_on.go(path.pc + 1)


def has_next(path: Path, value: Value) -> Any:
    """Whether an iterator is not exhausted (an i1)."""
    kind, builder = value.kind, path.builder
    if isinstance(kind, RangeIterator):
        if kind.step:
            comparison = "<" if kind.step == 1 else ">"
            return builder.icmp_signed(comparison, *value.parts[:2])
        return builder.icmp_signed(">", value.parts[2], integer(0))
    if isinstance(kind, ItemIterator):
        items = Value(kind.items, value.parts[:-1])
        return builder.icmp_signed("<", value.parts[-1], subscripts.length(path, items))
    if isinstance(kind, Enumerate):
        return has_next(path, Value(kind.inner, value.parts[1:]))
    assert isinstance(kind, Zip)
    found: Any = integer(1, I1)
    for inner in split(kind.inner, value.parts):
        found = builder.and_(found, has_next(path, inner))
    return found


def advance(path: Path, value: Value) -> tuple[Value, Value]:
    """An iterator that is not exhausted: how it goes on, and its item."""
    kind, parts, builder = value.kind, value.parts, path.builder
    if isinstance(kind, RangeIterator):
        return advance_range(path, value)
    if isinstance(kind, ItemIterator):
        index = parts[-1]
        item = subscripts.item(path, Value(kind.items, parts[:-1]), index)
        following = path.builder.add(index, integer(1), flags=["nsw"])
        return Value(kind, [*parts[:-1], following]), item
    if isinstance(kind, Enumerate):
        count = checked(path, "sadd", parts[0], integer(1))
        inner, item = advance(path, Value(kind.inner, parts[1:]))
        pair = packed([Value(INT, [parts[0]]), item])
        return Value(kind, [count, *inner.parts]), pair
    assert isinstance(kind, Zip)
    del builder
    pairs = [advance(path, inner) for inner in split(kind.inner, parts)]
    following_parts = [part for inner, _ in pairs for part in inner.parts]
    return Value(kind, following_parts), packed([item for _, item in pairs])


def advance_range(path: Path, value: Value) -> tuple[Value, Value]:
    kind, builder = value.kind, path.builder
    assert isinstance(kind, RangeIterator)
    current = value.parts[0]
    item = Value(INT, [current])
    if kind.step:
        following = builder.add(current, integer(kind.step), flags=["nsw"])
        return Value(kind, [following, *value.parts[1:]]), item
    _, step, left, found = value.parts
    following = builder.add(current, step)
    remaining = builder.sub(left, integer(1), flags=["nsw"])
    return Value(kind, [following, step, remaining, found]), item


def make_range(path: Path, arguments: list[Value]) -> Value:
    """`range(...)` of ints."""
    if not 1 <= len(arguments) <= 3:  # noqa: PLR2004
        raise UnsupportedError("range of this")
    parts = [subscripts.index_part(path, a, subscripts.INDICES_OF_LISTS) for a in arguments]
    if len(parts) == 1:
        parts = [integer(0), *parts]
    if len(parts) == 2:  # noqa: PLR2004
        parts = [*parts, integer(1)]
    if constant(parts[2]) in (None, 0):
        path.guard(path.builder.icmp_signed("==", parts[2], integer(0)), reasons.ZERO)
    return Value(RANGE, parts)

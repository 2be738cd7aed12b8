"""Casts to the types of numpy, in arithmetic and in stores alike.

Where numpy would raise or warn, because a value is out of the range of the type, code leaves.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit.convert import float_part, number_truth
from debugger.compiled.loops.emit.floats import suffix
from debugger.compiled.loops.emit.kinds import INT, Number, Value
from debugger.compiled.loops.emit.machine import F32, constant, integer, intrinsic, real
from debugger.compiled.loops.emit.numpy_promotion import number_kind
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError


def cast(path: Path, value: Value, target: Number) -> Any:
    """The part of a number as a number of a kind of numpy's."""
    kind = number_kind(value)
    if kind == target:
        return value.part
    if target.is_boolean:
        return number_truth(path.builder, kind, value.part)
    if target.is_floating:
        return to_floating(path, value, target)
    if kind.is_floating:
        return cut(path, float_part(path, value), target)
    return to_integer(path, value, target)


# ---------------------------------------------------------------------- to floats

LARGEST_SINGLE = 2.0**128 - 2.0**104
"""The largest number that 32 bits hold."""


def to_floating(path: Path, value: Value, target: Number) -> Any:
    """A number as a float, rounded as C does it; Python's numbers go by way of 64 bits."""
    kind = number_kind(value)
    if target.machine_type != F32:
        return float_part(path, value)
    if kind.is_floating or kind == INT:
        return to_single(path, float_part(path, value), is_bounded=kind == INT)
    is_signed = kind.is_signed and not kind.is_boolean
    convert = path.builder.sitofp if is_signed else path.builder.uitofp
    return convert(value.part, F32)


def to_single(path: Path, wide: Any, *, is_bounded: bool) -> Any:
    """A 64-bit float in 32 bits; leaves if that makes it infinite."""
    narrow = path.builder.fptrunc(wide, F32)
    known = constant(wide)
    if known is not None:
        refuse_big(known)
    elif not is_bounded:
        was, becomes = is_infinite(path, wide), is_infinite(path, narrow)
        path.guard(path.builder.and_(becomes, path.builder.not_(was)), reasons.RANGE)
    return narrow


def refuse_big(known: float) -> None:
    """Raise UnsupportedError for a constant that is too big for 32 bits."""
    if LARGEST_SINGLE < abs(known) < math.inf:
        raise UnsupportedError(f"{known} as numpy.float32")


def is_infinite(path: Path, x: Any) -> Any:
    size = intrinsic(path.builder, f"llvm.fabs.{suffix(x.type)}", x.type, x)
    return path.builder.fcmp_ordered("==", size, real(math.inf, x.type))


# ---------------------------------------------------------------------- to integers


def limits(kind: Number) -> tuple[int, int]:
    """The lowest and the highest number of a kind of integers or bools."""
    if kind.is_boolean:
        return 0, 1
    if not kind.is_signed:
        return 0, (1 << kind.bits) - 1
    return -(1 << kind.bits - 1), (1 << kind.bits - 1) - 1


def cut(path: Path, x: Any, target: Number) -> Any:
    """A 64-bit float cut towards zero; leaves if that is out of range, or does not exist."""
    low, high = limits(target)
    whole = intrinsic(path.builder, "llvm.trunc.f64", x.type, x)
    above = path.builder.fcmp_ordered(">=", whole, real(float(low)))
    below = path.builder.fcmp_ordered("<", whole, real(float(high + 1)))
    path.guard(path.builder.not_(path.builder.and_(above, below)), reasons.RANGE)
    convert = path.builder.fptosi if target.is_signed else path.builder.fptoui
    return convert(whole, target.machine_type)


def to_integer(path: Path, value: Value, target: Number) -> Any:
    """A whole number as one of another kind; leaves if it is out of range, unless numpy wraps."""
    kind, part = number_kind(value), value.part
    known = constant(part)
    if known is not None:
        return known_integer(int(known), target)
    if kind.is_python or not wraps(path.emitter.inputs.observer.numpy.module, kind, target):
        guard_range(path, value, target)
    if kind.bits > target.bits:
        return path.builder.trunc(part, target.machine_type)
    if kind.bits == target.bits:
        return part
    is_signed = kind.is_signed and not kind.is_boolean
    extend = path.builder.sext if is_signed else path.builder.zext
    return extend(part, target.machine_type)


def known_integer(known: int, target: Number) -> Any:
    low, high = limits(target)
    if not low <= known <= high:
        raise UnsupportedError(f"{known} as {target}")
    return integer(known, target.machine_type)


@cache
def wraps(numpy: Any, kind: Number, target: Number) -> bool:
    """Whether numpy wraps integers of its own around where it stores them; it is asked to do so."""
    source, array = numpy.dtype(kind.name.rstrip("_")).type, numpy.zeros(1, target.name.rstrip("_"))
    for number in limits(kind):
        try:
            array[0] = source(number)
        except OverflowError:
            return False
        if (int(array[0]) - number) % (1 << target.bits):
            return False
    return True


def guard_range(path: Path, value: Value, target: Number) -> None:
    """Leave if a whole number does not fit; those that always do need no check."""
    kind, part, builder = number_kind(value), value.part, path.builder
    (own_low, own_high), (low, high) = limits(kind), limits(target)
    compare = builder.icmp_signed if own_low < 0 else builder.icmp_unsigned
    bad = []
    if own_low < low:
        bad.append(compare("<", part, integer(low, part.type)))
    if own_high > high:
        bad.append(compare(">", part, integer(high, part.type)))
    if bad:
        path.guard(bad[0] if len(bad) == 1 else builder.or_(*bad), reasons.RANGE)


def adopted(path: Path, value: Value, other: Number) -> Value:
    """A Python int beside an integer of numpy's is one of its kind, or numpy raises."""
    if value.kind == INT and other.is_integer and not other.is_python:
        return Value(other, [to_integer(path, value, other)])
    return value

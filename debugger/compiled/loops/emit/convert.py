"""Truth, and the conversions `bool`, `int`, `float`, `round` of numbers."""

from __future__ import annotations

from types import BuiltinFunctionType, ModuleType
from typing import Any

from llvmlite import ir as llvm

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit.kinds import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    Kind,
    Known,
    List,
    Number,
    Range,
    Tuple,
    Value,
)
from debugger.compiled.loops.emit.machine import F64, I1, I64, integer, intrinsic, real
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError


def truth(path: Path, value: Value) -> Any:
    """Whether a value counts as true (an i1)."""
    path.settle(value)
    kind, builder = value.kind, path.builder
    if isinstance(kind, Number):
        return number_truth(builder, kind, value.part)
    if isinstance(kind, List):
        return builder.icmp_signed("!=", value.parts[2], integer(0))
    if isinstance(kind, Range):
        start, stop, step = value.parts
        is_up = builder.icmp_signed(">", step, integer(0))
        up, down = (builder.icmp_signed(sign, start, stop) for sign in "<>")
        return builder.select(is_up, up, down)
    return integer(known_truth(kind), I1)


def known_truth(kind: Kind) -> bool:
    """Whether all values of a kind count as true; raises UnsupportedError if that depends."""
    if kind is NONE:
        return False
    if isinstance(kind, Tuple):
        return bool(kind.elements)
    if isinstance(kind, Known) and type(kind.value) in UNCHANGING:
        return bool(kind.value)
    raise UnsupportedError(f"truth of {kind}")


UNCHANGING = (BuiltinFunctionType, ModuleType, type, str, bytes, int, complex)
"""Types whose objects stay as true as they are."""


def number_truth(builder: llvm.IRBuilder, kind: Number, part: Any) -> Any:
    if kind.is_boolean:
        return part
    if kind.is_floating:
        return builder.fcmp_unordered("!=", part, real(0.0, part.type))
    return builder.icmp_signed("!=", part, integer(0, part.type))


def to_bool(path: Path, value: Value | None = None) -> Value:
    """`bool(value)`, or `bool()`."""
    if value is None:
        return Value(BOOL, [integer(0, I1)])
    return Value(BOOL, [truth(path, value)])


def to_float(path: Path, value: Value | None = None) -> Value:
    """`float(value)`, or `float()`."""
    if value is None:
        return Value(FLOAT, [real(0.0)])
    kind = value.kind
    if kind == FLOAT:
        return Value(FLOAT, value.parts, value.object)
    if not isinstance(kind, Number):
        raise UnsupportedError(f"float of {kind}")
    path.settle(value)
    return Value(FLOAT, [float_part(path, value)])


def float_part(path: Path, value: Value) -> Any:
    """Any number as a 64-bit float, rounded to nearest."""
    kind, builder = value.kind, path.builder
    assert isinstance(kind, Number)
    if kind.is_floating:
        return value.part if value.part.type == F64 else builder.fpext(value.part, F64)
    convert = builder.sitofp if kind.is_signed and not kind.is_boolean else builder.uitofp
    return convert(value.part, F64)


def to_int(path: Path, value: Value | None = None) -> Value:
    """`int(value)`, or `int()`: floats are cut towards zero."""
    if value is None:
        return Value(INT, [integer(0)])
    kind = value.kind
    if kind == INT:
        return Value(INT, value.parts, value.object)
    if not isinstance(kind, Number):
        raise UnsupportedError(f"int of {kind}")
    path.settle(value)
    if kind.is_floating:
        return Value(INT, [truncated(path, float_part(path, value))])
    return Value(INT, [int_part(path, value)])


def int_part(path: Path, value: Value) -> Any:
    """Any whole number as 64 bits with a sign; leaves if it does not fit."""
    kind, part, builder = value.kind, value.part, path.builder
    assert isinstance(kind, Number)
    if kind.is_boolean:
        return builder.zext(part, I64)
    if kind.bits < I64.width:
        return (builder.sext if kind.is_signed else builder.zext)(part, I64)
    if not kind.is_signed:
        path.guard(builder.icmp_signed("<", part, integer(0)), reasons.OVERFLOW)
    return part


LIMIT = 2.0**63


def truncated(path: Path, x: Any) -> Any:
    """A float cut towards zero, as an int; leaves if that does not fit, or does not exist."""
    builder = path.builder
    above = builder.fcmp_ordered(">=", x, real(-LIMIT))
    below = builder.fcmp_ordered("<", x, real(LIMIT))
    path.guard(builder.not_(builder.and_(above, below)), reasons.OVERFLOW)
    return path.builder.fptosi(x, I64)


def rounded(path: Path, value: Value) -> Value:
    """`round(value)`: to the nearest int, halves to even."""
    if value.kind == INT:
        return Value(INT, value.parts, value.object)
    if value.kind == BOOL:
        return to_int(path, value)
    if value.kind != FLOAT:
        raise UnsupportedError(f"round of {value.kind}")
    nearest = intrinsic(path.builder, "llvm.roundeven.f64", F64, value.part)
    return Value(INT, [truncated(path, nearest)])

"""Arithmetic of numpy's integers, each at its own width, and of numpy.bool.

Numpy warns of a result that does not fit, except of powers and shifts: code leaves before that.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit.kinds import Number
from debugger.compiled.loops.emit.machine import I1, constant, integer, intrinsic
from debugger.compiled.loops.emit.numpy_casts import limits
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError

MOST_FACTORS = 8
"""Powers with a constant exponent up to here are written out."""


def checked(name: str) -> Any:
    """`add`, `sub` or `mul`, leaving if the result does not fit."""

    def emit(path: Path, kind: Number, x: Any, y: Any) -> Any:
        full = f"llvm.{'s' if kind.is_signed else 'u'}{name}.with.overflow.i{kind.bits}"
        pair = intrinsic(path.builder, full, llvm.LiteralStructType([x.type, I1]), x, y)
        path.guard(path.builder.extract_value(pair, 1), reasons.RANGE)
        return path.builder.extract_value(pair, 0)

    return emit


def guard_divisor(path: Path, kind: Number, x: Any, y: Any) -> None:
    """Leave at a zero divisor, and at the one quotient that does not fit."""
    builder = path.builder
    if constant(y) in (None, 0):
        path.guard(builder.icmp_signed("==", y, integer(0, y.type)), reasons.ZERO)
    if kind.is_signed and constant(y) in (None, -1):
        minus_one = builder.icmp_signed("==", y, integer(-1, y.type))
        lowest = builder.icmp_signed("==", x, integer(limits(kind)[0], x.type))
        path.guard(builder.and_(minus_one, lowest), reasons.RANGE)


def floor_divide(path: Path, kind: Number, x: Any, y: Any) -> Any:
    guard_divisor(path, kind, x, y)
    builder = path.builder
    if not kind.is_signed:
        return builder.udiv(x, y)
    _, is_above = remainder(builder, x, y)
    return builder.sub(builder.sdiv(x, y), builder.zext(is_above, x.type))


def modulo(path: Path, kind: Number, x: Any, y: Any) -> Any:
    guard_divisor(path, kind, x, y)
    builder = path.builder
    if not kind.is_signed:
        return builder.urem(x, y)
    found, is_above = remainder(builder, x, y)
    return builder.add(found, builder.select(is_above, y, integer(0, y.type)))


def remainder(builder: llvm.IRBuilder, x: Any, y: Any) -> tuple[Any, Any]:
    """The machine's remainder, and whether the machine's quotient is one above the floor."""
    found = builder.srem(x, y)
    is_inexact = builder.icmp_signed("!=", found, integer(0, y.type))
    signs_differ = builder.icmp_signed("<", builder.xor(found, y), integer(0, y.type))
    return found, builder.and_(is_inexact, signs_differ)


# ---------------------------------------------------------------------- shifts


def is_within(path: Path, kind: Number, count: Any) -> Any:
    """Whether a count is less than the width; a negative one is not."""
    return path.builder.icmp_unsigned("<", count, integer(kind.bits, count.type))


def shift_left(path: Path, kind: Number, x: Any, y: Any) -> Any:
    builder, zero = path.builder, integer(0, x.type)
    fits = is_within(path, kind, y)
    return builder.select(fits, builder.shl(x, builder.select(fits, y, zero)), zero)


def shift_right(path: Path, kind: Number, x: Any, y: Any) -> Any:
    builder, zero = path.builder, integer(0, x.type)
    fits = is_within(path, kind, y)
    if kind.is_signed:
        return builder.ashr(x, builder.select(fits, y, integer(kind.bits - 1, y.type)))
    return builder.select(fits, builder.lshr(x, builder.select(fits, y, zero)), zero)


def bitwise(name: str) -> Any:
    """`&`, `|` or `^`."""

    def emit(path: Path, kind: Number, x: Any, y: Any) -> Any:
        return getattr(path.builder, name)(x, y)

    return emit


# ---------------------------------------------------------------------- powers


def power(path: Path, kind: Number, x: Any, y: Any) -> Any:
    """A power, wrapping around as numpy's does; leaves at a negative exponent."""
    exponent = constant(y)
    if exponent is not None and 0 <= exponent <= MOST_FACTORS:
        return written_out(path, x, exponent)
    if kind.is_signed:
        path.guard(path.builder.icmp_signed("<", y, integer(0, y.type)), reasons.DOMAIN)
    return path.builder.call(power_function(path.builder.module, kind), [x, y])


def written_out(path: Path, x: Any, exponent: int) -> Any:
    product = integer(1, x.type)
    for _ in range(exponent):
        product = path.builder.mul(product, x)
    return product


def power_function(module: llvm.Module, kind: Number) -> llvm.Function:
    """The function that multiplies what is squared again and again, for exponents from 0 on."""
    name, number = f"power_{kind.bits}", llvm.IntType(kind.bits)
    function = module.globals.get(name)
    if function is None:
        function = llvm.Function(module, llvm.FunctionType(number, [number, number]), name)
        function.linkage = "internal"
        _emit_power(function, number)
    return function


def _emit_power(function: llvm.Function, number: Any) -> None:
    start, loop, end = (function.append_basic_block(name) for name in ("start", "loop", "end"))
    llvm.IRBuilder(start).branch(loop)
    builder = llvm.IRBuilder(loop)
    product, square, left = (builder.phi(number) for _ in range(3))
    factor = builder.select(builder.trunc(left, I1), square, integer(1, number))
    multiplied = builder.mul(product, factor)
    halved = builder.lshr(left, integer(1, number))
    initial = (integer(1, number), *function.args)
    following = (multiplied, builder.mul(square, square), halved)
    for phi, first, other in zip((product, square, left), initial, following, strict=True):
        phi.add_incoming(first, start)
        phi.add_incoming(other, loop)
    builder.cbranch(builder.icmp_unsigned("!=", halved, integer(0, number)), loop, end)
    llvm.IRBuilder(end).ret(multiplied)


# ---------------------------------------------------------------------- tables

BITWISE: dict[str, Any] = {
    "&": bitwise("and_"),
    "|": bitwise("or_"),
    "^": bitwise("xor"),
}
INTEGER_OPERATORS: dict[str, Any] = {
    "+": checked("add"),
    "-": checked("sub"),
    "*": checked("mul"),
    "//": floor_divide,
    "%": modulo,
    "**": power,
    "<<": shift_left,
    ">>": shift_right,
    **BITWISE,
}
BOOLEAN_OPERATORS: dict[str, Any] = {
    "+": bitwise("or_"),
    "*": bitwise("and_"),
    **BITWISE,
}
"""Of two bools, where the result is a numpy.bool."""


def arithmetic(path: Path, sign: str, kind: Number, x: Any, y: Any) -> Any:
    """An operator on two parts of the kind of the result."""
    emit = (BOOLEAN_OPERATORS if kind.is_boolean else INTEGER_OPERATORS).get(sign)
    if emit is None:
        raise UnsupportedError(f"operator {sign} of {kind}")
    return emit(path, kind, x, y)


def opposite(path: Path, kind: Number, x: Any) -> Any:
    """`-x`: of a number without a sign only 0 has one."""
    zero = integer(0, x.type)
    if kind.is_signed:
        return checked("sub")(path, kind, zero, x)
    path.guard(path.builder.icmp_unsigned("!=", x, zero), reasons.RANGE)
    return zero


def absolute(path: Path, kind: Number, x: Any) -> Any:
    if kind.is_boolean or not kind.is_signed:
        return x
    negated = opposite(path, kind, x)
    is_negative = path.builder.icmp_signed("<", x, integer(0, x.type))
    return path.builder.select(is_negative, negated, x)

"""Arithmetic of Python's int and bool in 64 bits: what does not fit leaves.

The rules are those of `Objects/longobject.c`; a new operator needs a row in `INTEGER_OPERATORS`.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit.kinds import BOOL, FLOAT, INT, Value
from debugger.compiled.loops.emit.machine import (
    EXACT_IN_FLOAT,
    F64,
    I1,
    I64,
    MAX,
    MIN,
    constant,
    integer,
    intrinsic,
)
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError

LARGEST_SHIFT = 62
LARGEST_EXPONENT = 8


def widened(path: Path, value: Value) -> Any:
    """An int or bool as 64 bits."""
    return path.builder.zext(value.part, I64) if value.kind == BOOL else value.part


def checked(path: Path, name: str, x: Any, y: Any) -> Any:
    """`sadd`, `ssub` or `smul`, leaving if the result does not fit."""
    pair = llvm.LiteralStructType([I64, I1])
    result = intrinsic(path.builder, f"llvm.{name}.with.overflow.i64", pair, x, y)
    path.guard(path.builder.extract_value(result, 1), reasons.OVERFLOW)
    return path.builder.extract_value(result, 0)


def add(path: Path, x: Any, y: Any) -> Value:
    known = constant(y)
    if known is not None:
        return Value(INT, [moved(path, x, known)])
    return Value(INT, [checked(path, "sadd", x, y)])


def subtract(path: Path, x: Any, y: Any) -> Value:
    known = constant(y)
    if known is not None and known != MIN:
        return Value(INT, [moved(path, x, -known)])
    return Value(INT, [checked(path, "ssub", x, y)])


def moved(path: Path, x: Any, distance: int) -> Any:
    """`x + distance`, checked in a way through which LLVM still sees an index move."""
    builder, claims = path.builder, path.emitter.claims
    if not claims.can_move(x, distance):
        if distance >= 0:
            too_far = builder.icmp_signed(">", x, integer(MAX - distance))
        else:
            too_far = builder.icmp_signed("<", x, integer(MIN - distance))
        path.guard(too_far, reasons.OVERFLOW)
    result = path.builder.add(x, integer(distance), flags=["nsw"])
    claims.move(x, distance, result)
    return result


def multiply(path: Path, x: Any, y: Any) -> Value:
    for number, factor in ((x, constant(y)), (y, constant(x))):
        if factor is not None and factor > 1:
            return Value(INT, [scaled(path, number, factor)])
    return Value(INT, [checked(path, "smul", x, y)])


def scaled(path: Path, x: Any, factor: int) -> Any:
    """`x * factor`, checked so that the product need not be computed in full."""
    lowest, highest = -(-MIN // factor), MAX // factor
    above = path.builder.sub(x, integer(lowest))
    too_big = path.builder.icmp_unsigned(">", above, integer(highest - lowest))
    path.guard(too_big, reasons.OVERFLOW)
    return path.builder.mul(x, integer(factor), flags=["nsw"])


def guard_divisor(path: Path, x: Any, y: Any) -> None:
    """Leave at a zero divisor, and at the one quotient that does not fit."""
    if constant(y) in (None, 0, -1):
        builder = path.builder
        path.guard(builder.icmp_signed("==", y, integer(0)), reasons.ZERO)
        minus_one = builder.icmp_signed("==", y, integer(-1))
        lowest = builder.icmp_signed("==", x, integer(MIN))
        path.guard(builder.and_(minus_one, lowest), reasons.OVERFLOW)


def power_of_two(y: Any) -> int | None:
    """The exponent, if a constant is a power of two."""
    number = constant(y)
    is_power = number is not None and number > 0 and number & (number - 1) == 0
    return number.bit_length() - 1 if is_power and number is not None else None


def floor_divide(path: Path, x: Any, y: Any) -> Value:
    exponent = power_of_two(y)
    if exponent is not None:
        return Value(INT, [path.builder.ashr(x, integer(exponent))])
    guard_divisor(path, x, y)
    remainder, wrong = truncated(path.builder, x, y)
    del remainder
    builder = path.builder
    return Value(INT, [builder.sub(builder.sdiv(x, y), builder.zext(wrong, I64))])


def modulo(path: Path, x: Any, y: Any) -> Value:
    exponent = power_of_two(y)
    if exponent is not None:
        return Value(INT, [path.builder.and_(x, integer((1 << exponent) - 1))])
    guard_divisor(path, x, y)
    remainder, wrong = truncated(path.builder, x, y)
    builder = path.builder
    return Value(INT, [builder.add(remainder, builder.select(wrong, y, integer(0)))])


def truncated(builder: llvm.IRBuilder, x: Any, y: Any) -> tuple[Any, Any]:
    """The machine's remainder, and whether the machine's quotient is one above the floor."""
    remainder = builder.srem(x, y)
    is_inexact = builder.icmp_signed("!=", remainder, integer(0))
    signs_differ = builder.icmp_signed("<", builder.xor(remainder, y), integer(0))
    return remainder, builder.and_(is_inexact, signs_differ)


def divide(path: Path, x: Any, y: Any) -> Value:
    path.guard(path.builder.icmp_signed("==", y, integer(0)), reasons.ZERO)
    for number in (x, y):
        guard_exact(path, number)
    builder = path.builder
    return Value(FLOAT, [builder.fdiv(builder.sitofp(x, F64), builder.sitofp(y, F64))])


def guard_exact(path: Path, number: Any) -> None:
    """Leave if an int is too big for a float to hold it exactly."""
    known = constant(number)
    if known is not None and abs(known) <= EXACT_IN_FLOAT:
        return
    builder = path.builder
    shifted = builder.add(number, integer(EXACT_IN_FLOAT))
    too_big = builder.icmp_unsigned(">", shifted, integer(2 * EXACT_IN_FLOAT))
    path.guard(too_big, reasons.BIG)


def shift_left(path: Path, x: Any, y: Any) -> Value:
    builder = path.builder
    path.guard(builder.icmp_unsigned(">", y, integer(LARGEST_SHIFT)), reasons.SHIFT)
    shifted = path.builder.shl(x, y)
    lost = path.builder.icmp_signed("!=", path.builder.ashr(shifted, y), x)
    path.guard(lost, reasons.OVERFLOW)
    return Value(INT, [shifted])


def shift_right(path: Path, x: Any, y: Any) -> Value:
    builder = path.builder
    path.guard(builder.icmp_signed("<", y, integer(0)), reasons.SHIFT)
    builder = path.builder
    count = builder.select(builder.icmp_signed(">", y, integer(63)), integer(63), y)
    return Value(INT, [builder.ashr(x, count)])


def power(path: Path, x: Any, y: Any) -> Value:
    exponent = constant(y)
    if exponent is None or not 0 <= exponent <= LARGEST_EXPONENT:
        raise UnsupportedError("power of an int")
    result = Value(INT, [integer(1)])
    for _ in range(exponent):
        result = multiply(path, result.part, x)
    return result


def bitwise(name: str) -> Any:
    """`&`, `|` and `^`: of two bools a bool."""

    def emit(path: Path, x: Value, y: Value) -> Value:
        if x.kind == BOOL and y.kind == BOOL:
            return Value(BOOL, [getattr(path.builder, name)(x.part, y.part)])
        operands = widened(path, x), widened(path, y)
        return Value(INT, [getattr(path.builder, name)(*operands)])

    return emit


BITWISE = {"&": bitwise("and_"), "|": bitwise("or_"), "^": bitwise("xor")}
INTEGER_OPERATORS: dict[str, Any] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "//": floor_divide,
    "%": modulo,
    "/": divide,
    "<<": shift_left,
    ">>": shift_right,
    "**": power,
}


def binary(path: Path, operator: str, x: Value, y: Value) -> Value:
    """An operator on ints and bools."""
    if operator in BITWISE:
        found: Value = BITWISE[operator](path, x, y)
        return found
    if operator not in INTEGER_OPERATORS:
        raise UnsupportedError(f"operator {operator} of integers")
    made: Value = INTEGER_OPERATORS[operator](path, widened(path, x), widened(path, y))
    return made


def negative(path: Path, x: Value) -> Value:
    return subtract(path, integer(0), widened(path, x))


def positive(path: Path, x: Value) -> Value:
    return Value(INT, [widened(path, x)], None if x.kind == BOOL else x.object)


def invert(path: Path, x: Value) -> Value:
    if x.kind == BOOL:
        raise UnsupportedError("~ of a bool")  # deprecated from 3.12 on, with a warning
    return Value(INT, [path.builder.not_(widened(path, x))])

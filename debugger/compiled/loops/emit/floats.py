"""Arithmetic of Python's float; the rules are those of `Objects/floatobject.c`.

An operator that may raise leaves before it would.  A new one needs a row in `FLOAT_OPERATORS`.
"""

from __future__ import annotations

import ctypes
import math
from collections import deque
from collections.abc import Sequence
from functools import cache
from typing import Any

from llvmlite import ir as llvm

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit.kinds import BOOL, FLOAT, INT, Value
from debugger.compiled.loops.emit.machine import (
    F64,
    call_address,
    constant,
    intrinsic,
    real,
    start_of,
)
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError

AT_A_TIME = 3
"""How many sums are made at once of what is to be finite."""


@cache
def libm(name: str) -> int:
    """The address of a function of the C library: what CPython itself calls."""
    # What the math module is linked with is found through it.
    library = ctypes.CDLL(getattr(math, "__file__", None))
    return start_of(getattr(library, name))


def as_float(path: Path, value: Value) -> Any:
    """A Python number as a float, rounded as CPython does it: to nearest, ties to even."""
    if value.kind == FLOAT:
        return value.part
    if value.kind == INT:
        known = constant(value.part)
        return real(float(known)) if known is not None else path.builder.sitofp(value.part, F64)
    if value.kind == BOOL:
        return path.builder.uitofp(value.part, F64)
    raise UnsupportedError(f"{value.kind} as a float")


def is_finite(builder: llvm.IRBuilder, x: Any) -> Any:
    """Whether a number is neither infinite nor NaN."""
    return are_finite(builder, [x])


def are_finite(builder: llvm.IRBuilder, numbers: Sequence[Any]) -> Any:
    """Whether all numbers, of one type, are: `x - x` is NaN for one that is not, and else 0.

    So is `0 * x`, which most processors multiply and add in one.
    """
    kind = numbers[0].type
    name, zero = f"llvm.fmuladd.{suffix(kind)}", real(0.0, kind)
    # The processor can do several at a time.
    nothing = deque(builder.fsub(x, x) for x in numbers[:AT_A_TIME])
    for x in numbers[AT_A_TIME:]:
        nothing.append(intrinsic(builder, name, kind, x, zero, nothing.popleft()))
    while len(nothing) > 1:
        nothing.append(builder.fadd(nothing.popleft(), nothing.popleft()))
    return builder.fcmp_ordered("ord", nothing[0], nothing[0])


def guard_finite(path: Path, x: Any, reason: str) -> None:
    """Leave if a result is infinite or NaN."""
    path.guard(path.builder.not_(is_finite(path.builder, x)), reason)


def guard_not_zero(path: Path, y: Any) -> None:
    """Leave at a zero divisor."""
    known = constant(y)
    if known is None or known == 0:
        path.guard(path.builder.fcmp_ordered("==", y, real(0.0, y.type)), reasons.ZERO)


def add(path: Path, x: Any, y: Any) -> Any:
    return path.builder.fadd(x, y)


def subtract(path: Path, x: Any, y: Any) -> Any:
    return path.builder.fsub(x, y)


def multiply(path: Path, x: Any, y: Any) -> Any:
    return path.builder.fmul(x, y)


def divide(path: Path, x: Any, y: Any) -> Any:
    guard_not_zero(path, y)
    return path.builder.fdiv(x, y)


def modulo(path: Path, x: Any, y: Any) -> Any:
    guard_not_zero(path, y)
    guard_finite(path, x, reasons.DOMAIN)
    return divided_with_remainder(path, x, y)[1]


def floor_divide(path: Path, x: Any, y: Any) -> Any:
    guard_not_zero(path, y)
    guard_finite(path, x, reasons.DOMAIN)
    return divided_with_remainder(path, x, y)[0]


def divided_with_remainder(path: Path, x: Any, y: Any) -> tuple[Any, Any]:
    """Quotient and remainder as `float_divmod` computes them; `y` is not zero."""
    builder, kind = path.builder, x.type
    zero, one, half = (real(n, kind) for n in (0.0, 1.0, 0.5))
    remainder = builder.frem(x, y)
    is_inexact = builder.fcmp_unordered("!=", remainder, zero)
    y_negative = builder.fcmp_ordered("<", y, zero)
    negative = builder.fcmp_ordered("<", remainder, zero)
    adjust = builder.and_(is_inexact, builder.xor(y_negative, negative))
    adjusted = builder.select(adjust, builder.fadd(remainder, y), remainder)
    quotient = builder.fdiv(builder.fsub(x, remainder), y)
    quotient = builder.select(adjust, builder.fsub(quotient, one), quotient)
    floor = intrinsic(builder, f"llvm.floor.{suffix(kind)}", kind, quotient)
    is_off = builder.fcmp_ordered(">", builder.fsub(quotient, floor), half)
    floor = builder.select(is_off, builder.fadd(floor, one), floor)
    is_zero = builder.fcmp_ordered("==", quotient, zero)
    signed_zero = copysign(builder, zero, builder.fdiv(x, y))
    return (
        builder.select(is_zero, signed_zero, floor),
        builder.select(is_inexact, adjusted, copysign(builder, zero, y)),
    )


def suffix(kind: Any) -> str:
    """What the names of intrinsics of a floating point type end in."""
    return "f32" if isinstance(kind, llvm.FloatType) else "f64"


def copysign(builder: llvm.IRBuilder, x: Any, y: Any) -> Any:
    return intrinsic(builder, f"llvm.copysign.{suffix(x.type)}", x.type, x, y)


def power(path: Path, x: Any, y: Any) -> Any:
    """`pow` of the C library where `float_pow` comes down to it and the result is finite."""
    exponent = constant(y)
    is_whole = exponent is not None and exponent > 0 and float(exponent).is_integer()
    if not is_whole:
        path.guard(path.builder.fcmp_unordered("<=", x, real(0.0)), reasons.DOMAIN)
    result = call_address(path.builder, libm("pow"), F64, x, y)
    guard_finite(path, result, reasons.DOMAIN)
    return result


FLOAT_OPERATORS: dict[str, Any] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "%": modulo,
    "//": floor_divide,
    "**": power,
}


def binary(path: Path, operator: str, x: Value, y: Value) -> Value:
    """An operator on Python numbers of which one is a float."""
    emit = FLOAT_OPERATORS.get(operator)
    if emit is None:
        raise UnsupportedError(f"operator {operator} of floats")
    return Value(FLOAT, [emit(path, as_float(path, x), as_float(path, y))])


def negative(path: Path, x: Value) -> Value:
    return Value(FLOAT, [path.builder.fneg(x.part)])


def positive(path: Path, x: Value) -> Value:
    return Value(FLOAT, [x.part], x.object)

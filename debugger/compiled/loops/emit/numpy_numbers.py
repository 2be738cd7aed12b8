"""Arithmetic and comparison of numpy scalars, alone and with Python's numbers.

The operands are cast to the kind of the result, of which `numpy_promotion.py` asks numpy, and then
computed with at its width.  Numpy warns where a result overflows, is undefined, or a divisor is
zero: code leaves before that.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit import floats, numpy_integers
from debugger.compiled.loops.emit.kinds import NUMPY_BOOL, Number, Value
from debugger.compiled.loops.emit.machine import I64, call_address, intrinsic
from debugger.compiled.loops.emit.numpy_casts import adopted, cast
from debugger.compiled.loops.emit.numpy_promotion import number_kind, result_kind
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError

QUIET = ("+", "-", "*", "/")
"""Operators that warn only where the result is infinite or NaN and the operands were not."""
CHAINED = ("+", "-", "*")
"""Operators through which what is not finite stays so: one check at the end will do."""


def power(path: Path, x: Any, y: Any) -> Any:
    """`pow` of the C library, which is what numpy calls; the result is checked like any other."""
    name = "powf" if isinstance(x.type, llvm.FloatType) else "pow"
    return call_address(path.builder, floats.libm(name), x.type, x, y)


FLOAT_OPERATORS: dict[str, Any] = {
    "+": floats.add,
    "-": floats.subtract,
    "*": floats.multiply,
    "/": floats.divide,
    "%": floats.modulo,
    "//": floats.floor_divide,
    "**": power,
}


def binary(path: Path, sign: str, x: Value, y: Value) -> Value:
    """An operator on numbers of which one is numpy's."""
    kinds = number_kind(x), number_kind(y)
    kind = result_kind(path, sign, *kinds)
    path.emitter.inputs.uses_numpy = True
    if kind.is_floating:
        return binary_floating(path, sign, kind, x, y)
    left, right = adopted(path, x, kinds[1]), adopted(path, y, kinds[0])
    parts = cast(path, left, kind), cast(path, right, kind)
    return Value(kind, [numpy_integers.arithmetic(path, sign, kind, *parts)])


# ---------------------------------------------------------------------- floats


def binary_floating(path: Path, sign: str, kind: Number, x: Value, y: Value) -> Value:
    """An operator with a float for its result, which has to be finite: that is checked later."""
    emit = FLOAT_OPERATORS.get(sign)
    if emit is None or (sign == "**" and kind not in (x.kind, y.kind)):
        # Powers of other kinds are those of arrays, which numpy computes in other ways.
        raise UnsupportedError(f"operator {sign} of {x.kind} and {y.kind}")
    if (
        sign in QUIET
        and path.emitter.program.place(path.snapshot.pc) in path.emitter.profile.not_finite
    ):
        return binary_not_finite(path, sign, kind, x, y)
    operands = chained(path, sign, x, y)
    left, right = cast(path, x, kind), cast(path, y, kind)
    if not number_kind(x).is_floating and not number_kind(y).is_floating:
        # The quotient of two integers is finite, unless the divisor is zero.
        return Value(kind, [emit(path, left, right)])
    # The same check finds a divisor of zero.
    is_quotient = sign == "/"
    part = path.builder.fdiv(left, right) if is_quotient else emit(path, left, right)
    result = Value(kind, [part])
    path.put_off(result, *operands)
    return result


def binary_not_finite(path: Path, sign: str, kind: Number, x: Value, y: Value) -> Value:
    """The same where operands have been infinite or NaN: leaves only if numpy would warn."""
    path.settle(x)
    path.settle(y)
    left, right = cast(path, x, kind), cast(path, y, kind)
    result = FLOAT_OPERATORS[sign](path, left, right)
    builder = path.builder
    is_new_nan = builder.and_(is_nan(builder, result), is_number(builder, left, right))
    finite = builder.and_(floats.is_finite(builder, left), floats.is_finite(builder, right))
    is_infinite = builder.not_(
        builder.or_(floats.is_finite(builder, result), is_nan(builder, result))
    )
    warns = builder.or_(is_new_nan, builder.and_(is_infinite, finite))
    path.guard(warns, reasons.OVERFLOW_WARNING)
    return Value(kind, [result])


def is_nan(builder: llvm.IRBuilder, x: Any) -> Any:
    return builder.fcmp_unordered("uno", x, x)


def is_number(builder: llvm.IRBuilder, x: Any, y: Any) -> Any:
    """Whether neither operand is NaN."""
    return builder.fcmp_ordered("ord", x, y)


def chained(path: Path, sign: str, x: Value, y: Value) -> tuple[Value, ...]:
    """Make the checks of the operands that cannot be left to that of the result; those that can."""
    if sign in CHAINED:
        return x, y
    path.settle(y)
    if sign == "/":
        return (x,)
    path.settle(x)
    return ()


# ---------------------------------------------------------------------- comparisons


def compare(path: Path, sign: str, x: Value, y: Value) -> Value:
    """A comparison of numbers of which one is numpy's: a numpy.bool."""
    kinds = number_kind(x), number_kind(y)
    if any(kind.is_floating for kind in kinds):
        return compare_floating(path, sign, result_kind(path, "+", *kinds), x, y)
    # Whole numbers are compared exactly.
    left, right = (widened(path, value, wide_type(*kinds)) for value in (x, y))
    return Value(NUMPY_BOOL, [path.builder.icmp_signed(sign, left, right)])


def compare_floating(path: Path, sign: str, kind: Number, x: Value, y: Value) -> Value:
    """Both are cast to the same kind of float, rounding them, and then compared."""
    left, right = cast(path, x, kind), cast(path, y, kind)
    builder = path.builder
    comparison = builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered
    return Value(NUMPY_BOOL, [comparison(sign, left, right)])


def wide_type(x: Number, y: Number) -> Any:
    """The type, with a sign, that has room for the numbers of both kinds."""
    needs_more = any(kind.bits == I64.width and not kind.is_signed for kind in (x, y))
    return llvm.IntType(2 * I64.width) if needs_more else I64


def widened(path: Path, value: Value, machine_type: Any) -> Any:
    kind = number_kind(value)
    if value.part.type == machine_type:
        return value.part
    is_signed = kind.is_signed and not kind.is_boolean
    return (path.builder.sext if is_signed else path.builder.zext)(value.part, machine_type)


# ---------------------------------------------------------------------- one operand


def negative(path: Path, x: Value) -> Value:
    kind = number_kind(x)
    if kind.is_floating:
        return passed_on(path, x, path.builder.fneg(x.part))
    if kind.is_boolean:
        raise UnsupportedError(f"- of {kind}")
    return Value(kind, [numpy_integers.opposite(path, kind, x.part)])


def positive(path: Path, x: Value) -> Value:
    if number_kind(x).is_boolean:
        raise UnsupportedError(f"+ of {x.kind}")
    return passed_on(path, x, x.part)


def passed_on(path: Path, x: Value, part: Any) -> Value:
    """A number of the kind of `x` that is finite exactly if `x` is."""
    value = Value(x.kind, [part])
    if x in path.pending:
        path.put_off(value, x)
    return value


def invert(path: Path, x: Value) -> Value:
    if number_kind(x).is_floating:
        raise UnsupportedError(f"~ of {x.kind}")
    return Value(x.kind, [path.builder.not_(x.part)])


def absolute(path: Path, x: Value) -> Value:
    """`abs(x)`."""
    kind, part = number_kind(x), x.part
    if not kind.is_floating:
        return Value(kind, [numpy_integers.absolute(path, kind, part)])
    name = f"llvm.fabs.{floats.suffix(part.type)}"
    result = intrinsic(path.builder, name, part.type, part)
    return passed_on(path, x, result)

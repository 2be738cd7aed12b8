"""Functions of `math`, as `Modules/mathmodule.c` computes them: what would raise leaves before.

Those of the C library are called by address: they are the ones that CPython itself calls.  Where
their result is not finite, which may be an error, the interpreter decides.  `gamma`, `hypot`
and others that CPython computes in a way of its own are not compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit import floats
from debugger.compiled.loops.emit.convert import float_part, to_int, truncated
from debugger.compiled.loops.emit.kinds import BOOL, FLOAT, FLOAT64, INT, Number, Value
from debugger.compiled.loops.emit.machine import F64, call_address, intrinsic, real
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError

Function = Callable[..., Value]
PI, INFINITY = 3.141592653589793, float("inf")
"""Not those of the module `math`, which a program may change."""


def number(path: Path, value: Value) -> Any:
    """The argument of a function as a 64-bit float: `PyFloat_AsDouble`."""
    if isinstance(value.kind, Number):
        path.settle(value)
    return unsettled(path, value)


def unsettled(path: Path, value: Value) -> Any:
    """The same for a function that passes checks on that were put off."""
    if not isinstance(value.kind, Number):
        raise UnsupportedError(f"{value.kind} as a float")
    return float_part(path, value)


# ---------------------------------------------------------------------- the C library


def from_libm(name: str) -> Function:
    """A function of the C library, for finite results."""

    def emit(path: Path, *values: Value) -> Value:
        numbers = [number(path, value) for value in values]
        result = call_address(path.builder, floats.libm(name), F64, *numbers)
        floats.guard_finite(path, result, reasons.DOMAIN)
        return Value(FLOAT, [result])

    return emit


def logarithm(path: Path, value: Value, base: Value | None = None) -> Value:
    """`math.log`: with a base, the quotient of two logarithms."""
    dividend = LOG(path, value)
    if base is None:
        return dividend
    divisor = LOG(path, base)
    return Value(FLOAT, [floats.divide(path, dividend.part, divisor.part)])


def power(path: Path, x: Value, y: Value) -> Value:
    """`math.pow`: CPython has rules of its own for operands that are not finite."""
    for value in (x, y):
        if isinstance(value.kind, Number) and value.kind.is_floating:
            floats.guard_finite(path, number(path, value), reasons.DOMAIN)
    return POW(path, x, y)


LOG = from_libm("log")
POW = from_libm("pow")
LIBM_OF_ONE = (
    *("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh"),
    *("asinh", "acosh", "atanh", "exp", "exp2", "expm1", "log2", "log10", "log1p"),
    *("cbrt", "erf", "erfc"),
)
LIBM_OF_TWO = ("atan2", "fmod")


# ---------------------------------------------------------------------- exact ones


def square_root(path: Path, value: Value) -> Value:
    x = unsettled(path, value)
    if value not in path.pending:
        path.guard(path.builder.fcmp_unordered("<", x, real(0.0)), reasons.DOMAIN)
    # Else the same check finds the root of a negative number, which is NaN.
    return passed_on(path, value, intrinsic(path.builder, "llvm.sqrt.f64", F64, x))


def absolute(path: Path, value: Value) -> Value:
    x = unsettled(path, value)
    return passed_on(path, value, intrinsic(path.builder, "llvm.fabs.f64", F64, x))


def passed_on(path: Path, value: Value, part: Any) -> Value:
    """A float that is finite exactly if `value` is."""
    result = Value(FLOAT, [part])
    if value in path.pending:
        path.put_off(result, value)
    return result


PASSING = ("math.sqrt", "math.fabs")
"""Functions that pass checks on which were put off."""


def copy_sign(path: Path, x: Value, y: Value) -> Value:
    size, sign = number(path, x), number(path, y)
    return Value(FLOAT, [floats.copysign(path.builder, size, sign)])


def scaled(factor: float) -> Function:
    """A function that multiplies by a constant."""

    def emit(path: Path, value: Value) -> Value:
        return Value(FLOAT, [path.builder.fmul(number(path, value), real(factor))])

    return emit


# ---------------------------------------------------------------------- whole numbers


def whole(name: str) -> Function:
    """`floor`, `ceil` or `trunc`: an int, which is its own.

    Numpy's scalars of other types than float64 have no such methods, or not all of them.
    """

    def emit(path: Path, value: Value) -> Value:
        kind = value.kind
        if kind in (INT, BOOL):
            return to_int(path, value)
        if kind not in (FLOAT, FLOAT64):
            raise UnsupportedError(f"{name} of {kind}")
        nearest = intrinsic(path.builder, f"llvm.{name}.f64", F64, number(path, value))
        return Value(INT, [truncated(path, nearest)])

    return emit


# ---------------------------------------------------------------------- classification


def is_nan(path: Path, value: Value) -> Value:
    x = number(path, value)
    return Value(BOOL, [path.builder.fcmp_unordered("uno", x, x)])


def is_infinite(path: Path, value: Value) -> Value:
    size = absolute(path, value).part
    return Value(BOOL, [path.builder.fcmp_ordered("==", size, real(INFINITY))])


def is_finite(path: Path, value: Value) -> Value:
    x = number(path, value)
    return Value(BOOL, [floats.is_finite(path.builder, x)])


OF_ONE: dict[str, Function] = {
    **{name: from_libm(name) for name in LIBM_OF_ONE},
    **{name: whole(name) for name in ("floor", "ceil", "trunc")},
    "sqrt": square_root,
    "fabs": absolute,
    "degrees": scaled(180.0 / PI),
    "radians": scaled(PI / 180.0),
    "isnan": is_nan,
    "isinf": is_infinite,
    "isfinite": is_finite,
}
OF_TWO: dict[str, Function] = {
    **{name: from_libm(name) for name in LIBM_OF_TWO},
    "copysign": copy_sign,
    "pow": power,
}
FUNCTIONS = OF_ONE | OF_TWO | {"log": logarithm}

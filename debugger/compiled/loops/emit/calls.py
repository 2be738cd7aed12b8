"""Calls of builtin functions, known by identity; a new one needs a row in `CALLS`."""

from __future__ import annotations

import builtins
import math
from typing import Any

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit import convert, floats, subscripts
from debugger.compiled.loops.emit.emitter import Path
from debugger.compiled.loops.emit.integers import checked
from debugger.compiled.loops.emit.iteration import iterator, make_range
from debugger.compiled.loops.emit.kinds import (
    FLOAT,
    INT,
    Enumerate,
    Number,
    Value,
    Zip,
)
from debugger.compiled.loops.emit.machine import F64, call_address, integer, intrinsic, real
from debugger.compiled.loops.reasons import UnsupportedError


def call(path: Path, function: object, arguments: list[Value], target: int) -> int | None:
    """Call a known function; its result goes to the register `target`."""
    name = NAMES.get(id(function))
    if name is None:
        raise UnsupportedError("call of a function that is not compiled")
    found = CALLS[name](path, *expected(name, arguments))
    path.write(target, found)
    return path.pc + 1


def expected(name: str, arguments: list[Value]) -> list[Any]:
    """The arguments as the emitter of a function takes them; raises UnsupportedError."""
    if name in VARIADIC:
        return [arguments]
    if len(arguments) != 1:
        raise UnsupportedError(f"{name} of {len(arguments)} arguments")
    return list(arguments)


def absolute(path: Path, value: Value) -> Value:
    kind, builder = value.kind, path.builder
    if kind == FLOAT:
        return Value(FLOAT, [intrinsic(builder, "llvm.fabs.f64", F64, value.part)])
    if kind != INT:
        raise UnsupportedError(f"abs of {kind}")
    opposite = checked(path, "ssub", integer(0), value.part)
    is_negative = path.builder.icmp_signed("<", value.part, integer(0))
    return Value(INT, [path.builder.select(is_negative, opposite, value.part)])


def length(path: Path, value: Value) -> Value:
    return Value(INT, [subscripts.length(path, value)])


def count_up(path: Path, arguments: list[Value]) -> Value:
    """`enumerate(iterable)`, perhaps with a start."""
    if not 1 <= len(arguments) <= 2 or any(a.kind != INT for a in arguments[1:]):  # noqa: PLR2004
        raise UnsupportedError("enumerate of this")
    start = arguments[1].part if arguments[1:] else integer(0)
    inner = iterator(path, arguments[0])
    return Value(Enumerate(inner.kind), [start, *inner.parts])


def together(path: Path, arguments: list[Value]) -> Value:
    """`zip(iterables)`."""
    inner = [iterator(path, argument) for argument in arguments]
    if not inner:
        raise UnsupportedError("zip of nothing")
    parts = [part for each in inner for part in each.parts]
    return Value(Zip(tuple(each.kind for each in inner)), parts)


def square_root(path: Path, value: Value) -> Value:
    x = number(path, value)
    path.guard(path.builder.fcmp_unordered("<", x, real(0.0)), reasons.DOMAIN)
    return Value(FLOAT, [intrinsic(path.builder, "llvm.sqrt.f64", F64, x)])


def number(path: Path, value: Value) -> Any:
    """The argument of a function of `math`."""
    if not isinstance(value.kind, Number):
        raise UnsupportedError(f"{value.kind} as a float")
    path.settle(value)
    return convert.float_part(path, value)


def from_libm(name: str) -> Any:
    """A function of the C library, for finite arguments and results."""

    def emit(path: Path, value: Value) -> Value:
        x = number(path, value)
        result = call_address(path.builder, floats.libm(name), F64, x)
        floats.guard_finite(path, result, reasons.DOMAIN)
        return Value(FLOAT, [result])

    return emit


FROM_LIBM = (
    *("sin", "cos", "tan", "exp", "log", "log1p", "expm1", "atan", "sinh", "cosh", "tanh"),
    *("erf", "log2", "log10"),
)
CALLS: dict[str, Any] = {
    "abs": absolute,
    "bool": convert.to_bool,
    "enumerate": count_up,
    "float": convert.to_float,
    "int": convert.to_int,
    "len": length,
    "range": make_range,
    "round": convert.rounded,
    "zip": together,
    "math.sqrt": square_root,
} | {f"math.{name}": from_libm(name) for name in FROM_LIBM}
VARIADIC = frozenset({"enumerate", "range", "zip", "min", "max"})
NAMES = {
    id(getattr(math, name.removeprefix("math.")) if "." in name else getattr(builtins, name)): name
    for name in CALLS
}
"""By the identity of the function."""

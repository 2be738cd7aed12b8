"""Arithmetic and comparison of numpy scalars, at their own width.

Numpy warns where a result overflows, is undefined, or a divisor is zero: code leaves before that.
"""

from __future__ import annotations

from typing import Any

from debugger.compiled.loops.emit import floats
from debugger.compiled.loops.emit.emitter import Path
from debugger.compiled.loops.emit.integers import constant, guard_exact
from debugger.compiled.loops.emit.kinds import FLOAT64, INT, NUMPY_BOOL, Number, Value
from debugger.compiled.loops.reasons import UnsupportedError

CHAINED = ("+", "-", "*")
"""Operators through which what is not finite stays so: one check at the end will do."""


def binary(path: Path, operator: str, x: Value, y: Value) -> Value:
    """An operator on numbers of which one is numpy's."""
    kinds = {x.kind, y.kind}
    if FLOAT64 in kinds and all(k.is_python or k == FLOAT64 for k in kinds):  # type: ignore[attr-defined]
        return binary_float64(path, operator, x, y)
    raise UnsupportedError(f"operator {operator} of {x.kind} and {y.kind}")


def binary_float64(path: Path, operator: str, x: Value, y: Value) -> Value:
    """An operator on a numpy.float64 and another float or int."""
    emit = floats.FLOAT_OPERATORS.get(operator)
    if emit is None:
        raise UnsupportedError(f"operator {operator} of numpy.float64")
    path.emitter.inputs.uses_numpy = True
    pending = x.pending or y.pending
    if operator not in CHAINED:
        path.settle(y)
        if operator != "/":
            path.settle(x)
        pending = x.pending
    result = emit(path, float64_part(path, x), float64_part(path, y))
    return Value(FLOAT64, [result], pending=pending or path.snapshot)


def float64_part(path: Path, value: Value) -> Any:
    if value.kind == FLOAT64:
        return value.part
    return floats.as_float(path, value)


def compare(path: Path, operator: str, x: Value, y: Value) -> Value:
    """A comparison of numbers of which one is numpy's: a numpy.bool."""
    kinds = {x.kind, y.kind}
    if FLOAT64 not in kinds or not all(k.is_python or k == FLOAT64 for k in kinds):  # type: ignore[attr-defined]
        raise UnsupportedError(f"comparison of {x.kind} and {y.kind}")
    for value in (x, y):
        if value.kind == INT and constant(value.part) is None:
            guard_exact(path, value.part)
    left, right = float64_part(path, x), float64_part(path, y)
    builder = path.builder
    comparison = builder.fcmp_unordered if operator == "!=" else builder.fcmp_ordered
    return Value(NUMPY_BOOL, [comparison(operator, left, right)])


def negative(path: Path, x: Value) -> Value:
    kind = x.kind
    if isinstance(kind, Number) and kind.is_floating:
        return Value(kind, [path.builder.fneg(x.part)], pending=x.pending)
    raise UnsupportedError(f"- of {kind}")

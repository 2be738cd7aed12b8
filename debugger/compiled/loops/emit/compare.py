"""Comparisons of numbers, and identity."""

from __future__ import annotations

from debugger.compiled.loops.emit import numpy_numbers
from debugger.compiled.loops.emit.floats import as_float
from debugger.compiled.loops.emit.integers import guard_exact, widened
from debugger.compiled.loops.emit.kinds import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    Kind,
    Known,
    Number,
    Opaque,
    Value,
)
from debugger.compiled.loops.emit.machine import I1, integer
from debugger.compiled.loops.emit.object_kinds import BoundMethod, Owner
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.compiled.loops.region import Variable


def compare(path: Path, operator: str, x: Value, y: Value) -> Value:
    """A comparison of two numbers."""
    path.settle(x)
    path.settle(y)
    if not isinstance(x.kind, Number) or not isinstance(y.kind, Number):
        raise UnsupportedError(f"comparison of {x.kind} with {y.kind}")
    if not x.kind.is_python or not y.kind.is_python:
        return numpy_numbers.compare(path, operator, x, y)
    if FLOAT not in (x.kind, y.kind):
        builder = path.builder
        return Value(BOOL, [builder.icmp_signed(operator, widened(path, x), widened(path, y))])
    for value in (x, y):
        # Python compares an int and a float exactly.
        if value.kind == INT:
            guard_exact(path, value.part)
    left, right = as_float(path, x), as_float(path, y)
    if operator == "!=":
        return Value(BOOL, [path.builder.fcmp_unordered(operator, left, right)])
    return Value(BOOL, [path.builder.fcmp_ordered(operator, left, right)])


def identity(path: Path, x: Value, y: Value) -> bool | None:
    """Whether two values are one object, where their kinds tell."""
    singles = (NONE,)
    if x.kind in singles or y.kind in singles:
        return x.kind == y.kind
    if isinstance(x.kind, Known) and isinstance(y.kind, Known):
        return x.kind == y.kind
    source = source_of(x.kind)
    return True if source is not None and source == source_of(y.kind) else None


def source_of(kind: Kind) -> Variable | None:
    """The variable that held an object at entry, if nothing else is known of which it is."""
    return kind.source if isinstance(kind, Opaque | Owner | BoundMethod) else None


def is_same(path: Path, x: Value, y: Value, *, negated: bool) -> Value:
    """`x is y`."""
    found = identity(path, x, y)
    if found is not None:
        return Value(BOOL, [integer(found is not negated, I1)])
    kinds: set[Kind] = {x.kind, y.kind}
    if kinds == {BOOL}:
        return Value(BOOL, [path.builder.icmp_signed("!=" if negated else "==", x.part, y.part)])
    if BOOL in kinds and all(isinstance(kind, Number) for kind in kinds):
        return Value(BOOL, [integer(negated, I1)])
    sources = source_of(x.kind), source_of(y.kind)
    if None not in sources:
        one, other = (path.emitter.inputs.held(source) for source in sources if source is not None)
        return Value(BOOL, [path.builder.icmp_signed("!=" if negated else "==", one, other)])
    raise UnsupportedError("identity of objects")

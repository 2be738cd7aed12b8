"""Of which kind the result of an operator on numpy scalars is: numpy itself is asked."""

from __future__ import annotations

import operator
from functools import cache
from typing import Any

from debugger.compiled.loops.emit.kinds import BOOL, FLOAT, INT, Number, Value
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError

PYTHON_TYPES: dict[Number, type] = {INT: int, FLOAT: float, BOOL: bool}
FUNCTIONS: dict[str, Any] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}


def number_kind(value: Value) -> Number:
    """The kind of a value that is known to be a number."""
    kind = value.kind
    assert isinstance(kind, Number)
    return kind


def result_kind(path: Path, sign: str, x: Number, y: Number) -> Number:
    """The kind of `x sign y`; raises UnsupportedError if there is none that is compiled."""
    scalars = path.emitter.inputs.observer.numpy.scalars
    types = {kind: scalar for scalar, kind in scalars.items()} | PYTHON_TYPES
    found = scalars.get(result_type(sign, types[x], types[y]))
    if found is None:
        raise UnsupportedError(f"operator {sign} of {x} and {y}")
    return found


@cache
def result_type(sign: str, x: type, y: type) -> type:
    """The type of what the operator makes of ones; that of None if they are refused.

    It does not depend on the values (NEP 50).
    """
    function = FUNCTIONS.get(sign)
    if function is None:
        return type(None)
    try:
        return type(function(x(1), y(1)))
    except TypeError:
        return type(None)

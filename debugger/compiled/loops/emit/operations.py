"""The operations that are executed by an instruction of their own, by its name.

An emitter takes the path, the instruction and the values of its operands, and returns the values
of its results.  A new one needs a row in `OPERATIONS`.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Sequence
from typing import Any

from debugger.compiled.loops.emit import (
    attributes,
    compare,
    floats,
    integers,
    iteration,
    numpy_numbers,
    subscripts,
)
from debugger.compiled.loops.emit.convert import to_bool
from debugger.compiled.loops.emit.kinds import (
    BOOL,
    FLOAT,
    Number,
    Tuple,
    Value,
    packed,
    unpacked,
)
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.frames.ir import Original
from debugger.frames.opnames import COMPARE_SHIFT, OPERATORS

Results = Sequence[Value]
Operation = Callable[[Path, Original, list[Value]], Results]


def binary(path: Path, original: Original, values: list[Value]) -> Results:
    x, y = values
    operator = OPERATORS[original.argument].removesuffix("=")
    if not isinstance(x.kind, Number) or not isinstance(y.kind, Number):
        raise UnsupportedError(f"operator {operator} of {x.kind} and {y.kind}")
    if not x.kind.is_python or not y.kind.is_python:
        return [numpy_numbers.binary(path, operator, x, y)]
    path.settle(x)
    path.settle(y)
    family = floats if FLOAT in (x.kind, y.kind) else integers
    return [family.binary(path, operator, x, y)]


def comparison(path: Path, original: Original, values: list[Value]) -> Results:
    operator = dis.cmp_op[original.argument >> COMPARE_SHIFT]
    result = compare.compare(path, operator, *values)
    if original.argument & ASKS_TRUTH:
        result = to_bool(path, result)
    return [result]


ASKS_TRUTH = 16 if COMPARE_SHIFT == 5 else 0  # noqa: PLR2004
"""The bit of COMPARE_OP's argument, from 3.13 on, that turns the result into a bool."""


def is_same(path: Path, original: Original, values: list[Value]) -> Results:
    return [compare.is_same(path, *values, negated=bool(original.argument))]


def unary(name: str) -> Operation:
    def emit(path: Path, original: Original, values: list[Value]) -> Results:
        (x,) = values
        if not isinstance(x.kind, Number):
            raise UnsupportedError(f"{name} of {x.kind}")
        if not x.kind.is_python:
            family: Any = numpy_numbers
        else:
            path.settle(x)
            family = floats if x.kind == FLOAT else integers
        function = getattr(family, name, None)
        if function is None:
            raise UnsupportedError(f"{name} of {x.kind}")
        return [function(path, x)]

    return emit


def call_intrinsic(path: Path, original: Original, values: list[Value]) -> Results:
    if original.argument != UNARY_POSITIVE:
        raise UnsupportedError("not compiled")
    return unary("positive")(path, original, values)


UNARY_POSITIVE = 5
"""INTRINSIC_UNARY_POSITIVE: what `+x` is from 3.12 on."""


def negation(path: Path, original: Original, values: list[Value]) -> Results:
    return [Value(BOOL, [path.builder.not_(to_bool(path, values[0]).part)])]


def truth(path: Path, original: Original, values: list[Value]) -> Results:
    return [to_bool(path, values[0])]


def load_global(path: Path, original: Original, values: list[Value]) -> Results:
    assert original.name is not None
    return [path.read(path.emitter.program.global_variable(path.pc, original.name))]


def store_global(path: Path, original: Original, values: list[Value]) -> Results:
    assert original.name is not None
    variable = path.emitter.program.global_variable(path.pc, original.name)
    path.read(variable)
    path.write(variable, values[0])
    return []


def load_attribute(path: Path, original: Original, values: list[Value]) -> Results:
    assert original.name is not None
    return [attributes.load(path, values[0], original.name)]


def store_attribute(path: Path, original: Original, values: list[Value]) -> Results:
    value, owner = values
    assert original.name is not None
    attributes.store(path, owner, original.name, value)
    return []


def build_tuple(path: Path, original: Original, values: list[Value]) -> Results:
    for value in values:
        path.settle(value)
    return [packed(values)]


def unpack_sequence(path: Path, original: Original, values: list[Value]) -> Results:
    (value,) = values
    kind = value.kind
    if not isinstance(kind, Tuple) or len(kind.elements) != original.argument:
        raise UnsupportedError(f"unpacking {kind}")
    # The first element ends up on top.
    return unpacked(value)[::-1]


def get_iterator(path: Path, original: Original, values: list[Value]) -> Results:
    return [iteration.iterator(path, values[0])]


def subscript(path: Path, original: Original, values: list[Value]) -> Results:
    return [subscripts.read(path, *values)]


def store_subscript(path: Path, original: Original, values: list[Value]) -> Results:
    value, container, index = values
    subscripts.write(path, container, index, value)
    return []


CHAINING = frozenset({"BINARY_OP", "UNARY_NEGATIVE", "STORE_SUBSCR"})
"""Operations that may put off the check of numpy's arithmetic: they settle what they must."""

BEGINNING = frozenset({"GET_ITER"})
"""Operations before which nothing is put off: leaving there says something about them."""

OPERATIONS: dict[str, Operation] = {
    "BINARY_OP": binary,
    "COMPARE_OP": comparison,
    "IS_OP": is_same,
    "UNARY_NEGATIVE": unary("negative"),
    "UNARY_POSITIVE": unary("positive"),
    "CALL_INTRINSIC_1": call_intrinsic,
    "UNARY_INVERT": unary("invert"),
    "UNARY_NOT": negation,
    "TO_BOOL": truth,
    "LOAD_GLOBAL": load_global,
    "STORE_GLOBAL": store_global,
    "LOAD_ATTR": load_attribute,
    "STORE_ATTR": store_attribute,
    "BUILD_TUPLE": build_tuple,
    "UNPACK_SEQUENCE": unpack_sequence,
    "GET_ITER": get_iterator,
    "BINARY_SUBSCR": subscript,
    "STORE_SUBSCR": store_subscript,
}

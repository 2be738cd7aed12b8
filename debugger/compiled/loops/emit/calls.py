"""Calls of builtin functions, known by identity; a new one needs a row in `CALLS`."""

from __future__ import annotations

import builtins
import math
from types import BuiltinFunctionType, ModuleType
from typing import Any

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit import (
    choosing,
    convert,
    floats,
    integers,
    mathematics,
    numpy_numbers,
    subscripts,
)
from debugger.compiled.loops.emit.integers import checked
from debugger.compiled.loops.emit.iteration import iterator, make_range, range_length
from debugger.compiled.loops.emit.kinds import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    Array,
    Enumerate,
    Kind,
    Known,
    List,
    Number,
    Opaque,
    Range,
    Row,
    Tuple,
    Value,
    Zip,
    packed,
)
from debugger.compiled.loops.emit.machine import F64, I1, integer, intrinsic
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError


def call(path: Path, function: object, arguments: list[Value], target: int) -> int | None:
    """Call a known function; its result goes to the register `target`."""
    _, name = NAMES.get(id(function), (None, ""))
    if not name:
        raise UnsupportedError(f"call of {Known(function)}, which is not compiled")
    least, most = ARITIES.get(name, ONE)
    if not least <= len(arguments) <= most:
        raise UnsupportedError(f"{name} of {len(arguments)} arguments")
    if name not in mathematics.PASSING:
        for argument in arguments:
            # The call may use it in a way that a check at a later use would not see.
            path.settle(argument)
    if name in choosing.COMPARISONS:
        choosing.choose(path, choosing.COMPARISONS[name], arguments, target)
        return None
    path.write(target, CALLS[name](path, *arguments))
    return path.pc + 1


# ---------------------------------------------------------------------- arithmetic


def absolute(path: Path, value: Value) -> Value:
    """`abs(value)`: an int that is not negative is its own."""
    kind = value.kind
    if kind == FLOAT:
        return Value(FLOAT, [intrinsic(path.builder, "llvm.fabs.f64", F64, value.part)])
    if kind == BOOL:
        return convert.to_int(path, value)
    if kind == INT:
        is_negative = path.builder.icmp_signed("<", value.part, integer(0))
        opposite = Value(INT, [checked(path, "ssub", integer(0), value.part)])
        return choosing.selected(path, is_negative, opposite, value)
    if not isinstance(kind, Number):
        raise UnsupportedError(f"abs of {kind}")
    return numpy_numbers.absolute(path, value)


def quotient_and_remainder(path: Path, x: Value, y: Value) -> Value:
    """`divmod(x, y)` of Python's numbers."""
    if not are_python(x, y):
        raise UnsupportedError(f"divmod of {x.kind} and {y.kind}")
    if FLOAT not in (x.kind, y.kind):
        return packed([integers.binary(path, operator, x, y) for operator in ("//", "%")])
    left, right = floats.as_float(path, x), floats.as_float(path, y)
    floats.guard_not_zero(path, right)
    # What the remainder of infinity is (which NaN), the C library decides.
    floats.guard_finite(path, left, reasons.DOMAIN)
    parts = floats.divided_with_remainder(path, left, right)
    return packed([Value(FLOAT, [part]) for part in parts])


def power(path: Path, x: Value, y: Value) -> Value:
    """`pow(x, y)`, the same as `x ** y`."""
    if not isinstance(x.kind, Number) or not isinstance(y.kind, Number):
        raise UnsupportedError(f"pow of {x.kind} and {y.kind}")
    if not are_python(x, y):
        return numpy_numbers.binary(path, "**", x, y)
    family = floats if FLOAT in (x.kind, y.kind) else integers
    made: Value = family.binary(path, "**", x, y)
    return made


def are_python(*values: Value) -> bool:
    """Whether all are numbers of Python's own types."""
    return all(isinstance(v.kind, Number) and v.kind.is_python for v in values)


# ---------------------------------------------------------------------- containers


def length(path: Path, value: Value) -> Value:
    """`len(value)`."""
    if isinstance(value.kind, Range):
        return Value(INT, [range_length(path, *value.parts)])
    return Value(INT, [subscripts.length(path, value)])


def count_up(path: Path, iterable: Value, start: Value | None = None) -> Value:
    """`enumerate(iterable)`, perhaps with a start."""
    if start is not None and start.kind != INT:
        raise UnsupportedError(f"enumerate from {start.kind}")
    inner = iterator(path, iterable)
    first = integer(0) if start is None else start.part
    return Value(Enumerate(inner.kind), [first, *inner.parts])


def together(path: Path, *iterables: Value) -> Value:
    """`zip(iterables)`."""
    inner = [iterator(path, iterable) for iterable in iterables]
    parts = [part for each in inner for part in each.parts]
    return Value(Zip(tuple(each.kind for each in inner)), parts)


# ---------------------------------------------------------------------- types


def is_instance(path: Path, value: Value, types: Value) -> Value:
    """`isinstance(value, types)`, decided by the kind of the value."""
    found = exact_type(path, value.kind)
    return Value(BOOL, [integer(issubclass(found, classes(types.kind)), I1)])


def classes(kind: Kind) -> tuple[type, ...]:
    """The builtin type that a kind is, or those of a tuple of them."""
    if isinstance(kind, Tuple):
        return tuple(each for element in kind.elements for each in classes(element))
    if not isinstance(kind, Known) or type(kind.value) is not type:
        raise UnsupportedError(f"isinstance of {kind}")
    return (kind.value,)


def exact_type(path: Path, kind: Kind) -> type:
    """The type that all values of a kind have; raises UnsupportedError."""
    numpy = path.emitter.inputs.observer.numpy
    if isinstance(kind, Opaque):
        found = kind.type
    elif isinstance(kind, Number) and not kind.is_python:
        found = next((each for each, scalar in numpy.scalars.items() if scalar == kind), None)
    elif isinstance(kind, Array | Row):
        found = numpy.module.ndarray
    else:
        found = PYTHON_TYPES.get(kind) or CONTAINERS.get(type(kind))
    if found is None:
        raise UnsupportedError(f"type of {kind}")
    return found


PYTHON_TYPES: dict[Kind, type] = {INT: int, FLOAT: float, BOOL: bool, NONE: type(None)}
CONTAINERS: dict[type[Kind], type] = {List: list, Tuple: tuple, Range: range}


# ---------------------------------------------------------------------- all of them

ONE = (1, 1)
MANY = 100
ARITIES = {
    "bool": (0, 1),
    "divmod": (2, 2),
    "enumerate": (1, 2),
    "float": (0, 1),
    "int": (0, 1),
    "isinstance": (2, 2),
    "pow": (2, 2),
    "range": (1, 3),
    "zip": (1, MANY),
    **dict.fromkeys(choosing.COMPARISONS, (2, 4)),
    **dict.fromkeys((f"math.{name}" for name in mathematics.OF_TWO), (2, 2)),
    "math.log": (1, 2),
}
"""How few and how many arguments a function may have, if it is not one."""

CALLS: dict[str, Any] = {
    "abs": absolute,
    "bool": convert.to_bool,
    "divmod": quotient_and_remainder,
    "enumerate": count_up,
    "float": convert.to_float,
    "int": convert.to_int,
    "isinstance": is_instance,
    "len": length,
    "pow": power,
    "range": lambda path, *arguments: make_range(path, list(arguments)),
    "round": convert.rounded,
    "zip": together,
} | {f"math.{name}": emit for name, emit in mathematics.FUNCTIONS.items()}

HEAP_TYPE = 1 << 9


def genuine(owner: ModuleType, name: str) -> Any:
    """A function or type of a builtin module; None if something else stands in its place."""
    found: Any = vars(owner).get(name)
    if type(found) is BuiltinFunctionType:
        return found if found.__self__ is owner and found.__name__ == name else None
    is_builtin_type = type(found) is type and not found.__flags__ & HEAP_TYPE
    return found if is_builtin_type and found.__name__ == name else None


def named() -> dict[int, tuple[Any, str]]:
    """Functions and their names by their identity; they are held, so that it stays theirs."""
    names = [*CALLS, *choosing.COMPARISONS]
    in_math = [(math, name.removeprefix("math."), name) for name in names if "." in name]
    in_builtins = [(builtins, name, name) for name in names if "." not in name]
    found = [(genuine(owner, word), name) for owner, word, name in in_math + in_builtins]
    return {id(function): (function, name) for function, name in found if function is not None}


NAMES = named()

"""What became of a program, to the last bit: as text, to compare and to show."""

from __future__ import annotations

import contextlib
import io
import linecache
import math
import struct
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from tests.loops.program_loops import Program

LEAVES = (float, int, np.generic)
WITHOUT_BITS = "OgG"  # addresses and padding


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that can be seen of a program that has ended."""

    result: str
    error: str
    arguments: tuple[str, ...]
    identities: tuple[int, ...]
    origins: tuple[int, ...]
    warned: tuple[str, ...]
    printed: str

    def differences(self, other: Outcome) -> str:
        """The fields in which another outcome is not the same."""
        pairs = (
            (item.name, getattr(self, item.name), getattr(other, item.name))
            for item in fields(self)
        )
        return "\n".join(f"{name}: {one}\n   but: {two}" for name, one, two in pairs if one != two)


@dataclass(slots=True)
class Prepared:
    """A program that is ready to run: its code, and names and arguments made for one run."""

    program: Program
    names: dict[str, Any]
    arguments: list[Any] = field(default_factory=list)

    @classmethod
    def fresh(cls, program: Program) -> Prepared:
        names: dict[str, Any] = {"__name__": "__main__", "np": np, "math": math}
        for name, text in program.arguments:
            names[name] = eval(text, names)
        prepared = cls(program, names, [names[name] for name, _ in program.arguments])
        if not program.is_module:
            exec(compiled(program), names)
        return prepared


def compiled(program: Program) -> Any:
    """The code of the program, whose text tracebacks and breakpoints find by its path."""
    lines = program.source.splitlines(keepends=True)
    linecache.cache[program.path] = (len(program.source), None, lines, program.path)
    return compile(program.source, program.path, "exec", dont_inherit=True)


def run(program: Program, engine: Any = None) -> Outcome:
    """Run a program to its end, natively without an engine."""
    prepared = Prepared.fresh(program)
    return outcome(partial(_start, prepared, engine), prepared.arguments, program.path)


def outcome(start: Callable[[], Any], arguments: list[Any], path: str) -> Outcome:
    """What becomes of code of the file `path` that works on some arguments."""
    result, error, printed = None, "", io.StringIO()
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(printed):
        warnings.simplefilter("always")
        try:
            result = start()
        except Exception as raised:
            error = _told(raised, path)
    roots = list(_leaves(arguments))
    return Outcome(
        describe(result),
        error,
        tuple(map(describe, arguments)),
        tuple(_identities(roots)),
        tuple(_origins(list(_leaves(result)), roots)),
        tuple(f"{entry.category.__name__}: {entry.message}" for entry in caught),
        printed.getvalue(),
    )


def _start(prepared: Prepared, engine: Any) -> Any:
    names = prepared.names
    if prepared.program.is_module:
        run_code: Callable[..., object] = exec if engine is None else engine.run_code
        run_code(compiled(prepared.program), names)
        return names["result"]
    if engine is None:
        return names["f"](*prepared.arguments)
    return engine.call(names["f"], *prepared.arguments)


def _told(error: BaseException, path: str) -> str:
    """An error, the places of the program it passed, and the error it was raised for."""
    texts = [f"{type(error).__name__}: {error}"]
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == path:
            texts.append(f"{code.co_name}:{trace.tb_lineno}")
        trace = trace.tb_next
    if error.__context__ is not None:
        texts.append(f"while handling {_told(error.__context__, path)}")
    return ", ".join(texts)


# ---------------------------------------------------------------------- values


def describe(value: Any) -> str:
    """A value with its types, and floats to the bit."""
    kind = type(value)
    if kind in EXACT:
        return EXACT[kind](value)
    if isinstance(value, np.generic):
        data = "" if value.dtype.char in WITHOUT_BITS else value.tobytes().hex()
        return f"np.{kind.__name__}({value!s}, {data})"
    if isinstance(value, np.ndarray):
        return _describe_array(value)
    if isinstance(value, BaseException):
        return f"{kind.__name__}({value})"
    if kind.__module__ == "__main__":
        return _describe_object(value)
    return f"<{kind.__name__}>"


def _describe_object(value: Any) -> str:
    """An object of a class of the program; the objects that it has are only named."""
    names = getattr(value, "__slots__", None) or list(vars(value))
    shown = (
        f"{name}={describe(found) if type(found) in EXACT else f'<{type(found).__name__}>'}"
        for name in names
        if (found := getattr(value, name, None)) is not None
    )
    return f"<{type(value).__name__} {', '.join(shown)}>"


def _describe_float(value: float) -> str:
    return f"nan:{struct.pack('>d', value).hex()}" if math.isnan(value) else repr(value)


def _describe_sequence(value: list[Any] | tuple[Any, ...]) -> str:
    return f"{type(value).__name__}({', '.join(map(describe, value))})"


EXACT: dict[type, Callable[[Any], str]] = {
    float: _describe_float,
    int: repr,
    bool: repr,
    str: repr,
    type(None): repr,
    list: _describe_sequence,
    tuple: _describe_sequence,
}


def _describe_array(array: Any) -> str:
    layout = f"{array.dtype.str} {array.shape} {array.strides} {array.flags.writeable}"
    data = "" if array.dtype.char in WITHOUT_BITS else array.tobytes().hex()
    return f"{type(array).__name__}({layout}, {array.tolist()}, {data})"


def describe_variables(variables: dict[str, Any]) -> str:
    """Variables by name, without what a module imports and defines."""
    shown = (
        f"{name}={describe(value)}"
        for name, value in variables.items()
        if not name.startswith("__") and not isinstance(value, ModuleType | FunctionType)
    )
    return ", ".join(shown)


# ---------------------------------------------------------------------- identities


def _leaves(value: Any) -> Iterator[Any]:
    """The numbers in nested lists and tuples, and the lists themselves."""
    if type(value) in {list, tuple}:
        if type(value) is list:
            yield value
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, LEAVES):
        yield value


def _identities(values: list[Any]) -> list[int]:
    """For each value the index of the first that is the same object."""
    first: dict[int, int] = {}
    return [first.setdefault(id(value), index) for index, value in enumerate(values)]


def _origins(results: list[Any], values: list[Any]) -> list[int]:
    """For each float of a result the index of the first value that is the same object, or -1."""
    first = {id(value): index for index, value in reversed(list(enumerate(values)))}
    return [first.get(id(result), -1) for result in results if isinstance(result, float)]

"""Which native calls change nothing that could be restored, and which change a container only.

`print` is harmless: what is printed stays printed. Functions are known by identity, methods by
their type and name.
"""

from __future__ import annotations

import builtins
import math
import operator
import sys
import time
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from debugger.frames.class_attributes import (
    bases,
    class_name,
    is_of_numpy,
    is_written_in_python,
    namespace,
)
from debugger.frames.recording.keeping import PLAIN

FUNCTIONS = (
    *("abs", "all", "any", "ascii", "bin", "callable", "chr", "dir", "divmod", "format"),
    *("getattr", "globals", "hasattr", "hash", "hex", "id", "isinstance", "issubclass"),
    *("iter", "len", "locals", "max", "min", "oct", "ord", "pow", "print", "repr", "round"),
    *("sorted", "sum", "vars", "breakpoint", "__build_class__"),
)
TYPES = (
    *("bool", "bytearray", "bytes", "complex", "dict", "enumerate", "filter", "float"),
    *("frozenset", "int", "list", "map", "memoryview", "object", "property", "range"),
    *("reversed", "set", "slice", "str", "super", "tuple", "type", "zip"),
)
OF_OPERATOR = (
    *("setitem", "delitem", "iadd", "iand", "iconcat", "ifloordiv", "ilshift", "imatmul"),
    *("imod", "imul", "ior", "ipow"),
)

HARMLESS = frozenset(
    {
        *(id(getattr(builtins, name)) for name in (*FUNCTIONS, *TYPES)),
        *(id(value) for value in vars(math).values() if type(value) is BuiltinFunctionType),
        *(
            id(value)
            for name, value in vars(operator).items()
            if type(value) is BuiltinFunctionType and name not in OF_OPERATOR
        ),
        *(id(value) for value in vars(builtins).values() if isinstance(value, type)),
        *map(id, (time.time, time.perf_counter, time.monotonic, sys.getsizeof, sys.getrefcount)),
        *map(id, (sys.exc_info, sys.getrecursionlimit)),
    }
)
"""The ids of callables that change nothing."""

CHANGING: dict[type, frozenset[str]] = {
    list: frozenset({"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"}),
    dict: frozenset({"clear", "pop", "popitem", "setdefault", "update"}),
    set: frozenset(
        {
            *("add", "clear", "discard", "pop", "remove", "update"),
            *("difference_update", "intersection_update", "symmetric_difference_update"),
        }
    ),
}
"""The methods of containers that change them, and nothing else."""

GENERATORS = 0x20 | 0x80 | 0x200


def changes_nothing(callee: Any) -> bool:
    """Whether a native call of `callee` is known to change nothing."""
    kind = type(callee)
    if id(callee) in HARMLESS:
        return True
    judge = JUDGES.get(kind)
    if judge is not None:
        return judge(callee)
    return is_of_numpy(callee, "ufunc")


def _of_builtin(callee: Any) -> bool:
    owner = callee.__self__
    if type(owner) in CHANGING:
        return callee.__name__ not in CHANGING[type(owner)]
    return type(owner) in PLAIN or type(owner) in (tuple, frozenset) or _of_numpy(owner, callee)


def _of_function(callee: FunctionType) -> bool:
    return bool(callee.__code__.co_flags & GENERATORS) or callee.__module__ in QUIET_MODULES


def _of_method(callee: MethodType) -> bool:
    return changes_nothing(callee.__func__)


QUIET_MODULES = frozenset({"dataclasses", "copy", "fractions", "decimal", "statistics", "typing"})


def _only_makes(kind: type) -> bool:
    """Whether making an instance runs no code besides."""
    found = [
        next(base for base in bases(kind) if name in namespace(base))
        for name in ("__init__", "__new__")
    ]
    return not any(map(is_written_in_python, found))


NUMPY_MAKERS = frozenset(
    (
        *("array", "arange", "asarray", "zeros", "ones", "empty", "full", "linspace", "eye"),
        *("copy", "sum", "dot", "where", "concatenate", "stack"),
    )
)


def _of_numpy(owner: Any, callee: Any) -> bool:
    """Functions and methods of numpy that give a new array or a number."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return False
    if type(owner) is ModuleType or owner is None:
        name = callee.__name__
        return name in NUMPY_MAKERS and getattr(numpy, name, None) is callee
    return is_of_numpy(owner, "ndarray") and callee.__name__ in ARRAY_READERS


ARRAY_READERS = frozenset(
    (
        *("all", "any", "argmax", "argmin", "argsort", "astype", "conj", "copy", "cumprod"),
        *("cumsum", "diagonal", "dot", "flatten", "item", "max", "mean", "min", "nonzero", "prod"),
        *("ravel", "repeat", "reshape", "round", "std", "sum", "take", "tolist", "trace"),
        *("transpose", "var", "view"),
    )
)


JUDGES: dict[type, Callable[[Any], bool]] = {
    BuiltinFunctionType: _of_builtin,
    FunctionType: _of_function,
    MethodType: _of_method,
    type: _only_makes,
}


def described(callee: Any) -> str:
    """A callee in words, for a barrier; runs no code of the program."""
    describe = DESCRIPTIONS.get(type(callee))
    return f"a {class_name(type(callee))}" if describe is None else describe(callee)


def _builtin_in_words(callee: Any) -> str:
    owner = callee.__self__
    if owner is None:
        return str(callee.__name__)
    if type(owner) is ModuleType:
        return f"{owner.__name__}.{callee.__name__}".removeprefix("builtins.")
    # Its own `__qualname__` would ask the class.
    kind = owner if issubclass(type(owner), type) else type(owner)
    return f"{class_name(kind)}.{callee.__name__}"


DESCRIPTIONS: dict[type, Callable[[Any], str]] = {
    FunctionType: lambda callee: str(callee.__qualname__),
    MethodType: lambda callee: described(callee.__func__),
    BuiltinFunctionType: _builtin_in_words,
    type: class_name,
}

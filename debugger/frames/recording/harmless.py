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
    return kind.__module__ == "numpy" and kind.__name__ == "ufunc"


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
    found = {}
    for name in ("__init__", "__new__"):
        for base in kind.__mro__:
            if name in base.__dict__:
                found[name] = base
                break
    return all(base.__module__ == "builtins" for base in found.values())


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
    is_array = type(owner) is getattr(numpy, "ndarray", None)
    return is_array and callee.__name__ in ARRAY_READERS


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
    kind = type(callee)
    if kind in (FunctionType, MethodType):
        return str(callee.__qualname__)
    if kind is BuiltinFunctionType:
        owner = callee.__self__
        if type(owner) is ModuleType:
            return f"{owner.__name__}.{callee.__name__}".removeprefix("builtins.")
        return str(callee.__qualname__)
    if kind is type:
        return str(callee.__name__)
    return f"a {kind.__name__}"

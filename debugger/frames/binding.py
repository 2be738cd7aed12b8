"""Bind the arguments of a call to the parameters of a function, by CPython itself.

A function of the same signature whose body only returns its parameters is called: so the rules,
and the texts of the errors, are CPython's.
"""

from __future__ import annotations

from types import CodeType, FunctionType
from typing import Any

from debugger.frames.assemble import OPTIMIZED_NEWLOCALS, Assembler
from debugger.frames.with_names import function_with


def binder(code: CodeType) -> CodeType:
    """The code of a function that returns its parameters as a tuple."""
    extra = bool(code.co_flags & 4) + bool(code.co_flags & 8)
    count = code.co_argcount + code.co_kwonlyargcount + extra
    work = Assembler()
    for index in range(count):
        work.emit("LOAD_FAST", index)
    work.emit("BUILD_TUPLE", count)
    work.emit("RETURN_VALUE")
    return code.replace(
        co_code=bytes(work.units),
        co_consts=(None,),
        co_names=(),
        co_varnames=code.co_varnames[:count],
        co_nlocals=count,
        co_cellvars=(),
        co_freevars=(),
        co_stacksize=count + 8,
        co_exceptiontable=b"",
        co_linetable=b"",
        co_flags=code.co_flags & (4 | 8) | OPTIMIZED_NEWLOCALS,
    )


def bind(
    function: FunctionType,
    code: CodeType,
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
) -> tuple[Any, ...]:
    """The values of the parameters; `code` is the binder of the function's code.

    The last `len(keywords)` arguments are passed by these names.
    """
    bound = function_with(code, function.__globals__, function.__name__, function.__defaults__)
    bound.__kwdefaults__ = function.__kwdefaults__
    bound.__qualname__ = function.__qualname__
    positional = len(arguments) - len(keywords)
    if not keywords:
        return bound(*arguments)  # type: ignore[no-any-return]
    # Nothing else holds them: if the call fails they die as those of any call do.
    return bound(  # type: ignore[no-any-return]
        *arguments[:positional], **dict(zip(keywords, arguments[positional:], strict=True))
    )

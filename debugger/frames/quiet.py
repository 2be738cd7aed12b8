"""Functions whose `raise` leaves no trace.

An exception that crosses the debugger on its way between two frames of the user must look
as if nothing had lain between.  RERAISE passes an exception on without a traceback entry and
without touching `__context__`; `quiet` makes a function's `raise x` do just that.
"""

from __future__ import annotations

import opcode
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import ParamSpec, TypeVar, cast

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Argument = TypeVar("Argument")

RAISE = opcode.opmap["RAISE_VARARGS"]
RERAISE = opcode.opmap["RERAISE"]


def quiet(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The same function, with every `raise x` in it passing `x` on unchanged."""
    function = cast(FunctionType, function)
    function.__code__ = quiet_code(function.__code__)
    return cast(Callable[Parameters, Result], function)


def quiet_code(code: CodeType) -> CodeType:
    """`code` with RAISE_VARARGS 1 replaced by RERAISE 0, which has the same effect on the stack."""
    units = bytearray(code.co_code)
    for offset in range(0, len(units), 2):
        if units[offset] == RAISE and units[offset + 1] == 1:
            units[offset], units[offset + 1] = RERAISE, 0
    return code.replace(co_code=bytes(units))


@quiet
def with_handled(
    error: BaseException, function: Callable[[Argument], Result], argument: Argument
) -> Result:
    """`function(argument)` while `error` is the handled exception, as it is inside `except`."""
    try:
        raise error
    except BaseException:
        # A traceback may keep this frame; it must not keep the error beyond its handler.
        del error
        return function(argument)

"""Errors that C swallows on their way out of a function it has called, as `hasattr` does.

What has called the function is told from the statement of the frame that waits.  Only where that
is certain the error is caught; where C asks for attributes that need not be there it may be.
"""

from __future__ import annotations

from types import BuiltinFunctionType
from typing import Any

from debugger.frames import ir
from debugger.frames.catching import UNKNOWN, Fate, Follower, View
from debugger.frames.class_attributes import defines, is_written_in_python

OPTIONAL = ("__getattr__", "__getattribute__")
ASK = {hasattr: 2, getattr: 3}
"""What takes an attribute that is missing for an answer, and with how many arguments."""
ITERATE = frozenset({"CONTAINS_OP", "GET_ITER", "LIST_EXTEND", "SET_UPDATE", "UNPACK_SEQUENCE"})


SWALLOWED = (AttributeError, IndexError, TypeError)
"""What C may swallow."""


def swallowed(view: View, error: BaseException, inner: str) -> Fate:
    """What becomes of an error on its way from a function called `inner` to the frame of a view."""
    if isinstance(error, AttributeError):
        return attribute_missed(view, error, inner)
    if isinstance(error, IndexError) and inner == "__getitem__":
        return Fate.CAUGHT if iterates(view, error) else Fate.PASSES
    if isinstance(error, TypeError) and inner == "__length_hint__":
        return Fate.CAUGHT
    return Fate.PASSES


def attribute_missed(view: View, error: BaseException, inner: str) -> Fate:
    """What becomes of an AttributeError."""
    statement: Any = view.framecode.statements[view.pc]
    if isinstance(statement, ir.Call):
        callee = value_of(view, error, statement.callee)
        if is_builtin(callee) and callee in ASK:
            return Fate.CAUGHT if len(statement.arguments) == ASK[callee] else Fate.PASSES
        return Fate.UNKNOWN if is_builtin(callee) and inner in OPTIONAL else Fate.PASSES
    if inner == "__getattr__" or not loads(statement):
        return Fate.PASSES
    owner = value_of(view, error, statement.operands[0])
    falls_back = owner is not UNKNOWN and defines(type(owner), "__getattr__")
    return Fate.CAUGHT if falls_back else Fate.PASSES


def iterates(view: View, error: BaseException) -> bool:
    """Whether a statement goes through what has no `__iter__`, until there is an IndexError."""
    statement: Any = view.framecode.statements[view.pc]
    if isinstance(statement, ir.Call):
        return is_builtin(value_of(view, error, statement.callee))
    is_operation = isinstance(statement, ir.Operation) and statement.original.opname in ITERATE
    return is_operation or isinstance(statement, ir.ForNext)


def value_of(view: View, error: BaseException, operand: ir.Operand) -> Any:
    """What an operand of the statement holds: a variable, or what was loaded by its name."""
    if not isinstance(operand, ir.Temp):
        return Follower(view, error).value(operand)
    for pc in reversed(range(view.pc)):
        loading: Any = view.framecode.statements[pc]
        if operand in (*getattr(loading, "targets", ()), getattr(loading, "target", None)):
            return named(view, error, loading)
    return UNKNOWN


def named(view: View, error: BaseException, loading: Any) -> Any:
    """What a statement has loaded by a name."""
    if isinstance(loading, ir.LoadName):
        return Follower(view, error).meaning(loading.name)[2]
    if isinstance(loading, ir.Operation) and loading.original.opname == "LOAD_GLOBAL":
        return Follower(view, error).meaning(loading.original.name or "")[2]
    return UNKNOWN


def is_builtin(callee: Any) -> bool:
    """Whether something is written in C, as `getattr` or `list`."""
    kind = type(callee)
    return kind is BuiltinFunctionType or (kind is type and not is_written_in_python(callee))


def loads(statement: ir.Statement) -> bool:
    """Whether a statement loads an attribute."""
    names = ("LOAD_ATTR", "LOAD_METHOD")
    return isinstance(statement, ir.Operation) and statement.original.opname in names

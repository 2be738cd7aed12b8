"""Functions in focus that a statement may call through C: what `step` can step into.

They are found from the values the statement works on: a function passed as an argument, and
everything that the classes of the operands define (`__add__`, `__iter__`, properties ...).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from types import CodeType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.assemble import OPTIMIZED_NEWLOCALS
from debugger.frames.class_attributes import bases, namespace
from debugger.frames.missing import MISSING

if TYPE_CHECKING:
    from debugger.frames.frame import Frame

RUNNING_CODE = (ir.Operation, ir.Call, ir.CallUnpacked, ir.ForNext, ir.GotoIf, ir.GotoOrDrop)


def callbacks(frame: Frame) -> list[FunctionType]:
    """The functions in focus that the current statement of `frame` may call through C."""
    statement = frame.framecode.statements[frame.pc]
    if not isinstance(statement, RUNNING_CODE):
        return []
    focus = frame.interpreter.engine.focus
    found = {
        id(function): function
        for value in operands(frame, statement)
        for function in functions_of(value)
        if is_whole(function) and focus.contains(function.__code__)
    }
    return list(found.values())


def is_whole(function: FunctionType) -> bool:
    """Whether a function can be called; while it is being made it may lack its closure (3.13)."""
    code = function.__code__
    return is_function(code) and len(function.__closure__ or ()) == len(code.co_freevars)


def is_function(code: CodeType) -> bool:
    """Whether code has locals of its own; the body of a class has not."""
    return code.co_flags & OPTIMIZED_NEWLOCALS == OPTIMIZED_NEWLOCALS


def operands(frame: Frame, statement: Any) -> Iterator[object]:
    """The values of the registers that a statement reads."""
    used = list(getattr(statement, "operands", ()))
    used += [getattr(statement, name, None) for name in ("iterator", "condition")]
    for operand in used:
        if isinstance(operand, ir.Slot | ir.Temp):
            value = frame.data.registers[operand.register]
            if value is not MISSING:
                yield value


def functions_of(value: Any) -> Iterator[FunctionType]:
    """The functions that an operation on `value` may come to; runs no code of the program."""
    kind = type(value)
    if kind is FunctionType:
        yield value
    elif kind is MethodType:
        yield from functions_of(value.__func__)
    elif kind is partial:
        yield from functions_of(value.func)
    else:
        own = bases(value) if issubclass(kind, type) else ()
        for base in bases(kind) + own:
            for member in list(namespace(base).values()):
                yield from member_functions(member)


def member_functions(member: Any) -> Iterator[FunctionType]:
    """The functions behind what stands in a class."""
    kind = type(member)
    if kind is FunctionType:
        yield member
    elif kind is property:
        for function in (member.fget, member.fset, member.fdel):
            if type(function) is FunctionType:
                yield function
    elif kind in (staticmethod, classmethod) and type(member.__func__) is FunctionType:
        yield member.__func__
    elif kind is cached_property and type(member.func) is FunctionType:
        yield member.func

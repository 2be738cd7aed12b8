"""Functions in focus that a statement may call through C: what `step` can step into.

They are found from the values the statement works on, and what these lead to: functions in
containers and in other objects, and all that the classes of values define (`__add__`, properties
...).  Looking runs no code of the program.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from types import (
    AsyncGeneratorType,
    CellType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    ModuleType,
)
from typing import Any
from weakref import ReferenceType, getweakrefs

from debugger.frames import ir
from debugger.frames.assemble import OPTIMIZED_NEWLOCALS
from debugger.frames.class_attributes import bases, is_written_in_python, namespace
from debugger.frames.frame import Frame
from debugger.frames.missing import MISSING

MOST = 200
"""How many objects are looked into, nearest first, and how many that each of them holds."""
LEAVES = frozenset(
    {AsyncGeneratorType, CodeType, CoroutineType, Frame, FrameType, GeneratorType},
)
"""What these lead to is not meant: what is in focus of it is interpreted anyhow."""


def callbacks(frame: Frame) -> list[FunctionType]:
    """The functions in focus that the current statement of `frame` may call through C."""
    focus = frame.interpreter.engine.focus
    return [
        function
        for function in functions_of(operands(frame))
        if is_whole(function) and focus.contains(function.__code__)
    ]


def is_whole(function: FunctionType) -> bool:
    """Whether a function can be called; while it is being made it may lack its closure (3.13)."""
    code = function.__code__
    return is_function(code) and len(function.__closure__ or ()) == len(code.co_freevars)


def is_function(code: CodeType) -> bool:
    """Whether code has locals of its own; the body of a class has not."""
    return code.co_flags & OPTIMIZED_NEWLOCALS == OPTIMIZED_NEWLOCALS


def operands(frame: Frame) -> Iterator[object]:
    """The values that the current statement reads or overwrites, or those of a class's making."""
    statement: Any = frame.framecode.statements[frame.pc]
    if isinstance(statement, ir.Return) and type(frame.finish) is FunctionType:
        # It may have given up its registers, and returning calls nothing else.
        yield from inside_function(frame.finish)
        return
    for field in statement._fields:
        used = getattr(statement, field)
        for operand in used if type(used) is tuple else (used,):
            if isinstance(operand, ir.Slot | ir.Temp):
                value = frame.data.registers[operand.register]
                if value is not MISSING:
                    yield value


def functions_of(values: Iterable[object]) -> Iterator[FunctionType]:
    """The functions that some values lead to."""
    found = {id(value): value for value in values if may_lead_on(value)}
    work = list(found.values())
    for count, value in enumerate(work):
        if type(value) is FunctionType:
            yield value
        for inner in led_to(value) if count < MOST else ():
            if id(inner) not in found and may_lead_on(inner):
                found[id(inner)] = inner
                work.append(inner)


def may_lead_on(value: object) -> bool:
    """Whether a value may lead to others; numbers and text do not."""
    return gc.is_tracked(value) or is_written_in_python(type(value))


def led_to(value: Any) -> Iterable[object]:
    """What a value leads to at once."""
    kind = type(value)
    if kind is ModuleType:
        return [vars(value).get("__getattr__")]
    if kind in LEAVES:
        return ()
    if kind is FunctionType:
        return inside_function(value)
    if issubclass(kind, type):
        own = [base for base in bases(value) if is_written_in_python(base)]
        return [kind, *(member for base in own for member in namespace(base).values())]
    weak = (each for each in getweakrefs(value) if issubclass(type(each), ReferenceType))
    return [kind, *held_by(value), *(each.__callback__ for each in weak)]


def held_by(value: Any) -> list[object]:
    """What an object holds, the first part of it if that is much."""
    return value[:MOST] if type(value) is list else gc.get_referents(value)[:MOST]


def inside_function(function: FunctionType) -> Iterator[object]:
    """What a function holds beside its globals."""
    yield from (cell.cell_contents for cell in function.__closure__ or () if cell != EMPTY)
    yield from function.__defaults__ or ()
    yield vars(function)


EMPTY = CellType()

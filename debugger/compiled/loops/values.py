"""The values of variables: where they are looked up, and written back to.

A new kind of variable needs a row in `LOOK_UPS`, and in `assign` if the program may change it.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops import classes
from debugger.compiled.loops.region import (
    Attribute,
    CellContent,
    Default,
    Field,
    ForeignName,
    FreeContent,
    GlobalName,
    Held,
    KnownFunction,
    LocalName,
    Receiver,
    Variable,
)
from debugger.frames.missing import MISSING

if TYPE_CHECKING:
    from debugger.frames.frame import Frame


def look_up(frame: Frame, variable: Variable) -> object:
    """What a variable holds, MISSING if it has no value or belongs to an inlined function."""
    return LOOK_UPS[type(variable)](frame, variable)


def _in_register(frame: Frame, variable: int) -> object:
    registers = frame.data.registers
    return registers[variable] if variable < len(registers) else MISSING


def _local_name(frame: Frame, variable: LocalName) -> object:
    assert frame.namespace is not None
    found = frame.namespace.get(variable.name, MISSING)
    return global_value(frame.globals, variable.name) if found is MISSING else found


def function_of(variable: KnownFunction) -> object:
    """The function itself, MISSING if nothing holds it any more."""
    found = variable.reference()
    return MISSING if found is None else found


def receiver_of(method: object) -> object:
    """What a method is bound to, MISSING if it is none."""
    return method.__self__ if type(method) is MethodType else MISSING


def _default(frame: Frame, variable: Default) -> object:
    return default_of(look_up(frame, variable.function), variable.name)


LOOK_UPS: dict[type, Callable[[Frame, Any], object]] = {
    int: _in_register,
    GlobalName: lambda frame, variable: global_value(frame.globals, variable.name),
    LocalName: _local_name,
    CellContent: lambda frame, variable: held_in(cell_of(frame, variable)),
    FreeContent: lambda frame, variable: held_in(cell_of(frame, variable)),
    Default: _default,
    Field: lambda frame, variable: classes.field(look_up(frame, variable.owner), variable.name),
    KnownFunction: lambda _, variable: function_of(variable),
    Receiver: lambda frame, variable: receiver_of(look_up(frame, variable.method)),
    Held: lambda frame, variable: look_up(frame, variable.owner),
    Attribute: lambda _, variable: vars(variable.owner).get(variable.name, MISSING),
    ForeignName: lambda _, variable: global_value(vars(variable.owner), variable.name),
}


def assign(frame: Frame, variable: Variable, value: object) -> None:
    """Write a variable outside the registers back."""
    if isinstance(variable, GlobalName):
        frame.globals[variable.name] = value
    elif isinstance(variable, LocalName):
        assert frame.namespace is not None
        frame.namespace[variable.name] = value
    elif isinstance(variable, CellContent | FreeContent):
        cell: Any = cell_of(frame, variable)
        cell.cell_contents = value


def cell_of(frame: Frame, variable: CellContent | FreeContent) -> object:
    """The cell that a variable is in, MISSING if there is none."""
    if isinstance(variable, CellContent):
        return frame.data.registers[variable.register]
    return free_cell(look_up(frame, variable.function), variable.index)


def global_value(names: Mapping[str, object], name: str) -> object:
    """What a global name, or a builtin, means where the globals are `names`."""
    found = names.get(name, MISSING)
    return vars(builtins).get(name, MISSING) if found is MISSING else found


def held_in(cell: Any) -> object:
    """What a cell holds, MISSING if nothing, or if there is no cell."""
    try:
        return MISSING if cell is MISSING else cell.cell_contents
    except ValueError:
        return MISSING


def free_cell(function: object, index: int) -> object:
    """The cell of a closure variable of a function, MISSING if there is none."""
    cells = function.__closure__ or () if type(function) is FunctionType else ()
    return cells[index] if index < len(cells) else MISSING


def defaults_of(function: FunctionType) -> tuple[str, ...]:
    """The parameters of a function that have a default."""
    positional, named = function.__defaults__, function.__kwdefaults__
    if not positional and not named:
        return ()
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    found = names[len(names) - len(positional or ()) :]
    own = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    return (*found, *(name for name in own if name in (named or ())))


def default_of(function: Any, name: str) -> object:
    """The default of a parameter of a function."""
    if type(function) is not FunctionType:
        return MISSING
    named = function.__kwdefaults__ or {}
    code, positional = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount]
    if name in named and name not in names:
        return named[name]
    place = names.index(name) - len(names) if name in names else 0
    return positional[place] if -len(positional) <= place < 0 else MISSING

"""The steps of statements that read and write variables: locals, cells, names of namespaces.

Errors have CPython's own words.  Steps that may let an object die are in the user's name, as its
finalizer may look who is running: what they need is in their closure.
"""

from __future__ import annotations

import builtins
from types import CellType
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.framecode import Binding, Step
from debugger.frames.missing import MISSING

if TYPE_CHECKING:
    from debugger.frames.frame import Frame

Registers = list[Any]


def unbound_local(name: str) -> UnboundLocalError:
    """CPython's own words for a local that is read before it is bound."""
    return UnboundLocalError(
        f"cannot access local variable '{name}' where it is not associated with a value"
    )


def unbound_cell(name: str, *, free: bool) -> NameError:
    """CPython's own words for an empty cell."""
    if not free:
        return unbound_local(name)
    return NameError(
        f"cannot access free variable '{name}' where it is not associated with a value"
        " in enclosing scope",
        name=name,
    )


def undefined(name: str) -> NameError:
    """CPython's own words for a name that nobody defines."""
    return NameError(f"name '{name}' is not defined", name=name)


def check(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    slot, name, following = statement.slot.register, statement.slot.name, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        if registers[slot] is MISSING:
            raise unbound_local(name)
        return following

    return step


def delete_slot(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    slot, name, following = statement.slot.register, statement.slot.name, pc + 1
    missing, unbound = MISSING, unbound_local

    def step(_: Frame, registers: Registers) -> int:
        if registers[slot] is missing:
            raise unbound(name)
        registers[slot] = missing
        return following

    return binding.dressed_step(step, pc)


def load_cell(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    cell, name, free = statement.cell.register, statement.cell.name, statement.free
    target, following = statement.target.register, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        registers[target] = contents(registers[cell], name, free=free)
        return following

    return step


def contents(cell: CellType, name: str, *, free: bool) -> object:
    """What a cell holds; raises CPython's error if it is empty."""
    try:
        return cell.cell_contents
    except ValueError:
        pass
    raise unbound_cell(name, free=free)


def store_cell(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    cell, source, following = statement.cell.register, statement.source.register, pc + 1
    emptied, missing = isinstance(statement.source, ir.Temp), MISSING

    def step(_: Frame, registers: Registers) -> int:
        value = registers[source]
        if emptied:
            registers[source] = missing
        registers[cell].cell_contents = value
        return following

    return binding.dressed_step(step, pc)


def make_cell(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    cell, following = statement.cell.register, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        value = registers[cell]
        registers[cell] = CellType() if value is MISSING else CellType(value)
        return following

    return step


def delete_cell(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    cell, name, following = statement.cell.register, statement.cell.name, pc + 1
    free, read = statement.free, contents

    def step(_: Frame, registers: Registers) -> int:
        read(registers[cell], name, free=free)
        del registers[cell].cell_contents
        return following

    return binding.dressed_step(step, pc)


def lookup_global(names: dict[str, Any], name: str) -> object:
    """A global, else a builtin; raises CPython's NameError."""
    if name in names:
        return names[name]
    known = names.get("__builtins__", builtins.__dict__)
    known = known if isinstance(known, dict) else known.__dict__
    try:
        return known[name]
    except KeyError:
        pass
    raise undefined(name)


def lookup(mapping: Any, names: dict[str, Any], name: str) -> object:
    """A name of `mapping`, which may be of any type, else a global or builtin."""
    try:
        return mapping[name]
    except KeyError:
        pass
    return lookup_global(names, name)


def load_name(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    name, target, following = statement.name, statement.target.register, pc + 1
    names = binding.globals

    def step(frame: Frame, registers: Registers) -> int:
        registers[target] = lookup(frame.data.namespace, names, name)
        return following

    return step


def store_name(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    name, source, following = statement.name, statement.source.register, pc + 1
    emptied, missing = isinstance(statement.source, ir.Temp), MISSING

    def step(frame: Frame, registers: Registers) -> int:
        value = registers[source]
        if emptied:
            registers[source] = missing
        frame.data.namespace[name] = value  # type: ignore[index]
        return following

    return binding.dressed_step(step, pc)


def delete_name(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    name, following = statement.name, pc + 1
    absent, error = KeyError, undefined

    def step(frame: Frame, _: Registers) -> int:
        try:
            del frame.data.namespace[name]  # type: ignore[union-attr]
        except absent:
            is_missing = True
        else:
            is_missing = False
        if is_missing:
            raise error(name)
        return following

    return binding.dressed_step(step, pc)


def load_locals(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    target, following = statement.target.register, pc + 1

    def step(frame: Frame, registers: Registers) -> int:
        registers[target] = frame.data.namespace
        return following

    return step


def load_mapped_cell(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    cell, name, free = statement.cell.register, statement.cell.name, statement.free
    mapping = None if statement.mapping is None else statement.mapping.register
    target, following = statement.target.register, pc + 1

    def step(frame: Frame, registers: Registers) -> int:
        names: Any = frame.data.namespace if mapping is None else registers[mapping]
        try:
            registers[target] = names[name]
        except KeyError:
            pass
        else:
            return following
        registers[target] = contents(registers[cell], name, free=free)
        return following

    return step


def load_mapped_global(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    mapping, name = statement.mapping.register, statement.name
    target, following = statement.target.register, pc + 1
    names = binding.globals

    def step(_: Frame, registers: Registers) -> int:
        registers[target] = lookup(registers[mapping], names, name)
        return following

    return step


def setup_annotations(_: Binding, pc: int) -> Step:
    following = pc + 1

    def step(frame: Frame, _: Registers) -> int:
        namespace: Any = frame.data.namespace
        try:
            namespace["__annotations__"]
        except KeyError:
            namespace["__annotations__"] = {}
        return following

    return step


def import_star(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    source, following = statement.source.register, pc + 1

    def step(frame: Frame, registers: Registers) -> int:
        module, registers[source] = registers[source], MISSING
        import_all(module, frame.data.namespace)
        return following

    return step


def import_all(module: Any, namespace: Any) -> None:
    """`from module import *` (CPython: Python/intrinsics.c, import_all_from)."""
    names = getattr(module, "__all__", None)
    explicit = names is not None
    if names is None:
        if not hasattr(module, "__dict__"):
            raise ImportError("from-import-* object has no __dict__ and no __all__")
        names = module.__dict__.keys()
    for name in list(names):
        if not isinstance(name, str):
            origin = "Item in" if explicit else "Key in"
            where = "__all__" if explicit else "__dict__"
            message = f"{origin} {module.__name__}.{where} must be str, not {type(name).__name__}"
            raise TypeError(message)
        if explicit or not name.startswith("_"):
            namespace[name] = getattr(module, name)

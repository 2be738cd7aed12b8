"""Attributes of objects, read and assigned: each is a variable of its own.

What a variable held at entry is known by that variable, so two names for one object have the same
attributes in the same registers, wherever the object is moved to.
"""

from __future__ import annotations

from types import ModuleType

from debugger.compiled.loops.emit import subscripts
from debugger.compiled.loops.emit.kinds import Iterator, Known, Value
from debugger.compiled.loops.emit.object_kinds import Instance, Owner
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.compiled.loops.region import Field


def load(path: Path, owner: Value, name: str) -> Value:
    """`owner.name`."""
    kind, inputs = owner.kind, path.emitter.inputs
    if isinstance(kind, Known) and isinstance(kind.value, ModuleType):
        return inputs.attribute(kind.value, name)
    if not isinstance(kind, Owner):
        return subscripts.attribute(path, owner, name)
    field = field_of(kind, name)
    if field not in inputs.kinds:
        raise UnsupportedError(f"attribute {name} of {kind}")
    return path.read(field)


def store(path: Path, owner: Value, name: str, value: Value) -> None:
    """`owner.name = value`."""
    if not isinstance(owner.kind, Instance) or isinstance(value.kind, Iterator):
        raise UnsupportedError(f"assigning attribute {name} of {owner.kind}")
    field = field_of(owner.kind, name)
    if field not in path.emitter.program.assigned:
        raise UnsupportedError(f"assigning attribute {name} of {owner.kind}")
    path.write(field, value)


def field_of(kind: Owner, name: str) -> Field:
    """The attribute of the object of a kind, as a variable."""
    return Field(kind.source, name)

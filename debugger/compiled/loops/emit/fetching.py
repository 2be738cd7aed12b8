"""Attributes as inputs: fetched at entry from objects whose class is what was observed.

That has been checked by then, so fetching runs no code of the program.  What is fetched is kept in
the extras; for an attribute that may be assigned its owner, too, whoever will hold it at the exit.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops import layouts
from debugger.compiled.loops.emit.kinds import Kind
from debugger.compiled.loops.emit.machine import (
    I32,
    I64,
    VOID,
    address_of,
    call_address,
    integer,
    load,
    python_api,
)
from debugger.compiled.loops.emit.object_kinds import Apart, Class, Instance, Method, Owner, Shape
from debugger.compiled.loops.region import Field, Held, Variable
from debugger.compiled.loops.versions import Use

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.inputs import Inputs
    from debugger.compiled.loops.emit.unboxing import Unboxing


def fetch(inputs: Inputs, unbox: Unboxing, field: Field, kind: Kind) -> Any:
    """The object that is the attribute, or the function that a method is made of."""
    owner, owner_kind = inputs.held(field.owner), inputs.kind(field.owner)
    assert isinstance(owner_kind, Owner)
    is_assigned = field in inputs.program.assigned
    inputs.versions.add(Use(owner_kind, field.name, is_assigned))
    if isinstance(kind, Method):
        return fetch_method(inputs, unbox, field, owner)
    found = fetch_value(inputs, unbox, field, owner)
    if is_assigned:
        require_own(inputs, unbox, field, found)
        keep(inputs, Held(field.owner), owner)
        keep(inputs, Held(field), found)
    return found


def fetch_value(inputs: Inputs, unbox: Unboxing, field: Field, owner: Any) -> Any:
    is_class = isinstance(inputs.kind(field.owner), Class)
    get = python_api("PyObject_GetAttr" if is_class else "PyObject_GenericGetAttr")
    found = call_address(inputs.builder, get, I64, owner, name_of(inputs, field))
    require(inputs, unbox, inputs.builder.icmp_unsigned("!=", found, integer(0)))
    fill(inputs, field, found)
    return found


def fetch_method(inputs: Inputs, unbox: Unboxing, field: Field, owner: Any) -> Any:
    """The function that the class has, if the object has nothing else under the name."""
    builder, slot = inputs.builder, inputs.emitter.top.alloca(I64)
    builder.store(integer(0), slot)
    place = builder.ptrtoint(slot, I64)
    get = python_api("_PyObject_GetMethod")
    is_method = call_address(builder, get, I32, owner, name_of(inputs, field), place)
    found = builder.load(slot)
    # The class holds it, or the object, if it has something else.
    call_address(builder, python_api("Py_DecRef"), VOID, found)
    require(inputs, unbox, builder.icmp_unsigned("==", is_method, integer(1, I32)))
    return found


def require(inputs: Inputs, unbox: Unboxing, holds: Any) -> None:
    """Refuse to enter unless an attribute was found; that there is none is no error."""
    with inputs.builder.if_then(inputs.builder.not_(holds), likely=False):
        call_address(inputs.builder, python_api("PyErr_Clear"), VOID)
    unbox.require(holds)


def require_own(inputs: Inputs, unbox: Unboxing, field: Field, found: Any) -> None:
    """What is found is not what the class has: assigning would add an attribute to the object."""
    default = shape_of(inputs, field.owner).default(field.name)
    if default:
        unbox.require(inputs.builder.icmp_unsigned("!=", found, integer(default)))


def keep(inputs: Inputs, held: Held, found: Any) -> None:
    """Hold on to what matters when the code is left: the owner, and what was there before."""
    if held not in inputs.extras:
        call_address(inputs.builder, python_api("Py_IncRef"), VOID, found)
        fill(inputs, held, found)


def fill(inputs: Inputs, variable: Variable, found: Any) -> None:
    """Put a new reference to an object where the extras have room for it."""
    items, offset = inputs.place(variable)
    place = inputs.builder.add(items, integer(offset))
    inputs.builder.call(inputs.emitter.helpers.fill(), [place, found])


def name_of(inputs: Inputs, field: Field) -> Any:
    return address_of(inputs.keep(field.name))


def shape_of(inputs: Inputs, owner: Variable) -> Shape:
    kind: Any = inputs.kind(owner)
    shape: Shape = kind.shape
    return shape


# ---------------------------------------------------------------------- different objects


def require_apart(inputs: Inputs) -> None:
    """Refuse to enter if attributes kept in different registers are one, and may be assigned."""
    for owner, other in sorted(owners_apart(inputs), key=str):
        shape, other_shape = shape_of(inputs, owner), shape_of(inputs, other)
        objects = inputs.held(owner), inputs.held(other)
        unbox = inputs.guard(other, Apart(owner, other_shape))
        if shape.address == other_shape.address:
            unbox.require(inputs.builder.icmp_unsigned("!=", *objects))
        if shape.has_dictionary and other_shape.has_dictionary:
            require_dictionaries_apart(inputs.builder, unbox, objects)


def owners_apart(inputs: Inputs) -> set[tuple[Variable, Variable]]:
    """The pairs of variables whose objects have attributes of the same name, one assigned."""
    fields = [v for v in inputs.objects if isinstance(v, Field)]
    instances = [f for f in fields if isinstance(inputs.kind(f.owner), Instance)]
    return {
        (one.owner, other.owner)
        for one, other in combinations(instances, 2)
        if one.name == other.name and inputs.program.assigned & {one, other}
    }


def require_dictionaries_apart(builder: Any, unbox: Unboxing, objects: Sequence[Any]) -> None:
    """The objects do not share their dictionary."""
    one, other = (load(builder, found, layouts.INSTANCE_DICTIONARY) for found in objects)
    is_other = builder.icmp_unsigned("!=", one, other)
    unbox.require(builder.or_(is_other, builder.icmp_unsigned("==", one, integer(0))))

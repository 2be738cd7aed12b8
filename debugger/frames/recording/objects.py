"""The steps that log what an operation changes in objects: elements, attributes, globals.

`CHANGES` has a row for each instruction that changes something. What may run code of the program
in doing so (a `__setitem__`, a property) cannot be undone: it is logged as a barrier. Other
operators and the reading of attributes are taken to change nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any
from weakref import ref

from debugger.frames import ir
from debugger.frames.class_attributes import class_name, defines, is_written_in_python, kind_of
from debugger.frames.missing import MISSING
from debugger.frames.recording.activation import Record, activated
from debugger.frames.recording.containers import (
    ArrayChange,
    AttributeChange,
    Growth,
    ItemChange,
    ItemDeletion,
    WholeChange,
    attribute_before,
    holder,
    is_plain_attribute,
    item_before,
    whole_before,
)
from debugger.frames.recording.keeping import LARGE_ARRAY, PLAIN, is_array, keep
from debugger.frames.recording.paths import Path, path_to
from debugger.frames.recording.sites import Barrier, GlobalChange

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode, Step

Values = list[Any]
INPLACE = 13
"""The argument of BINARY_OP that means `+=`; the other in-place operators follow."""


def changed(framecode: FrameCode, pc: int, operand: ir.Operand) -> Changed:
    """The sites of a statement that changes the object in one of its operands."""
    return Changed(framecode, pc, path_to(framecode, pc, operand))


class Changed:
    """The sites of a statement that changes an object, to which `path` leads."""

    __slots__ = ("array", "attribute", "barrier", "deletion", "growth", "item", "whole")

    def __init__(self, framecode: FrameCode, pc: int, path: Path) -> None:
        place = pc, framecode.positions[pc].line, path
        self.item = ItemChange(*place)
        self.deletion = ItemDeletion(*place)
        self.growth = Growth(*place)
        self.whole = WholeChange(*place)
        self.array = ArrayChange(*place)
        self.attribute = AttributeChange(*place)
        self.barrier = Barrier(pc)


def store_item(framecode: FrameCode, pc: int, plain: Step) -> Step:
    statement: Any = framecode.statements[pc]
    _, owner, key = statement.operands
    sites, owner_register, key_register = (
        changed(framecode, pc, owner),
        owner.register,
        key.register,
    )

    def step(frame: Frame, registers: Values) -> int:
        record = frame.record or activated(frame)
        container = registers[owner_register]
        old = item_before(container, registers[key_register])
        if old is not None:
            record(((holder(container), *old), sites.item))
        else:
            log_whole(sites, record, container, "__setitem__")
        del container
        return plain(frame, registers)

    return step


def log_whole(sites: Changed, record: Record, container: Any, what: str) -> None:
    """Log any change of a container."""
    old = whole_before(container)
    if old is not None:
        record(((holder(container), old), sites.whole))
    elif is_array(container) and container.nbytes <= LARGE_ARRAY:
        record(((holder(container), container.copy()), sites.array))
    else:
        record((f"{kind_of(container)}.{what}", sites.barrier))


def delete_item(framecode: FrameCode, pc: int, plain: Step) -> Step:
    statement: Any = framecode.statements[pc]
    owner, key = statement.operands
    sites, owner_register, key_register = (
        changed(framecode, pc, owner),
        owner.register,
        key.register,
    )

    def step(frame: Frame, registers: Values) -> int:
        record = frame.record or activated(frame)
        container, index = registers[owner_register], registers[key_register]
        if type(container) is list and type(index) is int and 0 <= index < len(container):
            value = keep(container[index])
            record(((holder(container), index, value), sites.deletion))
        else:
            log_whole(sites, record, container, "__delitem__")
        del container, index
        return plain(frame, registers)

    return step


def change_whole(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A slice of the second operand is replaced."""
    statement: Any = framecode.statements[pc]
    owner = statement.operands[1]
    sites, owner_register = changed(framecode, pc, owner), owner.register

    def step(frame: Frame, registers: Values) -> int:
        record = frame.record or activated(frame)
        log_whole(sites, record, registers[owner_register], "__setitem__")
        return plain(frame, registers)

    return step


def change_attribute(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """An attribute of the last operand is stored or deleted."""
    statement: Any = framecode.statements[pc]
    owner, name = statement.operands[-1], statement.original.name
    sites, register = changed(framecode, pc, owner), owner.register
    read, plainly = object.__getattribute__, PLAIN
    known: Any = ref(Changed)  # the class of the owner the last time, if `read` was enough

    def step(frame: Frame, registers: Values) -> int:
        nonlocal known
        record = frame.record or activated(frame)
        held = registers[register]
        if type(held) is known():
            try:
                value = read(held, name)
            except AttributeError:
                value = MISSING
            record(
                (
                    (ref(held), name, value if type(value) in plainly else keep(value)),
                    sites.attribute,
                )
            )
            del held, value
            return plain(frame, registers)
        if is_plain_attribute(type(held), name):
            known = ref(type(held))
        log_attribute(sites, record, held, name)
        del held
        return plain(frame, registers)

    return step


def log_attribute(sites: Changed, record: Record, owner: Any, name: str) -> None:
    """Log the change of an attribute of any object."""
    old = attribute_before(owner, name)
    if old is None:
        record((f"{kind_of(owner)}.{name} = ...", sites.barrier))
    else:
        record(((holder(owner), name, *old), sites.attribute))


def change_global(framecode: FrameCode, pc: int, plain: Step) -> Step:
    statement: Any = framecode.statements[pc]
    name = statement.original.name
    site = GlobalChange(pc, name)

    def step(frame: Frame, registers: Values) -> int:
        record = frame.record or activated(frame)
        value = keep(frame.binding.globals.get(name, MISSING))
        record((value, site))
        return plain(frame, registers)

    return step


def is_in_place(statement: ir.Statement) -> bool:
    """Whether a statement is an in-place operator."""
    return (
        isinstance(statement, ir.Operation)
        and statement.original.opname == "BINARY_OP"
        and statement.original.argument >= INPLACE
    )


def in_place(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """`+=` and its like change a list, set, dict or array itself."""
    statement: Any = framecode.statements[pc]
    if not is_in_place(statement):
        return plain
    operand = statement.operands[0]
    sites, register = changed(framecode, pc, operand), operand.register
    adds = statement.original.argument == INPLACE

    def step(frame: Frame, registers: Values) -> int:
        value = registers[register]
        if adds and type(value) is list:
            record = frame.record or activated(frame)
            record(((holder(value), len(value)), sites.growth))
        elif type(value) not in PLAIN:
            log_in_place(sites, frame, value)
        del value
        return plain(frame, registers)

    return step


def log_in_place(sites: Changed, frame: Frame, value: Any) -> None:
    """Log the change of an object by an in-place operator, if it has one."""
    record = frame.record or activated(frame)
    kind: Any = type(value)
    if kind in (list, dict, set) or is_array(value):
        log_whole(sites, record, value, "an in-place operator")
    elif has_own(kind) if is_written_in_python(kind) else builtin_has_own(kind):
        text = f"an in-place operator of {class_name(kind)}"
        record((text, sites.barrier))


def has_own(kind: type) -> bool:
    """Whether a class has in-place operators."""
    return defines(kind, *IN_PLACE_METHODS)


builtin_has_own = cache(has_own)
"""The same for classes that do not change."""

OPERATORS = (
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod"),
    *("pow", "lshift", "rshift", "and", "or", "xor"),
)
IN_PLACE_METHODS = tuple(f"__i{name}__" for name in OPERATORS)


def unrecorded(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """An import: what the module does when it is new is not recorded."""
    import sys

    statement: Any = framecode.statements[pc]
    name, site = statement.original.name, Barrier(pc)

    def step(frame: Frame, registers: Values) -> int:
        if name not in sys.modules:
            record = frame.record or activated(frame)
            record((f"import {name}", site))
        return plain(frame, registers)

    return step


CHANGES: dict[str, Callable[[FrameCode, int, Step], Step]] = {
    "STORE_SUBSCR": store_item,
    "DELETE_SUBSCR": delete_item,
    "STORE_SLICE": change_whole,
    "STORE_ATTR": change_attribute,
    "DELETE_ATTR": change_attribute,
    "STORE_GLOBAL": change_global,
    "DELETE_GLOBAL": change_global,
    "BINARY_OP": in_place,
    "IMPORT_NAME": unrecorded,
}
"""By instruction."""


def changes(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """The step of an operation, logging first what it changes."""
    statement: Any = framecode.statements[pc]
    logged = CHANGES.get(statement.original.opname)
    return plain if logged is None else logged(framecode, pc, plain)

"""The steps that log what an operation changes in objects: elements, attributes, globals.

`CHANGES` has a row for each instruction that changes something.  What may run code of the program in
doing so (a `__setitem__`, a property) cannot be undone: it is logged as a barrier.  Other operators and
the reading of attributes are taken to change nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from debugger.frames.missing import MISSING
from debugger.frames.recording.activation import activated
from debugger.frames.recording.containers import (
    ArrayChange,
    AttributeChange,
    Growth,
    ItemChange,
    ItemDeletion,
    WholeChange,
    attribute_before,
    holder,
    is_array,
    item_before,
    whole_before,
)
from debugger.frames.recording.keeping import LARGE_ARRAY, PLAIN, keep
from debugger.frames.recording.paths import path_to
from debugger.frames.recording.sites import Barrier, GlobalChange

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode, Step
    from debugger.frames.recording.log import Entry

Values = list[Any]
INPLACE = 13
"""The argument of BINARY_OP that means `+=`; the other in-place operators follow."""


class Changed:
    """The sites of a statement that changes the object in an operand."""

    __slots__ = ("barrier", "deletion", "growth", "item", "array", "attribute", "whole")

    def __init__(self, framecode: FrameCode, pc: int, operand: Any) -> None:
        place = pc, framecode.positions[pc].line, path_to(framecode, pc, operand)
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
    sites, owner_register, key_register = Changed(framecode, pc, owner), owner.register, key.register

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        container = registers[owner_register]
        old = item_before(container, registers[key_register])
        if old is not None:
            activation.append((sites.item, activation, holder(container), *old))
        else:
            activation.append(whole(sites, activation, container, "__setitem__"))
        del container
        return plain(frame, registers)

    return step


def whole(sites: Changed, activation: Any, container: Any, what: str) -> Entry:
    """The entry of any change of a container."""
    old = whole_before(container)
    if old is not None:
        return sites.whole, activation, holder(container), old
    if is_array(container) and container.nbytes <= LARGE_ARRAY:
        return sites.array, activation, holder(container), container.copy()
    return sites.barrier, activation, f"{type(container).__name__}.{what}"


def delete_item(framecode: FrameCode, pc: int, plain: Step) -> Step:
    statement: Any = framecode.statements[pc]
    owner, key = statement.operands
    sites, owner_register, key_register = Changed(framecode, pc, owner), owner.register, key.register

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        container, index = registers[owner_register], registers[key_register]
        if type(container) is list and type(index) is int and 0 <= index < len(container):
            value = keep(container[index])
            activation.append((sites.deletion, activation, holder(container), index, value))
        else:
            activation.append(whole(sites, activation, container, "__delitem__"))
        del container, index
        return plain(frame, registers)

    return step


def change_whole(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A slice of the second operand is replaced."""
    statement: Any = framecode.statements[pc]
    owner = statement.operands[1]
    sites, owner_register = Changed(framecode, pc, owner), owner.register

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        activation.append(whole(sites, activation, registers[owner_register], "__setitem__"))
        return plain(frame, registers)

    return step


def change_attribute(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """An attribute of the last operand is stored or deleted."""
    statement: Any = framecode.statements[pc]
    owner, name = statement.operands[-1], statement.original.name
    sites, register = Changed(framecode, pc, owner), owner.register

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        held = registers[register]
        old = attribute_before(held, name)
        if old is None:
            text = f"{type(held).__name__}.{name} = ..."
            activation.append((sites.barrier, activation, text))
        else:
            activation.append((sites.attribute, activation, holder(held), name, *old))
        del held
        return plain(frame, registers)

    return step


def change_global(framecode: FrameCode, pc: int, plain: Step) -> Step:
    statement: Any = framecode.statements[pc]
    name = statement.original.name
    site = GlobalChange(pc, name)

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        value = keep(frame.binding.globals.get(name, MISSING))
        activation.append((site, activation, value))
        return plain(frame, registers)

    return step


def in_place(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """`+=` and its like change a list, set, dict or array itself."""
    statement: Any = framecode.statements[pc]
    if statement.original.argument < INPLACE:
        return plain
    operand = statement.operands[0]
    sites, register = Changed(framecode, pc, operand), operand.register
    adds = statement.original.argument == INPLACE

    def step(frame: Frame, registers: Values) -> int:
        value = registers[register]
        if adds and type(value) is list:
            activation = frame.activation or activated(frame)
            activation.append((sites.growth, activation, holder(value), len(value)))
        elif type(value) not in PLAIN:
            log_in_place(sites, frame, value)
        del value
        return plain(frame, registers)

    return step


def log_in_place(sites: Changed, frame: Frame, value: Any) -> None:
    """Log the change of an object by an in-place operator, if it has one."""
    activation = frame.activation or activated(frame)
    kind = type(value)
    if kind in (list, dict, set) or is_array(value):
        activation.append(whole(sites, activation, value, "an in-place operator"))
    elif any(name in base.__dict__ for base in kind.__mro__ for name in IN_PLACE_METHODS):
        text = f"an in-place operator of {kind.__name__}"
        activation.append((sites.barrier, activation, text))


IN_PLACE_METHODS = tuple(
    f"__i{name}__"
    for name in "add sub mul matmul truediv floordiv mod pow lshift rshift and or xor".split()
)


def unrecorded(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """An import: what the module does when it is new is not recorded."""
    import sys

    statement: Any = framecode.statements[pc]
    name, site = statement.original.name, Barrier(pc)

    def step(frame: Frame, registers: Values) -> int:
        if name not in sys.modules:
            activation = frame.activation or activated(frame)
            activation.append((site, activation, f"import {name}"))
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

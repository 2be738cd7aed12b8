"""How a container can be found again: by the expression that the program got it from.

The recording must not hold a list or dict, and no weak reference to one exists. So an entry about
a change of it keeps its id and a *path*; when the change is undone the variables are what they
were, so following the path leads to it again. No code of the program runs on the way.
"""

from __future__ import annotations

from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.class_attributes import defines, looked_up
from debugger.frames.missing import MISSING
from debugger.frames.recording.keeping import is_array
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode


class Path(Record):
    """Leads nowhere."""

    def find(self, frame: Frame) -> Any:
        """What the path leads to, or MISSING."""
        return MISSING


class OfRegister(Path):
    """A local variable or a constant."""

    register: int

    def find(self, frame: Frame) -> Any:
        return frame.data.registers[self.register]


class OfCell(Path):
    """A closure variable."""

    register: int

    def find(self, frame: Frame) -> Any:
        try:
            return frame.data.registers[self.register].cell_contents  # type: ignore[attr-defined]
        except (ValueError, AttributeError):
            return MISSING


class OfName(Path):
    """A name of the namespace, else a global."""

    name: str

    def find(self, frame: Frame) -> Any:
        namespace = frame.data.namespace
        if type(namespace) is dict and self.name in namespace:
            return namespace[self.name]
        return frame.globals.get(self.name, MISSING)


class OfAttribute(Path):
    """An attribute in the dict or a slot of its owner, or of the owner's class."""

    owner: Path
    name: str

    def find(self, frame: Frame) -> Any:
        return attribute(self.owner.find(frame), self.name)


class OfItem(Path):
    """An element of a list, tuple or dict."""

    owner: Path
    key: Path

    def find(self, frame: Frame) -> Any:
        owner, key = self.owner.find(frame), self.key.find(frame)
        is_known = type(owner) in (list, tuple, dict) or is_array(owner)
        if not is_known or type(key) not in (int, str):
            return MISSING
        try:
            return owner[key]
        except LookupError:
            return MISSING


def attribute(owner: object, name: str) -> Any:
    """An attribute that is found without running code of the program; else MISSING."""
    kind = type(owner)
    found = looked_up(kind, name)
    if type(found) is MemberDescriptorType:
        try:
            return found.__get__(owner, kind)
        except AttributeError:
            return MISSING
    if defines(type(found), "__get__"):
        return MISSING
    own = own_names(owner)
    return own.get(name, found) if type(own) is dict else found


def own_names(owner: object) -> Any:
    """The `__dict__` of an object, if it has one."""
    try:
        return object.__getattribute__(owner, "__dict__")
    except AttributeError:
        return None


def path_to(framecode: FrameCode, pc: int, operand: ir.Operand) -> Path:
    """The path to what an operand of statement `pc` holds."""
    if isinstance(operand, ir.Slot | ir.Const):
        return OfRegister(operand.register)
    if not isinstance(operand, ir.Temp):
        return Path()
    made = maker(framecode, pc, operand.register)
    if made is None:
        return Path()
    return _path_of(framecode, made)


def maker(framecode: FrameCode, pc: int, register: int) -> int | None:
    """The statement before `pc`, in straight line, that filled a temporary."""
    for before in range(pc - 1, -1, -1):
        statement = framecode.statements[before]
        if isinstance(statement, ir.Swap):
            pair = statement.first.register, statement.second.register
            if register in pair:
                register = pair[register == pair[0]]
        elif register in _filled(statement):
            return before
        elif getattr(statement, "pc", None) is not None:
            return None
    return None


def _filled(statement: ir.Statement) -> set[int]:
    targets = (*getattr(statement, "targets", ()), getattr(statement, "target", None))
    return {target.register for target in targets if isinstance(target, ir.Temp)}


def _path_of(framecode: FrameCode, pc: int) -> Path:
    """The path to what statement `pc` gives."""
    statement = framecode.statements[pc]
    if isinstance(statement, ir.Move | ir.Copy):
        return path_to(framecode, pc, statement.source)
    if isinstance(statement, ir.LoadCell):
        return OfCell(statement.cell.register)
    if isinstance(statement, ir.LoadName):
        return OfName(statement.name)
    if isinstance(statement, ir.Operation):
        return _path_of_operation(framecode, pc, statement)
    return Path()


def _path_of_operation(framecode: FrameCode, pc: int, statement: ir.Operation) -> Path:
    opname, name = statement.original.opname, statement.original.name
    if opname == "LOAD_GLOBAL":
        return OfName(str(name))
    if opname in ("LOAD_ATTR", "LOAD_METHOD"):
        return OfAttribute(path_to(framecode, pc, statement.operands[0]), str(name))
    if opname == "BINARY_SUBSCR":
        owner, key = (path_to(framecode, pc, operand) for operand in statement.operands[-2:])
        return OfItem(owner, key)
    return Path()

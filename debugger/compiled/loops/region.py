"""Regions: the outermost loop around a header, and the variables its statements touch.

A header is the target of a backward jump.  The region of a header is the strongly connected
component of the flow of control that holds it: the outermost loop with everything inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import FunctionType, ModuleType
from weakref import ReferenceType

from debugger.frames import ir
from debugger.frames.framecode import FrameCode
from debugger.frames.records import Record

ENDS = (ir.Return, ir.Reraise, ir.RaiseAgain)
JUMPS = (ir.GotoIf, ir.GotoIfNone, ir.GotoOrDrop, ir.ForNext)


class GlobalName(Record):
    """A global variable, or a builtin of that name."""

    name: str

    def __str__(self) -> str:
        return self.name


class LocalName(Record):
    """A variable in the namespace of a class body."""

    name: str

    def __str__(self) -> str:
        return self.name


class CellContent(Record):
    """What the closure variable in a register holds."""

    register: int


class Attribute(Record):
    """An attribute of a module, known by its `__dict__`."""

    owner: object
    name: str

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Attribute) and self.owner is other.owner and self.name == other.name
        )

    def __hash__(self) -> int:
        return hash((id(self.owner), self.name))

    def __str__(self) -> str:
        return f"{getattr(self.owner, '__name__', '?')}.{self.name}"


class ForeignName(Record):
    """A global variable of another module, or a builtin of that name."""

    owner: ModuleType
    name: str

    def __str__(self) -> str:
        return f"{self.owner.__name__}.{self.name}"


class Default(Record):
    """The default of a parameter of the function that a variable holds."""

    function: Variable
    name: str

    def __str__(self) -> str:
        return f"the default {self.name} of {self.function}"


class FreeContent(Record):
    """What a closure variable of the function in `function` holds, in a cell of no other variable.

    `index` is its place among the function's closure variables, `name` its name.
    """

    function: Variable
    index: int
    name: str

    def __str__(self) -> str:
        return f"{self.name} of {self.function}"


class Field(Record):
    """The attribute `name` of the object that the variable `owner` held when the loop was entered.

    `owner` stands for the object: of the variables that held it, it is the first.
    """

    owner: Variable
    name: str

    def __str__(self) -> str:
        return f"{self.owner}.{self.name}"


class KnownFunction(Record):
    """One particular function, whatever holds it: it is found through `reference`, called `name`.

    Classes and objects hold it, as methods or under other names; the code does not keep it alive.
    """

    reference: ReferenceType[FunctionType]
    name: str

    def __str__(self) -> str:
        return self.name


class Receiver(Record):
    """What the bound method that the variable `method` holds is bound to."""

    method: Variable

    def __str__(self) -> str:
        return f"{self.method}.__self__"


class Held(Record):
    """The object itself that the variable `owner` held when the loop was entered."""

    owner: Variable

    def __str__(self) -> str:
        return f"{self.owner} at entry"


Elsewhere = (
    GlobalName
    | LocalName
    | CellContent
    | Attribute
    | ForeignName
    | Default
    | FreeContent
    | Field
    | KnownFunction
    | Receiver
    | Held
)
Variable = int | Elsewhere
"""A register by its number, or something that the statements look up elsewhere."""


class Region(Record):
    """`statements`: the pcs inside; `headers`: those that a backward jump of the region goes to.

    `read` and `assigned`: the variables its statements use and change.  `names_are_global`: what
    looks like a name of the namespace is a global (module level).  `loaded` and `stored`: the names
    of the attributes they read and assign, of whatever objects.
    """

    framecode: FrameCode
    statements: frozenset[int]
    headers: tuple[int, ...]
    read: frozenset[Variable]
    assigned: frozenset[Variable]
    names_are_global: bool
    loaded: frozenset[str] = frozenset()
    stored: frozenset[str] = frozenset()

    @property
    def first_line(self) -> int | None:
        """The first line of the loop."""
        lines = [self.framecode.positions[pc].line for pc in self.statements]
        return min((line for line in lines if line is not None), default=None)

    def name(self, name: str) -> GlobalName | LocalName:
        """The variable that a statement about a name of the namespace means."""
        return GlobalName(name) if self.names_are_global else LocalName(name)


def successors(framecode: FrameCode, pc: int) -> tuple[int, ...]:
    """The statements that may come next, but for errors."""
    statement = framecode.statements[pc]
    if isinstance(statement, ENDS):
        return ()
    if isinstance(statement, ir.Goto | ir.Delegate):
        return (statement.pc,)
    if isinstance(statement, JUMPS):
        return (pc + 1, statement.pc)
    if isinstance(statement, ir.Operation) and statement.original.opname == "RAISE_VARARGS":
        return ()
    return (pc + 1,)


def region_of(framecode: FrameCode, header: int, *, names_are_global: bool) -> Region:
    """The region of a header."""
    count = len(framecode.statements)
    following = {pc: [s for s in successors(framecode, pc) if s < count] for pc in range(count)}
    preceding: dict[int, list[int]] = {pc: [] for pc in range(count)}
    for pc, targets in following.items():
        for target in targets:
            preceding[target].append(pc)
    inside = _reachable(header, following) & _reachable(header, preceding)
    headers = {t for pc in inside for t in following[pc] if t <= pc and t in inside}
    touching = Touching(framecode, names_are_global=names_are_global)
    for pc in inside:
        touching.visit(framecode.statements[pc])
    return Region(
        framecode,
        frozenset(inside),
        tuple(sorted(headers)),
        frozenset(touching.read),
        frozenset(touching.assigned),
        names_are_global,
        frozenset(touching.loaded),
        frozenset(touching.stored),
    )


def _reachable(start: int, edges: dict[int, list[int]]) -> set[int]:
    found, todo = {start}, [start]
    while todo:
        for other in edges[todo.pop()]:
            if other not in found:
                found.add(other)
                todo.append(other)
    return found


class Touching:
    """Collects the variables that statements read and assign."""

    def __init__(self, framecode: FrameCode, *, names_are_global: bool) -> None:
        self.read: set[Variable] = set()
        self.assigned: set[Variable] = set()
        self.loaded: set[str] = set()
        self.stored: set[str] = set()
        self._name: Callable[[str], Variable] = GlobalName if names_are_global else LocalName
        self._constants = framecode.first_constant

    def visit(self, statement: ir.Statement) -> None:
        for field in type(statement)._fields:
            registers = set(_registers(getattr(statement, field)))
            if field in TARGETS:
                self.assigned |= registers
            else:
                self.read |= {r for r in registers if r < self._constants}
        self._visit_emptied(statement)
        self._visit_names(statement)

    def _visit_emptied(self, statement: ir.Statement) -> None:
        """A temporary is used up by whatever reads it; some statements change slots, too."""
        for field in type(statement)._fields:
            for operand in _operands(getattr(statement, field)):
                if isinstance(operand, ir.Temp):
                    self.assigned.add(operand.register)
        if isinstance(statement, ir.Take | ir.DeleteSlot):
            self.assigned.add(statement.slot.register)

    def _visit_names(self, statement: ir.Statement) -> None:
        if isinstance(statement, ir.LoadName):
            self.read.add(self._name(statement.name))
        elif isinstance(statement, ir.StoreName | ir.DeleteName):
            self.read.add(self._name(statement.name))
            self.assigned.add(self._name(statement.name))
        elif isinstance(statement, ir.LoadCell):
            self.read.add(CellContent(statement.cell.register))
        elif isinstance(statement, ir.StoreCell | ir.DeleteCell):
            self.read.add(CellContent(statement.cell.register))
            self.assigned.add(CellContent(statement.cell.register))
        elif isinstance(statement, ir.Operation) and statement.original.name is not None:
            self._visit_global(statement.original.opname, statement.original.name)

    def _visit_global(self, opname: str, name: str) -> None:
        if opname in ("LOAD_GLOBAL", "STORE_GLOBAL", "DELETE_GLOBAL"):
            self.read.add(GlobalName(name))
            if opname != "LOAD_GLOBAL":
                self.assigned.add(GlobalName(name))
        elif opname == "LOAD_ATTR":
            self.loaded.add(name)
        elif opname == "STORE_ATTR":
            self.stored.add(name)


TARGETS = frozenset({"target", "targets", "result"})


def _operands(field: object) -> Iterator[ir.Operand]:
    if isinstance(field, ir.Slot | ir.Temp | ir.Const):
        yield field
    elif type(field) is tuple:
        for item in field:
            yield from _operands(item)


def _registers(field: object) -> Iterable[int]:
    return (o.register for o in _operands(field) if isinstance(o, ir.Slot | ir.Temp))

"""Programs: the statements of a region and, behind them, those of the functions inlined in it.

All have one space of pcs and one of registers: an *activation*, one inlined call at one place,
begins at a pc and a register of its own.  So whatever walks statements need not know of calls.
Activations are appended while code is emitted; what that changes of the code emitted before makes
the emission begin again (`GrownError`).
"""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops.checks import Marks
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.compiled.loops.region import (
    CellContent,
    Field,
    ForeignName,
    FreeContent,
    GlobalName,
    Touching,
    Variable,
)
from debugger.frames import ir
from debugger.frames.framecode import FrameCode
from debugger.frames.records import Record, replaced, values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import ModuleType

    from debugger.compiled.loops.emit.claims import Claim
    from debugger.compiled.loops.emit.kinds import Function
    from debugger.frames.decode import Position

MOST_STATEMENTS = 3000
DEEPEST = 6
"""Levels of calls that are inlined."""


class GrownError(Exception):
    """Emission has to begin again: more is assigned, or can be counted on, than it knew."""


class Activation:
    """One call that is inlined, or (without a caller) the loop's own frame.

    `pcs` and `registers` are where its statements and registers begin; `call` is the statement of
    the caller, in the space of the program; `source` the variable that holds the function.
    """

    __slots__ = ("call", "caller", "framecode", "marks", "owner", "pcs", "registers", "source")

    def __init__(
        self,
        marks: Marks,
        pcs: int = 0,
        registers: int = 0,
        call: int = -1,
        caller: Activation | None = None,
    ) -> None:
        self.marks = marks
        self.framecode = marks.framecode
        self.pcs = pcs
        self.registers = registers
        self.call = call
        self.caller = caller
        self.owner: ModuleType | None = None
        self.source: Variable = 0

    def chain(self) -> list[Activation]:
        """The calls that lead here, outermost first: without the loop's own frame."""
        return [] if self.caller is None else [*self.caller.chain(), self]

    def own(self, pc: int) -> int:
        """A pc of the program as the frame of this activation has it; negative ones stay."""
        return pc - self.pcs if pc >= 0 else pc

    @property
    def framecodes(self) -> set[FrameCode]:
        """The code that is active."""
        others = set() if self.caller is None else self.caller.framecodes
        return {self.framecode, *others}


class Program:
    """Statements and what is known of them, by pc; grows by `activation`.

    `inside` are the pcs that are compiled; `on_stack`: by pc, the temporaries that are in use, of
    callers too; `temporaries`: all temporaries; `assigned`: the variables from outside that the
    statements change; `assignable`: the attributes that may become so.  Registers from `outside`
    on are those of inlined functions.
    """

    def __init__(
        self, marks: Marks, assigned: Iterable[Variable], assignable: Iterable[Field] = ()
    ) -> None:
        framecode = marks.framecode
        self.root = Activation(marks)
        self.statements = list(framecode.statements)
        self.positions: list[Position] = list(framecode.positions)
        self.line_starts = set(framecode.line_starts)
        self.entries = set(framecode.entries)
        self.on_stack = [temporaries(stack, 0) for stack in framecode.stacks]
        self.temporaries = set(range(framecode.first_temp, framecode.first_constant))
        self.inside = set(marks.inside)
        self.assigned = set(assigned)
        self.assignable = frozenset(assignable)
        self.outside = self.registers = len(framecode.template)
        self.cells: dict[int, Variable] = {}
        self.activations = [self.root]
        self._starts = [0]
        self.claims: set[Claim] = set()
        self._by_call: dict[tuple[int, Function], Activation] = {}

    # ------------------------------------------------------------------ what is where

    def activation_at(self, pc: int) -> Activation:
        """The activation that a statement belongs to."""
        return self.activations[bisect(self._starts, pc) - 1]

    def place(self, pc: int) -> tuple[FrameCode, int]:
        """The framecode and the pc there of a statement."""
        activation = self.activation_at(pc)
        return activation.framecode, activation.own(pc)

    def is_assigned(self, variable: Variable) -> bool:
        """Whether a variable may change in the program."""
        is_inner = type(variable) is int and variable >= self.outside
        return is_inner or variable in self.assigned

    def global_variable(self, pc: int, name: str) -> GlobalName | ForeignName:
        """The variable that a global name means at a statement."""
        return global_variable(self.activation_at(pc).owner, name)

    def cell_variable(self, register: int) -> Variable:
        """What the cell in a register holds."""
        return self.cells.get(register, CellContent(register))

    def variable(self, pc: int, own: Variable) -> Variable:
        """The variable that the frame of a statement calls `own`."""
        activation = self.activation_at(pc)
        if isinstance(own, int):
            return activation.registers + own
        if isinstance(own, CellContent):
            return self.cell_variable(activation.registers + own.register)
        return own

    def marks(self) -> list[Marks]:
        """The marks of all code, the loop's own first."""
        return list({id(a.marks): a.marks for a in self.activations}.values())

    def look_at(self, stands_for: Mapping[int, Iterable[int]]) -> None:
        """Have statements leave for breakpoints at others of the same activation."""
        for marks in self.marks():
            marks.stands_for.clear()
        for pc, others in stands_for.items():
            activation = self.activation_at(pc)
            found = activation.marks.stands_for.setdefault(activation.own(pc), set())
            found.update(map(activation.own, others))

    def depth(self) -> int:
        """How many frames are active at most, beyond that of the loop."""
        return max(len(activation.chain()) for activation in self.activations)

    # ------------------------------------------------------------------ growing

    def claim(self, wanted: set[Claim]) -> None:
        """Count on more claims; raises GrownError if there are any."""
        if wanted:
            self.claims |= wanted
            raise GrownError

    def activation(self, call: int, kind: Function) -> Activation:
        """The activation of a function called at a statement.

        Raises UnsupportedError with the reason if it cannot be inlined, and GrownError if it
        assigns what was constant so far.
        """
        self._check_holders(kind)
        found = self._by_call.get((call, kind))
        if found is None:
            self._examine(self.activation_at(call), kind)
            found = self._by_call[call, kind] = self._append(call, kind)
            changed = self._changed_by(outside_variables(kind))
            if not changed <= self.assigned:
                self.assigned |= changed
                raise GrownError
        return found

    def _changed_by(self, touched: OutsideVariables) -> set[Variable]:
        """The variables from outside that a function may change."""
        fields = (field for field in self.assignable if field.name in touched.stored)
        return {*touched.assigned, *fields}

    def _check_holders(self, kind: Function) -> None:
        """What holds the function, and the cells of its closure, is looked up at exits, too."""
        cells = [v.function for v in kind.closure if isinstance(v, FreeContent)]
        if not self.assigned.isdisjoint([kind.source, *cells]):
            raise UnsupportedError(f"call of {kind}: the loop assigns the variable that holds it")

    def _examine(self, caller: Activation, kind: Function) -> None:
        framecode = kind.framecode
        if framecode is None:
            raise UnsupportedError(kind.obstacle)
        if framecode in caller.framecodes:
            raise UnsupportedError(f"call of {kind}: recursion")
        if len(caller.chain()) >= DEEPEST:
            raise UnsupportedError(f"call of {kind}: more than {DEEPEST} calls in each other")
        if len(self.statements) + len(framecode.statements) > MOST_STATEMENTS:
            raise UnsupportedError(f"call of {kind}: too many operations together")
        if any(isinstance(v, ForeignName) for v in outside_variables(kind).assigned):
            raise UnsupportedError(f"call of {kind}: it assigns globals of another module")

    def _append(self, call: int, kind: Function) -> Activation:
        framecode = kind.framecode
        assert framecode is not None
        pcs, registers = len(self.statements), self.registers
        made = Activation(self._marks(framecode), pcs, registers, call, self.activation_at(call))
        made.owner, made.source = kind.owner, kind.source
        self.activations.append(made)
        self._starts.append(pcs)
        self.statements += [relocated(s, pcs, registers) for s in framecode.statements]
        self.positions += framecode.positions
        self.line_starts |= {pcs + pc for pc in framecode.line_starts}
        self.entries |= {pcs + pc for pc in framecode.entries}
        if sum(isinstance(s, ir.Return) for s in framecode.statements) > 1:
            # The code behind the call is the same wherever it returns from.
            self.entries.add(call + 1)
        below = self.on_stack[call]
        self.on_stack += [below | temporaries(stack, registers) for stack in framecode.stacks]
        first, end = framecode.first_temp, framecode.first_constant
        self.temporaries |= set(range(registers + first, registers + end))
        free = registers + first - len(kind.closure)
        self.cells |= dict(enumerate(kind.closure, free))
        self.inside |= set(range(pcs, len(self.statements)))
        self.registers += end
        return made

    def _marks(self, framecode: FrameCode) -> Marks:
        """The marks of a framecode, the same for all its activations."""
        known = (a.marks for a in self.activations if a.framecode is framecode)
        pcs = range(len(framecode.statements))
        return next(known, None) or Marks(framecode, pcs, names_are_global=True)


def global_variable(owner: ModuleType | None, name: str) -> GlobalName | ForeignName:
    """The variable that a global name means in a function that sees the globals of a module."""
    return GlobalName(name) if owner is None else ForeignName(owner, name)


def temporaries(stack: tuple[ir.Operand, ...], registers: int) -> frozenset[int]:
    """The registers of the temporaries on a stack, moved on by `registers`."""
    return frozenset(registers + o.register for o in stack if isinstance(o, ir.Temp))


def relocated(part: Any, pcs: int, registers: int) -> Any:
    """A statement, or a part of one, moved to where pcs and registers begin."""
    if isinstance(part, ir.Slot | ir.Temp | ir.Cell):
        return replaced(part, register=part.register + registers)
    if type(part) is tuple:
        return tuple(relocated(each, pcs, registers) for each in part)
    if not isinstance(part, ir.Statement):
        return part
    moved = type(part)(*(relocated(each, pcs, registers) for each in values(part)))
    pc = getattr(moved, "pc", None)
    return moved if pc is None else replaced(moved, pc=pc + pcs)


class OutsideVariables(Record):
    """The variables from outside that a function reads and assigns.

    `loaded` and `stored`: the names of the attributes that it reads and assigns, of any objects.
    """

    read: frozenset[Variable]
    assigned: frozenset[Variable]
    loaded: frozenset[str]
    stored: frozenset[str]


def outside_variables(kind: Function) -> OutsideVariables:
    """The variables from outside that the statements of a function touch."""
    framecode = kind.framecode
    assert framecode is not None
    touching = Touching(framecode, names_are_global=True)
    for statement in framecode.statements:
        touching.visit(statement)
    return OutsideVariables(
        frozenset(_outside(kind, touching.read)),
        frozenset(_outside(kind, touching.assigned)),
        frozenset(touching.loaded),
        frozenset(touching.stored),
    )


def _outside(kind: Function, touched: Iterable[Variable]) -> Iterator[Variable]:
    framecode = kind.framecode
    assert framecode is not None
    first_free = framecode.first_temp - len(kind.closure)
    for variable in touched:
        if isinstance(variable, GlobalName):
            yield global_variable(kind.owner, variable.name)
        elif isinstance(variable, CellContent):
            yield kind.closure[variable.register - first_free]

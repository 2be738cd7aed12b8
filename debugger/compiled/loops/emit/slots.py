"""Slots: the memory of variables where paths meet.

LLVM turns slots into registers of the machine.  Not so *parked* ones: a variable is parked where
nothing reads it before it is assigned.  It is then kept only for the interpreter, and would take
away registers from those that are computed with.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm

from debugger.compiled.loops.emit.kinds import Kind, Number, Value
from debugger.compiled.loops.emit.machine import I64, POINTER, VOID, integer
from debugger.compiled.loops.liveness import Liveness
from debugger.compiled.loops.program import Program
from debugger.compiled.loops.region import Variable

SEEN = llvm.InlineAsm(llvm.FunctionType(VOID, [POINTER]), "", "r", side_effect=True)
"""No code at all; but LLVM does not know that, nor whether it keeps the address."""

MOST_PARKED = 62


class Slots:
    """The slots of a function; `builder` is where it begins."""

    def __init__(self, builder: llvm.IRBuilder, program: Program) -> None:
        self._builder = builder
        self._program = program
        self._liveness = Liveness(program)
        self._places: dict[tuple[Any, ...], Any] = {}
        # Parked variables have a bit each that says that the object in their slot is not theirs.
        self._numbers: dict[Variable, int] = {}
        self._made = builder.alloca(I64, name="made")
        builder.store(integer(0), self._made)

    def parks(self, pc: int, variable: Variable, kind: Kind) -> bool:
        """Whether a variable is parked at a statement where paths meet."""
        is_local = isinstance(variable, int) and variable not in self._program.temporaries
        if not isinstance(kind, Number) or not is_local or self.is_live(pc, variable):
            return False
        return self._numbers.setdefault(variable, len(self._numbers)) < MOST_PARKED

    def is_live(self, pc: int, variable: Variable) -> bool:
        """Whether a statement from `pc` on reads a register before any assigns it."""
        return isinstance(variable, int) and self._liveness.is_live(pc, variable)

    def place(self, variable: Variable, part: object, machine_type: Any, *, parked: bool) -> Any:
        """The place in memory for a part of a variable."""
        key = (variable, part, str(machine_type), parked)
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = self._builder.alloca(machine_type)
        return found

    def put(
        self,
        builder: llvm.IRBuilder,
        variable: Variable,
        value: Value,
        *,
        parked: bool = False,
        has_object: bool = False,
    ) -> None:
        """Store a value into the slots of a variable; `has_object`: one is for an object, or 0."""
        types = value.kind.machine_types
        for index, (part, machine_type) in enumerate(zip(value.parts, types, strict=True)):
            builder.store(part, self.place(variable, index, machine_type, parked=parked))
        if parked and has_object:
            self._mark(builder, variable, is_made=value.object is None)
        if value.object is not None or (has_object and not parked):
            builder.store(value.address, self.place(variable, "object", I64, parked=parked))

    def get(
        self,
        builder: llvm.IRBuilder,
        variable: Variable,
        kind: Kind,
        *,
        parked: bool,
        has_object: bool,
    ) -> Value:
        """Load a value from the slots of a variable."""
        parts = [
            builder.load(self.place(variable, index, machine_type, parked=parked))
            for index, machine_type in enumerate(kind.machine_types)
        ]
        found = self.object(builder, variable, parked=parked) if has_object else None
        return Value(kind, parts, found)

    def object(self, builder: llvm.IRBuilder, variable: Variable, *, parked: bool) -> Any:
        """Load the object of a variable that has one, or 0, in its slots."""
        found = builder.load(self.place(variable, "object", I64, parked=parked))
        if not parked:
            return found
        mark = builder.and_(builder.load(self._made), integer(self._bit(variable)))
        is_made = builder.icmp_unsigned("!=", mark, integer(0))
        return builder.select(is_made, integer(0), found)

    def _mark(self, builder: llvm.IRBuilder, variable: Variable, *, is_made: bool) -> None:
        """Note whether a parked number was made in compiled code: that saves a store."""
        bit, made = self._bit(variable), builder.load(self._made)
        changed = builder.or_(made, integer(bit)) if is_made else builder.and_(made, integer(~bit))
        builder.store(changed, self._made)

    def _bit(self, variable: Variable) -> int:
        return 1 << self._numbers[variable]

    def finish(self) -> None:
        """All slots are known: hide the parked ones from LLVM."""
        for (*_, parked), place in self._places.items():
            if parked:
                self._builder.call(SEEN, [place])

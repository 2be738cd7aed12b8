"""Inputs: what a compiled loop takes over at entry, and the guards that decide whether it may.

Registers are read from the list of the frame; everything else that statements look up (globals,
names, cells, attributes of modules) is collected in a list, `extras`; there, too, exits leave what
is in the registers of inlined functions, and what has to be rebuilt after an exit.
Inputs are added when the emitter first meets them, each with its guard at the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from llvmlite import ir as llvm

from debugger.compiled.loops import layouts
from debugger.compiled.loops.account import Account
from debugger.compiled.loops.emit import fetching, unboxing
from debugger.compiled.loops.emit.kinds import (
    INT,
    NONE,
    UNBOUND,
    Array,
    Kind,
    Known,
    List,
    Number,
    Tuple,
    Value,
    packed,
)
from debugger.compiled.loops.emit.machine import (
    I32,
    I64,
    VOID,
    address_of,
    call_address,
    integer,
    load,
    python_api,
    real,
)
from debugger.compiled.loops.emit.object_kinds import held_by
from debugger.compiled.loops.extras import CAREFUL, FIRST_EXTRA, FIRST_GUARD, NUMBER, OUTDATED
from debugger.compiled.loops.numpy_errors import NumpyErrors
from debugger.compiled.loops.observe import Observer
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.compiled.loops.region import Attribute, Field, GlobalName, Held, Variable
from debugger.compiled.loops.versions import Versions
from debugger.frames.frame import Frame, FrameData
from debugger.frames.framecode import FrameCode
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.loops.checks import Marks
    from debugger.compiled.loops.emit.emitter import Emitter
    from debugger.compiled.loops.emit.path import Environment
    from debugger.compiled.loops.program import Program
    from debugger.compiled.loops.surroundings import Surroundings


class Guard(Record):
    """What must hold at entry: a variable has a kind."""

    variable: Variable
    kind: Kind


class Length(Record):
    """The length of a dimension of the array or list that a variable held at entry."""

    source: Variable
    dimension: int


class Inputs:
    """The inputs of one unit: `kinds` is what was observed of the variables of the program."""

    def __init__(
        self,
        program: Program,
        kinds: Mapping[Variable, Kind],
        surroundings: Surroundings,
        observer: Observer,
    ) -> None:
        self.program = program
        self.kinds = dict(kinds)
        self.surroundings = surroundings
        self.observer = observer
        self.versions = Versions()
        self.account = Account()
        self.uses_numpy = False
        self.errors: NumpyErrors | None = None
        self.guards: list[Guard] = []
        self.extras: list[Variable] = []
        self.entered: Environment = {}
        self.kept: list[object] = []
        self.builder: Any = None
        self.objects: dict[Variable, Any] = {}
        self._values: dict[Variable, Value] = {}
        self.arrays: dict[object, unboxing.Descriptor] = {}
        self.lengths: dict[Any, Length] = {}

    def begin(self, emitter: Emitter, builder: llvm.IRBuilder) -> None:
        """Start emitting the entry: `builder` stays where further inputs are to be loaded."""
        self.emitter = emitter
        self.builder = builder
        self.frame, fuel, extras = emitter.function.args
        data = load(builder, self.frame, layouts.slot(Frame, "data"))
        registers = load(builder, data, layouts.slot(FrameData, "registers"))
        self.registers = load(builder, registers, layouts.LIST_ITEMS)
        self.items = load(builder, extras, layouts.LIST_ITEMS)
        size = builder.mul(load(builder, extras, layouts.SIZE), integer(8))
        self.parts = builder.add(self.items, size)
        number = unboxing.small_int(builder, fuel)
        builder.store(number, emitter.fuel)
        builder.store(number, emitter.tank)
        self.started = builder.call(emitter.helpers.now(), [])
        self.refused = self.refusing()

    def refusing(self) -> Any:
        """The number of what refuses entry, in the block that leaves it behind."""
        builder = llvm.IRBuilder(self.emitter.block("refused"))
        number = builder.phi(I64)
        place = builder.add(self.items, integer(8 * NUMBER))
        helpers = self.emitter.helpers
        builder.call(helpers.give_number(INT), [place, number, integer(0)])
        builder.call(helpers.finish(), [])
        builder.ret_void()
        return number

    def environment(self, header: int) -> Environment:
        """The variables that the program changes, as they are at entry."""
        found: Environment = {}
        for variable in sorted(self.program.assigned, key=str):
            is_temporary = variable in self.program.temporaries
            if is_temporary and variable not in self.program.on_stack[header]:
                continue
            value = self.input(variable)
            if value.kind is not UNBOUND:
                found[variable] = value
        self.entered = found.copy()
        return found

    def constant(self, variable: Variable) -> Value:
        """The value of a variable that the program does not change."""
        found = self.input(variable)
        if found.kind is UNBOUND:
            raise UnsupportedError("a variable without a value")
        return found

    def input(self, variable: Variable) -> Value:
        """The value of a variable at entry."""
        found = self._values.get(variable)
        if found is None:
            found = self._values[variable] = self.add(variable)
        return found

    def attribute(self, owner: ModuleType, name: str) -> Value:
        """The value of an attribute of a module."""
        is_own = vars(owner) is self.surroundings.globals
        if is_own and GlobalName(name) in self.program.assigned:
            raise UnsupportedError(f"{name} as an attribute and as a global that is assigned")
        return self.constant(Attribute(owner, name))

    def add(self, variable: Variable) -> Value:
        """Load an input and check that it is of its kind."""
        kind = self.kind(variable)
        unbox = self.guard(variable, kind)
        if isinstance(variable, Field):
            found = fetching.fetch(self, unbox, variable, kind)
        else:
            found = load(self.builder, *self.place(variable))
        self.objects[variable] = found
        value = unbox.value(found, kind)
        self.learn_lengths(variable, value)
        return value

    def guard(self, variable: Variable, kind: Kind) -> unboxing.Unboxing:
        """What emits another guard."""
        self.guards.append(Guard(variable, kind))
        return unboxing.Unboxing(self, FIRST_GUARD + len(self.guards) - 1)

    def learn_lengths(self, source: Variable, value: Value) -> None:
        """Remember the lengths of what a variable held at entry."""
        found: Sequence[Any] = ()
        if isinstance(value.kind, Array):
            found = self.arrays[value.kind.source].shape
        elif isinstance(value.kind, List):
            found = value.parts[2:]
        self.lengths |= {part: Length(source, index) for index, part in enumerate(found)}

    def length(self, length: Length) -> Any:
        """A length that was learnt before."""
        self.input(length.source)
        return next(part for part, found in self.lengths.items() if found == length)

    def held(self, variable: Variable) -> Any:
        """The address of the object that a variable holds at entry."""
        if variable not in self.objects:
            self.input(variable)
        return self.objects[variable]

    def may_die(self, variable: Variable) -> Any:
        """Whether only variables that are assigned hold what one of them held (an i1).

        What anything else holds is safe: nothing else changes while this code is running.
        """
        builder, found = self.builder, self.held(variable)
        own = integer(0)
        for each, value in self.entered.items():
            if held_by(value.kind) is not None:
                is_same = builder.icmp_unsigned("==", self.held(each), found)
                references = self.references(each)
                count = builder.select(is_same, integer(references), integer(0))
                own = builder.add(own, count)
        return builder.icmp_signed("<=", unboxing.reference_count(builder, found), own)

    def references(self, variable: Variable) -> int:
        """How many references stand for a variable: its own, and those of the extras."""
        in_extras = type(variable) is not int
        # What is looked up before the code is entered is in another list, too.
        is_looked_up = in_extras and not isinstance(variable, Field)
        return 1 + in_extras + is_looked_up + (Held(variable) in self.extras)

    def finish(self) -> None:
        """All inputs are known: check that none changes under the hands of another."""
        fetching.require_apart(self)
        for marks in self.program.marks():
            self.require_current(marks)
        if self.uses_numpy:
            self.errors = NumpyErrors(self.observer.numpy.module)
            self.require_ignored(self.errors)

    def require_current(self, marks: Marks) -> None:
        """Refuse to enter while breakpoints are other than those that were prepared for."""
        owner = address_of(marks.framecode)
        version = load(self.builder, owner, layouts.slot(FrameCode, "version"))
        expected = load(self.builder, integer(marks.version_address))
        holds = self.builder.icmp_unsigned("==", version, expected)
        unboxing.Unboxing(self, OUTDATED).require(holds)

    def require_ignored(self, errors: NumpyErrors) -> None:
        """Refuse to enter if numpy may have been told to do something about underflows."""
        builder = self.builder
        if errors.variable is None:
            return
        place = builder.ptrtoint(self.emitter.top.alloca(I64), I64)
        arguments = [address_of(errors.variable), address_of(None), place]
        call_address(builder, python_api("PyContextVar_Get"), I32, *arguments)
        found = load(builder, place)
        # The context, or the variable itself, holds it.
        call_address(builder, python_api("Py_DecRef"), VOID, found)
        ignoring = load(builder, integer(errors.address))
        holds = builder.icmp_unsigned("==", found, ignoring)
        unboxing.Unboxing(self, CAREFUL).require(holds)

    def kind(self, variable: Variable) -> Kind:
        """The kind a variable was observed to have; of some it is only found now."""
        found = self.kinds.get(variable)
        if found is None:
            found = self.kinds[variable] = self.surroundings.kind_of(variable)
        return found

    def place(self, variable: Variable) -> tuple[Any, int]:
        """Where the object of a variable is: the items of a list, and an offset."""
        if type(variable) is int and variable < self.program.outside:
            return self.registers, 8 * variable
        if variable not in self.extras:
            self.extras.append(variable)
        return self.items, 8 * (FIRST_EXTRA + self.extras.index(variable))

    def literal(self, value: object) -> Value:
        """The value of a constant of the code."""
        kind = self.observer.kind(value, None)
        if kind is NONE:
            return Value(NONE)
        if isinstance(kind, Tuple):
            items: Any = value
            return packed([self.literal(item) for item in items])
        if not isinstance(kind, Number):
            return Value(Known(self.keep(value)))
        number: Any = value
        machine_type = kind.machine_type
        part = real(number) if kind.is_floating else integer(int(number), machine_type)
        return Value(kind, [part], address_of(self.keep(value)))

    def keep(self, value: Any) -> Any:
        """Keep an object alive as long as the code that knows its address."""
        self.kept.append(value)
        return value

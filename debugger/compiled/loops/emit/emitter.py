"""The emitter: walks the statements of a region and emits code for them, one version at a time.

A *version* of a statement is the code for it under one assignment of kinds to variables.  Versions
are made from a work-list of paths; straight-line code stays in one path, whose variables are
values in registers of the machine, and only where paths meet are they put into slots.

All checks of a statement come before its effect.  A check that fails leaves to the snapshot that
was taken before the statement: nothing of it has happened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from llvmlite import ir as llvm

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit import boxing
from debugger.compiled.loops.emit.helpers import Helpers
from debugger.compiled.loops.emit.inputs import Inputs
from debugger.compiled.loops.emit.kinds import (
    FLOAT,
    INT,
    NUMPY_NAMES,
    Alias,
    Iterator,
    Kind,
    Number,
    Value,
)
from debugger.compiled.loops.emit.machine import I8, I64, POINTER, integer
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.compiled.loops.region import Variable
from debugger.frames import ir
from debugger.frames.frame import ARRIVED
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.loops.building import Request

MOST_VERSIONS, MOST_EMITTED = 200, 8_000
"""Versions of a function, and the statements and moved values in all of them; beyond, it leaves."""
UNLIKELY = (1, 1000)

Environment = dict[Variable, Value]


class SideExit(Record):
    """Where compiled code leaves to: before statement `pc`, coming from `previous`, and why.

    `rebuilds`: what is left to do so that the registers hold the state.
    """

    pc: int
    previous: int
    reason: str
    rebuilds: tuple[boxing.Rebuild, ...]


class Snapshot:
    """The state before a statement; `dirty`: the variables whose slots are not up to date."""

    __slots__ = ("dirty", "environment", "pc", "previous", "stubs")

    def __init__(self, path: Path, previous: int) -> None:
        self.pc = path.pc
        self.previous = previous
        self.environment = path.environment.copy()
        self.dirty = path.dirty.copy()
        self.stubs: dict[str, Any] = {}


class Path:
    """Straight-line code under way: where it is, and what its variables hold.

    `within`: pairs of an index and a length that it has been found to lie within.
    """

    def __init__(
        self,
        emitter: Emitter,
        builder: llvm.IRBuilder,
        environment: Environment,
        dirty: dict[Variable, None],
        previous: int,
        pc: int,
    ) -> None:
        self.emitter = emitter
        self.builder = builder
        self.environment = environment
        self.dirty = dirty
        self.previous = previous
        self.pc = pc
        self.within: dict[tuple[Any, Any], None] = {}
        self.snapshot = Snapshot(self, ARRIVED)

    # ------------------------------------------------------------------ variables

    def read(self, variable: Variable) -> Value:
        """The value of a variable; raises UnsupportedError if it has none."""
        value = self.environment.get(variable)
        if value is None:
            if variable in self.emitter.region.assigned:
                raise UnsupportedError("a variable without a value")
            return self.emitter.inputs.constant(variable)
        if isinstance(value, Stored):
            value = self.environment[variable] = value.load(self, variable)
        return value

    def write(self, variable: Variable, value: Value) -> None:
        """Assign; raises UnsupportedError if that would drop an object that must die in time."""
        if not self.emitter.is_temporary(variable):
            self.settle(value)
            self.drop(variable)
        self.environment[variable] = value
        self.dirty[variable] = None

    def forget(self, variable: Variable) -> None:
        """Unbind a variable."""
        value = self.environment.get(variable)
        if value is not None:
            self.settle(value)
        self.drop(variable)
        self.environment.pop(variable, None)

    def drop(self, variable: Variable) -> None:
        """A variable gives up its value: what must not die late may be held by another one."""
        value = self.environment.get(variable)
        if value is None:
            return
        if boxing.has_position(value.kind):
            value = self.read(variable)
        held = boxing.undroppable(value.kind)
        if held is not None and not any(
            boxing.undroppable(other.kind) == held
            for name, other in self.environment.items()
            if name != variable
        ):
            raise UnsupportedError("the last reference to an object would go")
        boxing.write_back(self, value)

    def value(self, operand: ir.Operand) -> Value:
        """The value of an operand; a temporary is thereby used up."""
        value = self.unsettled(operand)
        self.settle(value)
        return value

    def unsettled(self, operand: ir.Operand) -> Value:
        """The same for a consumer that passes checks on that were put off."""
        if isinstance(operand, ir.Const):
            return self.emitter.inputs.literal(operand.value)
        if isinstance(operand, ir.Slot | ir.Temp):
            value = self.read(operand.register)
            if isinstance(operand, ir.Temp):
                del self.environment[operand.register]
            elif isinstance(value.kind, Iterator):
                raise UnsupportedError("an iterator in two places")
            return value
        raise UnsupportedError(f"operand {operand}")

    def look(self, operand: ir.Operand) -> Value:
        """The value of an operand that stays where it is."""
        if not isinstance(operand, ir.Temp):
            return self.value(operand)
        value = self.read(operand.register)
        if isinstance(value.kind, Iterator):
            raise UnsupportedError("an iterator in two places")
        return value

    # ------------------------------------------------------------------ leaving

    def guard(self, bad: Any, reason: str, snapshot: Snapshot | None = None) -> None:
        """Leave before the current statement if `bad` (an i1)."""
        block = self.emitter.block()
        stub = self.emitter.stub(snapshot or self.snapshot, reason)
        self.builder.cbranch(bad, stub, block).set_weights(UNLIKELY)
        self.builder.position_at_end(block)

    def leave(self, reason: str) -> None:
        """Leave before the current statement; ends the path."""
        self.builder.branch(self.emitter.stub(self.snapshot, reason))

    def settle(self, value: Value) -> None:
        """Make the check that was put off: the number has to be finite."""
        if value.pending is not None:
            from debugger.compiled.loops.emit.floats import is_finite

            pending, value.pending = value.pending, None
            finite = is_finite(self.builder, value.part)
            self.guard(self.builder.not_(finite), reasons.WARNING, pending)

    def settle_all(self, previous: int = ARRIVED) -> None:
        """Make all checks that were put off: something is about to take effect."""
        for value in list(self.environment.values()):
            self.settle(value)
        self.snapshot = Snapshot(self, previous)

    # ------------------------------------------------------------------ going on

    def begin(self) -> None:
        """Take the snapshot, unless a check was put off: then the earlier one stays in force."""
        if not any(value.pending is not None for value in self.environment.values()):
            self.snapshot = Snapshot(self, ARRIVED)

    def fork(self) -> Path:
        """A path in a new block with the same variables, about to be branched to."""
        builder = llvm.IRBuilder(self.emitter.block())
        made = Path(
            self.emitter,
            builder,
            self.environment.copy(),
            self.dirty.copy(),
            self.previous,
            self.pc,
        )
        made.within = self.within.copy()
        made.snapshot = self.snapshot
        return made

    def branch(self, condition: Any) -> tuple[Path, Path]:
        """The two paths on which a condition (an i1) is true and false; this one ends."""
        for value in list(self.environment.values()):
            self.settle(value)
        true, false = self.fork(), self.fork()
        self.builder.cbranch(condition, true.builder.block, false.builder.block)
        return true, false

    def go(self, pc: int) -> None:
        """This path goes on at `pc`; it is emitted later."""
        self.previous, self.pc = self.pc, pc
        self.emitter.work.append(self)

    def store(self, kept: Environment) -> None:
        """Bring the slots of these variables up to date."""
        for variable, value in kept.items():
            if variable in self.dirty:
                self.emitter.put(self.builder, variable, value)


class Stored(Value):
    """A value that is in the slots of its variable; `has_object`: one of them is the object."""

    __slots__ = ("has_object",)

    def __init__(self, kind: Kind, *, has_object: bool) -> None:
        super().__init__(kind)
        self.has_object = has_object

    def load(self, path: Path, variable: Variable) -> Value:
        return path.emitter.get(path.builder, variable, self.kind, has_object=self.has_object)


def has_object(value: Value) -> bool:
    """Whether the object of a value goes with it."""
    return value.has_object if isinstance(value, Stored) else value.object is not None


def aliased(environment: Environment) -> Environment:
    """The variables, where those that hold the same number as an earlier one only say so."""
    owners: dict[tuple[Kind, int], Variable] = {}
    found: Environment = {}
    for variable, value in environment.items():
        owner = variable
        if is_made(value):
            owner = owners.setdefault((value.kind, id(value.part)), variable)
        found[variable] = value if owner == variable else Value(Alias(owner))
    return found


def is_made(value: Value) -> bool:
    """Whether a value is a number that may have no object yet."""
    is_number = value.kind in SHARED and not isinstance(value, Stored)
    return is_number and not isinstance(value.part, llvm.Constant)


SHARED = frozenset({INT, FLOAT, *(Number(name) for name in NUMPY_NAMES)})
"""Kinds of numbers whose objects a program can tell apart."""

Handler = Callable[[Path, Any], "int | None"]
State = frozenset[tuple[Variable, Kind]]


class Emitter:
    """Emits one function for a region: entered at a header with variables of given kinds."""

    def __init__(self, request: Request, inputs: Inputs) -> None:
        self.request = request
        self.region = request.region
        self.framecode = request.region.framecode
        self.profile = request.profile
        self.inputs = inputs
        self.checks = {check.pc: check for check in request.marks.checks}
        self.work: list[Path] = []
        self.exits: list[SideExit] = []
        self.first_refusal: tuple[int, str] | None = None
        self.loops = False
        self.emitted = 0
        # Variables that hold a number with its object somewhere: better everywhere than in
        # versions of their own.
        self.carriers: set[Variable] = set()
        self._count = 0
        self._versions: dict[tuple[int, State], list[tuple[frozenset[Variable], Any]]] = {}
        self._slots: dict[tuple[Any, ...], Any] = {}
        self._leaving: dict[tuple[State, frozenset[Variable]], tuple[Any, Any, Any]] = {}

    def emit(self, module: llvm.Module) -> llvm.Function:
        """The function `(registers, extras, parts) -> exit number`, all lists given by address."""
        from debugger.compiled.loops.emit.statements import HANDLERS

        header = self.request.header
        kind = llvm.FunctionType(I64, [I64, I64, I64])
        self.function = llvm.Function(module, kind, "region")
        self.function.linkage = "internal"
        self.top = llvm.IRBuilder(self.function.append_basic_block("slots"))
        self.invariant = module.add_metadata([])
        self.fuel = self.top.alloca(I64, name="fuel")
        self.tank = self.top.alloca(I64, name="tank")
        self.helpers = Helpers(module, self.request.graves, self.inputs.observer.numpy)
        start = self.block("start")
        self.inputs.begin(self, llvm.IRBuilder(start))
        environment = self.inputs.environment(header)
        entered = self.block("entered")
        path = Path(
            self, llvm.IRBuilder(entered), environment, dict.fromkeys(environment), ARRIVED, header
        )
        if header in self.framecode.line_starts:
            path.settle_all(header)
            self.check_flag(path)
        self.meet(path)
        while self.work:
            self.follow(self.work.pop(), HANDLERS)
        self.inputs.builder.branch(entered)
        self.top.branch(start)
        return self.function

    def block(self, name: str = "") -> Any:
        """A new block."""
        return self.function.append_basic_block(name)

    def is_temporary(self, variable: Variable) -> bool:
        """Whether a variable is a temporary: nobody sees it but statements."""
        return type(variable) is int and variable >= self.framecode.first_temp

    # ------------------------------------------------------------------ statements

    def follow(self, path: Path, handlers: dict[type, Handler]) -> None:
        """Emit a path from a jump to where it meets others or leaves."""
        while self.arrive(path):
            self.emitted += 1
            path.begin()
            statement = self.framecode.statements[path.pc]
            handler = handlers.get(type(statement))
            try:
                if handler is None:
                    raise UnsupportedError("not compiled")
                following = handler(path, statement)
            except UnsupportedError as refused:
                self.refuse(path.snapshot.pc, f"{refused}: {statement}")
                path.leave(f"{refused}: {statement}")
                return
            if following is None:
                return
            path.previous, path.pc = path.pc, following

    def refuse(self, pc: int, reason: str) -> None:
        """Remember the first statement that cannot be compiled."""
        if self.first_refusal is None:
            self.first_refusal = (pc, reason)

    def arrive(self, path: Path) -> bool:
        """The way to the next statement; False if its code is elsewhere."""
        pc, previous = path.pc, path.previous
        if previous == ARRIVED:
            return True
        if pc not in self.region.statements:
            path.settle_all(previous)
            path.leave(reasons.END)
            return False
        is_back_edge = pc <= previous
        is_stop = self.is_stop(previous, pc)
        if is_back_edge or is_stop:
            path.settle_all(previous)
        if is_back_edge:
            self.loops = True
            self.burn(path)
        if is_stop:
            self.check_flag(path)
        if pc in self.framecode.entries or is_back_edge:
            path.settle_all()
            self.meet(path)
            return False
        return True

    def is_stop(self, previous: int, pc: int) -> bool:
        """Whether a breakpoint may be hit at `pc`, coming from `previous`."""
        return self.begins_line(previous, pc)

    def begins_line(self, previous: int, pc: int) -> bool:
        """Whether going from `previous` to `pc` arrives at a new line: `Frame.on_new_line`."""
        framecode = self.framecode
        if pc not in framecode.line_starts:
            return False
        return pc <= previous or (
            framecode.positions[previous].line != framecode.positions[pc].line
        )

    def burn(self, path: Path) -> None:
        """A back edge uses up one unit of fuel; without any left, leave."""
        left = path.builder.sub(path.builder.load(self.fuel), integer(1))
        path.builder.store(left, self.fuel)
        path.guard(path.builder.icmp_signed("<=", left, integer(0)), reasons.SLICE)

    def check_flag(self, path: Path) -> None:
        """Leave if there is a breakpoint at the statement about to run."""
        from debugger.compiled.loops.emit.conditions import emit_check

        address = integer(self.request.marks.address + path.pc)
        flag = path.builder.load(path.builder.inttoptr(address, POINTER), typ=I8)
        # Flags change only while this code is not running.
        flag.set_metadata("invariant.load", self.invariant)
        check = self.checks.get(path.pc)
        if check is None:
            is_set = path.builder.icmp_unsigned("!=", flag, integer(0, I8))
            path.guard(is_set, reasons.BREAKPOINT)
        else:
            emit_check(path, flag, check)

    # ------------------------------------------------------------------ versions

    def meet(self, path: Path) -> None:
        """Go to the version of the statement that fits the path's variables."""
        kept = aliased(self.kept(path))
        self.emitted += len(kept)
        state = frozenset((variable, value.kind) for variable, value in kept.items())
        objects = frozenset(v for v, value in kept.items() if has_object(value))
        versions = self._versions.setdefault((path.pc, state), [])
        found = next((version for version in versions if objects <= version[0]), None)
        if found is None:
            self._count += 1
            if self._count > MOST_VERSIONS or self.emitted > MOST_EMITTED:
                path.leave(reasons.VERSIONS)
                return
            self.carriers |= objects
            wanted = objects | {v for v in self.carriers if v in kept and kept[v].kind in SHARED}
            found = (wanted, self.block(f"pc{path.pc}_"))
            versions.append(found)
            self.begin_version(path, kept, wanted, found[1])
        wanted, block = found
        path.store(kept)
        for variable in kept:
            if variable in wanted and variable not in objects:
                path.builder.store(integer(0), self.slot(variable, "object", I64))
        path.builder.branch(block)

    def kept(self, path: Path) -> Environment:
        """The variables of a path that are of use at its statement."""
        stack = self.framecode.stacks[path.pc]
        temporaries = {o.register for o in stack if isinstance(o, ir.Temp)}
        return {
            variable: value
            for variable, value in path.environment.items()
            if not self.is_temporary(variable) or variable in temporaries
        }

    def begin_version(
        self, path: Path, kept: Environment, wanted: frozenset[Variable], block: Any
    ) -> None:
        environment: Environment = {
            variable: Stored(value.kind, has_object=variable in wanted)
            for variable, value in kept.items()
        }
        made = Path(self, llvm.IRBuilder(block), environment, {}, ARRIVED, path.pc)
        for variable, value in kept.items():
            if isinstance(value.kind, Alias):
                # They part when one of them is assigned: this one has no slots yet.
                environment[variable] = made.read(value.kind.of)  # type: ignore[arg-type]
                made.dirty[variable] = None
        self.work.append(made)

    # ------------------------------------------------------------------ slots

    def slot(self, variable: Variable, part: object, machine_type: Any) -> Any:
        """The place in memory for a part of a variable where paths meet."""
        key = (variable, part, str(machine_type))
        found = self._slots.get(key)
        if found is None:
            found = self._slots[key] = self.top.alloca(machine_type)
        return found

    def put(self, builder: llvm.IRBuilder, variable: Variable, value: Value) -> None:
        """Store a value into the slots of a variable."""
        types = value.kind.machine_types
        for index, (part, machine_type) in enumerate(zip(value.parts, types, strict=True)):
            builder.store(part, self.slot(variable, index, machine_type))
        if value.object is not None:
            builder.store(value.object, self.slot(variable, "object", I64))

    def get(
        self, builder: llvm.IRBuilder, variable: Variable, kind: Kind, *, has_object: bool
    ) -> Value:
        """Load a value from the slots of a variable."""
        parts = [
            builder.load(self.slot(variable, index, machine_type))
            for index, machine_type in enumerate(kind.machine_types)
        ]
        found = builder.load(self.slot(variable, "object", I64)) if has_object else None
        return Value(kind, parts, found)

    # ------------------------------------------------------------------ exits

    def stub(self, snapshot: Snapshot, reason: str) -> Any:
        """The block that leaves to a snapshot."""
        found = snapshot.stubs.get(reason)
        if found is None:
            found = snapshot.stubs[reason] = self.make_stub(snapshot, reason)
        return found

    def make_stub(self, snapshot: Snapshot, reason: str) -> Any:
        block = self.block("stub")
        builder = llvm.IRBuilder(block)
        environment = aliased(snapshot.environment)
        state = frozenset((variable, value.kind) for variable, value in environment.items())
        objects = frozenset(v for v, value in environment.items() if has_object(value))
        for variable in snapshot.dirty:
            if variable in environment and not isinstance(environment[variable], Stored):
                self.put(builder, variable, environment[variable])
        target, number, rebuilds = self.leaving(environment, state, objects)
        builder.branch(target)
        number.add_incoming(integer(len(self.exits)), block)
        self.exits.append(SideExit(snapshot.pc, snapshot.previous, reason, rebuilds))
        return block

    def leaving(
        self, environment: Environment, state: State, objects: frozenset[Variable]
    ) -> tuple[Any, Any, tuple[boxing.Rebuild, ...]]:
        """The block that gives variables of these kinds back to the interpreter."""
        key = (state, objects)
        found = self._leaving.get(key)
        if found is None:
            self.emitted += len(environment)
            block = self.block("leave")
            builder = llvm.IRBuilder(block)
            number = builder.phi(I64)
            values = {
                variable: self.get(builder, variable, value.kind, has_object=variable in objects)
                for variable, value in environment.items()
            }
            rebuilds = boxing.give_back(self, builder, values, number)
            builder.ret(number)
            found = self._leaving[key] = (block, number, rebuilds)
        return found

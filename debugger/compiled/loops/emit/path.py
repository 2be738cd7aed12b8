"""Paths: straight-line code under way, and the values that its variables have there.

Within a path a variable is a value in registers of the machine; where paths meet it is in slots,
which the emitter has.  A path knows how to read and assign variables, to leave to the last
snapshot if something does not hold, and to split in two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from llvmlite import ir as llvm

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit import boxing
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
from debugger.compiled.loops.emit.object_kinds import held_by
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.compiled.loops.region import Variable
from debugger.frames import ir
from debugger.frames.frame import ARRIVED

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import Emitter

UNLIKELY = (1, 1000)
MOST_OVERWRITTEN = 8
"""Elements of arrays that may have to be put back when code leaves."""
NOWHERE = -1
"""`Path.header` where no other iteration may follow in the same straight line."""
ENTERED = -1
"""`Path.previous` before the first statement of a function, as `Frame.previous` is."""

Environment = dict[Variable, Value]


class Snapshot:
    """The state before a statement.

    `dirty`: the variables whose slots are not up to date; `parked`, `unburned`: see Path.
    """

    __slots__ = ("dirty", "environment", "parked", "pc", "previous", "stubs", "unburned")

    def __init__(self, path: Path, previous: int) -> None:
        self.pc = path.pc
        self.previous = previous
        self.environment = path.environment.copy()
        self.dirty = path.dirty.copy()
        self.parked = path.parked
        self.unburned = path.unburned
        self.stubs: dict[str, Any] = {}


class Path:
    """Straight-line code under way: where it is, and what its variables hold.

    `version`: the block that its version began with; `parked`: the variables whose slots are the
    parked ones as long as they are not dirty.
    `items`: the variables that hold a number of the range of a loop, unless they are dirty.
    `within`: pairs of an index and a length that it has been found to lie within.  `pending`: the
    numbers, oldest first, that have to be finite, which is not checked yet: where they come from,
    numpy would have warned.  Each has those among them that it was computed from, and that are
    finite if it is.  While there are any, the snapshot stays: nothing may take effect that cannot
    be taken back.  `overwritten`: what has changed in memory since (elements of arrays, ignore
    counts), by address, and what it was.
    `stop`: the statement whose flag stands for all stops of this straight line; `header`: the
    statement at which it began, and `unburned`: how many times it has jumped back there, for
    which no fuel was used yet.
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
        self.version: Any = None
        self.parked: frozenset[Variable] = frozenset()
        self.items: dict[Variable, int] = {}
        self.within: dict[tuple[Any, Any], None] = {}
        self.pending: dict[Value, tuple[Value, ...]] = {}
        self.overwritten: list[tuple[Any, Any]] = []
        self.stop: int | None = None
        self.header = NOWHERE
        self.unburned = 0
        self.snapshot = Snapshot(self, ARRIVED)

    # ------------------------------------------------------------------ variables

    def read(self, variable: Variable) -> Value:
        """The value of a variable; raises UnsupportedError if it has none."""
        value = self.environment.get(variable)
        if value is None:
            if self.emitter.program.is_assigned(variable):
                raise UnsupportedError("a variable without a value")
            return self.emitter.inputs.constant(variable)
        if isinstance(value, Stored):
            value = self.environment[variable] = value.load(self, variable)
        return value

    def write(self, variable: Variable, value: Value) -> None:
        """Assign; leaves if that would drop an object that must die in time."""
        if variable not in self.emitter.program.temporaries:
            self.drop(variable)
        self.environment[variable] = value
        self.dirty[variable] = None

    def forget(self, variable: Variable) -> None:
        """Unbind a variable."""
        self.drop(variable)
        self.environment.pop(variable, None)

    def drop(self, variable: Variable) -> None:
        """A variable gives up its value; leaves if that is the end of what must not die late."""
        value = self.environment.get(variable)
        if value is None:
            return
        if boxing.has_position(value.kind):
            value = self.read(variable)
        source = held_by(value.kind)
        if source is not None and not self.is_held(source, variable):
            self.guard(self.emitter.inputs.may_die(source), reasons.LAST)
        boxing.write_back(self, value)

    def is_held(self, source: Variable, variable: Variable) -> bool:
        """Whether another variable goes on holding what `source` held at entry."""
        return not self.emitter.program.is_assigned(source) or any(
            held_by(other.kind) == source
            for name, other in self.environment.items()
            if name != variable
        )

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
        """The value of an operand that stays where it is; checks may have been put off."""
        if not isinstance(operand, ir.Temp):
            return self.unsettled(operand)
        value = self.read(operand.register)
        if isinstance(value.kind, Iterator):
            raise UnsupportedError("an iterator in two places")
        return value

    # ------------------------------------------------------------------ leaving

    def guard(self, bad: Any, reason: str) -> None:
        """Leave before the current statement if `bad` (an i1)."""
        block = self.emitter.block()
        self.builder.cbranch(bad, self.way_out(reason), block).set_weights(UNLIKELY)
        self.builder.position_at_end(block)

    def leave(self, reason: str) -> None:
        """Leave before the current statement; ends the path."""
        self.builder.branch(self.way_out(reason))

    def way_out(self, reason: str) -> Any:
        """The block that leaves to the snapshot, and first puts back what was overwritten since."""
        stub = self.emitter.stub(self.snapshot, reason)
        if not self.overwritten:
            return stub
        builder = llvm.IRBuilder(self.emitter.block("undo"))
        for address, old in reversed(self.overwritten):
            builder.store(old, address)
        builder.branch(stub)
        return builder.block

    # ------------------------------------------------------------------ checks put off

    def put_off(self, value: Value, *operands: Value) -> None:
        """A number has to be finite, which is checked later; the operands are so if it is."""
        self.pending[value] = tuple(each for each in operands if each in self.pending)

    def settle(self, value: Value) -> None:
        """Make the check that was put off, if one was: the number has to be finite."""
        if value in self.pending:
            self.settled(value)
            self._guard_finite([value])

    def settled(self, value: Value) -> None:
        """A number is finite, and with it what it was computed from."""
        for operand in self.pending.pop(value, ()):
            self.settled(operand)

    def settle_all(self) -> None:
        """Make all checks that were put off, those of what was computed from others only."""
        results: dict[Any, list[Value]] = {}
        for value in reversed(list(self.pending)):
            if value in self.pending:
                results.setdefault(value.part.type, []).append(value)
                self.settled(value)
        for values in results.values():
            self._guard_finite(values)

    def _guard_finite(self, values: Iterable[Value]) -> None:
        from debugger.compiled.loops.emit.floats import are_finite

        finite = are_finite(self.builder, [value.part for value in values])
        self.guard(self.builder.not_(finite), reasons.WARNING)

    def overwrite(self, address: Any, part: Any) -> None:
        """Store an element of an array; it is put back if a check fails that was put off."""
        self.emitter.journaling.note(self, address)
        self.preserve(address, part.type)
        self.builder.store(part, address)

    def preserve(self, address: Any, machine_type: Any, previous: int = ARRIVED) -> None:
        """Something in memory may change: put it back if a check fails that was put off.

        Where none was, or too much has been overwritten, the change takes effect.
        """
        if self.pending and len(self.overwritten) < MOST_OVERWRITTEN:
            self.overwritten.append((address, self.builder.load(address, typ=machine_type)))
        else:
            self.commit(previous)

    def commit(self, previous: int = ARRIVED) -> None:
        """Something is about to take effect: from here on, leave to here."""
        self.settle_all()
        self.snapshot = Snapshot(self, previous)
        self.overwritten = []

    # ------------------------------------------------------------------ going on

    def begin(self, previous: int = ARRIVED) -> None:
        """Take the snapshot, unless a check was put off: then the earlier one stays in force."""
        if not self.pending:
            self.snapshot = Snapshot(self, previous)
            self.overwritten = []

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
        made.version, made.parked = self.version, self.parked
        made.items = self.items
        made.within = self.within.copy()
        made.pending = self.pending.copy()
        made.overwritten = self.overwritten.copy()
        made.header, made.unburned = self.header, self.unburned
        made.snapshot = self.snapshot
        return made

    def branch(self, condition: Any, weights: Sequence[int] = ()) -> tuple[Path, Path]:
        """The two paths on which a condition (an i1) is true and false; this one ends.

        `weights`: how often they are taken, if one is taken more often.
        """
        true, false = self.fork(), self.fork()
        jump = self.builder.cbranch(condition, true.builder.block, false.builder.block)
        if len(set(weights)) > 1:
            jump.set_weights(weights)
        return true, false

    def go(self, pc: int) -> None:
        """This path goes on at `pc`; it is emitted later."""
        self.previous, self.pc = self.pc, pc
        self.emitter.work.append(self)

    def store(
        self, kept: Environment, parked: frozenset[Variable], wanted: frozenset[Variable]
    ) -> None:
        """Bring the slots of variables up to date: parked ones, and with objects, where wanted."""
        for variable, value in kept.items():
            is_parked = variable in parked
            moves = is_parked != (variable in self.parked)
            gets_object = variable in wanted and not has_object(value)
            if variable in self.dirty or moves or gets_object:
                found = self.read(variable) if isinstance(value, Stored) else value
                self.emitter.slots.put(
                    self.builder, variable, found, parked=is_parked, has_object=variable in wanted
                )


class Stored(Value):
    """A value that is in the slots of its variable; `has_object`: one of them is the object."""

    __slots__ = ("has_object",)

    def __init__(self, kind: Kind, *, has_object: bool) -> None:
        super().__init__(kind)
        self.has_object = has_object

    def load(self, path: Path, variable: Variable) -> Value:
        is_parked = variable in path.parked
        value = path.emitter.slots.get(
            path.builder, variable, self.kind, has_object=self.has_object, parked=is_parked
        )
        if variable in path.items:
            path.emitter.claims.take(value.part, path.items[variable])
        return value


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

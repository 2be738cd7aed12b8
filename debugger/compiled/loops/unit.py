"""Units: the machine code for one header under one set of kinds, and how it is entered and left."""

from __future__ import annotations

from collections import defaultdict
from math import inf
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops.account import COMPLETED, NOTED
from debugger.compiled.loops.callees import Callees
from debugger.compiled.loops.emit.boxing import DONE
from debugger.compiled.loops.emit.kinds import Alias
from debugger.compiled.loops.emit.object_kinds import Class, Owner
from debugger.compiled.loops.extras import (
    CAREFUL,
    FIRST_EXTRA,
    FIRST_GUARD,
    LEFT,
    NUMBER,
    OUTDATED,
)
from debugger.compiled.loops.loop import REMARKABLE
from debugger.compiled.loops.rebuilding import Rebuilding
from debugger.compiled.loops.region import Field, Held, Variable
from debugger.compiled.loops.values import LOOK_UPS, assign, look_up
from debugger.compiled.runs.unit_run import UnitRun
from debugger.frames.class_attributes import kind_of

if TYPE_CHECKING:
    from debugger.compiled.loops.building import Request
    from debugger.compiled.loops.emit.boxing import Rebuild
    from debugger.compiled.loops.emit.emitter import Emitter, SideExit
    from debugger.compiled.loops.toolchains.bare import Run
    from debugger.frames.frame import Frame


FETCHED = (Field, Held)


class Unit:
    """Compiled code for a header, its guards and exits, and what has become of it.

    `account` is what its code counts itself; `failed` counts the entries that each guard refused;
    `last_failure` is the number of the last such guard and what it saw.  `patience` is how many
    seconds the code may run before it is optimised harder; `version` counts the changes to its
    breakpoints.
    `outside` are the variables outside the registers that it may change, `stored` the kinds of what
    it stores into, `recorded` how its runs are recorded, `journal` where its code keeps what it
    overwrites in arrays, if it does.
    """

    def __init__(self, run: Run, request: Request, emitter: Emitter, seconds: float) -> None:
        inputs = emitter.inputs
        self.run = run
        self.kinds = inputs.kinds
        self.marks = request.program.marks()
        self.has_checks = any(marks.checks for marks in self.marks)
        # Which version of the breakpoints its conditions are of, as far as that was thought over.
        self.considered = sum(marks.made_for for marks in self.marks)
        self.version = -1
        self.header = request.header
        self.region = request.region
        self.stored = tuple(sorted(emitter.stored, key=str))
        self.level = request.level
        self.guards = tuple(inputs.guards)
        self.versions = inputs.versions
        self.side_exits = tuple(emitter.exits)
        self.extras = tuple(inputs.extras)
        # What the code fetches itself, when it knows that this does nothing else, starts as None.
        self.sources = [
            (later if isinstance(v, FETCHED) else LOOK_UPS[type(v)], v) for v in self.extras
        ]
        self.outside = assigned = [v for v in self.extras if v in request.program.assigned]
        self.assigned = [(v, self.index(v)) for v in assigned if not isinstance(v, Field)]
        self.fields = [
            (self.index(Held(v.owner)), v.name, self.index(Held(v)), self.index(v))
            for v in assigned
            if isinstance(v, Field)
        ]
        self.callees = Callees(request.program, self.guards, self.extras)
        self.has_callees = bool(self.callees.functions)
        parts = max((r.first + r.count for e in emitter.exits for r in e.rebuilds), default=0)
        # The extras as they are before the variables are put among them.
        self.template: list[Any] = [None] * (FIRST_EXTRA + parts)
        self.nothing: list[Any] = []
        # Threads that ask for code at the same time may have graves of their own.
        self.kept: list[object] = [*inputs.kept, request.graves]
        self.journal = request.journal
        self.profile = request.profile
        self.errors = inputs.errors
        is_asked = self.errors is not None and self.errors.variable is None
        # Whether anything has to be looked at before the code is run, which looks at the rest.
        self.is_demanding = bool(self.sources or is_asked) or self.has_checks or self.has_callees
        rebuilding = Rebuilding()
        self.rebuilds = [
            [(r, rebuilding.maker(r.kind)) for r in left.rebuilds] for left in self.side_exits
        ]
        self.account = inputs.account
        self.account.open(self.side_exits, [self.flags(left) for left in self.side_exits])
        self.seconds = seconds
        self.patience = inf
        self.failed = defaultdict[int, int](int)
        self.last_failure: tuple[int, str] | None = None
        self.recorded = UnitRun(self)

    def enter(self, frame: Frame, fuel: int) -> list[Any] | None:
        """Run from the header until a side exit; the registers of `frame` then hold the state.

        Returns the extras, with the exit and how much of the fuel (in back edges) was used; None if
        a guard refuses.  This is what every entry costs, so it does nothing that is not needed.
        """
        extras = self.template.copy()
        found = self.nothing
        if self.is_demanding:
            welcome = self.welcome(frame)
            if welcome is None:
                return None
            extras[FIRST_EXTRA:FIRST_EXTRA] = found = welcome
        run = self.run  # much faster than calling it as a method
        try:
            run(frame, fuel, extras)
            if extras[NUMBER] is None:
                return extras
            if extras[LEFT] is None:
                refusal = extras[NUMBER]
                # What is in these lists would seem to be in use.
                extras.clear()
                found.clear()
                return self.enter(frame, fuel) if self.admits(frame, refusal) else None
            self.complete(frame, found, extras)
        except BaseException:
            # A signal handler has raised, perhaps as soon as the code had returned.
            if extras and extras[LEFT] is not None and extras[NUMBER] is not None:
                self.complete(frame, found, extras)
            raise
        return extras

    def welcome(self, frame: Frame) -> list[Any] | None:
        """What the variables outside the registers hold; None if something refuses the frame."""
        errors = self.errors
        if errors and errors.variable is None and not errors.are_ignored():
            return None
        if self.has_checks:
            self.prepare()
            if frame.extras is not None or not self.is_current:
                # A condition has changed, or may mean a name that the user introduced here.
                return None
        found = [look(frame, variable) for look, variable in self.sources]
        return found if not self.has_callees or self.may_call(frame, found) else None

    def admits(self, frame: Frame, refusal: int) -> bool:
        """Whether what has refused entry was nothing, and does not refuse it again."""
        if refusal == OUTDATED:
            self.prepare()
            return True
        if refusal == CAREFUL:
            return self.errors is not None and self.errors.are_ignored()
        return self.renew(frame, refusal - FIRST_GUARD)

    def flags(self, left: SideExit) -> int:
        """What is to be done at an exit, beyond what its code does."""
        has_more = self.assigned or self.fields or self.has_checks or left.activation.caller
        is_open = has_more or any(not rebuild.count for rebuild in left.rebuilds)
        return COMPLETED * bool(is_open) | NOTED * (left.reason in REMARKABLE)

    def complete(self, frame: Frame, found: list[Any], extras: list[Any]) -> None:
        """Do the rest of an exit, what compiled code cannot do; once more does no harm."""
        number = extras[NUMBER]
        left = self.side_exits[number]
        registers = frame.data.registers
        parts = extras[::-1]
        for rebuild, make in self.rebuilds[number]:
            if rebuild.count and parts[rebuild.first] is DONE:
                continue
            if isinstance(rebuild.kind, Alias):
                self.share(registers, extras, rebuild)
            else:
                made = make(iter(parts[rebuild.first :]))
                place, index = self.place(registers, extras, rebuild.variable)
                place[index] = made
        if self.assigned or self.fields:
            self.write_back(frame, found, extras)
        if self.has_callees and left.activation.caller is not None:
            frame = self.callees.call(frame, left.activation, extras)
        frame.pc, frame.previous = left.pc, left.previous
        if self.has_checks:
            for marks in self.marks:
                marks.settle()

    def prepare(self) -> None:
        """Bring all bytes and ignore counts in line with the breakpoints."""
        for marks in self.marks:
            marks.prepare()
        self.version = sum(marks.version for marks in self.marks)
        if self.considered != self.version:
            # To be thought over when the code is left.
            self.account.wait(-1)

    @property
    def is_current(self) -> bool:
        """Whether no condition is compiled in that breakpoints do not have any more."""
        return all(marks.is_current for marks in self.marks)

    @property
    def is_complete(self) -> bool:
        """Whether all conditions of breakpoints have been compiled in."""
        return all(marks.is_complete for marks in self.marks)

    def may_call(self, frame: Frame, found: list[Any]) -> bool:
        """Whether all functions that are called here are what they were."""
        callees = self.callees
        number = callees.refusing(frame, found)
        if number is not None:
            self.renew(frame, number)
            return False
        return callees.may_be_called(frame)

    def write_back(self, frame: Frame, found: list[Any], extras: list[Any]) -> None:
        """Assign the variables outside the registers that have changed."""
        for variable, index in self.assigned:
            if extras[index] is not found[index - FIRST_EXTRA]:
                assign(frame, variable, extras[index])
        for owner, name, before, index in self.fields:
            if extras[index] is not extras[before]:
                object.__setattr__(extras[owner], name, extras[index])

    @property
    def iterations(self) -> int:
        """How many back edges its code has taken."""
        return self.account.iterations

    @property
    def exits(self) -> list[int]:
        """How often it was left, by number of the exit."""
        return self.account.exits

    @property
    def entries(self) -> int:
        """How often it was entered."""
        return sum(self.exits)

    def wait(self, seconds: float) -> None:
        """Let the code run that long before it is optimised harder."""
        self.patience = seconds
        self.account.wait(seconds)

    def statistics(self) -> tuple[Any, ...]:
        """What it has counted, to be restored."""
        return self.iterations, self.exits, self.failed.copy(), self.last_failure

    def restore_statistics(self, counted: tuple[Any, ...]) -> None:
        """Let it have counted no more than it had."""
        iterations, exits, self.failed, self.last_failure = counted
        self.account.restore(iterations, exits)

    def renew(self, frame: Frame, number: int) -> bool:
        """A guard did not let the frame in: whether that was nothing; else remember it."""
        guard = self.guards[number]
        value = look_up(frame, guard.variable)
        if isinstance(guard.kind, Owner):
            owner: Any = value if isinstance(guard.kind, Class) else type(value)
            if issubclass(type(owner), type) and self.versions.renew(guard.kind.shape, owner):
                return True
        self.failed[number] += 1
        self.last_failure = (number, described(value))
        return False

    def reasons(self) -> dict[str, int]:
        """How often the code was left, by reason."""
        found = defaultdict[str, int](int)
        for left, count in zip(self.side_exits, self.exits, strict=True):
            if count:
                found[left.reason] += count
        return found

    def share(self, registers: list[Any], extras: list[Any], rebuild: Rebuild) -> None:
        """Give a variable the object that another one has been given."""
        assert isinstance(rebuild.kind, Alias)
        place, index = self.place(registers, extras, rebuild.variable)
        owner, number = self.place(registers, extras, rebuild.kind.of)
        place[index] = owner[number]

    def place(
        self, registers: list[Any], extras: list[Any], variable: Variable
    ) -> tuple[list[Any], int]:
        """Where a variable is."""
        if type(variable) is int and variable < len(registers):
            return registers, variable
        return extras, self.index(variable)

    def index(self, variable: Variable) -> int:
        """Where in the extras a variable is."""
        return FIRST_EXTRA + self.extras.index(variable)


def described(value: object) -> str:
    """What a value is, without running code of the program."""
    if type(value) is int and value.bit_length() > WORD:
        return f"int of {value.bit_length():,} bits"
    if type(value) in (int, float, bool):
        return f"{kind_of(value)} {value!r}"
    return kind_of(value)


WORD = 64


def later(frame: Frame, variable: Variable) -> None:
    """What compiled code looks up itself."""

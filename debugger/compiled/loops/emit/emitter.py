"""The emitter: walks the statements of a region and emits code for them, one version at a time.

A *version* of a statement is the code for it under one assignment of kinds to variables.  Versions
are made from a work-list of paths; straight-line code stays in one path, whose variables are
values in registers of the machine, and only where paths meet are they put into slots.

All checks of a statement come before its effect.  A check that fails leaves to the snapshot that
was taken before the statement: nothing of it has happened.  A check of numpy's arithmetic may come
later; until then only elements of arrays are stored, which are put back if it fails (see `Path`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, Any

from llvmlite import ir as llvm

from debugger.compiled.loops import reasons
from debugger.compiled.loops.checks import LEAVE
from debugger.compiled.loops.emit import boxing
from debugger.compiled.loops.emit.claims import Claims
from debugger.compiled.loops.emit.helpers import Helpers
from debugger.compiled.loops.emit.inputs import Inputs
from debugger.compiled.loops.emit.journaling import journaling
from debugger.compiled.loops.emit.kinds import Alias, Array, Kind, List
from debugger.compiled.loops.emit.machine import I1, I8, I64, POINTER, VOID, integer
from debugger.compiled.loops.emit.path import (
    ENTERED,
    SHARED,
    Environment,
    Path,
    Snapshot,
    Stored,
    aliased,
    has_object,
)
from debugger.compiled.loops.emit.slots import Slots
from debugger.compiled.loops.flow import Flow
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.compiled.loops.region import Variable
from debugger.frames import ir
from debugger.frames.frame import ARRIVED
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.loops.building import Request
    from debugger.compiled.loops.checks import Check
    from debugger.compiled.loops.program import Activation
    from debugger.frames.framecode import FrameCode

MOST_VERSIONS, MOST_EMITTED = 200, 8_000
"""Versions of a function, and the statements and moved values in all of them; beyond, it leaves."""


class SideExit(Record):
    """Where compiled code leaves to: before statement `pc`, coming from `previous`, and why.

    Both are pcs of the frame of `activation`, the innermost of those that are active there.
    `rebuilds`: what is left to do so that the registers hold the state.
    """

    pc: int
    previous: int
    reason: str
    rebuilds: tuple[boxing.Rebuild, ...]
    activation: Activation


Handler = Callable[[Path, Any], "int | None"]
State = frozenset[tuple[Variable, Kind]]


class Emitter:
    """Emits one function for a region: entered at a header with variables of given kinds."""

    def __init__(self, request: Request, inputs: Inputs) -> None:
        self.request = request
        self.region = request.region
        self.program = request.program
        self.profile = request.profile
        self.inputs = inputs
        self.journaling = journaling(request.journal)
        self.work: list[Path] = []
        self.exits: list[SideExit] = []
        self.first_refusal: tuple[int, str, FrameCode] | None = None
        # Which versions lead to which: a way round has to come back to where it was.
        self.ways = TopologicalSorter[Any]()
        self.emitted = 0
        # Variables that hold a number with its object somewhere: better everywhere than in
        # versions of their own.
        self.carriers: set[Variable] = set()
        # The kinds of the arrays and lists that it stores into.
        self.stored: set[Array | List] = set()
        # Statements whose flag has to be set if there is a breakpoint at one of those others.
        self.stands_for: defaultdict[int, set[int]] = defaultdict(set)
        self._count = 0
        self._versions: dict[tuple[Any, ...], list[tuple[frozenset[Variable], Any]]] = {}
        self._leaving: dict[tuple[Any, ...], tuple[Any, Any, Any]] = {}

    def emit(self, module: llvm.Module) -> llvm.Function:
        """The function `(frame, fuel, extras)`, all objects given by address."""
        from debugger.compiled.loops.emit.statements import HANDLERS

        header = self.request.header
        own_checks = [check.pc for check in self.program.root.marks.checks]
        self.flow = Flow(self.region, header, own_checks)
        self.stands_for.update(self.flow.at_entry)
        kind = llvm.FunctionType(VOID, [I64, I64, I64])
        self.function = llvm.Function(module, kind, "region")
        self.function.linkage = "internal"
        self.top = llvm.IRBuilder(self.function.append_basic_block("slots"))
        self.slots = Slots(self.top, self.program)
        self.claims = Claims(self, self.program.claims, may_want=self.request.is_thorough)
        self.invariant = module.add_metadata([])
        self.fuel = self.top.alloca(I64, name="fuel")
        self.tank = self.top.alloca(I64, name="tank")
        # Whether an exit has left parts of a value that are still to be put together.
        self.incomplete = self.top.alloca(I1, name="incomplete")
        self.helpers = Helpers(module, self.request.graves.address, self.inputs.observer.numpy)
        start = self.block("start")
        self.inputs.begin(self, llvm.IRBuilder(start))
        environment = self.inputs.environment(header)
        entered = self.block("entered")
        path = Path(
            self, llvm.IRBuilder(entered), environment, dict.fromkeys(environment), ARRIVED, header
        )
        if header in self.program.line_starts:
            path.commit(header)
        self.claims.enter(path)
        is_checked = self.check_at(header) is not None
        if is_checked:
            path.guard(self.leaves(path), reasons.BREAKPOINT)
        else:
            self.check_flag(path)
        self.meet(path, is_checked=is_checked)
        while self.work:
            self.follow(self.work.pop(), HANDLERS)
        self.program.claim(self.claims.wanted())
        self.inputs.finish()
        self.inputs.builder.branch(entered)
        self.slots.finish()
        self.top.branch(start)
        return self.function

    def block(self, name: str = "") -> Any:
        """A new block."""
        return self.function.append_basic_block(name)

    # ------------------------------------------------------------------ statements

    def follow(self, path: Path, handlers: dict[type, Handler]) -> None:
        """Emit a path from a jump to where it meets others or leaves."""
        while self.arrive(path):
            self.emitted += 1
            path.begin()
            statement = self.program.statements[path.pc]
            handler = handlers.get(type(statement))
            try:
                if handler is None:
                    raise UnsupportedError("not compiled")
                following = handler(path, statement)
            except UnsupportedError as refused:
                self.refuse(path.pc, f"{refused}: {statement}")
                path.leave(f"{refused}: {statement}")
                return
            if following is None:
                return
            path.previous, path.pc = path.pc, following

    def refuse(self, pc: int, reason: str) -> None:
        """Remember the first statement that cannot be compiled."""
        if self.first_refusal is None:
            framecode, own = self.program.place(pc)
            self.first_refusal = (own, reason, framecode)

    def arrive(self, path: Path) -> bool:
        """The way to the next statement; False if its code is elsewhere."""
        pc, previous = path.pc, path.previous
        if previous == ARRIVED:
            return True
        if pc not in self.program.inside:
            path.commit(previous)
            path.leave(reasons.END)
            return False
        goes_back = pc <= previous and not self.unrolls(path)
        if goes_back:
            self.burn(path)
        self.look_for_breakpoint(path)
        is_checked = self.begins_line(previous, pc) and self.check_at(pc) is not None
        if goes_back or (pc in self.program.entries and pc > previous):
            path.commit(previous if is_checked else ARRIVED)
            self.meet(path, is_checked=is_checked)
            return False
        if is_checked:
            self.check_condition(path, previous)
        return True

    def unrolls(self, path: Path) -> bool:
        """At a jump back: whether another iteration follows in the same straight line."""
        is_next = path.pc == path.header and path.unburned < self.request.unrolled - 1
        if not is_next or path.pc not in self.flow.straight:
            return False
        path.unburned += 1
        return True

    def look_for_breakpoint(self, path: Path) -> None:
        """Arriving at a statement, leave if there is a breakpoint that will not be passed later."""
        pc, previous = path.pc, path.previous
        is_stop = self.begins_line(previous, pc)
        if pc in self.flow.at_entry and pc > previous:
            path.begin(previous)
            self.check_entry(path)
        if is_stop and pc not in self.flow.moved and self.check_at(pc) is None:
            self.pass_stop(path)

    def is_looked_at(self, previous: int, pc: int) -> bool:
        """Whether going from `previous` to `pc` takes a look for a breakpoint there."""
        return self.begins_line(previous, pc) and pc not in self.flow.moved

    def pass_stop(self, path: Path) -> None:
        """One flag does for all stops of a straight line: the interpreter will come to them."""
        if path.stop is not None:
            self.stands_for[path.stop].add(path.pc)
        else:
            path.begin(path.previous)
            path.stop = path.pc
            self.check_flag(path)

    def check_entry(self, path: Path) -> None:
        """About to enter a loop, leave if its iterations come by a breakpoint."""
        from debugger.compiled.loops.emit.iteration import has_next

        is_set = self.leaves(path)
        statement = self.program.statements[path.pc]
        if isinstance(statement, ir.ForNext) and not self.begins_line(path.previous, path.pc):
            has_item = has_next(path, path.read(statement.iterator.register))
            is_set = path.builder.and_(is_set, has_item)
        path.guard(is_set, reasons.BREAKPOINT)

    def begins_line(self, previous: int, pc: int) -> bool:
        """Whether going from `previous` to `pc` arrives at a new line: `Frame.on_new_line`."""
        program = self.program
        if pc not in program.line_starts:
            return False
        if previous == ENTERED or pc <= previous:
            return True
        return program.positions[previous].line != program.positions[pc].line

    def burn(self, path: Path) -> None:
        """A back edge uses up one unit of fuel; without any left, leave."""
        path.unburned += 1
        path.settle_all()
        left = self.burn_off(path.builder, path.unburned)
        path.unburned = 0
        path.commit(path.previous)
        path.guard(path.builder.icmp_signed("<=", left, integer(0)), reasons.SLICE)

    def burn_off(self, builder: llvm.IRBuilder, count: int) -> Any:
        """Use up some fuel; how much is left."""
        left = builder.sub(builder.load(self.fuel), integer(count))
        builder.store(left, self.fuel)
        return left

    def check_flag(self, path: Path) -> None:
        """Leave if there is a breakpoint at the statement about to run."""
        is_set = path.builder.icmp_unsigned("!=", self.flag(path), integer(0, I8))
        path.guard(is_set, reasons.BREAKPOINT)

    def check_condition(self, path: Path, previous: int) -> None:
        """Arriving from `previous`, leave if the breakpoint's condition holds."""
        from debugger.compiled.loops.emit.conditions import emit_check

        emit_check(path, previous)

    def check_at(self, pc: int) -> Check | None:
        """What is to be found out at a statement before leaving for a breakpoint."""
        activation = self.program.activation_at(pc)
        own = activation.own(pc)
        return next((check for check in activation.marks.checks if check.pc == own), None)

    def leaves(self, path: Path) -> Any:
        """Whether to leave at the statement about to run, whatever its condition (an i1)."""
        return path.builder.icmp_unsigned("==", self.flag(path), integer(LEAVE, I8))

    def flag(self, path: Path) -> Any:
        """The byte for breakpoints at the statement about to run."""
        return self.flag_at(path.builder, path.pc)

    def flag_at(self, builder: llvm.IRBuilder, pc: int) -> Any:
        """The byte for breakpoints at a statement."""
        activation = self.program.activation_at(pc)
        address = integer(activation.marks.address + activation.own(pc))
        flag = builder.load(builder.inttoptr(address, POINTER), typ=I8)
        # Flags change only while this code is not running.
        flag.set_metadata("invariant.load", self.invariant)
        return flag

    # ------------------------------------------------------------------ versions

    def meet(self, path: Path, *, is_checked: bool = False) -> None:
        """Go to the version of the statement that fits the path's variables.

        `is_checked`: a condition is yet to be evaluated before the statement.
        """
        if path.unburned:
            self.burn_off(path.builder, path.unburned)
        kept = aliased(self.kept(path))
        self.emitted += len(kept)
        state = frozenset((variable, value.kind) for variable, value in kept.items())
        objects = frozenset(v for v, value in kept.items() if has_object(value))
        items = self.claims.items(path)
        versions = self._versions.setdefault((path.pc, state, items, is_checked), [])
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
            made = self.begin_version(path, kept, wanted, found[1])
            made.items = dict(items)
            if is_checked:
                self.check_condition(made, path.pc)
                made.commit()
        wanted, block = found
        self.ways.add(path.version, block)
        path.store(kept, self.parked(path.pc, kept), wanted)
        path.builder.branch(block)

    def parked(self, pc: int, kept: Environment) -> frozenset[Variable]:
        """The variables that are parked at a statement."""
        return frozenset(v for v, value in kept.items() if self.slots.parks(pc, v, value.kind))

    def kept(self, path: Path) -> Environment:
        """The variables of a path that are of use at its statement."""
        temporaries, on_stack = self.program.temporaries, self.program.on_stack[path.pc]
        return {
            variable: value
            for variable, value in path.environment.items()
            if variable not in temporaries or variable in on_stack
        }

    def begin_version(
        self, path: Path, kept: Environment, wanted: frozenset[Variable], block: Any
    ) -> Path:
        environment: Environment = {
            variable: Stored(value.kind, has_object=variable in wanted)
            for variable, value in kept.items()
        }
        made = Path(self, llvm.IRBuilder(block), environment, {}, ARRIVED, path.pc)
        made.header, made.version = path.pc, block
        made.parked = self.parked(path.pc, kept)
        made.snapshot = Snapshot(made, ARRIVED)
        for variable, value in kept.items():
            if isinstance(value.kind, Alias):
                # They part when one of them is assigned: this one has no slots yet.
                environment[variable] = made.read(value.kind.of)
                made.dirty[variable] = None
        self.work.append(made)
        return made

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
        if snapshot.unburned:
            self.burn_off(builder, snapshot.unburned)
        environment = aliased(snapshot.environment)
        state = frozenset((variable, value.kind) for variable, value in environment.items())
        objects = frozenset(v for v, value in environment.items() if has_object(value))
        for variable in snapshot.dirty:
            if variable in environment and not isinstance(environment[variable], Stored):
                self.slots.put(builder, variable, environment[variable])
        parked = snapshot.parked.intersection(environment).difference(snapshot.dirty)
        target, number, rebuilds = self.leaving(environment, state, objects, parked)
        builder.branch(target)
        number.add_incoming(integer(len(self.exits)), block)
        activation = self.program.activation_at(snapshot.pc)
        pc, previous = activation.own(snapshot.pc), activation.own(snapshot.previous)
        self.exits.append(SideExit(pc, previous, reason, rebuilds, activation))
        return block

    def leaving(
        self,
        environment: Environment,
        state: State,
        objects: frozenset[Variable],
        parked: frozenset[Variable],
    ) -> tuple[Any, Any, tuple[boxing.Rebuild, ...]]:
        """The block that gives variables of these kinds back to the interpreter."""
        key = (state, objects, parked)
        found = self._leaving.get(key)
        if found is None:
            self.emitted += len(environment)
            block = self.block("leave")
            builder = llvm.IRBuilder(block)
            number = builder.phi(I64)
            values = {
                variable: self.slots.get(
                    builder,
                    variable,
                    value.kind,
                    has_object=variable in objects,
                    parked=variable in parked,
                )
                for variable, value in environment.items()
            }
            rebuilds = boxing.give_back(self, builder, values, number)
            builder.ret_void()
            found = self._leaving[key] = (block, number, rebuilds)
        return found

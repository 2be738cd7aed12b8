"""Conditions of breakpoints, evaluated inside the loop.

The condition's code is emitted like any other; where it would leave, and where it holds, the
loop leaves before the statement with the breakpoint, or an earlier one from which nothing has taken
effect since, and the interpreter decides.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir as llvm

from debugger.compiled.loops import reasons
from debugger.compiled.loops.checks import Check, Marks
from debugger.compiled.loops.emit.claims import Claims
from debugger.compiled.loops.emit.convert import truth
from debugger.compiled.loops.emit.emitter import Emitter
from debugger.compiled.loops.emit.kinds import Function
from debugger.compiled.loops.emit.machine import I8, I64, POINTER, integer, load, store
from debugger.compiled.loops.emit.path import UNLIKELY, Environment, Path, Snapshot
from debugger.compiled.loops.emit.slots import Slots
from debugger.compiled.loops.profile import Profile
from debugger.compiled.loops.program import Activation, Program
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.frames import ir
from debugger.frames.frame import ARRIVED


def emit_check(path: Path, previous: int) -> None:
    """Arriving from `previous`, leave if the byte is set, the condition holds, and is not ignored.

    Where evaluating the condition cannot leave, that comes first: the less is left to do if it is
    false.  Checks that were put off before stay so, as all this has one effect at most, which can
    be taken back: a hit that is ignored is counted.
    """
    emitter, builder = path.emitter, path.builder
    program = emitter.program
    check = emitter.check_at(path.pc)
    assert check is not None
    ignored = integer(program.activation_at(path.pc).marks.ignore_address(check))
    path.preserve(builder.inttoptr(ignored, POINTER), I64, previous)
    arguments = {program.variable(path.pc, own) for own in check.arguments}
    for variable in list(path.environment):
        # Loaded here, where the rest of the path can rely on it.
        if type(variable) is not int or variable in arguments:
            path.read(variable)
    looking, evaluating, holds, counting, go_on = (emitter.block() for _ in range(5))
    start = llvm.IRBuilder(evaluating)
    entrance, set_way, true_way = (looking, evaluating, counting)
    if check.condition is None:
        start.branch(holds)
    elif not Inlined(path, check, start, holds, go_on).run():
        entrance, set_way, true_way = (evaluating, counting, looking)
    builder.branch(entrance)
    builder.position_at_end(looking)
    is_set = builder.icmp_unsigned("!=", emitter.flag(path), integer(0, I8))
    builder.cbranch(is_set, set_way, go_on)
    llvm.IRBuilder(holds).branch(true_way)
    stub = path.way_out(reasons.BREAKPOINT)
    count_down(llvm.IRBuilder(counting), ignored, stub, go_on)
    builder.position_at_end(go_on)


def count_down(builder: llvm.IRBuilder, address: Any, stub: Any, go_on: Any) -> None:
    """Leave unless hits are to be ignored, then count one."""
    left = load(builder, address)
    ignoring = builder.append_basic_block()
    builder.cbranch(builder.icmp_signed(">", left, integer(0)), ignoring, stub)
    builder.position_at_end(ignoring)
    store(builder, builder.sub(left, integer(1)), address)
    builder.branch(go_on)


class ConditionProgram(Program):
    """The statements of a condition."""

    def activation(self, call: int, kind: Function) -> Activation:
        """Calls are left to the interpreter."""
        raise UnsupportedError("call of a function in a condition")


class Inlined(Emitter):
    """Emits the condition's code in the middle of a path; goes to one of two blocks."""

    def __init__(
        self, host: Path, check: Check, start: llvm.IRBuilder, holds: Any, go_on: Any
    ) -> None:
        emitter = host.emitter
        assert check.condition is not None
        super().__init__(emitter.request, emitter.inputs)
        pcs = range(len(check.condition.statements))
        marks = Marks(check.condition, pcs, names_are_global=True)
        self.program = ConditionProgram(marks, emitter.program.assigned)
        self.program.root.owner = emitter.program.activation_at(host.pc).owner
        # Nothing can be learned from its exits: expect any index to be negative.
        self.profile = Profile()
        self.profile.negative.update(map(self.program.place, pcs))
        self.host = host
        self.check = check
        self.start = start
        self.may_leave = False
        self.holds = holds
        self.go_on = go_on
        self.function = emitter.function
        self.top = emitter.top
        self.slots = Slots(self.top, self.program)
        self.claims = Claims(self, (), may_want=False)
        self.invariant = emitter.invariant
        self.helpers = emitter.helpers

    def run(self) -> bool:
        """Emit it all; whether evaluating may leave."""
        from debugger.compiled.loops.emit.statements import HANDLERS

        try:
            environment = self.environment()
        except UnsupportedError:
            self.start.branch(self.host.way_out(reasons.BREAKPOINT))
            return True
        path = Path(self, self.start, environment, dict.fromkeys(environment), ARRIVED, 0)
        handlers = {**HANDLERS, ir.Return: self.decide}
        self.work.append(path)
        while self.work:
            self.follow(self.work.pop(), handlers)
        self.slots.finish()
        return self.may_leave

    def environment(self) -> Environment:
        """The variables of the condition: its own, and those of the program it looks up."""
        outside = {v: x for v, x in self.host.environment.items() if type(v) is not int}
        program = self.host.emitter.program
        for register, own in enumerate(self.check.arguments):
            outside[register] = self.host.read(program.variable(self.host.pc, own))
        return outside

    def decide(self, path: Path, statement: ir.Return) -> None:
        """The condition has its value."""
        holds = truth(path, path.value(statement.source))
        path.settle_all()
        path.builder.cbranch(holds, self.holds, self.go_on).set_weights(UNLIKELY)

    def arrive(self, path: Path) -> bool:
        """Nothing is checked between the statements of a condition."""
        if path.previous == ARRIVED or path.pc not in self.program.entries:
            return True
        path.commit()
        self.meet(path)
        return False

    def stub(self, snapshot: Snapshot, reason: str) -> Any:
        """Whatever goes wrong: let the interpreter decide."""
        self.may_leave = True
        return self.host.way_out(reasons.BREAKPOINT)

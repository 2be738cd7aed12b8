"""Short branches without a jump: both ways are computed, and the values of the right one selected.

The machine guesses jumps, and wrongly where they follow no pattern.  So that goes for branches
whose two ways consist of a few statements that only compute, and then meet.  Where one of those
needs more than computing, as for a breakpoint or an overflow, the code still jumps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from debugger.compiled.loops.emit import choosing
from debugger.compiled.loops.emit.kinds import Number, Value
from debugger.compiled.loops.emit.machine import I1, I8, integer
from debugger.compiled.loops.emit.path import UNLIKELY, Environment, Path
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.frames import ir
from debugger.frames.frame import ARRIVED
from debugger.frames.opnames import OPERATORS

MOST_STATEMENTS = 6
"""Statements of one way."""
HARMLESS = frozenset(["+", "-", "*", "&", "|", "^", "<<", ">>"])
"""Operators that the machine can compute of any numbers."""
OF_CONSTANTS = frozenset({"//", "%"})
"""Those that it can compute if the second operand is not zero."""


class Trial(Path):
    """One of two ways, computed whatever the condition is: `bad` if it must be gone in earnest."""

    def __init__(self, path: Path, condition: Any) -> None:
        super().__init__(
            path.emitter,
            path.builder,
            path.environment.copy(),
            path.dirty.copy(),
            path.previous,
            path.pc,
        )
        self.version, self.parked, self.items = path.version, path.parked, path.items
        self.condition = condition
        self.bad: Any = integer(0, I1)

    def guard(self, bad: Any, reason: str) -> None:
        # What is computed from a result that does not fit is poison: no `and`, no `or`.
        bad = self.builder.select(self.condition, bad, integer(0, I1))
        self.bad = self.builder.select(self.bad, integer(1, I1), bad)

    def commit(self, previous: int = ARRIVED) -> None:
        raise UnsupportedError("something takes effect")

    def leave(self, reason: str) -> None:
        raise UnsupportedError(reason)

    def fork(self) -> Path:
        raise UnsupportedError("another branch")

    def put_off(self, value: Value, *operands: Value) -> None:
        raise UnsupportedError("a check is put off")


class Ways:
    """The statements of the two ways of a branch, by pc, and the pc where they meet."""

    def __init__(self, emitter: Any, branch: int, targets: Sequence[int]) -> None:
        self.emitter = emitter
        first, second = (self._walk(branch, target) for target in targets)
        self.join = next((pc for pc in first if pc in second), -1)
        self.arms = [way[: way.index(self.join)] for way in (first, second) if self.join in way]
        self.branch = branch

    def _walk(self, branch: int, pc: int) -> list[int]:
        """The statements of a way, and the one behind them."""
        found: list[int] = []
        statements = self.emitter.program.statements
        while pc > branch and pc in self.emitter.program.inside and len(found) <= MOST_STATEMENTS:
            found.append(pc)
            statement = statements[pc]
            if not is_plain(statement):
                break
            pc = statement.pc if isinstance(statement, ir.Goto) else pc + 1
        return found

    def last(self, arm: Sequence[int]) -> int:
        return arm[-1] if arm else self.branch

    def stops(self) -> list[int]:
        """The statements at which there may be breakpoints."""
        emitter = self.emitter
        return [
            pc
            for arm in self.arms
            for previous, pc in zip([self.branch, *arm], arm, strict=False)
            if emitter.is_looked_at(previous, pc)
        ]

    def are_short(self) -> bool:
        """Whether the ways meet after a few statements that only compute."""
        emitter = self.emitter
        if self.join < 0 or not any(self.arms):
            return False
        begin = {emitter.begins_line(self.last(arm), self.join) for arm in self.arms}
        checks = (emitter.check_at(pc) for arm in self.arms for pc in arm)
        return len(begin) == 1 and all(check is None for check in checks)


def is_plain(statement: ir.Statement) -> bool:
    """Whether a statement only computes, something that the machine can compute of any numbers."""
    if not isinstance(statement, ir.Operation):
        return isinstance(statement, ir.Move | ir.Copy | ir.Goto | ir.Nothing)
    if statement.original.opname != "BINARY_OP":
        return statement.original.opname in ("COMPARE_OP", "UNARY_NEGATIVE")
    operator = OPERATORS[statement.original.argument].removesuffix("=")
    divisor = statement.operands[-1]
    is_constant = isinstance(divisor, ir.Const) and type(divisor.value) is int and divisor.value > 0
    return operator in HARMLESS or (operator in OF_CONSTANTS and is_constant)


def branch(path: Path, condition: Any, targets: tuple[int, int]) -> bool:
    """Go on at the first target if the condition (an i1) is true, else at the second.

    False if that takes jumps in any case: then nothing was done.
    """
    emitter = path.emitter
    if not emitter.request.is_thorough or path.pending or path.pc not in emitter.region.statements:
        return False
    ways = Ways(emitter, path.pc, targets)
    if not ways.are_short():
        return False
    jumping, computing = path.fork(), path.fork()
    in_earnest = jumping.builder.block
    is_set = any_flag(path, ways.stops())
    path.builder.cbranch(is_set, in_earnest, computing.builder.block).set_weights(UNLIKELY)
    for way, target in zip(jumping.branch(condition), targets, strict=True):
        way.go(target)
    compute(computing, condition, ways, in_earnest)
    return True


def compute(path: Path, condition: Any, ways: Ways, in_earnest: Any) -> None:
    """Compute both ways and go on where they meet; or jump to where it is done in earnest."""
    try:
        true, false = (
            run(path, arm, holds)
            for arm, holds in zip(ways.arms, (condition, path.builder.not_(condition)), strict=True)
        )
        environment = selected(path, condition, true, false)
    except UnsupportedError:
        path.builder.branch(in_earnest)
        return
    following = path.emitter.block()
    bad = path.builder.select(true.bad, integer(1, I1), false.bad)
    path.builder.cbranch(bad, in_earnest, following).set_weights(UNLIKELY)
    path.builder.position_at_end(following)
    path.environment, path.dirty = environment, {**true.dirty, **false.dirty}
    path.pc = ways.last(ways.arms[0])
    path.go(ways.join)


def run(path: Path, arm: Sequence[int], condition: Any) -> Trial:
    """Compute one way."""
    from debugger.compiled.loops.emit.statements import HANDLERS

    trial = Trial(path, condition)
    for pc in arm:
        statement = path.emitter.program.statements[pc]
        trial.pc = pc
        HANDLERS[type(statement)](trial, statement)
    return trial


def selected(path: Path, condition: Any, true: Trial, false: Trial) -> Environment:
    """The variables behind the branch; raises UnsupportedError if their kinds differ."""
    if true.environment.keys() != false.environment.keys():
        raise UnsupportedError("variables without a value")
    return {
        variable: value
        if value is false.environment[variable]
        else choice(path, condition, true.read(variable), false.read(variable))
        for variable, value in true.environment.items()
    }


def choice(path: Path, condition: Any, x: Value, y: Value) -> Value:
    """`x` if the condition holds, else `y`."""
    if x.kind != y.kind or not isinstance(x.kind, Number):
        raise UnsupportedError(f"{x.kind} or {y.kind}")
    return choosing.selected(path, condition, x, y)


def any_flag(path: Path, stops: Sequence[int]) -> Any:
    """Whether there is a breakpoint at any of these statements (an i1)."""
    found: Any = integer(0, I8)
    # LLVM would not take the loads out of a loop that may be left before it comes to them.
    builder = path.emitter.top
    for pc in stops:
        found = builder.or_(found, path.emitter.flag_at(builder, pc))
    return path.builder.icmp_unsigned("!=", found, integer(0, I8))

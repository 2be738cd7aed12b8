"""Claims: that all numbers of a range index some array, found out once where its loop starts.

Emission begins without any.  Each check of an index that claims could replace asks for one; if any
was asked for, emission begins again, with it.  Where a claim does not hold the code leaves; if
that happens again and again, the loop is compiled anew without claims about that range.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit.inputs import Length
from debugger.compiled.loops.emit.kinds import INT, RangeIterator, Value
from debugger.compiled.loops.emit.machine import I1, constant, integer
from debugger.compiled.loops.emit.path import Stored
from debugger.compiled.loops.region import Variable
from debugger.frames import ir
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import Emitter
    from debugger.compiled.loops.emit.path import Path

FARTHEST = 1 << 20
"""How far from the number of a range an index may be."""
CONSTANT = -1
"""The loop of an index that is a constant."""


class Claim(Record):
    """Each number of the range of a loop, `offset` added, is an index within a length.

    `loop` is the pc of its header.
    """

    loop: int
    offset: int
    length: Length


class Claims:
    """The claims that the code counts on, and those that it should have had."""

    def __init__(self, emitter: Emitter, given: Iterable[Claim], *, may_want: bool) -> None:
        self._emitter = emitter
        self._given = frozenset(given)
        self._may_want = may_want
        self._wanted: set[Claim] = set()
        # The lowest numbers of ranges, by loop, where they are constants.
        self._lowest: dict[int, int] = {}
        # Numbers in the code: of the range of which loop they are, and what was added.
        self._origins: dict[Any, tuple[int, int]] = {}

    def wanted(self) -> set[Claim]:
        """What should have been claimed and may hold; nothing if the code could not do better."""
        return {c for c in self._wanted if self._lowest.get(c.loop, -c.offset) + c.offset >= 0}

    # ------------------------------------------------------------------ numbers

    def take(self, number: Any, loop: int) -> None:
        """A number is one of the range of a loop."""
        self._origins[number] = (loop, 0)

    def loop_of(self, value: Value) -> int | None:
        """The loop of whose range a value is a number."""
        loop, offset = self._origins.get(value.part, (None, 0))
        return loop if offset == 0 else None

    def items(self, path: Path) -> frozenset[tuple[Variable, int]]:
        """The variables that are read later and hold a number of a range, and of which loop."""
        found = {
            variable: path.items.get(variable) if isinstance(value, Stored) else self.loop_of(value)
            for variable, value in path.environment.items()
            if value.kind == INT and self._emitter.slots.is_live(path.pc, variable)
        }
        return frozenset((v, loop) for v, loop in found.items() if loop is not None)

    def move(self, number: Any, distance: int, moved: Any) -> None:
        """`moved` is a number of a range, and `distance` added."""
        if number in self._origins:
            loop, offset = self._origins[number]
            if abs(offset + distance) <= FARTHEST:
                self._origins[moved] = (loop, offset + distance)

    def can_move(self, number: Any, distance: int) -> bool:
        """Whether `number + distance` cannot overflow."""
        loop, offset = self._origins.get(number, (None, 0))
        aim = offset + distance
        offsets = [claim.offset for claim in self._given if claim.loop == loop]
        return bool(offsets) and -FARTHEST <= aim <= max(offsets)

    # ------------------------------------------------------------------ indices

    def covers(self, path: Path, index: Any, known: int | None, length: Any) -> bool:
        """Whether an index (`known` if it is a constant) is known to be within a length."""
        loop, offset = self._origins.get(index, (None, 0)) if known is None else (CONSTANT, known)
        found = self._emitter.inputs.lengths.get(length)
        if loop is None or found is None or abs(offset) > FARTHEST:
            return False
        claim = Claim(loop, offset, found)
        if claim in self._given:
            return True
        if self._may_want and self._may_claim(path, loop):
            self._wanted.add(claim)
        return False

    def _may_claim(self, path: Path, loop: int) -> bool:
        """Whether every iteration of a loop needs an index, and claims about it have not failed."""
        emitter = self._emitter
        # They are made sure of where the loop begins, before its header, and where code is entered.
        places = {(emitter.region.framecode, pc) for pc in (loop - 1, emitter.request.header)}
        is_sure = emitter.flow.is_sure(path.pc, None if loop == CONSTANT else loop)
        return is_sure and places.isdisjoint(emitter.profile.refuted)

    # ------------------------------------------------------------------ making sure

    def start(self, path: Path, iterator: Value, loop: int) -> Value:
        """The iterator of a loop that begins; leaves if the claims about its range do not hold."""
        kind = iterator.kind
        if not isinstance(kind, RangeIterator) or not self._may_want:
            return iterator
        lowest, highest, is_empty = span(path, iterator)
        known = constant(lowest)
        if known is not None:
            self._lowest[loop] = known
        self._require(path, loop, lowest, highest, is_empty)
        end = constant(iterator.parts[1]) if kind.step else None
        return Value(RangeIterator(kind.step, loop, end), iterator.parts)

    def enter(self, path: Path) -> None:
        """The code is entered; leaves if the claims about loops under way do not hold."""
        if not self._may_want:
            return
        self._require(path, CONSTANT, integer(0), integer(0), integer(0, I1))
        for loop in self._emitter.flow.around(path.pc):
            statement = self._emitter.region.framecode.statements[loop]
            if isinstance(statement, ir.ForNext):
                self._enter_loop(path, loop, statement)

    def _enter_loop(self, path: Path, loop: int, statement: ir.ForNext) -> None:
        iterator = path.environment.get(statement.iterator.register)
        if iterator is None or not isinstance(iterator.kind, RangeIterator):
            return
        path.environment[statement.iterator.register] = self.start(path, iterator, loop)
        item = path.environment.get(statement.target.register)
        if item is not None and item.kind == INT and loop != path.pc:
            self._require(path, loop, item.part, item.part, integer(0, I1))
            self.take(item.part, loop)

    def _require(self, path: Path, loop: int, lowest: Any, highest: Any, is_empty: Any) -> None:
        """Leave unless the claims about a loop hold for the numbers from lowest to highest."""
        for length in sorted(
            {claim.length for claim in self._given if claim.loop == loop}, key=str
        ):
            offsets = [c.offset for c in self._given if c.loop == loop and c.length == length]
            builder = path.builder
            limit = builder.sub(self._emitter.inputs.length(length), integer(max(offsets)))
            holds = builder.and_(
                builder.icmp_signed(">=", lowest, integer(-min(offsets))),
                builder.icmp_signed("<", highest, limit),
            )
            holds = builder.or_(is_empty, holds)
            path.guard(builder.not_(holds), reasons.SPAN)


def span(path: Path, iterator: Value) -> tuple[Any, Any, Any]:
    """The lowest and the highest number that a range iterator will give, and whether none."""
    builder, kind, parts = path.builder, iterator.kind, iterator.parts
    assert isinstance(kind, RangeIterator)
    if kind.step == 1:
        last = builder.sub(parts[1], integer(1))
        return parts[0], last, builder.icmp_signed(">=", parts[0], parts[1])
    if kind.step == -1:
        last = builder.add(parts[1], integer(1))
        return last, parts[0], builder.icmp_signed("<=", parts[0], parts[1])
    first, step, left, _ = parts
    last = builder.add(first, builder.mul(step, builder.sub(left, integer(1))))
    is_up = builder.icmp_signed(">", step, integer(0))
    low, high = builder.select(is_up, first, last), builder.select(is_up, last, first)
    return low, high, builder.icmp_signed("<=", left, integer(0))

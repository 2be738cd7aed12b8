"""Counting how often loops come round in variants, which costs nothing once it is settled.

In front of the header of a loop that is counted stand a few instructions, and its backward jumps
lead to them.  They take one from an iterator, the loop's `Turns`; when there is none left, the
frame is left at the header, and machine code may be entered there.  When a loop is not worth it,
the jumps are made to lead to the header itself: in place, so that it holds for running frames too.
Of a backward jump only the argument changes, which no other part of CPython keeps; its length
stays, for what is counted is nearer than the header.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import repeat
from time import perf_counter
from types import CodeType
from typing import TYPE_CHECKING, Any, cast
from weakref import ReferenceType

from debugger.compiled.loops.loop import COMPILING, REFUSED
from debugger.compiled.variants.conditions import Names
from debugger.compiled.variants.rewriting import Item, Label
from debugger.compiled.variants.writing import Writer
from debugger.frames.opcodes import table
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.loops.loop import Loop
    from debugger.compiled.variants.leaving import Predicate
    from debugger.frames.frame import Frame
    from debugger.frames.stepping import Plan

A_MOMENT, LONGEST = 0.001, 0.008
"""Seconds that pass about, while a loop has no code, before it is looked at again, and again."""
MOST = 1 << 20
TURN = "turn"
MEANWHILE = 1000
VISIT = 1000
"""What it costs to leave for machine code and to come back, in statements executed natively."""
LOOK = VISIT // 4
"""What it may cost in a moment to look whether there is code yet, and there is none."""
PATIENCE = 100 * VISIT
SPARSE, SPARSE_AND_DEEP, RARE = 128, 1, 10 * VISIT
"""Turns in a moment below which most of the time goes elsewhere, also for loops with loops or calls
in them, and what that counts for in each moment."""

ENDS_WITH: Sequence[str] = ()
"""What FOR_ITER, which skips it, expects where it goes at the end."""
if sys.version_info >= (3, 13):
    ENDS_WITH = ("END_FOR", "POP_TOP")
elif sys.version_info >= (3, 12):
    ENDS_WITH = ("END_FOR",)


class Source:
    """What turns are counted with; a constant of variants, so it can be hashed, as code can."""

    __slots__ = (TURN,)

    turn: Iterator[None]


class Turns:
    """How often the loop with the header `header` may come round natively until it is looked at.

    `source` holds what is counted with.  `is_over`: it is not
    counted any more; `sparse`: turns in a moment below which most of the time goes elsewhere.
    """

    def __init__(self, header: int, first: int, sparse: int = SPARSE) -> None:
        self.header = header
        self.sparse = sparse
        self.source = Source()
        self.is_over = False
        self._first = max(first - 1, 0)
        self._credit = PATIENCE
        self._since = 0.0
        self._until_looked = A_MOMENT
        self._shortcuts: list[tuple[ReferenceType[CodeType], Shortcut]] = []
        self.begin()

    def begin(self) -> None:
        """Count, from the beginning."""
        self.give(self._first)

    def rest(self) -> None:
        """Nobody asks for it now."""
        self.source.turn = repeat(None)

    def give(self, count: int) -> None:
        """It may come round so often."""
        self._count = count
        self._fill(count)

    def used_up(self) -> int:
        """How often it has come round; until that is judged it has some turns again."""
        self._fill(MEANWHILE)
        return self._count + 1

    def _fill(self, count: int) -> None:
        if not self.is_over:
            self.source.turn = repeat(None, count)

    def add(self, code: CodeType, shortcut: Shortcut) -> None:
        """A variant counts it."""
        self._shortcuts.append((ReferenceType(code), shortcut))

    def end(self) -> None:
        """It is not counted any more; copies of the code, which nobody knows, count in vain."""
        self.rest()
        self.is_over = True
        for reference, shortcut in self._shortcuts:
            code = reference()
            if code is not None:
                shortcut.take(code)
        self._shortcuts.clear()

    def judge(self, loop: Loop, *, was_entered: bool) -> None:
        """Say when the loop is looked at again, after machine code was entered or was not."""
        statements = 1 if loop.region is None else len(loop.region.statements)
        gain = loop.used * statements * was_entered - VISIT
        is_waiting = not loop.units or (gain < 0 and loop.state == COMPILING)
        if is_waiting:
            gain = self._gain_of_waiting(loop)
        else:
            self._until_looked = A_MOMENT
            self.give(loop.pause)
            loop.pause = 0
        self._credit = min(self._credit + gain, PATIENCE)
        if self._credit < 0 or (loop.state == REFUSED and not loop.units):
            self.end()

    def _gain_of_waiting(self, loop: Loop) -> int:
        count, moments = self._count, self._wait()
        if loop.state == COMPILING:
            return 0  # it may take its turn among others
        return -int(moments * (RARE if count < moments * self.sparse else LOOK))

    def _wait(self) -> float:
        """Have it looked at again later; answers how many moments have passed since the last time.

        The longer it waits the rarer that is: there may be many loops that do.
        """
        now, longest = perf_counter(), self._until_looked
        passed = min(now - self._since, longest)
        self.give(min(2 * self._count + 1, MOST) if passed < longest else self._count // 2)
        self._since = now
        self._until_looked = min(2 * longest, LONGEST)
        return passed / A_MOMENT


class Shortcut(Record):
    """A backward jump that is to lead somewhere nearer: `argument` is what it will have.

    `unit`: where its opcode is, `prefixes` how many units with higher digits stand before it.
    """

    turns: Turns
    unit: int
    prefixes: int
    argument: int

    def take(self, code: CodeType) -> None:
        """Change the jump in a code object: all of its argument at once, while it may be run."""
        count = self.prefixes + 1
        digits = self.argument.to_bytes(count, "big")
        _units(code, self.unit - self.prefixes, count)[1::2] = digits


def _units(code: CodeType, first: int, count: int) -> memoryview:
    """Some units of a code object where CPython has them: they follow its fixed fields."""
    size = CodeType.__itemsize__
    start = id(code) + CodeType.__basicsize__ + first * size
    return cast(memoryview, _view()(start, count * size, WRITABLE))


@cache
def _view() -> Any:
    import ctypes

    function = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int)
    return function(("PyMemoryView_FromMemory", ctypes.pythonapi))


WRITABLE = 0x200
"""PyBUF_WRITE."""


class Counted(Record):
    """A loop that a variant counts: its header's `label`, and its jumps back."""

    turns: Turns
    label: Label
    jumps: tuple[Item, ...]

    def shortcuts(self) -> Iterator[Shortcut]:
        """When everything has its place: what leads past the counting."""
        for one in self.jumps:
            yield Shortcut(self.turns, one.opcode_unit, one.prefixes, one.end - self.label.unit)


def write_count(work: Writer, names: Names, turns: Turns, used_up: Label) -> None:
    """Take one turn; go to `used_up` if there is none, see `write_used_up`."""
    work.constant(turns.source)
    work.write("LOAD_ATTR", names.index(TURN) << table().name_shift.get("LOAD_ATTR", 0))
    work.jump(used_up, "FOR_ITER")
    work.write_all("POP_TOP", "POP_TOP")


def write_used_up(work: Writer, used_up: Label) -> None:
    """Where there is no turn left, the stack is what it was."""
    work.land(used_up)
    work.write_all(*ENDS_WITH)


class Arrival:
    """The predicate of a frame that was left at a header because its turns are used up.

    `count`: how often the loop has come round.  `may_go_on` is the predicate as ever; `plan` was
    under way: it has nothing to do with the frame, which goes on natively all the same.  `is_new`:
    the loop was not looked at yet.
    """

    __slots__ = ("count", "is_new", "may_go_on", "plan", "turns")

    def __init__(self, turns: Turns, may_go_on: Predicate | None, plan: Plan | None) -> None:
        self.turns = turns
        self.count = turns.used_up()
        self.may_go_on = may_go_on
        self.plan = plan
        self.is_new = True

    def __call__(self, frame: Frame) -> bool:
        return self.may_go_on is not None and self.may_go_on(frame)

    def leaves(self, frame: Frame) -> bool:
        """Whether a frame goes on natively while the plan is under way."""
        return (self.plan is None or not self.plan.watches(frame)) and self(frame)

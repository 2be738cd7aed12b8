"""Breakpoints inside compiled loops: which statements leave, and which check a condition first.

Every statement has a byte that compiled code looks at when it arrives on a new line: 0, LEAVE, or
CHECK where the condition or the ignore count of the one breakpoint there has been compiled in.
Setting or clearing a breakpoint changes bytes only.  A new condition wants new code, and until that
is there the interpreter evaluates it; code with another condition in its place is not entered.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from debugger.compiled.loops.region import CellContent, Region, Touching, Variable
from debugger.frames.breakpoints import NEW_LOCALS
from debugger.frames.errors import LiftError
from debugger.frames.framecode import FrameCode
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.breakpoints import Breakpoint

LEAVE, CHECK = 1, 2


class Check(Record):
    """What to find out at statement `pc` before leaving for a breakpoint.

    `condition`: the code of its condition as a function of the variables `arguments`, or None.
    `number` is the place of its ignore count.
    """

    pc: int
    number: int
    breakpoint: Breakpoint
    text: str | None
    condition: FrameCode | None
    arguments: tuple[Variable, ...]

    def variables(self) -> Iterator[Variable]:
        """The variables of the program that the condition looks at."""
        yield from self.arguments
        if self.condition is not None:
            found = touched(self.condition).read
            yield from (v for v in found if type(v) is not int)

    def attributes(self) -> frozenset[str]:
        """The names of the attributes that the condition looks at."""
        if self.condition is None:
            return frozenset()
        return frozenset(touched(self.condition).loaded)


def touched(condition: FrameCode) -> Touching:
    """What the statements of a condition look at."""
    touching = Touching(condition, names_are_global=False)
    for statement in condition.statements:
        touching.visit(statement)
    return touching


class Marks:
    """The bytes and ignore counts of one unit.

    `stands_for`: statements that leave for breakpoints at others, which are sure to follow;
    `is_complete`: all conditions there are now are compiled in; `is_current`: no others are.
    """

    def __init__(self, region: Region) -> None:
        self.framecode = region.framecode
        self.region = region
        self.bytes = (ctypes.c_uint8 * len(self.framecode.statements))()
        self.checks = list(checks(region))
        self.ignores = (ctypes.c_int64 * max(len(self.checks), 1))()
        self.version = -1
        self.is_complete = self.is_current = True
        self.stands_for: Mapping[int, Iterable[int]] = {}

    @property
    def address(self) -> int:
        """Where the bytes are."""
        return ctypes.addressof(self.bytes)

    def ignore_address(self, check: Check) -> int:
        """Where the ignore count of a check is."""
        return ctypes.addressof(self.ignores) + 8 * check.number

    def prepare(self) -> None:
        """Bring the bytes in line with the breakpoints, before the code is entered."""
        if self.version != self.framecode.version:
            self.refresh()
        for check in self.checks:
            self.ignores[check.number] = check.breakpoint.ignore

    def refresh(self) -> None:
        """The breakpoints have changed."""
        self.version = self.framecode.version
        compiled = {check.pc: check for check in self.checks}
        self.is_complete = self.is_current = True
        for pc, held in enumerate(self.framecode.breakpoints):
            self.bytes[pc] = bool(held) * LEAVE
            check = compiled.get(pc)
            if check is not None and held:
                self.bytes[pc] = CHECK
                self.is_current = self.is_current and fits(check, held)
            elif pc in self.region.statements and worth_checking(held):
                self.is_complete = False
        for pc, others in self.stands_for.items():
            if any(self.bytes[other] for other in others):
                self.bytes[pc] = LEAVE

    def settle(self) -> None:
        """Count the hits that were ignored, after the code was left."""
        for check in self.checks:
            passed = check.breakpoint.ignore - self.ignores[check.number]
            check.breakpoint.ignore -= passed
            check.breakpoint.hits += passed


def fits(check: Check, held: tuple[Breakpoint, ...]) -> bool:
    """Whether a check is still what the breakpoints at its statement ask for."""
    return len(held) == 1 and held[0] is check.breakpoint and held[0].condition == check.text


def worth_checking(held: tuple[Breakpoint, ...]) -> bool:
    """Whether breakpoints may be passed; of several, the interpreter finds out."""
    return len(held) == 1 and (held[0].condition is not None or held[0].ignore > 0)


def checks(region: Region) -> Iterator[Check]:
    """The checks to compile into a region, as its breakpoints are now."""
    number = 0
    for pc, held in enumerate(region.framecode.breakpoints):
        if pc in region.statements and worth_checking(held):
            text = held[0].condition
            arguments: tuple[Variable, ...] = ()
            condition = None
            if text is not None:
                try:
                    condition, arguments = condition_code(region, text)
                except (SyntaxError, LiftError, ValueError):
                    continue
            yield Check(pc, number, held[0], text, condition, arguments)
            number += 1


def condition_code(region: Region, text: str) -> tuple[FrameCode, tuple[Variable, ...]]:
    """The code of a condition, as a function of variables of the program; raises SyntaxError."""
    names = compile(text.strip(), "<condition>", "eval").co_names
    found = {name: variable(region, name) for name in names}
    own = {name: v for name, v in found.items() if v is not None}
    source = f"lambda {', '.join(own)}: (\n{text.strip()}\n)"
    (code,) = (c for c in compile(source, "<condition>", "eval").co_consts if hasattr(c, "co_code"))
    return FrameCode(code), tuple(own.values())


def variable(region: Region, name: str) -> Variable | None:
    """The variable of a frame that a name means; None for what is not its own.

    Raises ValueError for a name of a module or class that an inlined comprehension (3.12) has too:
    which one it means changes from statement to statement.
    """
    framecode = region.framecode
    if not framecode.code.co_flags & NEW_LOCALS:
        if name in framecode.names:
            raise ValueError(name)
        return region.name(name)
    if name not in framecode.names:
        return None
    register = framecode.names.index(name)
    return CellContent(register) if register in framecode.cell_registers else register

"""Breakpoints inside compiled loops: which statements leave, and which check a condition first.

Every statement has a byte that compiled code looks at when it arrives on a new line: 0, LEAVE, or
CHECK where the condition or the ignore count of the one breakpoint there has been compiled in.
Setting or clearing a breakpoint changes bytes only.  A new condition wants new code, and until that
is there the interpreter evaluates it; code with another condition in its place is not entered.
"""

from __future__ import annotations

import ctypes
import dis
from collections.abc import Collection, Iterator
from types import CodeType
from typing import TYPE_CHECKING

from debugger.compiled.loops.region import (
    CellContent,
    GlobalName,
    LocalName,
    Touching,
    Variable,
)
from debugger.frames.errors import LiftError
from debugger.frames.framecode import FrameCode
from debugger.frames.locations import NEW_LOCALS
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.breakpoints import Breakpoint

LEAVE, CHECK = 1, 2


class Check(Record):
    """What to find out at statement `pc` before leaving for a breakpoint.

    `condition`: the code of its condition as a function of the variables `arguments`, or None;
    these are called as the frame itself calls them.  `number` is the place of its ignore count.
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
    """The bytes and ignore counts for one framecode in one unit; `inside`: the compiled pcs.

    `names_are_global`: what looks like a name of the namespace is a global.  `made_for` is the
    version of the framecode whose conditions are compiled in, `version` that of the bytes.
    `stands_for`: statements that leave for breakpoints at others, which are sure to follow;
    `is_complete`: all conditions there are now are compiled in; `is_current`: no others are.
    """

    def __init__(
        self, framecode: FrameCode, inside: Collection[int], *, names_are_global: bool
    ) -> None:
        self.framecode = framecode
        self.inside = inside
        self.bytes = (ctypes.c_uint8 * len(framecode.statements))()
        self.made_for = framecode.version
        self.checks = list(checks(framecode, inside, names_are_global=names_are_global))
        self.ignores = (ctypes.c_int64 * max(len(self.checks), 1))()
        self.version = -1
        self._version_word = ctypes.c_int64(0)
        self.is_complete = self.is_current = True
        self.stands_for: dict[int, set[int]] = {}

    @property
    def address(self) -> int:
        """Where the bytes are."""
        return ctypes.addressof(self.bytes)

    @property
    def version_address(self) -> int:
        """Where the address is of the int that is the version of the bytes."""
        return ctypes.addressof(self._version_word)

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
        version = self.framecode.version
        compiled = {check.pc: check for check in self.checks}
        self.is_complete = self.is_current = True
        for pc, held in enumerate(self.framecode.breakpoints):
            self.bytes[pc] = bool(held) * LEAVE
            check = compiled.get(pc)
            if check is not None and held:
                self.bytes[pc] = CHECK
                self.is_current = self.is_current and fits(check, held)
            elif pc in self.inside and is_checked(self.framecode, pc):
                self.is_complete = False
        for pc in self.framecode.watched.near:
            self.bytes[pc] = LEAVE
            self.is_current = self.is_current and pc not in compiled
        for pc, others in self.stands_for.items():
            if any(self.bytes[other] for other in others):
                self.bytes[pc] = LEAVE
        # From now on code may be entered, by other threads too.
        self._version_word.value = id(version)
        self.version = version

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


def is_checked(framecode: FrameCode, pc: int) -> bool:
    """Whether it is worth it to compile in what is at a statement.

    Near to what changes something that is watched one leaves in any case.
    """
    return worth_checking(framecode.breakpoints[pc]) and pc not in framecode.watched.near


def checks(
    framecode: FrameCode, inside: Collection[int], *, names_are_global: bool
) -> Iterator[Check]:
    """The checks to compile into some statements, as their breakpoints are now."""
    number = 0
    for pc, held in enumerate(framecode.breakpoints):
        if pc in inside and is_checked(framecode, pc):
            text = held[0].condition
            arguments: tuple[Variable, ...] = ()
            condition = None
            if text is not None:
                try:
                    condition, arguments = condition_code(
                        framecode, text, names_are_global=names_are_global
                    )
                except (SyntaxError, LiftError, ValueError):
                    continue
            yield Check(pc, number, held[0], text, condition, arguments)
            number += 1


def condition_code(
    framecode: FrameCode, text: str, *, names_are_global: bool
) -> tuple[FrameCode, tuple[Variable, ...]]:
    """The code of a condition, as a function of variables of the program; raises SyntaxError."""
    names = names_in(compile(text.strip(), "<condition>", "eval"))
    found = {name: variable(framecode, name, names_are_global=names_are_global) for name in names}
    own = {name: v for name, v in found.items() if v is not None}
    source = f"lambda {', '.join(own)}: (\n{text.strip()}\n)"
    (code,) = (c for c in compile(source, "<condition>", "eval").co_consts if hasattr(c, "co_code"))
    return FrameCode(code), tuple(own.values())


def names_in(code: CodeType) -> list[str]:
    """The names that code looks up or assigns, once each: not those of attributes."""
    found = [i.argval for i in dis.get_instructions(code) if i.opname.endswith("_NAME")]
    return list(dict.fromkeys(found))


def variable(framecode: FrameCode, name: str, *, names_are_global: bool) -> Variable | None:
    """The variable of a frame that a name means; None for what is not its own.

    Raises ValueError for a name of a module or class that an inlined comprehension (3.12) has too:
    which one it means changes from statement to statement.
    """
    if not framecode.code.co_flags & NEW_LOCALS:
        if name in framecode.names:
            raise ValueError(name)
        return GlobalName(name) if names_are_global else LocalName(name)
    if name not in framecode.names:
        return None
    register = framecode.names.index(name)
    return CellContent(register) if register in framecode.cell_registers else register

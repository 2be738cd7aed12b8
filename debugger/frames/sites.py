"""Where what a watchpoint watches may change: by which statements, and how that is noticed.

A change is looked for before the statement that comes next.  Code that runs natively, and machine
code, leaves in time before a statement that may make one: at a line from which it can be reached
without coming to another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.recording.segments import successors, written_slots
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.framecode import FrameCode
    from debugger.frames.watchpoints import Watchpoint

NAMED = frozenset({"STORE_GLOBAL", "DELETE_GLOBAL", "STORE_ATTR", "DELETE_ATTR"})
"""Operations that may change a name of a module."""


class Sites(Record):
    """The watchpoints of a framecode: where changes are noticed, by pc, and what leads to them.

    `noticed`: the statements before which to look.  `near`: those from which a change may come
    before a line begins at which compiled loops look for breakpoints; `exits`: the points at which
    frames leave that run natively.
    """

    watchpoints: tuple[Watchpoint, ...]
    noticed: frozenset[int]
    near: frozenset[int]
    exits: frozenset[int]


NOWHERE = Sites((), frozenset(), frozenset(), frozenset())


def sites_of(framecode: FrameCode, watchpoints: tuple[Watchpoint, ...]) -> Sites:
    """The sites of some watchpoints in a framecode."""
    if not watchpoints:
        return NOWHERE
    found = {each: frozenset(each.location.sites(framecode)) for each in watchpoints}
    changing = frozenset(chain.from_iterable(found.values()))
    elsewhere = frozenset(
        pc for each, sites in found.items() if not each.location.is_interpreted for pc in sites
    )
    points = frozenset(point.pc for point in framecode.points)
    return Sites(
        watchpoints,
        frozenset(_noticed(framecode, changing)),
        _leading_to(framecode, changing, framecode.line_starts),
        _leading_to(framecode, elsewhere, points) & points,
    )


def begins_line(framecode: FrameCode, before: int, pc: int) -> bool:
    """Whether going from one statement to another comes to a new line: `Frame.on_new_line`."""
    if pc not in framecode.line_starts:
        return False
    return pc <= before or framecode.positions[before].line != framecode.positions[pc].line


def _noticed(framecode: FrameCode, changing: Iterable[int]) -> Iterator[int]:
    """The first statements with a line behind those that change something."""
    todo, seen = list(changing), set(changing)
    while todo:
        pc = todo.pop()
        for following in successors(framecode.statements[pc], pc):
            if framecode.positions[following].line is not None:
                yield following
            elif following not in seen:
                seen.add(following)
                todo.append(following)


def _leading_to(
    framecode: FrameCode, targets: Iterable[int], stops: frozenset[int]
) -> frozenset[int]:
    """The statements that lead to some of them without a step to a new line at one of the stops."""
    preceding = _preceding(framecode)
    found, todo = set(targets), list(targets)
    while todo:
        pc = todo.pop()
        for before in preceding[pc]:
            is_stopped = pc in stops and begins_line(framecode, before, pc)
            if before not in found and not is_stopped:
                found.add(before)
                todo.append(before)
    return frozenset(found)


def _preceding(framecode: FrameCode) -> list[list[int]]:
    """By pc, the statements from which control comes to it, also by errors."""
    found: list[list[int]] = [[] for _ in framecode.statements]
    for pc, statement in enumerate(framecode.statements):
        handler = framecode.handlers[pc]
        targets = (*successors(statement, pc), *(() if handler is None else (handler.pc,)))
        for target in targets:
            if target < len(found):
                found[target].append(pc)
    return found


# ---------------------------------------------------------------------- what may change something


def changing_slot(framecode: FrameCode, register: int) -> Iterator[int]:
    """The statements that assign or delete a local."""
    hidden = _comprehended(framecode, register)
    for pc, statement in enumerate(framecode.statements):
        if pc not in hidden and register in written_slots(statement):
            yield pc


def _comprehended(framecode: FrameCode, register: int) -> set[int]:
    """The statements at which a local is one of an inlined comprehension, of the same name."""
    found: set[int] = set()
    for pc, statement in enumerate(framecode.statements):
        if isinstance(statement, ir.Take) and statement.slot.register == register:
            found.update(range(pc, _given_back(framecode, pc, register)))
    return found


def _given_back(framecode: FrameCode, taken: int, register: int) -> int:
    """Where a local gets back what was taken from it, when all went well."""
    for pc in range(taken, len(framecode.statements)):
        statement: Any = framecode.statements[pc]
        is_assigned = isinstance(statement, ir.Move) and register in written_slots(statement)
        if is_assigned and framecode.positions[pc] == framecode.positions[taken]:
            return pc
    return taken


def changing_cell(framecode: FrameCode, name: str) -> Iterator[int]:
    """The statements that assign or delete a closure variable."""
    for pc, statement in enumerate(framecode.statements):
        if isinstance(statement, ir.StoreCell | ir.DeleteCell) and statement.cell.name == name:
            yield pc


def changing_name(framecode: FrameCode, name: str) -> Iterator[int]:
    """The statements that assign or delete a name of a namespace, or an attribute of that name."""
    for pc, statement in enumerate(framecode.statements):
        if isinstance(statement, ir.StoreName | ir.DeleteName):
            is_meant = statement.name == name
        elif isinstance(statement, ir.Operation) and statement.original.opname in NAMED:
            is_meant = statement.original.name == name
        else:
            is_meant = isinstance(statement, ir.ImportStar)
        if is_meant:
            yield pc

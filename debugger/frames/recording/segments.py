"""What the statements between two logged places overwrite, as far as the code tells.

A *segment* begins where a line or a handler does, and ends where the next begins.  What stands at
its beginning in the registers that it may write is all that has to be kept of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from debugger.frames import ir
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.framecode import FrameCode


class Flow(Record):
    """What is known of all of a framecode; see the functions of these names."""

    segment_starts: frozenset[int]
    loops: dict[int, int]
    headers: frozenset[int]
    comprehended: frozenset[int]


def flow_of(framecode: FrameCode) -> Flow:
    """What is known of all of a framecode, found out when first asked for.

    There is a step to be made for each of its statements, and each needs some of it.
    """
    flow = framecode.flow
    if flow is None:
        around = _loops(framecode)
        flow = framecode.flow = Flow(
            _segment_starts(framecode),
            around,
            frozenset(around),
            _comprehended(framecode, around),
        )
    return flow


def segment_starts(framecode: FrameCode) -> frozenset[int]:
    """The pcs at which segments begin."""
    return flow_of(framecode).segment_starts


def _segment_starts(framecode: FrameCode) -> frozenset[int]:
    handlers = {handler.pc for handler in framecode.handlers if handler is not None}
    return framecode.line_starts | handlers | {0}


def segment(framecode: FrameCode, start: int, starts: frozenset[int]) -> frozenset[int]:
    """The pcs that can be reached from `start` before another segment begins."""
    found = {start}
    waiting = [start]
    while waiting:
        pc = waiting.pop()
        for following in successors(framecode.statements[pc], pc):
            if following not in found and following not in starts:
                found.add(following)
                waiting.append(following)
    return frozenset(found)


def overwritten(framecode: FrameCode, start: int, starts: frozenset[int]) -> tuple[int, ...]:
    """The registers whose value at `start` the segment may overwrite.

    Slots, and temporaries that are in use at `start`.
    """
    written: set[int] = set()
    for pc in segment(framecode, start, starts):
        written |= set(writes(framecode.statements[pc]))
    used = live_temps(framecode, start)
    cells = framecode.cell_registers
    return tuple(
        register
        for register in sorted(written)
        if register in used or (register < framecode.first_temp and register not in cells)
    )


def certainly_written(framecode: FrameCode, start: int, starts: frozenset[int]) -> frozenset[int]:
    """The registers that the segment writes whichever way it takes, if no error ends it."""
    found: set[int] = set()
    pc = start
    while True:
        statement = framecode.statements[pc]
        found |= set(writes(statement))
        # A `for` that does not come to its end has assigned its target.
        following = [each for each in successors(statement, pc) if each not in starts]
        if len(following) != 1 or len(successors(statement, pc)) != 1 or following[0] <= pc:
            return frozenset(found)
        (pc,) = following


def live_temps(framecode: FrameCode, pc: int) -> frozenset[int]:
    """The temporaries that hold something before statement `pc`."""
    stack = framecode.stacks[pc]
    return frozenset(operand.register for operand in stack if isinstance(operand, ir.Temp))


def successors(statement: ir.Statement, pc: int) -> tuple[int, ...]:
    """Where control goes from a statement, errors apart."""
    if isinstance(statement, ir.Return | ir.Reraise | ir.RaiseAgain):
        return ()
    if isinstance(statement, ir.Operation) and statement.original.opname == "RAISE_VARARGS":
        return ()
    if isinstance(statement, ir.Goto | ir.Delegate):
        return (statement.pc,)
    target = getattr(statement, "pc", None)
    return (pc + 1,) if target is None else (pc + 1, target)


def writes(statement: ir.Statement) -> Iterator[int]:
    """The registers that a statement fills or empties.

    Iterators of loops and what is dropped are left out: the steps of these log them themselves.
    """
    if isinstance(statement, ir.Drop):
        return
    names = ("target", "exit", "slot", "first", "second", "error", "result")
    found = [getattr(statement, name, None) for name in names]
    found += getattr(statement, "targets", ())
    found += getattr(statement, "operands", ())[getattr(statement, "kept", 0) :]
    if not isinstance(statement, ir.Copy):
        found.append(getattr(statement, "source", None))
    for operand in found:
        if isinstance(operand, ir.Temp) or (
            isinstance(operand, ir.Slot) and _is_target(statement, operand)
        ):
            yield operand.register


def written_slots(statement: ir.Statement) -> set[int]:
    """The registers of the locals that a statement assigns or deletes."""
    found = [getattr(statement, "target", None), *getattr(statement, "targets", ())]
    if isinstance(statement, ir.DeleteSlot | ir.Take):
        found.append(statement.slot)
    return {operand.register for operand in found if isinstance(operand, ir.Slot)}


def _is_target(statement: ir.Statement, slot: ir.Slot) -> bool:
    """Slots are written only as targets, or where they are deleted."""
    if isinstance(statement, ir.DeleteSlot | ir.Take):
        return True
    targets = (*getattr(statement, "targets", ()), getattr(statement, "target", None))
    return any(slot is target or slot == target for target in targets)


def headers(framecode: FrameCode) -> frozenset[int]:
    """The targets of backward jumps: each time one is reached an iteration begins."""
    return flow_of(framecode).headers


def loops(framecode: FrameCode) -> dict[int, int]:
    """The last statement of each loop, by its header."""
    return flow_of(framecode).loops


def _loops(framecode: FrameCode) -> dict[int, int]:
    found: dict[int, int] = {}
    for pc, statement in enumerate(framecode.statements):
        target = getattr(statement, "pc", None)
        if target is not None and target <= pc:
            found[target] = max(found.get(target, pc), pc)
    return found


def comprehended(framecode: FrameCode) -> frozenset[int]:
    """The pcs inside comprehensions, amid which one cannot begin: their result is half done."""
    return flow_of(framecode).comprehended


def _comprehended(framecode: FrameCode, around: dict[int, int]) -> frozenset[int]:
    found: set[int] = set()
    for pc, statement in enumerate(framecode.statements):
        if isinstance(statement, ir.Operation) and statement.original.opname in ADDING:
            begun = result_begun(framecode, pc, statement)
            for header, end in around.items():
                if begun < header <= pc <= end:
                    found.update(range(header, end + 1))
    return frozenset(found)


ADDING = frozenset({"LIST_APPEND", "SET_ADD", "MAP_ADD"})
BUILDING = frozenset({"BUILD_LIST", "BUILD_SET", "BUILD_MAP"})


def result_begun(framecode: FrameCode, pc: int, statement: ir.Operation) -> int:
    """Where the list, set or dict is made to which a statement of a comprehension adds."""
    register = getattr(statement.operands[0], "register", -1)
    for before in range(pc - 1, -1, -1):
        earlier = framecode.statements[before]
        if isinstance(earlier, ir.Swap):
            pair = earlier.first.register, earlier.second.register
            if register in pair:
                register = pair[register == pair[0]]
        elif makes_container(earlier, register):
            return before
    return -1


def makes_container(statement: ir.Statement, register: int) -> bool:
    """Whether a statement puts a new list, set or dict into a register."""
    return (
        isinstance(statement, ir.Operation)
        and statement.original.opname in BUILDING
        and any(target.register == register for target in statement.targets)
    )


def entrances(framecode: FrameCode, pc: int, found: frozenset[int]) -> tuple[int, ...]:
    """The loop headers that statement `pc` leads to from outside."""
    following = successors(framecode.statements[pc], pc)
    return tuple(target for target in following if target in found and target > pc)

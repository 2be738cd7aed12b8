"""Which loops may be compiled, as far as their statements alone tell.

A loop is eligible if a way round leads through nothing but operations that are compiled for some
kinds of values.  Which kinds its variables have is seen when it is hot.  What `emit` learns to
compile needs its name here.
"""

from __future__ import annotations

from debugger.compiled.loops.region import successors
from debugger.frames import ir
from debugger.frames.framecode import FrameCode

STATEMENTS = frozenset(
    {
        *(ir.Move, ir.Copy, ir.Swap, ir.Drop, ir.Nothing, ir.Check, ir.DeleteSlot),
        *(ir.LoadName, ir.StoreName, ir.LoadCell, ir.StoreCell, ir.Operation, ir.Call),
        *(ir.Goto, ir.GotoIf, ir.GotoIfNone, ir.GotoOrDrop, ir.ForNext, ir.Return),
    }
)
"""The statements that can be compiled; of operations those that are named here."""

OPERATIONS = frozenset(
    {
        *("BINARY_OP", "COMPARE_OP", "IS_OP", "TO_BOOL", "CALL_INTRINSIC_1"),
        *("UNARY_NEGATIVE", "UNARY_POSITIVE", "UNARY_INVERT", "UNARY_NOT"),
        *("LOAD_GLOBAL", "STORE_GLOBAL", "LOAD_ATTR", "STORE_ATTR"),
        *("BUILD_TUPLE", "UNPACK_SEQUENCE", "GET_ITER", "BINARY_SUBSCR", "STORE_SUBSCR"),
    }
)


def eligible(framecode: FrameCode) -> frozenset[int]:
    """The headers of the loops that may be compiled."""
    statements = framecode.statements
    if not any(getattr(statement, "pc", pc + 1) <= pc for pc, statement in enumerate(statements)):
        return frozenset()
    following = {
        pc: [target for target in successors(framecode, pc) if target < len(statements)]
        for pc, statement in enumerate(statements)
        if may_be_compiled(statement)
    }
    headers = {t for pc, targets in following.items() for t in targets if t <= pc}
    return frozenset(header for header in headers if _comes_back(header, following))


def is_deep(framecode: FrameCode, header: int) -> bool:
    """Whether there are loops or calls in a loop, so that coming round once may take long."""
    statements = framecode.statements
    backs = {
        pc: target
        for pc in range(header, len(statements))
        for target in successors(framecode, pc)
        if target <= pc
    }
    last = max(pc for pc, target in backs.items() if target == header)
    has_loops = any(header < target for pc, target in backs.items() if pc < last)
    return has_loops or any(isinstance(each, ir.Call) for each in statements[header:last])


def may_be_compiled(statement: ir.Statement) -> bool:
    """Whether there are kinds of values with which a statement is compiled."""
    if type(statement) not in STATEMENTS:
        return False
    return not isinstance(statement, ir.Operation) or statement.original.opname in OPERATIONS


def _comes_back(header: int, following: dict[int, list[int]]) -> bool:
    found: set[int] = set()
    todo = [header]
    while todo:
        for target in following.get(todo.pop(), ()):
            if target == header:
                return True
            if target not in found:
                found.add(target)
                todo.append(target)
    return False

"""Calls that are interpreted: of `breakpoint`, which stops, and of `exec`, which runs sources.

So breakpoints hold in these.  Not interpreted are calls of `exec` in a function that are given no
names: what they assign stays with the real frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType
from typing import Any

from debugger.compiled.variants.rewriting import OPTIMIZED
from debugger.frames import ir
from debugger.frames.entries import BREAK
from debugger.frames.framecode import FrameCode
from debugger.frames.guise import names_of

RUNNER = "exec"
CALLED = frozenset({RUNNER, BREAK})


def names_called(code: CodeType) -> bool:
    """Whether some code may have such calls, as far as its names tell."""
    return not CALLED.isdisjoint(names_of(code))


def interpreted_calls(framecode: FrameCode) -> frozenset[int]:
    """The points, by pc, of the lines that have such calls, and those amid the call."""
    if not names_called(framecode.code):
        return frozenset()
    points = [point.pc for point in framecode.points]
    found: set[int] = set()
    for first, last in _calls(framecode):
        found.update(pc for pc in points if first < pc <= last)
        before = [pc for pc in points if pc <= first]
        # The last of them may be the header of a loop that begins amid the line.
        found.update(pc for pc in before if _line(framecode, pc) == _line(framecode, first))
        found.update(before[-1:])
    return frozenset(found)


def _line(framecode: FrameCode, pc: int) -> int | None:
    return framecode.positions[pc].line


def _calls(framecode: FrameCode) -> Iterator[tuple[int, int]]:
    """Where the function is loaded, and where it is called."""
    is_in_module = not framecode.code.co_flags & OPTIMIZED
    for pc, statement in enumerate(framecode.statements):
        name, register = _loaded(statement)
        for later in range(pc + 1, len(framecode.statements)) if name in CALLED else ():
            call: Any = framecode.statements[later]
            if isinstance(call, ir.Call | ir.CallUnpacked) and _register(call.callee) == register:
                if name != RUNNER or is_in_module or _gives_names(call):
                    yield pc, later
                break


def _gives_names(call: ir.Call | ir.CallUnpacked) -> bool:
    return isinstance(call, ir.Call) and len(call.arguments) > 1


def _loaded(statement: Any) -> tuple[str | None, int | None]:
    """What is loaded by its name, and into which register."""
    if isinstance(statement, ir.LoadName):
        return statement.name, _register(statement.target)
    if isinstance(statement, ir.Operation) and statement.original.opname in LOADS:
        return statement.original.name, _register(statement.targets[0])
    return None, None


LOADS = ("LOAD_GLOBAL", "LOAD_ATTR", "LOAD_METHOD")


def _register(operand: Any) -> int | None:
    return getattr(operand, "register", None)

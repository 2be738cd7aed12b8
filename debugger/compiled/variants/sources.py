"""Where code runs sources: calls of `exec`, which are interpreted so that breakpoints hold in them.

Not those in a function that are given no names: what they assign stays with the real frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType
from typing import Any

from debugger.compiled.variants.rewriting import OPTIMIZED
from debugger.frames import ir
from debugger.frames.framecode import FrameCode

RUNNER = "exec"


def names_runner(code: CodeType) -> bool:
    """Whether some code may have such calls, as far as its names tell."""
    return RUNNER in code.co_names


def source_calls(framecode: FrameCode) -> frozenset[int]:
    """The points, by pc, of the lines that call `exec` by its name, and those amid the call."""
    if not names_runner(framecode.code):
        return frozenset()
    points = [point.pc for point in framecode.points]
    found: set[int] = set()
    for first, last in _calls(framecode):
        found.update(pc for pc in points if first < pc <= last)
        found.update([pc for pc in points if pc <= first][-1:])
    return frozenset(found)


def _calls(framecode: FrameCode) -> Iterator[tuple[int, int]]:
    """Where `exec` is loaded, and where it is called."""
    is_in_module = not framecode.code.co_flags & OPTIMIZED
    for pc, statement in enumerate(framecode.statements):
        register = _loaded(statement)
        for later in range(pc + 1, len(framecode.statements)) if register is not None else ():
            call: Any = framecode.statements[later]
            if isinstance(call, ir.Call | ir.CallUnpacked) and _register(call.callee) == register:
                if is_in_module or (isinstance(call, ir.Call) and len(call.arguments) > 1):
                    yield pc, later
                break


def _loaded(statement: Any) -> int | None:
    """The register into which `exec` is loaded, None if it is not."""
    if isinstance(statement, ir.LoadName):
        return _register(statement.target) if statement.name == RUNNER else None
    is_load = isinstance(statement, ir.Operation) and statement.original.opname == "LOAD_GLOBAL"
    if is_load and statement.original.name == RUNNER:
        return _register(statement.targets[0])
    return None


def _register(operand: Any) -> int | None:
    return getattr(operand, "register", None)

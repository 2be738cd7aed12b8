"""What a variant does about the calls of `exec` and `breakpoint`, found by their names.

Those of `breakpoint`, which stops, are interpreted.  Those of `exec` are made as they stand, but
for what they are given: just before the call the variant of the code takes the place of the source,
unless it is not `exec` after all that is called.  `exec(*arguments)` in a module is interpreted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

from debugger.compiled.variants.rewriting import OPTIMIZED, Handler, Item, Label, Part
from debugger.compiled.variants.writing import IF_FALSE, Constants, Placed
from debugger.frames import ir
from debugger.frames.entries import BREAK
from debugger.frames.framecode import FrameCode
from debugger.frames.guise import names_of
from debugger.frames.opcodes import table
from debugger.frames.records import Record
from debugger.frames.unseen import BEGIN, END, STATE

RUNNER = "exec"
CALLED = frozenset({RUNNER, BREAK})

Exchange = Callable[[object], object]
"""Gives what to run in place of a source that the frame which calls gives to `exec`."""


def names_called(code: CodeType) -> bool:
    """Whether some code may have such calls, as far as its names tell."""
    return not CALLED.isdisjoint(names_of(code))


def interpreted_calls(framecode: FrameCode) -> frozenset[int]:
    """The points, by pc, of the lines that have calls to be interpreted, and those amid the call.

    Those of `breakpoint`, and those of `exec` in a module whose source has no place of its own.
    """
    if not names_called(framecode.code):
        return frozenset()
    points = [point.pc for point in framecode.points]
    found: set[int] = set()
    for first, last in (*_calls(framecode, BREAK), *_unpacked(framecode)):
        found.update(pc for pc in points if first < pc <= last)
        before = [pc for pc in points if pc <= first]
        # The last of them may be the header of a loop that begins amid the line.
        found.update(pc for pc in before if _line(framecode, pc) == _line(framecode, first))
        found.update(before[-1:])
    return frozenset(found)


def running_calls(framecode: FrameCode, exchange: Exchange) -> dict[int, Running]:
    """The calls of `exec` that are given a source by place, by the ordinals where they begin."""
    if RUNNER not in names_of(framecode.code):
        return {}
    calls = [call for _, call in _calls(framecode, RUNNER)]
    running = [pc for pc in calls if _gives_source(framecode.statements[pc])]
    return {framecode.ordinals[pc]: Running(len(framecode.stacks[pc]), exchange) for pc in running}


def _unpacked(framecode: FrameCode) -> Iterator[tuple[int, int]]:
    """The calls `exec(*arguments)` in a module; in a function its own variables would be missed."""
    if framecode.code.co_flags & OPTIMIZED:
        return
    for first, last in _calls(framecode, RUNNER):
        if isinstance(framecode.statements[last], ir.CallUnpacked):
            yield first, last


def _gives_source(call: Any) -> bool:
    return isinstance(call, ir.Call) and bool(call.arguments) and not call.keywords


def _line(framecode: FrameCode, pc: int) -> int | None:
    return framecode.positions[pc].line


def _calls(framecode: FrameCode, wanted: str) -> Iterator[tuple[int, int]]:
    """Where the function is loaded, and where it is called."""
    for pc, statement in enumerate(framecode.statements):
        name, register = _loaded(statement)
        for later in range(pc + 1, len(framecode.statements)) if name == wanted else ():
            call: Any = framecode.statements[later]
            if isinstance(call, ir.Call | ir.CallUnpacked) and _register(call.callee) == register:
                yield pc, later
                break


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


# ---------------------------------------------------------------------- in the variant


class Running(Record):
    """A call of `exec`: how deep the operand stack is before it, and what exchanges its source."""

    depth: int
    exchange: Exchange

    def parts(self, constants: Constants, call: Item) -> list[Part]:
        """What stands before the call, see the module.

        It has the call's place in the source, so that a tracer sees that line where it would.
        """
        count, passed, failed = call.argument, Label(), Label()
        work = Placed(constants, call.position)
        work.handler = call.handler
        work.write("COPY", count + (1 if table().null_first else 2))
        work.constant(exec)
        work.write("IS_OP")
        work.jump(passed, IF_FALSE)
        work.handler = Handler(failed, self.depth, lasti=False)
        _write_events(work, BEGIN)
        work.write("COPY", count)
        work.constant(self.exchange)
        work.swap(2)
        work.call_below()
        work.handler = call.handler
        _write_events(work, END)
        work.swap(count + 1)
        work.write("POP_TOP")
        work.jump(passed)
        work.land(failed)
        _write_events(work, END)
        work.write("RERAISE")
        work.land(passed)
        return work.parts


def _write_events(work: Placed, change: object) -> None:
    """Have the thread have no events, or have them again."""
    work.constant(change)
    work.constant_called(STATE)
    work.call_below()
    work.write("POP_TOP")

"""The steps that log calls.

An interpreted call needs no entry: its frame logs marks of its own.  A native call that changes a
builtin container is logged as that change; one that may change anything else is a barrier.
"""

from __future__ import annotations

from collections.abc import Callable
from types import BuiltinFunctionType
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.events import CALL
from debugger.frames.recording.activation import activated
from debugger.frames.recording.containers import holder
from debugger.frames.recording.harmless import CHANGING, HARMLESS, changes_nothing, described
from debugger.frames.recording.objects import Changed, whole
from debugger.frames.recording.paths import maker
from debugger.frames.recording.sites import Barrier

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode, Step

Values = list[Any]


def call(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A call of what is in a register."""
    statement: Any = framecode.statements[pc]
    callee_register = statement.callee.register
    sites = Changed(framecode, pc, owner_of(framecode, pc, statement.callee))
    barrier = Barrier(pc)
    harmless = HARMLESS

    def step(frame: Frame, registers: Values) -> int:
        callee = registers[callee_register]
        if id(callee) in harmless:
            del callee
            return plain(frame, registers)
        if type(callee) is BuiltinFunctionType and type(callee.__self__) in CHANGING:
            log_change(sites, frame, callee)
            del callee
            return plain(frame, registers)
        text = "" if changes_nothing(callee) else described(callee)
        del callee
        return watched(frame, registers, plain, barrier, text)

    return step


def watched(frame: Frame, registers: Values, plain: Step, barrier: Barrier, text: str) -> int:
    """Run a call; if it runs natively and may have changed something, that is logged."""
    try:
        following = plain(frame, registers)
    except BaseException:
        bar(frame, barrier, text)
        raise
    if following != CALL:
        bar(frame, barrier, text)
    return following


def bar(frame: Frame, barrier: Barrier, text: str) -> None:
    """Log a barrier, if there is something to say."""
    if text:
        activation = frame.activation or activated(frame)
        activation.append((barrier, activation, text))


def log_change(sites: Changed, frame: Frame, callee: Any) -> None:
    """Log the change that a method of a builtin container makes."""
    owner, name = callee.__self__, callee.__name__
    if name not in CHANGING[type(owner)]:
        return
    activation = frame.activation or activated(frame)
    if type(owner) is list and name in ("append", "extend"):
        activation.append((sites.growth, activation, holder(owner), len(owner)))
    else:
        activation.append(whole(sites, activation, owner, name))


def owner_of(framecode: FrameCode, pc: int, callee: ir.Operand) -> ir.Operand:
    """The operand whose method is called, where the code tells."""
    if isinstance(callee, ir.Temp):
        made = maker(framecode, pc, callee.register)
        statement = None if made is None else framecode.statements[made]
        if isinstance(statement, ir.Operation) and statement.original.opname in METHODS:
            return statement.operands[0]
    return ir.NULL


METHODS = frozenset({"LOAD_ATTR", "LOAD_METHOD"})


def enter(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A `with` begins, or is told of an error."""
    barrier = Barrier(pc)
    statement: Any = framecode.statements[pc]
    is_begin = isinstance(statement, ir.Enter)
    text = f"the {'beginning' if is_begin else 'end'} of a with"

    def step(frame: Frame, registers: Values) -> int:
        return watched(frame, registers, plain, barrier, text)

    return step


CALLS: dict[type, Callable[[FrameCode, int, Step], Step]] = {
    ir.Call: call,
    ir.CallUnpacked: call,
    ir.Enter: enter,
    ir.ExitWithError: enter,
}

"""The steps that log calls.

An interpreted call needs no entry: its frame logs marks of its own.  A native call that changes a
builtin container is logged as that change; one that may change anything else is a barrier.
"""

from __future__ import annotations

from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.calls import find, register_of
from debugger.frames.events import CALL
from debugger.frames.missing import MISSING, Missing
from debugger.frames.recording.activation import Record, activated
from debugger.frames.recording.containers import holder, item_before
from debugger.frames.recording.harmless import CHANGING, HARMLESS, changes_nothing, described
from debugger.frames.recording.keeping import keep
from debugger.frames.recording.objects import Changed, log_whole
from debugger.frames.recording.paths import Path, maker, path_to
from debugger.frames.recording.sites import Barrier

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode, Step

Values = list[Any]


def call(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A call of what is in a register."""
    statement: Any = framecode.statements[pc]
    callee_register = statement.callee.register
    first = first_argument(statement)
    sites = Changed(framecode, pc, path_to_owner(framecode, pc, statement.callee))
    barrier = Barrier(pc)
    harmless, function = HARMLESS, FunctionType

    def step(frame: Frame, registers: Values) -> int:
        callee = registers[callee_register]
        if id(callee) in harmless:
            del callee
            return plain(frame, registers)
        if type(callee) is not function:
            argument = MISSING if first is None else registers[first]
            return other(frame, registers, plain, sites, callee, argument)
        return watched(frame, registers, plain, barrier, callee)

    return step


def first_argument(statement: Any) -> int | None:
    """The register of the first argument of a call, where the code tells."""
    if not isinstance(statement, ir.Call) or not statement.arguments:
        return None
    return register_of(statement.arguments[0])


def other(
    frame: Frame, registers: Values, plain: Step, sites: Changed, callee: Any, argument: Any
) -> int:
    """A call of something that is not a plain function."""
    if type(callee) is BuiltinFunctionType and type(callee.__self__) in CHANGING:
        log_change(sites, frame, callee, argument)
        what: Any = ""
    elif type(callee) is MethodType and type(callee.__func__) is FunctionType:
        what = callee.__func__
    elif type(callee) is type:
        what = callee
    else:
        what = "" if changes_nothing(callee) else described(callee)
    del callee, argument
    return watched(frame, registers, plain, sites.barrier, what)


def watched(frame: Frame, registers: Values, plain: Step, barrier: Barrier, what: Any) -> int:
    """Run a call; if it runs natively and may have changed something, that is logged.

    `what`: the function or class called, or words for what is called; '' if it changes nothing.
    """
    try:
        following = plain(frame, registers)
    except BaseException:
        bar(frame, barrier, what)
        raise
    if following != CALL:
        bar(frame, barrier, what)
    return following


def bar(frame: Frame, barrier: Barrier, what: Any) -> None:
    """Log a barrier, if there is something to say."""
    if type(what) in (FunctionType, type):
        what = "" if changes_nothing(what) else in_words(frame, what)
    if what:
        record = frame.record or activated(frame)
        record((what, barrier))


def in_words(frame: Frame, callee: Any) -> str:
    """A function or class that was called natively."""
    function = find(callee, "__init__") if type(callee) is type else callee
    variants = frame.interpreter.engine.entries.variants
    is_compiled = type(function) is FunctionType and id(function.__code__) in variants
    return f"compiled {described(callee)}" if is_compiled else described(callee)


def log_change(sites: Changed, frame: Frame, callee: Any, argument: Any) -> None:
    """Log the change that a method of a builtin container makes."""
    owner, name = callee.__self__, callee.__name__
    if name not in CHANGING[type(owner)]:
        return
    record = frame.record or activated(frame)
    if type(owner) is list and name in ("append", "extend"):
        record(((holder(owner), len(owner)), sites.growth))
    elif type(owner) is list and name == "pop" and owner and type(argument) in (int, Missing):
        log_pop(sites, record, owner, -1 if argument is MISSING else argument)
    elif type(owner) is dict and name == "setdefault" and item_before(owner, argument) is not None:
        record(((holder(owner), argument, keep(owner.get(argument, MISSING))), sites.item))
    else:
        log_whole(sites, record, owner, name)


def log_pop(sites: Changed, record: Record, owner: list[Any], index: int) -> None:
    """Log that an element is taken out of a list."""
    at = index + len(owner) if index < 0 else index
    if 0 <= at < len(owner):
        record(((holder(owner), at, keep(owner[at])), sites.deletion))


def path_to_owner(framecode: FrameCode, pc: int, callee: ir.Operand) -> Path:
    """The path to the object whose method is called, where the code tells."""
    if isinstance(callee, ir.Temp):
        made = maker(framecode, pc, callee.register)
        statement = None if made is None else framecode.statements[made]
        if isinstance(statement, ir.Operation) and statement.original.opname in METHODS:
            return path_to(framecode, made or 0, statement.operands[0])
    return Path()


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

"""Replaying: what was recorded runs again, and nothing outside of this process may change by it.

The recorder of a replay stops the program at *walls*: before a call that may have effects, and at
the place where the recording ends.  Another kind of wall is a function for `WALLS`.
"""

from __future__ import annotations

import _io
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.calls import TYPE_CALL, find
from debugger.frames.events import STOP
from debugger.frames.frame import ARRIVED
from debugger.frames.recording.ending import End
from debugger.frames.recording.harmless import CHANGING, changes_nothing, described
from debugger.frames.recording.recorder import Recording
from debugger.frames.special import SPECIAL
from debugger.frames.stepping import AtOnce
from debugger.frames.stops import RecordingEnds, Unrepeatable

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import Binding, Step
    from debugger.frames.interpreter import Interpreter
    from debugger.frames.recording.log import Log
    from debugger.frames.stops import Reason

Registers = list[Any]
Judge = Callable[["Interpreter", Registers], str]
"""What cannot run again, in words, or ''; given the interpreter and the registers."""


class Wall(AtOnce):
    """Stop here, whatever the statement."""

    def stop_before(self, frame: Frame) -> Reason | None:
        return self.reason


class Replaying(Recording):
    """Records as usual, and stops at walls.

    `leave` is called when `root`, the outermost frame that can be replayed, is left.
    """

    def __init__(self, limit: int, end: End, root: Frame, leave: Callable[[], None]) -> None:
        super().__init__(limit)
        self.end = end
        self._root = root
        self._leave = leave

    def make_step(self, binding: Binding, pc: int) -> Step:
        step = super().make_step(binding, pc)
        statement = binding.framecode.statements[pc]
        wall = WALLS.get(type(statement))
        if wall is not None:
            step = walled(wall(statement), step)
        if binding.framecode is self.end.framecode and pc in self.end.starts:
            step = counted(self.end, step)
        if binding.framecode is self.end.framecode and pc == self.end.pc:
            step = ended(self.end, step)
        return step

    def reason_to_stop(self, frame: Frame) -> Reason | None:
        end = self.end
        is_there = frame.framecode is end.framecode and frame.pc == end.pc
        return RecordingEnds() if is_there and end.is_reached(frame) else None

    def going_back(self, log: Log, length: int) -> None:
        self.end.going_back(log, length)

    def ended(self, frame: Frame) -> None:
        super().ended(frame)
        if frame is self._root:
            self._leave()


def walled(judge: Judge, plain: Step) -> Step:
    """Stop before a statement that may not run twice; what the user evaluates may."""

    def step(frame: Frame, registers: Registers) -> int:
        what = judge(frame.interpreter, registers)
        if what and frame.interpreter.engine.may_stop():
            return stopped(frame, Unrepeatable(what))
        return plain(frame, registers)

    return step


def counted(end: End, plain: Step) -> Step:
    """Count that a mark is passed; what runs while one looks into a run does not count."""

    def step(frame: Frame, registers: Registers) -> int:
        if not frame.interpreter.engine.may_stop():
            return plain(frame, registers)
        end.passed += 1
        following = plain(frame, registers)
        if following == STOP:
            end.passed -= 1
        return following

    return step


def ended(end: End, plain: Step) -> Step:
    """Stop where the recording ends, and do not go beyond."""

    def step(frame: Frame, registers: Registers) -> int:
        if end.is_reached(frame) and frame.interpreter.engine.may_stop():
            return stopped(frame, RecordingEnds())
        return plain(frame, registers)

    return step


def stopped(frame: Frame, reason: Reason) -> int:
    """Nothing of the current statement has run, and there is a reason to stop before it."""
    frame.previous = ARRIVED
    frame.interpreter.plan = Wall(reason)
    return STOP


# ---------------------------------------------------------------------- what may not run twice


def of_call(statement: Any) -> Judge:
    """A call."""
    register = statement.callee.register

    def judge(interpreter: Interpreter, registers: Registers) -> str:
        callee = registers[register]
        return "" if can_repeat(interpreter, callee) else described(callee)

    return judge


def of_enter(statement: Any) -> Judge:
    """The beginning of a `with`."""
    register, name = statement.manager.register, statement.names[0]

    def judge(interpreter: Interpreter, registers: Registers) -> str:
        enter = find(type(registers[register]), name)
        return "" if can_repeat(interpreter, enter) else "the beginning of this with"

    return judge


def of_exit(statement: Any) -> Judge:
    """The end of a `with`, by an error."""
    register = statement.exit.register

    def judge(interpreter: Interpreter, registers: Registers) -> str:
        can = can_repeat(interpreter, registers[register])
        return "" if can else "the end of this with"

    return judge


def of_for(statement: Any) -> Judge:
    """The next element of a loop: reading a file moves on in it."""
    register = statement.iterator.register

    def judge(interpreter: Interpreter, registers: Registers) -> str:
        is_file = issubclass(type(registers[register]), _io._IOBase)  # noqa: SLF001
        return "the reading of a file" if is_file else ""

    return judge


def can_repeat(interpreter: Interpreter, callee: Any) -> bool:
    """Whether a call changes nothing but objects of this process, or is interpreted itself."""
    if changes_nothing(callee):
        return True
    if type(callee) is BuiltinFunctionType:
        return type(callee.__self__) in CHANGING or callee in SPECIAL
    return is_interpreted(interpreter, callee)


def is_interpreted(interpreter: Interpreter, callee: Any) -> bool:
    """Whether a call of `callee` becomes a frame."""
    if type(callee) is MethodType:
        return is_interpreted(interpreter, callee.__func__)
    function = callee
    if issubclass(type(callee), type):
        if find(callee, "__new__") is not object.__new__:
            return False
        function = find(callee, "__init__") if find(type(callee), "__call__") is TYPE_CALL else None
    elif type(callee) is not FunctionType:
        function = find(type(callee), "__call__")
    return type(function) is FunctionType and interpreter.interprets(function.__code__)


WALLS: dict[type, Callable[[Any], Judge]] = {
    ir.Call: of_call,
    ir.CallUnpacked: of_call,
    ir.Enter: of_enter,
    ir.ExitWithError: of_exit,
    ir.ForNext: of_for,
}

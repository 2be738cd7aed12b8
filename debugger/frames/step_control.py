"""The steps of statements that leave a frame, and those of handlers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.events import DELEGATE, PUSHED, RAISED, RETURN, YIELD
from debugger.frames.framecode import Binding, Step
from debugger.frames.missing import MISSING

if TYPE_CHECKING:
    from debugger.frames.frame import Frame

Registers = list[Any]


def give_back(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    source, event, keep = statement.source.register, RETURN, keep_variables

    def step(frame: Frame, registers: Registers) -> int:
        frame.value = registers[source]
        # A frame that a traceback shows keeps its variables; any other's die now, in their order.
        if frame.is_shown:
            keep(frame)
        else:
            values = registers[::-1]
            registers.clear()
            values.clear()
        return event

    return binding.dressed_step(step, pc)


def keep_variables(frame: Frame) -> None:
    """Keep them in what lets go of them in their order; a list begins at its end."""
    registers: Any = frame.data.registers
    frame.data.registers = dict(enumerate(registers[: frame.framecode.first_temp]))  # type: ignore[assignment]
    registers.clear()


def yield_value(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    source = statement.source.register
    emptied = isinstance(statement.source, ir.Temp)

    def step(frame: Frame, registers: Registers) -> int:
        frame.value = registers[source]
        if emptied:
            registers[source] = MISSING
        return YIELD

    return step


def delegate(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    receiver = statement.receiver.register

    def step(frame: Frame, registers: Registers) -> int:
        frame.value = registers[receiver]
        return DELEGATE

    return step


def push_handled(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    error, target = statement.error.register, statement.target.register

    def step(frame: Frame, registers: Registers) -> int:
        handled = registers[error]
        registers[target], registers[error] = handled, None
        frame.data.handled += (handled,)
        return PUSHED

    return step


def push_at_last(frame: Frame) -> None:
    """Enter a handler that was about to be entered when a signal has come.

    CPython does not look for any there, and the handlers around count on that.
    """
    statement: Any = frame.framecode.statements[frame.pc]
    if type(statement) is not ir.PushHandled:
        return
    registers, error = frame.data.registers, statement.error.register
    handled: Any = registers[error]
    if handled is not None:
        registers[statement.target.register], registers[error] = handled, None
        frame.data.handled += (handled,)


def pop_handled(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    source = statement.source.register

    def step(frame: Frame, registers: Registers) -> int:
        registers[source] = MISSING
        frame.data.handled = frame.data.handled[:-1]
        return PUSHED

    return step


def replace_handled(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    match, following = statement.match.register, pc + 1

    def step(frame: Frame, registers: Registers) -> int:
        if registers[match] is None:
            return following
        frame.data.handled = (*frame.data.handled[:-1], registers[match])
        return PUSHED

    return step


def reraise(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    error = statement.error.register

    def step(frame: Frame, registers: Registers) -> int:
        frame.value = registers[error]
        return RAISED

    return step


def raise_again(_: Binding, pc: int) -> Step:
    def step(frame: Frame, _: Registers) -> int:
        error = sys.exc_info()[1]
        if error is None:
            raise RuntimeError("No active exception to reraise")
        frame.value = error
        return RAISED

    return step


def end_async_for(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    error, iterator, following = statement.error.register, statement.iterator.register, pc + 1

    def step(frame: Frame, registers: Registers) -> int:
        if issubclass(type(registers[error]), StopAsyncIteration):
            registers[error] = registers[iterator] = MISSING
            return following
        frame.value = registers[error]
        return RAISED

    return step


def cleanup_throw(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    error, following = statement.error.register, pc + 1
    target, result = statement.target.register, statement.result.register

    def step(frame: Frame, registers: Registers) -> int:
        thrown = registers[error]
        if issubclass(type(thrown), StopIteration):
            registers[error] = MISSING
            registers[target], registers[result] = None, thrown.value
            return following
        frame.value = thrown
        return RAISED

    return step

"""Plans: every way of going on after a stop, each a predicate over the one driver loop.

A plan says which frames are `watched` statement by statement (all others run at full speed) and
before which statements to stop.  It is told of calls, returns and unwinding, so that it can follow
a frame out into its caller.  A new stepping command is a new subclass.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import TYPE_CHECKING

from debugger.frames import ir
from debugger.frames.callbacks import callbacks
from debugger.frames.errors import ProgramQuit, UserError
from debugger.frames.hosts import outward
from debugger.frames.missing import MISSING
from debugger.frames.stops import Entered, Reason, Returning, Stepped
from debugger.frames.stops import Return as ReturnOf
from debugger.frames.viewing import Viewed

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode
    from debugger.frames.stops import Stop

CALLS = (ir.Call, ir.CallUnpacked)


class Plan:
    """Go on without stopping (as far as the plan is concerned)."""

    def begin(self, leaf: Frame) -> None:
        """It is the plan from here on, of the thread whose innermost frame is `leaf`."""

    def watches(self, frame: Frame) -> bool:
        """Whether to ask `stop_before` at every statement of `frame`."""
        return False

    def stop_before(self, frame: Frame) -> Reason | None:
        """Why to stop before the current statement of `frame`, or None."""
        return None

    def enters_calls(self) -> bool:
        """Whether it may stop in a function that is called now."""
        return False

    def awaits_native(self) -> bool:
        """Whether it may stop in a frame that runs natively now."""
        return False

    def lets_go(self, frame: Frame) -> bool:
        """Whether `frame` may go on natively, as it is nothing to this plan."""
        return not self.awaits_native() and not self.watches(frame)

    def enterable(self, frame: Frame) -> Sequence[FunctionType]:
        """Functions to interpret if the current statement of `frame` calls them through C."""
        return ()

    def called(self, frame: Frame) -> None:
        """A new frame is about to start."""

    def returned(self, frame: Frame, value: object) -> None:
        """A frame is about to be left with a value."""

    def unwound(self, frame: Frame) -> None:
        """A frame is about to be left by an error."""

    def suspended(self, frame: Frame) -> None:
        """A generator's frame yields to its caller."""

    def reached_natively(self, frame: Frame) -> None:
        """A frame that ran natively has come to a line, and is interpreted from here on."""


class Continue(Plan):
    """Run to a breakpoint."""


class Silent:
    """A listener without a user: the program goes on at every stop."""

    def on_stop(self, stop: Stop) -> Plan:
        """Go on."""
        return Continue()


class Quit(Plan):
    """Leave the program."""

    def __init__(self) -> None:
        raise ProgramQuit


class AtOnce(Plan):
    """Stop before the very next statement, for a given reason."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason

    def enters_calls(self) -> bool:
        return True

    def awaits_native(self) -> bool:
        return True

    def watches(self, frame: Frame) -> bool:
        return True

    def stop_before(self, frame: Frame) -> Reason | None:
        return self.reason if frame.line is not None else None


class Enter(AtOnce):
    """Stop before the first statement of the program."""

    def __init__(self) -> None:
        super().__init__(Entered())


class Following(Plan):
    """Follows one frame; when it is left, stops as soon as the frame that gets control goes on.

    `awaited` is the id of the real frame, while it runs natively.  It is not kept, or what it holds
    would outlive it.
    """

    def __init__(self, frame: Frame) -> None:
        is_native = isinstance(frame, Viewed)
        self.frame = None if is_native else frame
        self.awaited = id(frame.host) if is_native else None
        self.landing: Frame | None = None
        self.latest: ReturnOf | None = None

    def begin(self, leaf: Frame) -> None:
        if self.frame is not None and self.frame.root() is not leaf.root():
            # It waits for native code, in a loop that asks no plan.
            leaf.interpreter.engine.armed.arm(self.frame.framecode, leaf.interpreter)

    def watches(self, frame: Frame) -> bool:
        return frame is self.landing or frame is self.frame

    def stop_before(self, frame: Frame) -> Reason | None:
        if frame.line is None:
            return None
        if frame is self.landing:
            return Stepped(self.latest)
        return self.reached(frame)

    def reached(self, frame: Frame) -> Reason | None:
        """Why to stop in the followed frame, or None."""
        return None

    def returned(self, frame: Frame, value: object) -> None:
        if frame is self.frame or frame is self.landing:
            self.latest = ReturnOf(frame.name, value)
            self.leave(frame)

    def unwound(self, frame: Frame) -> None:
        if frame is self.frame or frame is self.landing or id(frame.host) == self.awaited:
            self.latest = None
            self.leave(frame)

    def awaits_native(self) -> bool:
        return self.frame is None

    def lets_go(self, frame: Frame) -> bool:
        return frame is not self.frame and super().lets_go(frame)

    def reached_natively(self, frame: Frame) -> None:
        if self.awaited is not None and self.awaited in map(id, outward(frame.host)):
            if id(frame.host) == self.awaited:
                self.frame, self.awaited = frame, None
        elif self.frame is None:
            self.landing = frame

    def leave(self, frame: Frame) -> None:
        """Control goes to the caller of `frame`."""
        self.frame = self.awaited = None
        self.landing = frame.caller
        if frame.is_root:
            arm_caller(frame)


def arm_caller(frame: Frame) -> None:
    """The caller waits for native code, in a loop that asks no plan: arm its code.

    Where functions in focus that run natively lie in between, one of them goes on first.
    """
    interpreter = frame.interpreter
    if frame.caller is not None:
        interpreter.engine.armed.arm(frame.caller.framecode, interpreter)
    interpreter.engine.entries.arm()


class Next(Following):
    """To the next line of this frame."""

    def reached(self, frame: Frame) -> Reason | None:
        return Stepped() if frame.on_new_line() else None


class Step(Following):
    """To the next line, wherever it is: in a called frame, in this one, or in the caller."""

    def enters_calls(self) -> bool:
        return True

    def awaits_native(self) -> bool:
        return True

    def watches(self, frame: Frame) -> bool:
        return True

    def enterable(self, frame: Frame) -> Sequence[FunctionType]:
        return callbacks(frame)

    def suspended(self, frame: Frame) -> None:
        arm_caller(frame)

    def reached(self, frame: Frame) -> Reason | None:
        return Stepped() if frame.on_new_line() else None


class StepGenerator(Step):
    """To the next line of this frame, or of a generator or coroutine that is resumed first."""

    def reached(self, frame: Frame) -> Reason | None:
        is_meant = frame is self.frame or frame.framecode.kind
        return super().reached(frame) if is_meant else None


class StepOut(Following):
    """Until this frame has returned, then stop in the caller."""

    def watches(self, frame: Frame) -> bool:
        return frame is self.landing


class Return(Following):
    """Until this frame is about to return."""

    def reached(self, frame: Frame) -> Reason | None:
        return about_to_return(frame)


def about_to_return(frame: Frame) -> Returning | None:
    """What the current statement of `frame` returns, if it does nothing else."""
    statement = frame.framecode.statements[frame.pc]
    if isinstance(statement, ir.Return) and not isinstance(statement.source, ir.Null):
        return Returning(frame.data.registers[statement.source.register])
    return None


class Until(Following):
    """To a line beyond the current one, or to `line` or one beyond it."""

    def __init__(self, frame: Frame, line: int | None = None) -> None:
        super().__init__(frame)
        self.line = (frame.line or 0) + 1 if line is None else line

    def reached(self, frame: Frame) -> Reason | None:
        return Stepped() if frame.on_new_line() and (frame.line or 0) >= self.line else None


class NextCall(Following):
    """To the next statement of this frame that calls something."""

    def reached(self, frame: Frame) -> Reason | None:
        statement = frame.framecode.statements[frame.pc]
        return Stepped() if isinstance(statement, CALLS) else None


class StepExpression(Following):
    """To the next statement of this frame: one operation."""

    def reached(self, frame: Frame) -> Reason | None:
        return Stepped()


class StepIn(StepExpression):
    """To the next statement, in whichever frame it is."""

    def enters_calls(self) -> bool:
        return True

    def awaits_native(self) -> bool:
        return True

    def watches(self, frame: Frame) -> bool:
        return True

    def enterable(self, frame: Frame) -> Sequence[FunctionType]:
        return callbacks(frame)

    def suspended(self, frame: Frame) -> None:
        arm_caller(frame)


class StepLast(Next):
    """Into the last call on the current line; to the next line if it calls nothing in focus."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self.caller = frame
        self.last = last_call(frame)
        self.entered: Frame | None = None

    def called(self, frame: Frame) -> None:
        if frame.caller is self.caller and self.caller.pc == self.last:
            self.entered = frame

    def enters_calls(self) -> bool:
        return True

    def watches(self, frame: Frame) -> bool:
        return frame is self.entered or super().watches(frame)

    def reached(self, frame: Frame) -> Reason | None:
        return Stepped() if frame is self.entered else super().reached(frame)


def last_call(frame: Frame) -> int:
    """The pc of the last call on the current line of `frame`, or -1."""
    framecode, last = frame.framecode, -1
    for pc in range(frame.pc, len(framecode.statements)):
        if framecode.positions[pc].line not in (frame.line, None):
            break
        if isinstance(framecode.statements[pc], CALLS):
            last = pc
    return last


def jump(frame: Frame, line: int) -> None:
    """Make the first statement of `line` the current one of `frame`.

    Raises UserError if the line has no statement, or one at which the operand stack or the handled
    exceptions are not what they are now.
    """
    framecode = frame.framecode
    starts = framecode.starts_of(line)
    if not starts and line == framecode.code.co_firstlineno:
        # As in CPython, from the line of `def` a function begins anew.
        starts = [min(framecode.line_starts)]
    if not starts:
        raise UserError(f"Line {line} has no statement in {frame.name} to jump to.")
    fits = [pc for pc in starts if _fits(framecode, frame.pc, pc)]
    depth = len(_kept(framecode.stacks[frame.pc]))
    if frame.data.handled:
        fits = [pc for pc in fits if len(_kept(framecode.stacks[pc])) == depth]
        if not fits:
            raise UserError(f"Can't jump to line {line} out of the handler of an error.")
    if not fits:
        message = (
            f"Can't jump to line {line}: it lies inside a loop, a with or a handler"
            " that would have to be entered."
        )
        raise UserError(message)
    frame.pc, frame.previous = fits[0], -1
    _drop(frame)


def _kept(stack: tuple[ir.Operand, ...]) -> tuple[ir.Temp, ...]:
    """Loops, withs and handlers keep their things in temporaries."""
    return tuple(operand for operand in stack if isinstance(operand, ir.Temp))


def _fits(framecode: FrameCode, here: int, there: int) -> bool:
    """Whether the temporaries at `there` are some of those at `here`: nothing fills them anew.

    So loops and withs can be left, but not entered; CPython's own jump allows the same.
    """
    kept = _kept(framecode.stacks[there])
    if kept != _kept(framecode.stacks[here])[: len(kept)]:
        return False
    registers = {temp.register for temp in kept}
    between = framecode.statements[min(here, there) : max(here, there)]
    return not any(registers & _written(statement) for statement in between)


def _written(statement: ir.Statement) -> set[int]:
    found = list(getattr(statement, "targets", ()))
    found += [getattr(statement, name, None) for name in ("target", "exit", "error")]
    return {target.register for target in found if isinstance(target, ir.Temp)}


def _drop(frame: Frame) -> None:
    """Empty what the new place does not use; unbound locals become None, as in CPython."""
    registers = frame.data.registers
    own = frame.framecode.code.co_nlocals if frame.namespace is None else 0
    registers[:own] = [None if value is MISSING else value for value in registers[:own]]
    depth = len(frame.framecode.stacks[frame.pc])
    first, end = frame.framecode.first_temp + depth, frame.framecode.first_constant
    frame.data.registers[first:end] = [MISSING] * (end - first)

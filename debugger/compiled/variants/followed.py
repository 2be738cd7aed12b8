"""Real frames of the user's own code that are stepped through, by line, by `sys.settrace`.

A plan is asked as in any other frame; what stands for the real one is brought up to date for that.
"""

from __future__ import annotations

from bisect import bisect_left
from types import FrameType
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.frame import ARRIVED, Frame
from debugger.frames.guise import raw
from debugger.frames.viewing import Viewed, viewed

if TYPE_CHECKING:
    from debugger.compiled.variants.arming import Tracer
    from debugger.frames.engine import Engine
    from debugger.frames.stops import Reason


def view_of(engine: Engine, host: FrameType) -> Viewed:
    """What stands for a real frame of this thread, which is where the thread is."""
    code, ordinal = engine.entries.place(host.f_code, raw(host, "f_lasti"))
    interpreter = engine.interpreter()
    frame = viewed(host, engine.framecode(code), ordinal, interpreter)
    frame.caller, frame.is_root = interpreter.leaf, True
    return frame


def stop_natively(engine: Engine, frame: Frame, reason: Reason) -> None:
    """Stop in a real frame, as it is; the plan that this leads to holds when it goes on."""
    engine.stop(frame, reason)
    engine.entries.arm()


class Followed:
    """The local tracer of such a frame, in place of `own`; `frame` is what stands for it."""

    __slots__ = ("engine", "frame", "ordinal", "own")

    def __init__(self, engine: Engine, own: Tracer | None) -> None:
        self.engine = engine
        self.own = own
        self.frame: Viewed | None = None
        self.ordinal = -1

    def __call__(self, host: FrameType, event: str, argument: Any) -> None:
        """An event of `sys.settrace`."""
        if not self.engine.may_stop():
            return
        in_tracer = self.engine.interpreter().in_tracer
        in_tracer.add(id(host))
        try:
            if event == "line":
                self._line(host)
            elif event == "return":
                self._left(host, argument)
        except RecursionError:  # It is for the program to find out that there is no room.
            return
        finally:
            in_tracer.discard(id(host))

    def release(self, host: FrameType) -> None:
        """Follow the frame no longer."""
        self.frame, host.f_trace = None, self.own

    def _line(self, host: FrameType) -> None:
        before = None if self.frame is None else self.frame.pc
        ordinal = self.ordinal
        frame = self._brought_up(host)
        frame.pc = bisect_left(frame.framecode.ordinals, self.ordinal)
        if frame.pc == before and self.ordinal > ordinal:
            # Another line of the same statement.
            return
        frame.previous = -1
        self._consider(frame)

    def _left(self, host: FrameType, value: object) -> None:
        """The frame returns, yields, or is left by an error."""
        engine = self.engine
        frame = self._brought_up(host)
        frame.previous = ARRIVED
        statement = frame.framecode.statements[frame.pc]
        if isinstance(statement, ir.Return) and not isinstance(statement.source, ir.Null):
            frame.data.registers[statement.source.register] = value
            self._consider(frame)
        plan = frame.interpreter.plan
        if isinstance(statement, ir.Yield):
            if plan is not None:
                plan.suspended(frame)
            return
        self.release(host)
        if plan is not None and isinstance(statement, ir.Return):
            plan.returned(frame, value)
        elif plan is not None:
            plan.unwound(frame)
        engine.entries.ended(host)

    def _brought_up(self, host: FrameType) -> Viewed:
        """What stands for the frame, as it is now; a plan knows it by its identity."""
        seen = view_of(self.engine, host)
        frame = self.frame or seen
        frame.data, frame.pc, frame.caller = seen.data, seen.pc, seen.caller
        self.frame = frame
        _, self.ordinal = self.engine.entries.place(host.f_code, raw(host, "f_lasti"))
        return frame

    def _consider(self, frame: Viewed) -> None:
        """Stop if there is a reason to."""
        plan = frame.interpreter.plan
        if plan is not None:
            plan.reached_natively(frame)
        reason = self.engine.reason_to_stop(frame)
        if reason is not None:
            stop_natively(self.engine, frame, reason)

"""A program that was begun without the debugger: its frames that run already are stopped in, too.

Functions that are called from `attach` on run as variants, like those of any program.  Frames that
were there before run the user's own code: where a plan awaits them, or breakpoints are held, they
get line events from `sys.settrace` (`followed.py`), and stop as they are.  They are shown as all
real frames are that wait (`viewing.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from threading import get_ident, local
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from debugger.compiled.variants.followed import Followed
from debugger.compiled.variants.installing import CompiledEntries
from debugger.compiled.variants.line_events import HAS_MONITORING
from debugger.frames.hosts import outward, real_frame
from debugger.frames.stack import is_stand_in
from debugger.frames.tracebacks import is_ours

if TYPE_CHECKING:
    from debugger.compiled.variants.arming import Tracer
    from debugger.frames.engine import Engine


class AttachedEntries(CompiledEntries):
    """Those of a process in which the debugger was asked for when the program ran already."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._own = local()
        #: whether the process was attached to
        self.is_attached = False
        #: whether the debugger has made no code yet
        self._is_alone = False

    def attach(self) -> None:
        """Take in the functions in focus that there are: to be called while this is active."""
        self.is_attached = True
        self._is_alone = not self._engine.framecodes()
        self.refocus()
        self._is_alone = False

    def of_program(self, codes: Iterable[CodeType]) -> list[CodeType]:
        # What was compiled from other text than there is now, or from none, cannot be told from
        # what we have made; so it is taken in only at the beginning.
        return list(codes) if self._is_alone else super().of_program(codes)

    def await_calls(self) -> None:
        """Have this thread come to the plan that is under way in what it calls next."""
        self._arming.step_calls()

    def shows(self, code: CodeType) -> bool:
        return super().shows(code) or self._engine.focus.contains(code)

    def runs_natively(self, host: FrameType) -> bool:
        """Whether a real frame runs the user's own code."""
        code = host.f_code
        is_other = id(code) in self.variants or self._is_own(code)
        return not is_other and self._engine.focus.contains(code)

    def _is_own(self, code: CodeType) -> bool:
        return is_ours(code) or is_stand_in(code, self.originals)

    def _is_by_us(self, host: FrameType) -> bool:
        """Whether the debugger has called it: what it makes itself may bear any name."""
        return host.f_back is not None and self._is_own(host.f_back.f_code)

    def arm(self) -> None:
        super().arm()
        is_awaited = self.steps()
        followed = [
            host
            for host in outward(real_frame())
            if self.runs_natively(host) and (is_awaited or self._holds_breakpoints(host.f_code))
        ]
        for host in followed:
            self.follow(host)
        if followed:
            self._begin_tracing()
            if self.steps_in():
                self._arming.step_calls()

    def disarm(self) -> None:
        super().disarm()
        for host in outward(real_frame()):
            if isinstance(host.f_trace, Followed):
                host.f_trace.release(host)
        self._end_tracing()

    def follow(self, host: FrameType) -> Followed:
        """Have a real frame of the user's own code stop where it is to; its tracer."""
        tracer = host.f_trace
        if not isinstance(tracer, Followed):
            tracer = host.f_trace = Followed(self._engine, tracer)
        return tracer

    def ended(self, host: FrameType) -> None:
        """A real frame that was followed has ended: where it was the last one nothing is traced."""
        if not any(isinstance(each.f_trace, Followed) for each in outward(host.f_back)):
            super().disarm()
            self._end_tracing()

    def _holds_breakpoints(self, code: CodeType) -> bool:
        framecode = self._engine.met(code)
        return framecode is not None and any(framecode.breakpoints)

    # ------------------------------------------------------------------ the tracer of this thread

    def _begin_tracing(self) -> None:
        tracer = sys.gettrace()
        if not is_tracer(tracer):
            self._own.before = tracer
            sys.settrace(self._called)

    def _end_tracing(self) -> None:
        if not is_tracer(sys.gettrace()):
            return
        before: Tracer | None = self._own.before
        del self._own.before
        sys.settrace(before if before is None or not is_ours(code_of(before)) else None)
        if not HAS_MONITORING and self._arming.is_armed_in(get_ident()):
            self._arming.watch_again()

    def _called(self, host: FrameType, event: str, argument: Any) -> Tracer | None:
        """A frame begins, or a generator goes on."""
        try:
            if not HAS_MONITORING and self._arming.is_armed_in(get_ident()):
                # The line events of variants come from the same tracer.
                self._arming.called(host)
            if isinstance(host.f_trace, Followed):
                return host.f_trace
            is_wanted = self.steps_in() and self.runs_natively(host) and not self._is_by_us(host)
            return self.follow(host) if is_wanted else None
        except RecursionError:  # It is for the program to find out that there is no room.
            return None


def is_tracer(tracer: object) -> bool:
    """Whether a tracer is that of attached entries."""
    return getattr(tracer, "__func__", None) is AttachedEntries._called  # noqa: SLF001


def code_of(tracer: Tracer) -> CodeType:
    """The code of a tracer, ours if it is written in C."""
    return getattr(tracer, "__code__", is_tracer.__code__)

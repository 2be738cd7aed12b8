"""Where the events of lines and calls come from, for what is armed.

From `sys.monitoring`, of armed code only; before 3.12 from `sys.settrace`, in the threads that may
run armed frames, and with its price.  Neither is in use while nothing is armed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cached_property
from threading import get_ident
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any, Protocol

from debugger.compiled.variants.known import claim_tool, monitoring
from debugger.frames.hosts import real_frame
from debugger.frames.threads import thread_names

if TYPE_CHECKING:
    from debugger.compiled.variants.arming import Arming
    from debugger.compiled.variants.tracers import Exchange

HAS_MONITORING = monitoring is not None


class LineEvents(Protocol):
    """Where the events of lines and calls come from."""

    def watch(self, code: CodeType) -> None:
        """Frames of this code shall have line events."""

    def watch_thread(self, thread: int | None) -> None:
        """So shall the frames that this thread runs; None: the threads that there are."""

    def watch_calls(self) -> None:
        """The arming shall be told of all frames that begin or are resumed."""

    def watch_calls_elsewhere(self) -> None:
        """It shall be told of those in all other threads of the program."""

    def rest_calls(self) -> None:
        """It need not be for now, and nothing is armed."""

    def end_calls(self) -> None:
        """It need not be any more."""

    def end(self) -> None:
        """Frames shall have no more events than the arming needs."""


class Monitoring:
    """Local events of `sys.monitoring`."""

    def __init__(self, arming: Arming) -> None:
        self._arming = arming
        self._codes: dict[int, CodeType] = {}
        self._tool: int | None = None
        self._watches_calls = False

    def watch(self, code: CodeType) -> None:
        self._begin()
        if id(code) in self._codes:
            return
        # 3.13.0 has no line events in functions of one line, unless there are these.
        wanted = monitoring.events.LINE | monitoring.events.PY_START
        monitoring.set_local_events(self._tool, code, wanted)
        self._codes[id(code)] = code

    def _begin(self) -> None:
        if self._tool is None:
            self._tool = claim_tool("debugger: arming")
            for event, called in self._callbacks().items():
                monitoring.register_callback(self._tool, event, called)

    def _callbacks(self) -> dict[int, Callable[..., Any]]:
        events = monitoring.events
        return {
            events.LINE: self._line,
            events.PY_START: self._called,
            events.PY_RESUME: self._called,
        }

    def watch_thread(self, thread: int | None) -> None:
        """All threads have the events of code."""

    def watch_calls(self) -> None:
        if not self._watches_calls:
            self._begin()
            events = monitoring.events
            monitoring.set_events(self._tool, events.PY_START | events.PY_RESUME)
            self._watches_calls = True

    def watch_calls_elsewhere(self) -> None:
        self.watch_calls()

    def rest_calls(self) -> None:
        """The next statement will want them, and switching takes time."""

    def end_calls(self) -> None:
        if self._watches_calls:
            monitoring.set_events(self._tool, 0)
            self._watches_calls = False

    def end(self) -> None:
        if self._tool is None or self._watches_calls or self._arming.is_armed():
            return
        for code in self._codes.values():
            monitoring.set_local_events(self._tool, code, 0)
        self._codes.clear()
        for event in self._callbacks():
            monitoring.register_callback(self._tool, event, None)
        monitoring.free_tool_id(self._tool)
        self._tool = None

    def _line(self, code: CodeType, number: int) -> None:
        try:
            self._arming.at_line(real_frame(1))
        except RecursionError:  # It is for the program to find out that there is no room.
            return

    def _called(self, code: CodeType, offset: int) -> None:
        try:
            self._arming.disarm_if_idle()
            self._arming.called(real_frame(1))
        except RecursionError:
            return


class Tracing:
    """`sys.settrace` in the threads that need it; where the program traces itself, that stays.

    Whatever the tracer of a thread is, an armed frame's mark gets its line events.  Threads that
    need none any more lose ours when that is known, or at their next call.  `_threads` are those
    that were given it by another one.
    """

    def __init__(self, arming: Arming) -> None:
        self._arming = arming
        # One object, which lives as long as this: other threads call it.
        self._tracer = self._called
        self._threads: set[int] = set()

    @cached_property
    def _exchange(self) -> Exchange:
        from debugger.compiled.loops.layouts import LayoutError

        try:
            from debugger.compiled.variants.tracers import exchange_function

            return exchange_function()
        except (ImportError, LayoutError):
            return leave_alone

    def watch(self, code: CodeType) -> None:
        """The marks of frames get their events."""

    def watch_thread(self, thread: int | None) -> None:
        for each in thread_names() if thread is None else (thread,):
            if each != get_ident():
                self._give(each)
            else:
                self.watch_calls()

    def _give(self, thread: int) -> None:
        """Give our tracer to another thread that has none."""
        self._threads.add(thread)
        self._exchange(thread, None, self._tracer)

    def watch_calls(self) -> None:
        if sys.gettrace() is None:
            sys.settrace(self._tracer)

    def watch_calls_elsewhere(self) -> None:
        for each in thread_names().keys() - {get_ident()}:
            self._give(each)

    def rest_calls(self) -> None:
        self.end()

    def end_calls(self) -> None:
        """As long as it is there."""

    def end(self) -> None:
        for thread in (get_ident(), *self._threads):
            if not self._arming.is_armed_in(thread):
                self._take(thread)

    def _take(self, thread: int) -> None:
        """Take our tracer from a thread, if it has it."""
        self._threads.discard(thread)
        if thread != get_ident():
            self._exchange(thread, self._tracer, None)
        elif sys.gettrace() is self._tracer:
            sys.settrace(None)

    def _called(self, frame: FrameType, event: str, argument: Any) -> None:
        try:
            # It may have been put back by who took it out of force in between.
            if self._arming.is_armed_in(get_ident()):
                self._arming.called(frame)
            else:
                self._arming.settle()
        except RecursionError:  # It is for the program to find out that there is no room.
            pass


def leave_alone(thread: int, before: object, after: object) -> None:
    """Where the tracers of other threads cannot be exchanged, their frames get no events."""

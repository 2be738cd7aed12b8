"""Arming: real frames that run variants leave at the next point that they reach.

For step-out, and for breakpoints set while frames are running.  `Arming.arm` is given real frames
that wait for a call, that other threads run, or that belong to suspended generators.  The first of
them that gets a line event at a point leaves by a door (`doors`), and all are disarmed; those of
`arm_each` stay armed, each for itself.  After `arm_calls`, so are frames that begin or are resumed
meanwhile, and while `calls` lasts: a statement is interpreted that may call them through C.

An armed frame has a `Mark` for its `f_trace`, so that it is known without being kept, and what it
holds dies when it would.  Line events come from `sys.monitoring`, of armed code only; before 3.12
from `sys.settrace`, for this thread, and with its price.  Neither is in use while nothing is armed.

A frame that is parked when it is armed, and goes on natively, executes one line before it leaves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import RLock, get_ident
from types import CodeType, FrameType
from typing import Any, Protocol
from weakref import WeakSet

from debugger.compiled.variants.known import claim_tool, layout_of, monitoring
from debugger.compiled.variants.layout import Layout
from debugger.frames.hosts import running_frames

Tracer = Callable[[FrameType, str, Any], Any]
Wanted = Callable[[CodeType, int], bool]
"""Says of the user's code and a pc in it whether a frame that reaches it leaves."""

HAS_MONITORING = monitoring is not None


class Mark:
    """Stands for the program's own local tracer, `own`, in an armed frame, and calls it.

    `arming` is None when the frame is no longer armed; `once` and `always`: at which points it
    leaves, None for none; `start` is the offset at which it was armed: if it was parked there, the
    next point does not count.
    """

    __slots__ = ("__weakref__", "always", "arming", "layout", "once", "own", "start")

    def __init__(self, arming: Arming, frame: FrameType, layout: Layout) -> None:
        self.arming: Arming | None = arming
        self.layout = layout
        self.once: Wanted | None = None
        self.always: Wanted | None = None
        self.start = frame.f_lasti
        self.own: Tracer | None = frame.f_trace

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """Pass an event of `sys.settrace` on, if it is not what was waited for."""
        if event == "line" and not HAS_MONITORING and self.leaves(frame):
            return
        if self.own is not None:
            self.own = self.own(frame, event, argument) or self.own

    def leaves(self, frame: FrameType) -> bool:
        """At a line event of the frame: whether it leaves, which then is on its way."""
        index = self.layout.doors.offsets.get(frame.f_lasti)
        arming = self.arming
        if index is None or arming is None:
            return False
        if self.start >= self.layout.doors.beyond:
            self.start = -1
            return False
        pc = self.layout.crossings[index].point.pc
        reasons = (wanted for wanted in (self.once, self.always) if wanted is not None)
        return any(wanted(self.layout.code, pc) for wanted in reasons) and arming.send(frame, self)


def anywhere(_: CodeType, __: int) -> bool:
    """All points are wanted."""
    return True


class Arming:
    """All that is armed at present; one for a program."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._once: WeakSet[Mark] = WeakSet()
        self._always: WeakSet[Mark] = WeakSet()
        self._callers: set[int] = set()
        self._is_stepping = False
        self._events: LineEvents = Monitoring(self) if HAS_MONITORING else Tracing(self)

    def arm(self, hosts: Iterable[FrameType], wanted: Wanted = anywhere) -> None:
        """Make the first of some real frames leave that reaches a point.

        Frames that do not run a variant are ignored.  `wanted`: only such points count.
        """
        with self._lock:
            for mark in self._marks(hosts):
                mark.once = wanted
                self._once.add(mark)

    def arm_calls(self) -> None:
        """As long as any frame is armed, so is each that begins or is resumed in this thread.

        Or until all are disarmed, if statements are stepped through.
        """
        with self._lock:
            if self._once or self._is_stepping:
                self._callers.add(get_ident())
                self._events.watch_calls()

    @contextmanager
    def calls(self) -> Iterator[None]:
        """While this lasts, frames that begin or are resumed in this thread are armed."""
        thread = get_ident()
        is_outermost = thread not in self._callers
        self._is_stepping = True
        self._callers.add(thread)
        self._events.watch_calls()
        try:
            yield
        finally:
            if is_outermost:
                self._callers.discard(thread)
            if not self._once and not self._always:
                self._events.rest_calls()

    def called(self, frame: FrameType) -> None:
        """A frame begins or is resumed."""
        self.disarm_if_idle()
        if get_ident() in self._callers:
            self.arm([frame])

    def arm_each(self, hosts: Iterable[FrameType], wanted: Wanted = anywhere) -> None:
        """Make each of some real frames leave where it reaches such a point, until all `rest`."""
        with self._lock:
            for mark in self._marks(hosts):
                mark.always = wanted
                self._always.add(mark)

    def _marks(self, hosts: Iterable[FrameType]) -> Iterator[Mark]:
        for host in hosts:
            layout = layout_of(host.f_code)
            if layout is None:
                continue
            mark = host.f_trace
            if not isinstance(mark, Mark) or mark.arming is not self:
                self._release(host)
                mark = host.f_trace = Mark(self, host, layout)
            mark.start = host.f_lasti
            yield mark
            self._events.watch(host.f_code)

    def disarm(self) -> None:
        """Nothing is armed any more, but what was armed each for itself."""
        with self._lock:
            left = 0
            self._forget_calls()
            for mark in list(self._once):
                mark.once = None
                if mark.always is None:
                    mark.arming = None
                    left += 1
            self._once.clear()
            self._take_back(left)

    def rest(self, suspended: Iterable[FrameType] = ()) -> None:
        """Nothing is armed any more, in frames that run and in those that are suspended."""
        with self._lock:
            self._forget_calls()
            for mark in [*self._once, *self._always]:
                mark.arming = None
            for frame in suspended:
                self._release(frame)
            left = len(self._once | self._always)
            self._once.clear()
            self._always.clear()
            self._take_back(left)

    def _forget_calls(self) -> None:
        self._callers.clear()
        self._is_stepping = False

    def _take_back(self, left: int) -> None:
        """Take so many marks that mean nothing any more from frames that run."""
        for frame in running_frames() if left else ():
            mark = frame.f_trace
            if isinstance(mark, Mark) and mark.arming is None:
                left -= self._release(frame)
            if not left:
                break
        if self._always:
            self._events.end_calls()
        else:
            self._events.end()

    def send(self, frame: FrameType, mark: Mark) -> bool:
        """Make an armed frame leave; False if another one was faster, or where it cannot."""
        with self._lock:
            if mark.arming is None or not mark.layout.doors.send(frame, mark.layout):
                return False
            self._release(frame)
            self.disarm()
            return True

    def _release(self, frame: FrameType) -> bool:
        """Give a frame its own tracer back; whether it had a mark."""
        mark = frame.f_trace
        if not isinstance(mark, Mark):
            return False
        mark.arming = None
        self._once.discard(mark)
        self._always.discard(mark)
        frame.f_trace = mark.own
        return True

    def disarm_if_idle(self) -> None:
        """Nothing is armed any more if all armed frames have ended."""
        if not self._once and not self._always and not self._is_stepping:
            self.disarm()


class LineEvents(Protocol):
    """Where the events of lines and calls come from."""

    def watch(self, code: CodeType) -> None:
        """Frames of this code shall have line events."""

    def watch_calls(self) -> None:
        """The arming shall be told of all frames that begin or are resumed."""

    def rest_calls(self) -> None:
        """It need not be for now, and nothing is armed."""

    def end_calls(self) -> None:
        """It need not be any more."""

    def end(self) -> None:
        """No frame shall have events on our behalf."""


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

    def watch_calls(self) -> None:
        if not self._watches_calls:
            self._begin()
            events = monitoring.events
            monitoring.set_events(self._tool, events.PY_START | events.PY_RESUME)
            self._watches_calls = True

    def rest_calls(self) -> None:
        """The next statement will want them, and switching takes time."""

    def end_calls(self) -> None:
        if self._watches_calls:
            monitoring.set_events(self._tool, 0)
            self._watches_calls = False

    def end(self) -> None:
        if self._tool is None:
            return
        self.end_calls()
        for code in self._codes.values():
            monitoring.set_local_events(self._tool, code, 0)
        self._codes.clear()
        for event in self._callbacks():
            monitoring.register_callback(self._tool, event, None)
        monitoring.free_tool_id(self._tool)
        self._tool = None

    def _line(self, code: CodeType, number: int) -> None:
        frame = sys._getframe(1)  # noqa: SLF001
        mark = frame.f_trace
        if isinstance(mark, Mark):
            mark.leaves(frame)
        else:
            self._arming.disarm_if_idle()

    def _called(self, code: CodeType, offset: int) -> None:
        self._arming.called(sys._getframe(1))  # noqa: SLF001


class Tracing:
    """`sys.settrace` in this thread; where the program traces itself, its own tracer stays.

    Whatever the tracer of the thread is, an armed frame's mark gets its line events.
    """

    def __init__(self, arming: Arming) -> None:
        self._arming = arming

    def watch(self, code: CodeType) -> None:
        self.watch_calls()

    def watch_calls(self) -> None:
        if sys.gettrace() is None:
            sys.settrace(self._called)

    def rest_calls(self) -> None:
        self.end()

    def end_calls(self) -> None:
        """As long as it is there."""

    def end(self) -> None:
        if sys.gettrace() == self._called:
            sys.settrace(None)

    def _called(self, frame: FrameType, event: str, argument: Any) -> None:
        # It may have been put back by who took it out of force in between.
        self._arming.called(frame)

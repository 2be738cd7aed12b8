"""Arming: real frames that run variants leave at the next point that they reach.

For step-out, and for breakpoints set while frames are running.  `Arming.arm` is given real frames
that wait for a call, that other threads run, or that belong to suspended generators.  The first of
them that gets a line event at a point leaves by a door (`doors`), and all are disarmed; those of
`arm_each` stay armed, each for itself.  After `arm_calls`, so are frames that begin or are resumed
meanwhile, and while `calls` lasts: a statement is interpreted that may call them through C.

An armed frame has a `Mark` for its `f_trace`, so that it is known without being kept, and what it
holds dies when it would.  Where its line events come from: see `line_events`.

A frame that is parked when it is armed, and goes on natively, executes one line before it leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from threading import RLock, get_ident
from types import CodeType, FrameType
from typing import Any
from weakref import WeakSet

from debugger.compiled.variants.known import layout_of
from debugger.compiled.variants.layout import Layout
from debugger.compiled.variants.line_events import HAS_MONITORING, LineEvents, Monitoring, Tracing
from debugger.frames.assemble import GENERATOR_KINDS
from debugger.frames.hosts import running_frames

Tracer = Callable[[FrameType, str, Any], Any]
Wanted = Callable[[CodeType, int], bool]
"""Says of the user's code and a pc in it whether a frame that reaches it leaves."""


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
        # What generators yield they return, too.
        if event == "return" and not frame.f_code.co_flags & GENERATOR_KINDS:
            self.end()

    def end(self) -> None:
        """The frame ends."""
        try:
            if self.arming is not None:
                self.arming.ended(self)
        except RecursionError:  # It will be found out later.
            pass

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


class Marks:
    """Marks by the thread that runs their frames, or None where any may; they are not kept."""

    def __init__(self) -> None:
        self._by_thread: dict[int | None, WeakSet[Mark]] = {}

    def __bool__(self) -> bool:
        return any(self._sets())

    def __iter__(self) -> Iterator[Mark]:
        return chain.from_iterable(map(list, self._sets()))

    def _sets(self) -> list[WeakSet[Mark]]:
        return list(self._by_thread.values())

    def are_in(self, thread: int) -> bool:
        """Whether a thread may run a frame with one of them."""
        found = self._by_thread.get
        return bool(found(thread)) or bool(found(None))

    def add(self, mark: Mark, thread: int | None) -> None:
        self._by_thread.setdefault(thread, WeakSet()).add(mark)

    def discard(self, mark: Mark) -> None:
        for marks in self._sets():
            marks.discard(mark)

    def clear(self) -> None:
        self._by_thread.clear()


class Arming:
    """All that is armed at present; one for a program.

    `thread` is the identity of the thread that runs some frames, None where any thread may.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._once = Marks()
        self._always = Marks()
        self._callers: set[int] = set()
        self._is_stepping = False
        self._events: LineEvents = Monitoring(self) if HAS_MONITORING else Tracing(self)

    def arm(
        self,
        hosts: Iterable[FrameType],
        wanted: Wanted = anywhere,
        thread: int | None = None,
    ) -> None:
        """Make the first of some real frames leave that reaches a point.

        Frames that do not run a variant are ignored.  `wanted`: only such points count.
        """
        with self._lock:
            marks = list(self._marks(hosts))
            for mark in marks:
                mark.once = wanted
                self._once.add(mark, thread)
        self._watch(marks, thread)

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
            if not self.is_armed():
                self._events.rest_calls()

    def called(self, frame: FrameType) -> None:
        """A frame begins or is resumed."""
        thread = get_ident()
        if thread in self._callers:
            self.arm([frame], anywhere, thread)

    def arm_each(
        self,
        hosts: Iterable[FrameType],
        wanted: Wanted = anywhere,
        thread: int | None = None,
    ) -> None:
        """Make each of some real frames leave where it reaches such a point, until all `rest`."""
        with self._lock:
            marks = list(self._marks(hosts))
            for mark in marks:
                mark.always = wanted
                self._always.add(mark, thread)
        self._watch(marks, thread)

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

    def _watch(self, marks: list[Mark], thread: int | None) -> None:
        # Without the lock: this may take long, and a thread that has no marks may wait for it.
        if marks:
            self._events.watch_thread(thread)

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
            left = len({*self._once, *self._always})
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
        self._events.end_calls()
        self._events.end()

    def send(self, frame: FrameType, mark: Mark) -> bool:
        """Make an armed frame leave; False if another one was faster, or where it cannot."""
        with self._lock:
            if mark.arming is None or not mark.layout.doors.send(frame, mark.layout):
                return False
            disarm = self.settle if mark.once is None else self.disarm
            self._release(frame)
            disarm()
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

    def is_armed(self) -> bool:
        """Whether any frame is."""
        return bool(self._once) or bool(self._always)

    def is_armed_in(self, thread: int) -> bool:
        """Whether any frame is that a thread may run, or will be when it begins."""
        is_called_from = thread in self._callers
        return is_called_from or self._once.are_in(thread) or self._always.are_in(thread)

    def at_line(self, frame: FrameType) -> None:
        """A frame has got a line event that was not meant for its mark."""
        mark = frame.f_trace
        if isinstance(mark, Mark):
            mark.leaves(frame)
        else:
            self.disarm_if_idle()

    def disarm_if_idle(self) -> None:
        """Nothing is armed any more if all armed frames have ended."""
        if not self.is_armed() and not self._is_stepping:
            self.disarm()

    def settle(self) -> None:
        """Threads in which all armed frames have ended need no events any more."""
        with self._lock:
            self.disarm_if_idle()
            self._events.end()

    def ended(self, mark: Mark) -> None:
        """A frame that was armed has ended."""
        with self._lock:
            self._once.discard(mark)
            self._always.discard(mark)
            self.settle()

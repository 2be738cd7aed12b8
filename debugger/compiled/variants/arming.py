"""Arming: real frames that run variants leave at the next point that they reach.

For step-out, and for breakpoints set while frames are running.  `Arming.arm` is given real frames
that wait for a call.  The first of those of a thread that gets a line event at a point leaves by a
door (`doors`), and all of that thread are disarmed.  Frames given to `arm_each` stay armed, each
for itself: what other threads run, or what belongs to suspended generators.  After `arm_calls`, so
are frames that begin or are resumed meanwhile in the thread, and while `calls` lasts: a statement
is interpreted that may call them through C.  Between `hold` and `let_go` so is each frame that
begins in any other thread; `arm_held` is for those that run already.

An armed frame has a `Mark` for its `f_trace`, so that it is known without being kept, and what it
holds dies when it would.  Where its line events come from: see `line_events`.

A frame that is parked when it is armed, and goes on natively, executes one line before it leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from threading import RLock, get_ident, local
from types import CodeType, FrameType
from typing import Any
from weakref import WeakSet, WeakValueDictionary

from debugger.compiled.variants.known import layout_of
from debugger.compiled.variants.layout import Layout
from debugger.compiled.variants.line_events import HAS_MONITORING, LineEvents, Monitoring, Tracing
from debugger.frames.assemble import GENERATOR_KINDS
from debugger.frames.guise import raw
from debugger.frames.hosts import running_frames, threads
from debugger.frames.living import living

Tracer = Callable[[FrameType, str, Any], Any]
Wanted = Callable[[CodeType, int], bool]
"""Says of the user's code and a pc in it whether a frame that reaches it leaves."""


class Mark:
    """Stands for the program's own local tracer, `own`, in an armed frame, and calls it.

    `arming` is None when the frame is no longer armed; `wanted`: at which points it leaves, by
    the marks that it is one of; `start` is the offset at which it was armed: if it was parked
    there, the next point does not count.
    """

    __slots__ = ("__weakref__", "arming", "layout", "own", "start", "wanted")

    def __init__(self, arming: Arming, frame: FrameType, layout: Layout) -> None:
        self.arming: Arming | None = arming
        self.layout = layout
        self.wanted: dict[Marks, Wanted] = {}
        self.start = raw(frame, "f_lasti")
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
        index = self.layout.doors.offsets.get(raw(frame, "f_lasti"))
        arming = self.arming
        if index is None or arming is None:
            return False
        if self.start >= self.layout.doors.beyond:
            self.start = -1
            return False
        pc = self.layout.crossings[index].point.pc
        reasons = list(self.wanted.values())
        return any(wanted(self.layout.code, pc) for wanted in reasons) and arming.send(frame, self)


def anywhere(_: CodeType, __: int) -> bool:
    """All points are wanted."""
    return True


def only_in(thread: int) -> Wanted:
    """All points are wanted that this thread reaches."""
    return lambda _, __: get_ident() == thread


class Marks:
    """Marks by the thread that runs their frames, or None where any may; they are not kept.

    Other threads look at them at any time, without a lock.
    """

    def __init__(self) -> None:
        self._by_thread: dict[int | None, WeakValueDictionary[int, Mark]] = {}

    def __bool__(self) -> bool:
        return any(map(len, self._all()))

    def __iter__(self) -> Iterator[Mark]:
        return chain.from_iterable(map(living, self._all()))

    def _all(self) -> list[WeakValueDictionary[int, Mark]]:
        return list(self._by_thread.values())

    def are_in(self, thread: int) -> bool:
        """Whether a thread may run a frame with one of them."""
        return bool(self._by_thread.get(thread)) or bool(self._by_thread.get(None))

    def of(self, thread: int | None) -> list[Mark]:
        """Those of a thread, or those of any."""
        marks = self._by_thread.get(thread)
        return [] if marks is None else living(marks)

    def threads_of(self, mark: Mark) -> list[int | None]:
        """The threads that one of them is known for."""
        return [thread for thread, marks in list(self._by_thread.items()) if id(mark) in marks]

    def add(self, mark: Mark, thread: int | None, wanted: Wanted) -> None:
        """Make a mark one of these, for such points."""
        self._by_thread.setdefault(thread, WeakValueDictionary())[id(mark)] = mark
        mark.wanted[self] = wanted

    def remove(self, mark: Mark) -> bool:
        """A mark is none of these any more; whether it means nothing now."""
        for marks in self._all():
            marks.pop(id(mark), None)
        mark.wanted.pop(self, None)
        return not mark.wanted


class Stepper:
    """A thread that steps through statements; it is kept by the thread alone."""

    __slots__ = ("__weakref__",)


class Arming:
    """All that is armed at present; one for a program.

    `thread` is the identity of the thread that runs some frames, None where any thread may.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._once = Marks()
        self._always = Marks()
        self._held = Marks()
        self._holder: int | None = None
        self._callers: set[int] = set()
        self._own = local()
        self._steppers: WeakSet[Stepper] = WeakSet()
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
        self._arm(self._once, hosts, wanted, thread)

    def arm_each(
        self,
        hosts: Iterable[FrameType],
        wanted: Wanted = anywhere,
        thread: int | None = None,
    ) -> None:
        """Make each of some real frames leave where it reaches such a point, until all `rest`."""
        self._arm(self._always, hosts, wanted, thread)

    def arm_held(self, hosts: Iterable[FrameType], thread: int) -> None:
        """Make each of some real frames leave where it reaches a point, until all are let go."""
        self._arm(self._held, hosts, anywhere, thread)

    def _arm(
        self, kind: Marks, hosts: Iterable[FrameType], wanted: Wanted, thread: int | None
    ) -> None:
        with self._lock:
            marks = list(self._marks(hosts))
            for mark in marks:
                kind.add(mark, thread, wanted)
        # Without the lock: this may take long, and a thread that has no marks may wait for it.
        if marks:
            self._events.watch_thread(thread)

    def _marks(self, hosts: Iterable[FrameType]) -> Iterator[Mark]:
        for host in hosts:
            layout = layout_of(host.f_code)
            if layout is None:
                continue
            mark = host.f_trace
            if not isinstance(mark, Mark) or mark.arming is not self:
                self._release(host)
                mark = host.f_trace = Mark(self, host, layout)
            mark.start = raw(host, "f_lasti")
            yield mark
            self._events.watch(host.f_code)

    # ------------------------------------------------------------------ what begins meanwhile

    def arm_calls(self) -> None:
        """As long as any frame of this thread is armed, so is each that begins or is resumed in it.

        Or until it is disarmed, if statements are stepped through.
        """
        thread = get_ident()
        with self._lock:
            if self._once.are_in(thread) or self._stepper() in self._steppers:
                self._callers.add(thread)
                self._events.watch_calls()

    @contextmanager
    def calls(self) -> Iterator[None]:
        """While this lasts, frames that begin or are resumed in this thread are armed."""
        thread = get_ident()
        is_outermost = thread not in self._callers
        self._steppers.add(self._stepper())
        self._callers.add(thread)
        self._events.watch_calls()
        try:
            yield
        finally:
            if is_outermost:
                self._callers.discard(thread)
            if not self.is_armed_in(thread):
                self._events.rest_calls()

    def step_calls(self) -> None:
        """Frames that begin or are resumed in this thread are armed, until it is disarmed."""
        with self._lock:
            self._steppers.add(self._stepper())
            self._callers.add(get_ident())
            self._events.watch_calls()

    def watch_again(self) -> None:
        """The tracer of this thread was another one meanwhile, which has told us of calls."""
        self._events.watch_calls()

    def _stepper(self) -> Stepper:
        try:
            return self._own.stepper  # type: ignore[no-any-return]
        except AttributeError:
            made = self._own.stepper = Stepper()
            return made

    def called(self, frame: FrameType) -> None:
        """A frame begins or is resumed."""
        thread = get_ident()
        if self._holder not in (None, thread):
            self.arm_held([frame], thread)
        if thread not in self._callers:
            return
        if self._once.are_in(thread) or self._stepper() in self._steppers:
            self.arm([frame], only_in(thread), thread)
        else:
            self._callers.discard(thread)

    def hold(self) -> None:
        """Arm each frame that begins or is resumed in any other thread than this."""
        with self._lock:
            self._holder = get_ident()
        self._events.watch_calls_elsewhere()

    # ------------------------------------------------------------------ no longer

    def disarm(self, thread: int | None = None) -> None:
        """Nothing is armed any more in a thread, but what was armed each for itself."""
        with self._lock:
            self._steppers.discard(self._stepper())
            self._callers.discard(get_ident())
            self._let_go(self._once, self._once.of(thread))

    def rest(self, suspended: Iterable[FrameType] = ()) -> None:
        """Nothing is armed each for itself, in frames that run and in those that are suspended."""
        with self._lock:
            self._let_go(self._always, self._always, suspended)

    def let_go(self) -> None:
        """Nothing is armed any more of what was to be held."""
        with self._lock:
            self._holder = None
            self._let_go(self._held, self._held)

    def end(self, suspended: Iterable[FrameType] = ()) -> None:
        """Nothing is armed any more in any thread."""
        with self._lock:
            self._steppers.clear()
            self._callers.clear()
            self._holder = None
            self._let_go(self._held, self._held)
            self._let_go(self._once, self._once)
            self._let_go(self._always, self._always, suspended)

    def _let_go(
        self, kind: Marks, marks: Iterable[Mark], suspended: Iterable[FrameType] = ()
    ) -> None:
        """Some marks of a kind are none of it any more; take back those that mean nothing now."""
        left = 0
        for mark in marks:
            if kind.remove(mark):
                mark.arming = None
                left += 1
        for frame in chain(suspended, running_frames()) if left else ():
            held = frame.f_trace
            if isinstance(held, Mark) and held.arming is None:
                left -= self._release(frame)
            if not left:
                break
        self._end_events()

    def _end_events(self) -> None:
        """Have no more events than are needed."""
        self._callers.intersection_update(threads())
        if not self._callers and not self._steppers and self._holder is None:
            self._events.end_calls()
        self._events.end()

    def send(self, frame: FrameType, mark: Mark) -> bool:
        """Make an armed frame leave; False if another one was faster, or where it cannot."""
        with self._lock:
            if mark.arming is None or not mark.layout.doors.send(frame, mark.layout):
                return False
            of_threads = self._once.threads_of(mark)
            self._release(frame)
            for thread in of_threads:
                self.disarm(thread)
            self.settle()
            return True

    def _release(self, frame: FrameType) -> bool:
        """Give a frame its own tracer back; whether it had a mark."""
        mark = frame.f_trace
        if not isinstance(mark, Mark):
            return False
        self._drop(mark)
        frame.f_trace = mark.own
        return True

    def _drop(self, mark: Mark) -> None:
        mark.arming = None
        for kind in self._kinds():
            kind.remove(mark)

    def _kinds(self) -> tuple[Marks, ...]:
        return self._once, self._always, self._held

    def is_armed(self) -> bool:
        """Whether any frame is, or will be when it begins in a thread that is to be held."""
        return any(self._kinds()) or self._holder is not None

    def is_armed_in(self, thread: int) -> bool:
        """Whether any frame is that a thread may run, or will be when it begins."""
        is_called_from = thread in self._callers or self._holder not in (None, thread)
        return is_called_from or any(kind.are_in(thread) for kind in self._kinds())

    def at_line(self, frame: FrameType) -> None:
        """A frame has got a line event that was not meant for its mark."""
        mark = frame.f_trace
        if isinstance(mark, Mark):
            mark.leaves(frame)
        else:
            self.disarm_if_idle()

    def disarm_if_idle(self) -> None:
        """Nothing is armed any more if all armed frames have ended."""
        if not self.is_armed() and not self._steppers:
            with self._lock:
                self._callers.clear()
                self._end_events()

    def settle(self) -> None:
        """Threads in which all armed frames have ended need no events any more."""
        with self._lock:
            self.disarm_if_idle()
            self._events.end()

    def ended(self, mark: Mark) -> None:
        """A frame that was armed has ended."""
        with self._lock:
            self._drop(mark)
            self.settle()

"""Leaving a real frame for the interpreter, and going back into it.

A `Leave` is what the stubs of variants call.  It makes the `Frame` of the point, with the state of
the real frame, and runs it as a segment; the outcome is the answer to the stub.  Whoever drives
this says by `leaving` when a frame goes on natively: it makes, for a frame that was just left, the
predicate that the interpreter asks before each statement of it, or None for never.  A predicate may
only say yes where `Layout.indices` has the pc, and where nothing is to be stopped at: behind the
point of re-entry there is no exit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import CodeType, FrameType, MappingProxyType
from typing import TYPE_CHECKING, Any

from debugger.compiled.variants.counting import Arrival, Turns
from debugger.compiled.variants.failing import Hook
from debugger.compiled.variants.layout import Answer, Layout
from debugger.compiled.variants.rewriting import OPTIMIZED
from debugger.compiled.variants.stored import Stored, restored
from debugger.compiled.variants.variant import UNCONDITIONAL, Variant, leave_function, make_variant
from debugger.frames.entries import Native
from debugger.frames.events import LEFT, RAISED, RETURN
from debugger.frames.frame import ARRIVED, Frame
from debugger.frames.framecode import FrameCode
from debugger.frames.generators import resume
from debugger.frames.headroom import HEADROOM, INSIDE
from debugger.frames.hosts import real_frame
from debugger.frames.interpreter import suspended_tracers
from debugger.frames.tracebacks import show_host, without_ours

if TYPE_CHECKING:
    from debugger.frames.engine import Engine
    from debugger.frames.stepping import Plan

Predicate = Callable[[Frame], bool]
NOTHING_INSIDE: Mapping[int, CodeType] = MappingProxyType({})

Leaving = Callable[[Frame, Layout], Predicate | None]


class Leave:
    """Runs what is left in the interpreters of an engine, until it is `detached`.

    From then on frames go on natively where they were left.  `begun` was stopped at before it began
    to run natively: its first exit is no new arrival.  `hook`: see `failing.py`.
    """

    def __init__(self, engine: Engine, leaving: Leaving, hook: Hook | None = None) -> None:
        self.engine: Engine | None = engine
        self.leaving = leaving
        self.hook = hook
        self.begun: FrameCode | None = None
        self._leave_at = leave_function(self.leave)
        self._find = self._layout_of

    def variant(
        self,
        framecode: FrameCode,
        exits: Collection[int],
        inner: Mapping[int, CodeType] = NOTHING_INSIDE,
        conditions: Mapping[int, tuple[str, ...]] = UNCONDITIONAL,
        counted: Collection[Turns] = (),
    ) -> Variant:
        """What to run in place of a framecode's code, which exits before the statements `exits`.

        For `conditions` and `counted` see `make_variant`.
        `inner` is the code to hold in place of the nested code that is given by its id.
        """
        made = make_variant(framecode, self.leave, exits, self.hook, conditions, counted)
        constants = tuple(inner.get(id(constant), constant) for constant in made.code.co_consts)
        code = made.code.replace(co_consts=constants)
        return self._known(Variant(code, made.layout, made.shortcuts))

    def restored(
        self,
        kept: Stored,
        code: CodeType,
        inner: Mapping[int, CodeType] = NOTHING_INSIDE,
        counted: Sequence[Turns] = (),
    ) -> Variant:
        """The variant of some code without exits, from what was kept of it; else as `variant`."""
        layout = Layout(code, self._find, counted)
        return self._known(restored(kept, layout, self._leave_at, self.hook, counted, inner))

    def _layout_of(self, code: CodeType, counted: Sequence[Turns]) -> Layout:
        """The layout of a variant that was restored: that of one made anew."""
        with aside():
            framecode = FrameCode(code) if self.engine is None else self.engine.framecode(code)
            return self.plain(framecode, counted).layout

    def plain(self, framecode: FrameCode, counted: Collection[Turns]) -> Variant:
        """A variant without exits, which is known to nobody yet."""
        return make_variant(framecode, self.leave, (), self.hook, counted=counted)

    def _known(self, made: Variant) -> Variant:
        """Make a variant known to all who have to do with its code."""
        for shortcut in made.shortcuts:
            shortcut.turns.add(made.code, shortcut)
        if self.engine is not None:
            native = Native(made.code, made.layout.code, made.layout)
            self.engine.entries.variants[id(made.code)] = native
        return made

    def detach(self) -> None:
        """Forget the engine: a program's objects die only when nothing of ours knows them."""
        self.engine = None

    def leave(self, layout: Layout, arguments: list[Any]) -> Answer:
        """Interpret the frame parked two frames below, until it returns or goes on natively.

        Where the program's recursion limit leaves no room for that it goes on natively at once,
        and finds that out itself.
        """
        host = real_frame(2)
        reason = arguments[1]
        index, values, entries, namespace = layout.taken_out(arguments, host)
        interpreter = None if self.engine is None else self.engine.interpreter()
        if self.engine is None or interpreter is None or interpreter.is_exhausted():
            if type(reason) is Turns:
                reason.used_up()
            return layout.answer(index, values, entries)
        framecode = self.engine.framecode(layout.code)
        if namespace is None and not layout.code.co_flags & OPTIMIZED:
            namespace = host.f_locals
        data = layout.data(index, values, entries, namespace)
        pc = layout.crossings[index].point.pc
        frame = interpreter.parked_frame(framecode, host.f_globals, data, pc)
        del values, entries, data
        frame.leaving, frame.host = self.leaving(frame, layout), host
        if not self.is_interpreted(frame, reason, interpreter.plan):
            return layout.go_on(frame)
        if layout.kind:
            return Suspended(frame, layout).go_on(host)
        try:
            outcome = frame.interpreter.run(frame)
        except BaseException as error:
            error.__traceback__ = without_ours(error.__traceback__)
            return RAISED, None, error
        finally:
            frame.host = None
        if not passes_by(frame.leaving, interpreter.plan):
            self.engine.entries.arm()
        if outcome.event == LEFT:
            show_host(frame, host)
            return layout.go_on(frame)
        return outcome.event, None, outcome.take()

    def is_interpreted(self, frame: Frame, reason: object, plan: Plan | None) -> bool:
        """Whether a frame that was left is interpreted now; `reason`: what stood for the index.

        A hot loop is no reason to stop.  Where there might be a stop, the frame goes on natively.
        """
        if type(reason) is Turns:
            frame.leaving = Arrival(reason, frame.leaving, plan)
            return plan is None or not plan.watches(frame)
        if reason is None and plan is not None:
            plan.reached_natively(frame)
        if frame.framecode is self.begun:
            self.begun = None
            frame.previous = ARRIVED
        return True


@contextmanager
def aside() -> Iterator[None]:
    """While variants are made in the midst of the program, which may have little stack left.

    Its own tracer and profiler see nothing of that.
    """
    era = HEADROOM.make(INSIDE)
    suspended = suspended_tracers()
    try:
        yield
    finally:
        for install, tracer in suspended.items():
            install(tracer)
        HEADROOM.give_back(era, INSIDE)


def passes_by(leaving: Predicate | None, plan: Plan | None) -> bool:
    """Whether a plan is under way that has nothing to do with a frame, as when it was left."""
    return plan is not None and type(leaving) is Arrival and leaving.plan is plan


class Suspended:
    """Resumes the interpreted frame of a generator whose real frame is parked."""

    __slots__ = ("frame", "layout")

    def __init__(self, frame: Frame, layout: Layout) -> None:
        self.frame = frame
        self.layout = layout

    def __call__(self, received: list[Any]) -> Answer:
        """Go on with what was sent, or with the error thrown (else None), in that order."""
        era = HEADROOM.make(INSIDE)
        try:
            self.frame.value, self.frame.thrown = received
            received.clear()
            return self.go_on(real_frame(1))
        finally:
            HEADROOM.give_back(era, INSIDE)

    def go_on(self, host: FrameType) -> Answer:
        """Interpret the frame, whose real frame is `host`, up to its next event."""
        frame = self.frame
        frame.host = host
        frame.interpreter.engine.entries.suspended.pop(id(host), None)
        try:
            event = resume(frame)
        except BaseException as error:
            error.__traceback__ = without_ours(error.__traceback__)
            return RAISED, None, error
        finally:
            frame.host = None
        interpreter = frame.interpreter
        if not passes_by(frame.leaving, interpreter.plan):
            interpreter.engine.entries.arm()
        if event == LEFT:
            frame.value = None
            show_host(frame, host)
            return self.layout.go_on(frame)
        if event in ENDS:
            return event, None, frame.take()
        interpreter.engine.entries.suspended[id(host)] = frame
        handled = frame.data.handled
        return event, (handled[-1] if handled else None, self), frame.take()


ENDS = frozenset({RETURN, RAISED})

"""Leaving a real frame for the interpreter, and going back into it.

A `Leave` is what the stubs of variants call.  It makes the `Frame` of the point, with the state of
the real frame, and runs it as a segment; the outcome is the answer to the stub.  Whoever drives
this says by `leaving` when a frame goes on natively: it makes, for a frame that was just left, the
predicate that the interpreter asks before each statement of it, or None for never.  A predicate may
only say yes where `Layout.indices` has the pc, and where nothing is to be stopped at: behind the
point of re-entry there is no exit.
"""

from __future__ import annotations

import gc
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
from debugger.frames.events import LEFT, RAISED, RETURN
from debugger.frames.frame import ARRIVED, Frame
from debugger.frames.framecode import FrameCode
from debugger.frames.generators import resume
from debugger.frames.guise import raw
from debugger.frames.headroom import HEADROOM, INSIDE
from debugger.frames.hosts import real_frame, threads
from debugger.frames.interpreter import Interpreter, suspended_tracers
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
        exchange = self.exchanged
        made = make_variant(framecode, self.leave, exits, self.hook, conditions, counted, exchange)
        constants = tuple([inner.get(id(each), each) for each in raw(made.code, "co_consts")])
        code = raw(made.code, "replace")(co_consts=constants)
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
            self.engine.entries.know(made.code, made.layout)
        return made

    def exchanged(self, given: object) -> object:
        """What to run in place of a source that the frame which calls this gives to `exec`."""
        if self.engine is None:
            return given
        return self.engine.entries.to_run(given, real_frame(1).f_code.co_flags)

    def detach(self) -> None:
        """Forget the engine: a program's objects die only when nothing of ours knows them."""
        self.engine = None

    def leave(
        self, layout: Layout, arguments: list[Any], error: BaseException | None = None
    ) -> Answer:
        """Interpret the frame parked two frames below, until it returns or goes on natively.

        Where the program's recursion limit leaves no room for that it goes on natively at once,
        and finds that out itself.  `error`: what a signal handler of the program has raised on the
        way; then its current statement does.  `arguments` hold its state until it is in a frame,
        which takes their place until it has ended; so it is nowhere lost.
        """
        host = real_frame(2)
        interpreter = None if self.engine is None else self.engine.interpreter()
        if error is not None:
            if interpreter is None or not interpreter.is_of_program(error):
                raise error
            if not arguments:
                return RAISED, None, error
        known: Frame | Layout = arguments[4]
        if isinstance(known, Frame):
            return self.interpreted(known, layout, arguments, error)
        if interpreter is None or (error is None and interpreter.is_exhausted()):
            return natively(layout, arguments, host)
        reason = arguments[1]
        frame = self.taken_over(layout, arguments, host, interpreter)
        if error is None and not self.is_interpreted(frame, reason, interpreter.plan):
            return layout.go_on(frame)
        return self.interpreted(frame, layout, arguments, error)

    def taken_over(
        self, layout: Layout, arguments: list[Any], host: FrameType, interpreter: Interpreter
    ) -> Frame:
        """The parked frame as one of the interpreter; it takes the place of `arguments`."""
        index, values, entries, namespace = taken_out(layout, arguments, host)
        framecode = interpreter.engine.framecode(layout.code)
        if namespace is None and not layout.code.co_flags & OPTIMIZED:
            namespace = host.f_locals
        data = layout.data(index, values, entries, namespace)
        pc = layout.crossings[index].point.pc
        frame = interpreter.parked_frame(framecode, host.f_globals, data, pc)
        frame.leaving, frame.host = self.leaving(frame, layout), host
        arguments[:] = None, None, None, None, frame
        return frame

    def interpreted(
        self, frame: Frame, layout: Layout, arguments: list[Any], error: BaseException | None
    ) -> Answer:
        """Interpret a frame, whose current statement raises `error` if there is one."""
        host = real_frame(3)
        if layout.kind:
            answers = [Suspended(frame, layout).go_on(host, error)]
            if answers[0][0] < 0:
                arguments.clear()
            return answers.pop()
        frame.host = host
        try:
            outcome = frame.interpreter.run(frame, error)
        except BaseException as failure:
            failure.__traceback__ = without_ours(failure.__traceback__)
            arguments.clear()
            return RAISED, None, failure
        finally:
            frame.host = None
        if outcome.event != LEFT:
            arguments.clear()
        interpreter = frame.interpreter
        if not passes_by(frame.leaving, interpreter.plan):
            interpreter.engine.entries.arm()
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


def taken_out(
    layout: Layout, arguments: list[Any], host: FrameType
) -> tuple[int, list[Any], list[Any], Any]:
    """The state of a parked frame, in copies: it can be asked for again."""
    stack, index, values, namespace, _ = arguments
    if index is None:
        index = arguments[1] = layout.doors.arrived(host)
    return layout.taken_out([stack.copy(), index, values.copy(), namespace, layout], host)


def natively(layout: Layout, arguments: list[Any], host: FrameType) -> Answer:
    """Go on where the frame was parked."""
    index, values, entries, _ = taken_out(layout, arguments, host)
    if type(arguments[1]) is Turns:
        arguments[1].used_up()
    return layout.answer(index, values, entries)


@contextmanager
def aside() -> Iterator[None]:
    """While variants are made in the midst of the program, which may have little stack left.

    Its own tracer and profiler see nothing of that, and no finalizer runs amid it: garbage is
    looked for later, unless there are other threads, which may say when for themselves.
    """
    era = HEADROOM.make(INSIDE)
    suspended = suspended_tracers()
    is_collecting = gc.isenabled() and len(threads()) == 1
    try:
        if is_collecting:
            gc.disable()
        yield
    finally:
        if is_collecting:
            gc.enable()
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
            answers = [self.go_on(real_frame(1), None)]
            if answers[0][0] >= 0:
                empty(self.frame)
            return answers.pop()
        finally:
            HEADROOM.give_back(era, INSIDE)

    def go_on(self, host: FrameType, error: BaseException | None) -> Answer:
        """Interpret the frame, whose real frame is `host`, up to its next event.

        `error`: what its current statement raises, if not None.
        """
        frame = self.frame
        frame.host = host
        frame.interpreter.engine.entries.suspended.pop(id(host), None)
        try:
            event = resume(frame, error)
        except BaseException as failure:
            failure.__traceback__ = without_ours(failure.__traceback__)
            return RAISED, None, failure
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


def empty(frame: Frame) -> None:
    """A frame goes on natively: nothing else may hold what it held."""
    # A traceback may still show it.
    frame.data.registers[:] = frame.framecode.template
    frame.data.handled = ()


ENDS = frozenset({RETURN, RAISED})

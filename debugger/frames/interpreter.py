"""The interpreter: one driver loop over explicit frames.

`run` executes a *segment*: the frames between two activations of the host.  Within it,
interpreted calls do not recurse on the host stack.  `advance` runs statements until an event
(`events.py`); the driver answers the event and goes on with whichever frame is next.

Other engines take part by overriding the hooks `at_back_edge` and `at_raise`.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from types import CodeType
from typing import TYPE_CHECKING, Any

from debugger.frames.errors import ProgramQuit
from debugger.frames.events import DELEGATE, LEFT, MOVED, ONE, RAISED, RETURN, STOP, YIELD
from debugger.frames.frame import Frame
from debugger.frames.generators import body_frame, caught_thrown, link_awaiters
from debugger.frames.handlers import is_by_handler
from debugger.frames.making import SEGMENT_DEPTH, Making
from debugger.frames.quiet import with_handled
from debugger.frames.step_control import keep_variables, push_at_last
from debugger.frames.stops import SourceBreak
from debugger.frames.tracebacks import add_entry, codes, is_ours, leave, located

if TYPE_CHECKING:
    from debugger.frames.calls import Finish
    from debugger.frames.engine import Engine
    from debugger.frames.stepping import Plan

Tracers = dict[Callable[[Any], None], Any]
"""`sys.settrace` and `sys.setprofile` -> what the program has set with them."""


class Outcome:
    """How a segment ended.

    RETURN, YIELD or DELEGATE with a value, RAISED with an error, or LEFT with its frame.
    """

    __slots__ = ("event", "value")

    def __init__(self, event: int, value: Any) -> None:
        self.event = event
        self.value = value

    def take(self) -> Any:
        """The value, which this then no longer holds: a traceback may keep who has it."""
        value, self.value = self.value, None
        return value


class Interpreter(Making):
    """Runs the frames of one thread.

    `thread`: its identity; `plan`: how to go on, None when no stepping command is under way in it;
    `is_new_error`: the error under way was not announced by `at_raise` yet;
    `tracers`: the program's own; `in_tracer`: the ids of real frames with which ours is called now;
    `log`: what is recorded; `has_moved`: the user went back, the leaf is where to go on;
    `failing`: the frame that is stopped at an error of its statement.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.outcome: Outcome | None = None
        self.plan: Plan | None = None
        self.is_new_error = False
        self.is_alone = False
        self.has_moved = False
        self.failing: Frame | None = None
        self.thread = threading.get_ident()
        self.log = engine.recorder.new_log()
        self.tracers: Tracers = {}
        self.in_tracer: set[int] = set()

    # ------------------------------------------------------------------ frames

    def interprets(self, code: CodeType) -> bool:
        """Whether frames of `code` that are called now are interpreted."""
        engine = self.engine
        return engine.focus.contains(code) and (self.is_alone or engine.entries.interprets(code))

    # ------------------------------------------------------------------ segments

    def run(self, frame: Frame, error: BaseException | None = None) -> Outcome:
        """Run a segment from its root frame to its end; never raises an error of the program.

        `error`: what a signal handler has raised at its current statement.
        """
        below = self.leaf
        frame.is_root = True
        outermost = link_awaiters(frame, below)
        nested = 1 if frame.framecode.kind else SEGMENT_DEPTH
        frame.depth = 0 if below is None else below.depth + nested
        self.segments += 1
        moved, self.has_moved = self.has_moved, False
        self.raise_host_limit()
        suspended = suspended_tracers()
        if below is None:
            self.tracers = suspended
        self.engine.recorder.began(frame)
        try:
            return self.drive(frame, error)
        finally:
            self.leaf = below
            self.engine.recorder.ended(frame)
            self.segments -= 1
            self.has_moved = moved
            for install, tracer in (self.tracers if below is None else suspended).items():
                install(tracer)
            if outermost.framecode.kind:
                outermost.caller = None

    def drive(self, frame: Frame, error: BaseException | None) -> Outcome:
        """Run frames until the segment has an outcome, whatever signal handlers raise meanwhile."""
        current: Frame | None = frame
        if error is not None:
            frame.thrown = None
            current = self.interrupted(frame, error)
            error = None
        if type(frame.thrown) is ProgramQuit:
            raise frame.thrown
        if frame.thrown is not None:
            frame.value = caught_thrown(frame)
            self.is_new_error = True
            current = self.on_raised(frame)
        self.leaf = current
        while self.leaf is not None:
            try:
                self.loop()
            except BaseException as raised:
                self.leaf = self.interrupted(self.leaf, raised)
        outcome, self.outcome = self.outcome, None
        assert outcome is not None
        return outcome

    def loop(self) -> None:
        """The driver loop: as long as there is a leaf, let it run, and answer its events."""
        answers = ANSWERS
        while True:
            current = self.leaf
            if current is None:
                return
            engine, plan = self.engine, self.plan
            is_asked = engine.pausing is not None or engine.hold is not None
            if is_asked or (plan is not None and plan.watches(current)):
                advance = self.watch
            else:
                advance = self.advance if current.leaving is None else self.advance_to_leave
            handled = current.handling()
            event = advance(current) if handled is None else with_handled(handled, advance, current)
            handled = None
            self.leaf = answers[event](self, current)

    def advance(self, frame: Frame) -> int:
        """Run statements of `frame` until an event."""
        pc, previous = frame.pc, frame.previous
        steps, registers = frame.binding.steps, frame.data.registers
        errors: list[BaseException] = []
        try:
            while pc >= 0:
                step = steps[pc]
                if step is None:
                    frame.pc, frame.previous = pc, previous
                    return STOP
                frame.pc = previous = pc
                pc = step(frame, registers)
        except BaseException as error:
            errors.append(error)
        # What dies with the error's frames must not find it handled already.
        return self.failed(frame, errors.pop()) if errors else pc

    def advance_to_leave(self, frame: Frame) -> int:
        """Run statements of `frame` until an event, or until it goes on natively."""
        while True:
            if frame.binding.steps[frame.pc] is None:
                return STOP
            if self.leaves(frame):
                return LEFT
            event = self.one(frame)
            if event != ONE or frame.callee is not None:
                return event

    def leaves(self, frame: Frame) -> bool:
        """Whether `frame` goes on natively from where it is."""
        leaving, plan = frame.leaving, self.plan
        return leaving is not None and (plan is None or plan.lets_go(frame)) and leaving(frame)

    def one(self, frame: Frame) -> int:
        """Run the current statement of `frame`, armed or not."""
        pc = frame.pc
        errors: list[BaseException] = []
        following = pc
        try:
            following = frame.binding.step(pc)(frame, frame.data.registers)
        except BaseException as error:
            errors.append(error)
        if errors:
            return self.failed(frame, errors.pop())
        if following < 0:
            return following
        frame.previous, frame.pc = pc, following
        return ONE

    def watch(self, frame: Frame) -> int:
        """Run one statement, after asking whether to stop before it."""
        self.consider(frame)
        if self.has_moved:
            return MOVED
        if self.leaves(frame):
            return LEFT
        plan = self.plan
        if plan is None or not plan.enters_calls():
            return self.one(frame)
        with self.engine.entries.entered(plan.enterable(frame)):
            return self.one(frame)

    def consider(self, frame: Frame) -> None:
        """Stop before the current statement of `frame` if there is a reason to.

        While this thread is to be held it waits here.
        """
        self.engine.await_turn()
        reason = self.engine.reason_to_stop(frame)
        if reason is not None:
            self.engine.stop(frame, reason)

    def interrupted(self, leaf: Frame, error: BaseException) -> Frame | None:
        """A signal handler of the program has raised `error` between two statements of `leaf`.

        What is not of the program is raised again.  If there is no stack left to unwind with, the
        segment ends with the error: below it there is.
        """
        while True:
            if not self.is_of_program(error):
                raise error
            try:
                self.failed(leaf, error)
                return self.on_raised(leaf)
            except RecursionError as exhausted:
                self.outcome = Outcome(RAISED, exhausted)
                return None
            except BaseException as another:
                error = another

    def is_of_program(self, error: BaseException) -> bool:
        """Whether a signal handler of the program has raised an error between two statements.

        Python's own handler of Ctrl-C leaves no trace: nothing here raises what it does.
        """
        if type(error) is KeyboardInterrupt:
            return True
        if type(error) is ProgramQuit:  # It may have come through frames that run natively.
            return False
        return any(map(self.engine.focus.contains, codes(error)[-1:])) or is_by_handler(error)

    def failed(self, frame: Frame, error: BaseException) -> int:
        """The current statement of `frame` raised `error`."""
        if isinstance(error, ProgramQuit):
            raise error
        frame = frame.innermost()
        if not has_returned(frame):
            push_at_last(frame)
        located(error, frame)
        frame.value = error
        self.is_new_error = True
        return RAISED

    def stop_at_next(self, header: str | None) -> None:
        """The program asks for a stop: at the next statement."""
        self.engine.interrupt(SourceBreak(header))

    # ------------------------------------------------------------------ hooks

    def at_back_edge(self, frame: Frame, target: int) -> int:
        """`frame` jumps back to `target`; answers where to go on, or an event."""
        return target

    def at_raise(self, frame: Frame, error: BaseException) -> None:
        """An error is about to unwind from the current statement of `frame`."""
        self.engine.raises.saw(frame, error)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While this lasts no other engine takes part: what is called is interpreted, too."""
        before, self.is_alone = self.is_alone, True
        try:
            yield
        finally:
            self.is_alone = before

    # ------------------------------------------------------------------ answers to events

    def on_call(self, frame: Frame) -> Frame | None:
        called = frame.callee
        assert called is not None
        plan = self.plan
        if plan is not None:
            plan.called(called)
        return called

    def on_return(self, frame: Frame) -> Frame | None:
        value = frame.value
        frame.value = None
        plan = self.plan
        if plan is not None:
            plan.returned(frame, value)
        if frame.is_root:
            self.outcome = Outcome(RETURN, value)
            return None
        caller = frame.caller
        assert caller is not None
        caller.callee = None
        if frame.finish is not None:
            try:
                value = self.finished(frame, frame.finish, value)
            except BaseException as error:
                self.failed(caller, error)
                return self.on_raised(caller)
        pc = caller.pc
        caller.data.registers[caller.framecode.results[pc]] = value
        caller.previous, caller.pc = pc, pc + 1
        return caller

    def finished(self, frame: Frame, finish: Finish, value: object) -> object:
        """What the caller of a frame gets for its value; a class is made now, for one."""
        plan, caller = self.plan, frame.caller
        handled = None if caller is None else caller.handling()
        stubs: AbstractContextManager[None] = nullcontext()
        if plan is not None and plan.enters_calls():
            stubs = self.engine.entries.entered(plan.enterable(frame))
        with stubs:
            if handled is None:
                return finish(frame, value)
            return with_handled(handled, partial(finish, frame), value)

    def on_raised(self, frame: Frame) -> Frame | None:
        """Unwind to the handler, which may lie in a caller."""
        frame = frame.innermost()
        error = frame.value
        assert isinstance(error, BaseException)
        frame.value = None
        if self.is_new_error:
            self.is_new_error = False
            self.at_raise(frame, error)
            if self.has_moved:
                return self.on_moved(frame)
        plan, recorder = self.plan, self.engine.recorder
        while True:
            if not has_returned(frame):
                handler = frame.framecode.handlers[frame.pc]
                if handler is not None:
                    recorder.unwinding(frame, handler.depth)
                    enter_handler(frame, handler.pc, handler.depth, handler.lasti, error)
                    return frame
                recorder.unwound(frame)
                drop_temps(frame, 0)
                leave(error, frame)
                # Not where errors are looked at, or undone, later: by then it is to be as it was.
                if frame.is_shown and not recorder.is_on and not self.engine.break_on.kinds:
                    keep_variables(frame)
            if plan is not None:
                plan.unwound(frame)
            if frame.is_root:
                self.outcome = Outcome(RAISED, error)
                return None
            caller = frame.caller
            assert caller is not None
            caller.callee = None
            frame = caller
            add_entry(error, frame)

    def on_pushed(self, frame: Frame) -> Frame | None:
        frame.previous, frame.pc = frame.pc, frame.pc + 1
        return frame

    def on_yield(self, frame: Frame) -> Frame | None:
        plan = self.plan
        if plan is not None:
            plan.suspended(frame)
        self.outcome = Outcome(YIELD, frame.take())
        return None

    def on_delegate(self, frame: Frame) -> Frame | None:
        plan = self.plan
        if plan is not None:
            plan.suspended(frame)
        value = frame.take()
        delegate = body_frame(value)
        if delegate is not None:
            delegate.awaiter = frame
        self.outcome = Outcome(DELEGATE, value)
        return None

    def on_left(self, frame: Frame) -> Frame | None:
        self.outcome = Outcome(LEFT, frame)
        return None

    def on_stop(self, frame: Frame) -> Frame | None:
        """An armed statement: let the engine decide, then run it all the same."""
        self.consider(frame)
        if self.has_moved:
            return self.on_moved(frame)
        return self.on_left(frame) if self.leaves(frame) else self.go_on(frame)

    def go_on(self, frame: Frame) -> Frame | None:
        """Run the current statement of `frame` without asking whether to stop before it."""
        handled = frame.handling()
        one = self.one
        event = one(frame) if handled is None else with_handled(handled, one, frame)
        return ANSWERS[event](self, frame)

    def on_one(self, frame: Frame) -> Frame | None:
        # Compiled code may have been left inside functions that it has called.
        return frame.innermost()

    def on_moved(self, _: Frame) -> Frame | None:
        self.has_moved = False
        leaf = self.leaf
        assert leaf is not None
        return self.go_on(leaf)


def suspended_tracers() -> Tracers:
    """Take the program's own tracer and profiler out of force, so that they do not see the host."""
    found: Tracers = {}
    for current, install in ((sys.gettrace(), sys.settrace), (sys.getprofile(), sys.setprofile)):
        # A profiler in C is not callable, and could not be put back.
        if callable(current) and not is_own(current):
            found[install] = current
            install(None)
    return found


def is_own(tracer: Callable[..., Any]) -> bool:
    """Whether a tracer is one of ours: it may see the host, and is for what is called natively."""
    code = getattr(tracer, "__code__", None)
    return type(code) is CodeType and is_ours(code)


Answer = Callable[[Interpreter, Frame], "Frame | None"]
ANSWERS: tuple[Answer, ...] = (
    Interpreter.on_left,
    Interpreter.on_moved,
    Interpreter.on_one,
    Interpreter.on_stop,
    Interpreter.on_delegate,
    Interpreter.on_yield,
    Interpreter.on_pushed,
    Interpreter.on_raised,
    Interpreter.on_return,
    Interpreter.on_call,
)
"""By event, which are negative: the last is CALL (-1)."""


def has_returned(frame: Frame) -> bool:
    """Whether a frame has given up all it held, and a signal came before its caller knew.

    One that a traceback shows has its variables kept elsewhere.
    """
    registers = frame.data.registers
    return type(registers) is not list or (not registers and bool(frame.framecode.template))


def drop_temps(frame: Frame, depth: int) -> None:
    """Empty the temporaries from `depth` up; what dies by that finds the same error handled."""
    framecode, handled = frame.framecode, frame.handling()
    first = framecode.first_temp + depth

    def drop(registers: Any) -> int:
        registers[first : framecode.first_constant] = framecode.no_temps[depth:]
        return 0

    if handled is None:
        drop(frame.data.registers)
    else:
        with_handled(handled, drop, frame.data.registers)


def enter_handler(frame: Frame, pc: int, depth: int, lasti: bool, error: BaseException) -> None:  # noqa: FBT001
    """Cut the temporaries to `depth`, push lasti if asked, and the error."""
    drop_temps(frame, depth)
    register = frame.framecode.first_temp + depth
    registers = frame.data.registers
    if lasti:
        registers[register] = frame.framecode.ordinals[frame.pc]
        register += 1
    registers[register] = error
    frame.previous, frame.pc = frame.pc, pc

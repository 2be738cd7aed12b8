"""The engine: what all interpreted threads of a program share, and the ways to start one.

It keeps the framecodes, the focus and the breakpoints, and takes every stop to the listener.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any
from weakref import WeakValueDictionary

from debugger.frames.armed import Armed
from debugger.frames.asking import stopping
from debugger.frames.binding import binder
from debugger.frames.breakpoints import Breakpoints
from debugger.frames.calls import interpretable
from debugger.frames.conveniences import Conveniences
from debugger.frames.entries import Entries
from debugger.frames.errors import ProgramQuit
from debugger.frames.events import RAISED
from debugger.frames.focus import Focus
from debugger.frames.frame import Frame
from debugger.frames.framecode import FrameCode
from debugger.frames.generators import body_code, make_generator
from debugger.frames.headroom import room_at_stop
from debugger.frames.holding import Hold
from debugger.frames.interpreter import Interpreter, Outcome
from debugger.frames.living import living
from debugger.frames.modules import interpreted_imports
from debugger.frames.quiet import quiet
from debugger.frames.raising import BreakOn, RaiseWatch
from debugger.frames.recording.recorder import NotRecording
from debugger.frames.stepping import AtOnce, Continue, Enter, Plan
from debugger.frames.stops import Listener, Paused, Reason, Stop


class Engine:
    """One debugged program.

    `make_interpreter` makes the interpreter of a thread, `recorder` says whether and how it is
    recorded, `make_entries` what of the program runs natively.  `pausing` is why the first thread
    shall stop that comes to a statement, None when none shall; `hold` is what all other threads
    wait for at their next statement, None when they run on.
    """

    def __init__(
        self,
        listener: Listener,
        focus: Focus | None = None,
        make_interpreter: Callable[[Engine], Interpreter] = Interpreter,
        recorder: NotRecording | None = None,
        make_entries: Callable[[Engine], Entries] = Entries,
    ) -> None:
        self.listener = listener
        self.recorder = recorder or NotRecording()
        self.focus = focus or Focus()
        self.entries = make_entries(self)
        self.breakpoints = Breakpoints(self)
        self.break_on = BreakOn(self.entries.heed_errors)
        self.raises = RaiseWatch(self)
        self.armed = Armed()
        self.conveniences = Conveniences()
        self.pausing: Reason | None = None
        self.hold: Hold | None = None
        self.is_quitting = False
        self._process = os.getpid()
        self._framecodes: dict[int, FrameCode] = {}
        self._passing: WeakValueDictionary[int, FrameCode] = WeakValueDictionary()
        self._of_passing: WeakValueDictionary[int, FrameCode] = WeakValueDictionary()
        self._binders: dict[int, tuple[CodeType, CodeType]] = {}
        self._bodies: dict[int, tuple[CodeType, CodeType]] = {}
        self._make_interpreter = make_interpreter
        self._threads = threading.local()
        self._interpreters: WeakValueDictionary[int, Interpreter] = WeakValueDictionary()

    # ------------------------------------------------------------------ what is known of code

    def framecode(self, code: CodeType) -> FrameCode:
        """The framecode of a code object, lifted when first asked for."""
        found = self._framecodes.get(id(code))
        if found is None and self.entries.passes(code):
            return self._of_passing.get(id(code)) or self.passing_framecode(code)
        if found is None:
            made = FrameCode(code, self.recorder.make_step)
            found = self._framecodes.setdefault(id(code), made)
            if found is made:
                self.breakpoints.attach(found)
        return found

    def met(self, code: CodeType) -> FrameCode | None:
        """The framecode of a code object, if it was asked for before."""
        return self._framecodes.get(id(code))

    def passing_framecode(self, code: CodeType) -> FrameCode:
        """The framecode of code that runs once, as a text given to `exec`.

        It is not kept, unless a breakpoint is in it.
        """
        made = FrameCode(code, self.recorder.make_step)
        made.is_kept = False
        self._passing[id(made)] = self._of_passing[id(code)] = made
        self.breakpoints.attach(made)
        if self.entries.passes(code) and any(made.breakpoints):
            made.is_kept = True
            self._framecodes[id(code)] = made
        return made

    def framecodes(self) -> list[FrameCode]:
        """All framecodes made so far."""
        return [*self._framecodes.values(), *self.passing_framecodes()]

    def passing_framecodes(self) -> list[FrameCode]:
        """Those of code that runs once, and is not done."""
        return living(self._passing)

    def go_on_recording(self, recorder: NotRecording) -> None:
        """Record from now on as `recorder` does, after what was recorded before."""
        self.recorder = recorder
        for framecode in self.framecodes():
            framecode.make_steps_by(recorder.make_step)

    def record(self, recorder: NotRecording) -> None:
        """Record from now on as `recorder` does; what was recorded before is forgotten."""
        self.go_on_recording(recorder)
        for interpreter in living(self._interpreters):
            interpreter.log = recorder.new_log()
            leaf = interpreter.leaf
            while leaf is not None:
                leaf.activation = leaf.record = None
                leaf = leaf.caller

    def binder(self, code: CodeType) -> CodeType:
        """The code that binds arguments to the parameters of `code`."""
        found = self._binders.get(id(code))
        if found is None:
            found = self._binders[id(code)] = code, binder(code)
        return found[1]

    def generator_body(self, code: CodeType) -> CodeType:
        """The code of the generator objects made for `code`."""
        found = self._bodies.get(id(code))
        if found is None:
            found = self._bodies[id(code)] = code, body_code(code)
        return found[1]

    def interpreter(self) -> Interpreter:
        """The interpreter of the current thread."""
        try:
            return self._threads.interpreter  # type: ignore[no-any-return]
        except AttributeError:
            made = self._threads.interpreter = self._make_interpreter(self)
            self._interpreters[made.thread] = made
            return made

    def at_work_in(self, thread: int) -> Interpreter | None:
        """The interpreter of a thread, by its identity, if that is interpreting anything now."""
        interpreter = self._interpreters.get(thread)
        return None if interpreter is None or interpreter.leaf is None else interpreter

    @contextmanager
    def natively(self) -> Iterator[None]:
        """While this lasts, what this thread does is no part of the program."""
        self._threads.is_native = True
        try:
            yield
        finally:
            self._threads.is_native = False

    @property
    def is_at_work(self) -> bool:
        """Whether this thread does something for the debugger, and not for the program."""
        return getattr(self._threads, "is_native", False)

    def imports(self, code: CodeType) -> bool:
        """Whether a module of that code is interpreted when this thread imports it."""
        return self.focus.contains(code) and not self.is_at_work

    def refocus(self) -> None:
        """Heed the focus, which was changed: it holds from the next call of a function on.

        Breakpoints in what is out of focus do not stop, and do so again when it is in.
        """
        self.entries.refocus()
        self.breakpoints.refocus()

    # ------------------------------------------------------------------ running

    def call(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Call a function interpreted; returns its value, raises what it raises."""
        return self._call(None, function, args, kwargs)

    def enter(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """The same, stopping before the first statement."""
        return self._call(Enter(), function, args, kwargs)

    def run_code(
        self, code: CodeType, namespace: dict[str, Any], *, stop_first: bool = False
    ) -> Any:
        """Run module-level code interpreted, in `namespace`."""
        frame = self.interpreter().code_frame(None, code, namespace, namespace)
        return self._run(Enter() if stop_first else None, frame)

    @contextmanager
    def active(self) -> Iterator[None]:
        """While this lasts what is in focus stops, whoever runs it.

        The call that is debugged sees to that; a process, for what it does when that has ended.
        """
        with interpreted_imports(self), self.entries.active(), stopping(self):
            yield

    def _call(
        self,
        plan: Plan | None,
        callee: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        interpreter = self.interpreter()
        found = interpretable(interpreter, callee, (*args, *kwargs.values()))
        if found is None:
            return callee(*args, **kwargs)
        function, arguments, finish = found
        frame = interpreter.new_frame(None, function, arguments, tuple(kwargs))
        if frame.framecode.kind:
            return make_generator(function, frame)
        value = self._run(plan, frame)
        return value if finish is None else finish(frame, value)

    def _run(self, plan: Plan | None, frame: Frame) -> Any:
        interpreter = self.interpreter()
        outer, interpreter.plan = interpreter.plan, plan
        try:
            with self.active():
                outcome = self.entries.run(frame)
            if outcome.event == RAISED and frame.caller is None:
                self.raises.proved_uncaught(outcome.value)
            return result(outcome)
        finally:
            interpreter.plan = outer
            self.is_quitting = False

    # ------------------------------------------------------------------ stopping

    def reason_to_stop(self, frame: Frame) -> Reason | None:
        """Why to stop before the current statement of `frame`, or None."""
        if not self.may_stop():
            return None
        ending = self.recorder.reason_to_stop(frame)
        if ending is not None:
            return ending
        if frame.framecode.stops_at(frame.pc) or self.breakpoints.watching.anywhere:
            hit = self.breakpoints.hit(frame)
            if hit is not None:
                return hit
        if self.pausing is not None and frame.line is not None:
            # At once: of several threads only one shall find it.
            pausing, self.pausing = self.pausing, None
            return pausing
        plan = frame.interpreter.plan
        if plan is None or not plan.watches(frame):
            # A statement may be armed for other reasons, in a frame that the plan is not about.
            return None
        return plan.stop_before(frame)

    def may_stop(self) -> bool:
        """Whether to stop at all: not in an evaluation, after the user quit, or in a forked child.

        A child would take the user's answers away from its parent.
        """
        return not self.is_at_stop and not self.is_quitting and os.getpid() == self._process

    @property
    def is_at_stop(self) -> bool:
        """Whether what this thread does is done at a stop, or to see whether there is to be one."""
        return getattr(self._threads, "evaluations", 0) > 0

    def stop_in_this_process(self) -> None:
        """Stop here from now on, in a process forked from the one that did."""
        self._process = os.getpid()

    @contextmanager
    def not_stopping(self) -> Iterator[None]:
        """While this lasts this thread does not stop: what is done at a stop runs through."""
        # What is evaluated now may begin threads, in which what was set at this stop holds.
        self.breakpoints.settle()
        self._threads.evaluations = getattr(self._threads, "evaluations", 0) + 1
        try:
            yield
        finally:
            self._threads.evaluations -= 1
            self.breakpoints.ran()

    @contextmanager
    def stopping(self) -> Iterator[None]:
        """While this lasts this thread stops again, in the midst of `not_stopping`."""
        before, self._threads.evaluations = getattr(self._threads, "evaluations", 0), 0
        try:
            yield
        finally:
            self._threads.evaluations = before

    def stop(self, frame: Frame, reason: Reason) -> None:
        """Take a stop to the listener; its answer is the plan of this thread from here on."""
        interpreter = self.interpreter()
        self.pausing = interpreter.plan = None
        self.armed.disarm(self, interpreter)
        self.entries.disarm()
        watching = self.breakpoints.watching
        try:
            with room_at_stop():
                plan = self.listener.on_stop(Stop(frame, reason, watching.late()))
        except ProgramQuit:
            # What the unwinding sets off in the program is of no interest any more.
            self.is_quitting = True
            raise
        watching.refresh()
        plan.begin(interpreter.leaf or frame)
        interpreter.plan = None if type(plan) is Continue else plan

    def pause(self) -> None:
        """Stop at the next statement of any thread; may be called from a signal handler.

        What runs natively stops in this thread only.
        """
        self.pausing = Paused()
        for interpreter in living(self._interpreters):
            self._arm_leaf(interpreter, self)
        if not self.is_at_work:
            # Else a statement is under way that asks when it is done; what we load meanwhile would
            # be loaded many times slower.
            self.entries.arm()

    def interrupt(self, reason: Reason) -> None:
        """Stop at the next statement of this thread, whichever it is."""
        interpreter = self.interpreter()
        interpreter.plan = AtOnce(reason)
        self._arm_leaf(interpreter, interpreter)
        self.entries.arm()

    def hold_others(self) -> None:
        """From now on all other threads wait at their next statement, until `let_go`.

        Those that are in code out of focus go on until they come to one that is in focus.
        """
        if self.hold is not None:
            return
        hold = self.hold = Hold(threading.get_ident())
        for interpreter in living(self._interpreters):
            if interpreter.thread != hold.thread:
                self._arm_leaf(interpreter, hold)
        self.entries.hold()

    def let_go(self) -> None:
        """Let the threads go on that are held; any thread may say so."""
        hold, self.hold = self.hold, None
        if hold is not None:
            self.armed.disarm(hold)
            self.entries.let_go()
            hold.end()

    def await_turn(self) -> None:
        """Wait while this thread is to be held."""
        hold = self.hold
        if hold is not None and self.may_stop():
            hold.wait()

    def _arm_leaf(self, interpreter: Interpreter, who: object) -> None:
        """Make the next statement that an interpreter runs ask for a reason to stop."""
        leaf = interpreter.leaf
        if leaf is not None:
            self.armed.arm(leaf.framecode, who)


@quiet
def result(outcome: Outcome) -> Any:
    """The value of an outcome; raises its error as it is."""
    if outcome.event == RAISED:
        raise outcome.take()
    return outcome.take()

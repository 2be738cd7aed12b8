"""The loops of a program: which code they get, and when it is entered."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from math import inf
from typing import TYPE_CHECKING

from debugger.compiled.loops.extras import LEFT, NOTE, USED
from debugger.compiled.loops.loop import (
    COMPILING,
    IMPATIENCE,
    REMARKABLE,
    Loop,
)
from debugger.compiled.loops.reasons import Refusal, RefusedError

if TYPE_CHECKING:
    from debugger.compiled.loops.building import Request
    from debugger.compiled.loops.emit.emitter import SideExit
    from debugger.compiled.loops.emit.helpers import Graves
    from debugger.compiled.loops.journal import Journal
    from debugger.compiled.loops.observe import Observer
    from debugger.compiled.loops.policy import Policy
    from debugger.compiled.loops.unit import Unit
    from debugger.frames.engine import Engine
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode

FAILED = "the compiler failed"
MOST_UNITS = 6
"""Units of one loop, each for other kinds of its variables."""
MOST_UNITS_IN_ALL = 1000
"""Units of a program: each takes about half a megabyte."""
PAUSE_WHILE_COMPILING = 100


class Loops:
    """All loops met so far, by framecode and header; shared by the threads of a program."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.engine: Engine | None = None
        self.is_on = True
        self.units = 0
        self.met: dict[FrameCode, dict[int, Loop]] = {}
        self._count = 0
        self._observer: Observer | None = None
        self._graves: Graves | None = None
        self._journal: Journal | None = None

    def __iter__(self) -> Iterator[Loop]:
        return iter([loop for loops in list(self.met.values()) for loop in list(loops.values())])

    def loop(self, framecode: FrameCode, header: int) -> Loop:
        """The loop of a header."""
        try:
            return self.met[framecode][header]
        except KeyError:
            return self._meet(framecode, header)

    def _meet(self, framecode: FrameCode, header: int) -> Loop:
        self._count += 1
        made = Loop(framecode, header, self._count)
        self.met.setdefault(framecode, {})[header] = made
        return made

    # ------------------------------------------------------------------ entering

    def enter(self, loop: Loop, frame: Frame) -> SideExit | None:
        """Run compiled code from the header, if there is some that fits.

        The loop's `used` then says how many back edges were taken.
        """
        fuel = self.policy.fuel or loop.fuel
        if loop.wants_code:
            # Asked for here, where the variables are as they will be at entry.
            loop.wants_code = False
            self.ask(loop, frame)
        is_recorded = frame.interpreter.engine.recorder.is_on
        for unit in loop.units:
            extras = unit.recorded.enter(frame, fuel) if is_recorded else unit.enter(frame, fuel)
            if extras is not None:
                left: SideExit = extras[LEFT]
                loop.used = extras[USED]
                if is_recorded and unit.recorded.copying:
                    loop.lengthen(unit.recorded.copying)
                if extras[NOTE] is not None:
                    self.learn(loop, unit, left)
                return left
        self.failed(loop, frame)
        return None

    def learn(self, loop: Loop, unit: Unit, left: SideExit) -> None:
        """Something about an exit, or the time that the code has run, is remarkable."""
        if not loop.used or left.reason in REMARKABLE:
            loop.learn(left, unit.account.latest)
        if unit.account.busy > unit.patience or unit.considered != unit.version:
            self.reconsider(loop, unit)

    def failed(self, loop: Loop, frame: Frame) -> None:
        """No unit fits; if that goes on, have another one made for the kinds there are now."""
        loop.failures += 1
        if loop.state == COMPILING:
            loop.pause = PAUSE_WHILE_COMPILING
        elif loop.failures >= loop.tolerance and len(loop.units) < MOST_UNITS:
            loop.failures = 0
            loop.tolerance *= IMPATIENCE
            self.ask(loop, frame)

    def reconsider(self, loop: Loop, unit: Unit) -> None:
        """Whether conditions are to be compiled in, or it is worth optimising harder."""
        is_busy = unit.account.busy > unit.patience
        unit.wait(inf if is_busy else unit.patience)
        lacks_conditions = unit.considered != unit.version and not unit.is_complete
        loop.wants_code = loop.wants_code or is_busy or lacks_conditions
        unit.considered = unit.version

    # ------------------------------------------------------------------ compiling

    def is_compiling(self, loop: Loop) -> bool:
        """Whether code is being made for any loop of the same function."""
        return any(each.state == COMPILING for each in self.met[loop.framecode].values())

    def ask(self, loop: Loop, frame: Frame) -> None:
        """Have code made for a loop, as things are now."""
        if loop.state == COMPILING:
            return
        if self.units >= MOST_UNITS_IN_ALL:
            loop.refuse(Refusal(loop.header, f"{MOST_UNITS_IN_ALL} loops are compiled"))
            return
        try:
            self.policy.get_ready(self)
            with self.outside():
                request = self.request(loop, frame)
        except Exception as error:
            if frame.interpreter.is_of_program(error):
                raise  # by a signal handler
            self.refuse(loop, error)
            return
        loop.asked_at = loop.count
        loop.was_awaited = False
        loop.state = COMPILING
        self.policy.compile(self, loop, request)

    def request(self, loop: Loop, frame: Frame) -> Request:
        """What to compile for a header, given what its variables hold now."""
        from debugger.compiled.loops.building import request
        from debugger.compiled.loops.emit.helpers import Graves
        from debugger.compiled.loops.journal import Journal

        if self._graves is None or self._journal is None:
            self._graves, self._journal = Graves(), Journal()
        is_busy = any(unit.patience == inf for unit in loop.units)
        level = self.policy.best if is_busy else self.policy.first
        unrolled = self.policy.unrolled(level)
        observer = self.observer()
        return request(loop, frame, observer, self._graves, self._journal, level, unrolled)

    def compile(self, loop: Loop, request: Request) -> None:
        """Compile, and add the unit to the loop, or the reason why there is none."""
        try:
            with self.outside():
                unit = self.build(request)
        except Exception as error:
            # Whatever goes wrong here must not become an error of the program.
            self.refuse(loop, error)
            return
        self.units += 1
        before = loop.past.units
        unit.wait(self.policy.patience if unit.level < self.policy.best else inf)
        loop.add(unit)
        self.units -= loop.past.units - before

    def prepare(self) -> None:
        """Import the compiler, and what asks it for code."""
        with self.outside(), undisturbed():
            from debugger.compiled.loops import building, journal
            from debugger.compiled.loops.emit import helpers

            del building, journal, helpers
            self.policy.toolchain.prepare()

    def build(self, request: Request) -> Unit:
        """Make code; the first time, that imports the compiler."""
        from debugger.compiled.loops.building import build

        return build(request, self.policy, self.observer())

    def outside(self) -> AbstractContextManager[None]:
        """While this lasts, what this thread imports is no part of the program."""
        return nullcontext() if self.engine is None else self.engine.natively()

    def refuse(self, loop: Loop, error: Exception) -> None:
        """There is no code for a loop: it cannot be compiled, or the compiler has failed."""
        if isinstance(error, RefusedError):
            loop.refuse(error.refusal)
        else:
            loop.refuse(Refusal(loop.header, f"{FAILED}: {type(error).__name__}: {error}"))

    def observer(self) -> Observer:
        """The observer; made anew when the program has imported numpy meanwhile."""
        from debugger.compiled.loops.observe import Observer

        found = self._observer
        if found is None or (found.numpy.module is None and "numpy" in sys.modules):
            found = self._observer = Observer()
        return found


@contextmanager
def undisturbed() -> Iterator[None]:
    """While this lasts no handler of a signal runs: the import system would swallow its errors.

    Signals that come meanwhile are handled at the end, unless another thread takes them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    handled = [each for each in signal.valid_signals() if callable(signal.getsignal(each))]
    before = signal.pthread_sigmask(signal.SIG_BLOCK, handled)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""Policies: when a loop is compiled, on which thread, how well, and with what."""

from __future__ import annotations

import _thread
import atexit
import os
from functools import cached_property
from math import inf
from time import monotonic, process_time, sleep, thread_time
from typing import TYPE_CHECKING

from debugger.compiled.loops.loop import COMPILING, COUNTING, REFUSED

if TYPE_CHECKING:
    from debugger.compiled.loops.building import Request
    from debugger.compiled.loops.emit.emitter import Emitter
    from debugger.compiled.loops.loop import Loop
    from debugger.compiled.loops.loops import Loops
    from debugger.compiled.loops.toolchains.bare import Toolchain
    from debugger.frames.frame import Frame

HOT = 1000
HESITATION, START = 0.015, 0.015
"""Seconds that a hot loop goes on before it is worth compiling, and more for the first one."""
PATIENCE = 300
"""Back edges after which it is better to wait for a compilation under way."""
LONGEST_WAIT, LONGEST_EXIT, A_MOMENT = 0.25, 5.0, 0.001
"""Seconds to wait for it at most, while the program runs and at its end, and between looks."""
FIRST_SHARE, SHARE = 0.3, 0.5
"""Seconds that compiling may take in any case, and its share of the time of the process."""
BUSY = 0.01
"""Seconds of running after which code is worth optimising as hard as possible."""
BEST = 3

UNROLLED = (1, 1, 1, 4)
"""By level of optimisation: how many iterations of a short loop are compiled in a row."""


class Policy:
    """Compile at once, on the thread that runs the loop, and only once.

    `hot`: after how many arrivals at a header; `fuel`: leave after so many back edges (0: after
    a slice of time); `first`: how hard to optimise (0 to 3); `best`: how hard if code has run for
    `patience` seconds.
    """

    def __init__(
        self, hot: int = HOT, fuel: int = 0, first: int = 1, toolchain: Toolchain | None = None
    ) -> None:
        self.hot = hot
        self.fuel = fuel
        self.first = self.best = first
        self.patience = inf
        self._toolchain = toolchain

    def unrolled(self, level: int) -> int:
        """How many iterations of a short loop are compiled in a row, at a level of optimisation."""
        return UNROLLED[level]

    @cached_property
    def toolchain(self) -> Toolchain:
        """What makes machine code; imported when the first loop is hot."""
        if self._toolchain is not None:
            return self._toolchain
        from debugger.compiled.loops.toolchains.bare import Bare

        return Bare()

    @property
    def emitter(self) -> type[Emitter]:
        """What emits the code."""
        from debugger.compiled.loops.emit.emitter import Emitter

        return Emitter

    def met(self, loops: Loops, loop: Loop, frame: Frame) -> None:
        """A loop that has no code came round."""
        is_hot = loop.count >= self.hot and loop.count >= loop.retry_at
        if is_hot and loop.state in (COUNTING, REFUSED) and loops.is_on:
            loops.ask(loop, frame)

    def get_ready(self, loops: Loops) -> None:
        """Code is about to be asked for."""

    def compile(self, loops: Loops, loop: Loop, request: Request) -> None:
        """See to it that a loop gets compiled."""
        loops.compile(loop, request)


class Background(Policy):
    """Compile on a thread of its own, one loop at a time; busy code is compiled again, better.

    The program goes on interpreted meanwhile, at first.  When it has come round so often that
    waiting is cheaper than interpreting, it waits, but not for long.  Loops that are not running
    any more when their turn comes are left alone, and compiling takes no more than its share.
    """

    def __init__(self, hot: int = HOT, toolchain: Toolchain | None = None) -> None:
        super().__init__(hot, toolchain=toolchain)
        self.best, self.patience = BEST, BUSY
        self.spent = 0.0
        self._process = os.getpid()
        self._is_ready = False
        self._lock = _thread.allocate_lock()
        self._todo: list[tuple[Loops, Loop, Request]] = []
        self._is_working = False
        self._current: Loop | None = None
        self._awaited: Loop | None = None

    # ------------------------------------------------------------------ where the loop runs

    def met(self, loops: Loops, loop: Loop, frame: Frame) -> None:
        if loop.count < self.hot or loop.count < loop.retry_at:
            return
        if not loop.hot_since:
            loop.hot_since = monotonic()
        if loop.state != COMPILING:
            hesitation = HESITATION + START * (not self._is_ready)
            # One loop of a function at a time: its code may take care of the others.
            if monotonic() - loop.hot_since >= hesitation and not loops.is_compiling(loop):
                super().met(loops, loop, frame)
        elif not loop.was_awaited and loop.count - loop.asked_at >= PATIENCE:
            loop.was_awaited = True
            with loops.outside():
                self.wait(loop)

    def compile(self, loops: Loops, loop: Loop, request: Request) -> None:
        if os.getpid() != self._process:
            # The compiler's locks may have been held when the process was forked.
            return
        with self._lock:
            self._todo.append((loops, loop, request))
            if not self._is_working:
                self._is_working = True
                _thread.start_new_thread(self._work, ())

    def get_ready(self, loops: Loops) -> None:
        """Import the compiler here: in the other thread each file would wait for its turn."""
        if self._is_ready or os.getpid() != self._process:
            return
        self._is_ready = True
        # LLVM must not be at work while the process ends.
        atexit.register(self.finish)
        # Nor while it forks: the child would inherit its locks as they are.
        os.register_at_fork(before=self.finish)
        loops.prepare()

    def wait(self, loop: Loop) -> None:
        """Wait for the code of a loop, if it is the one in hand, but not for long."""
        deadline = monotonic() + LONGEST_WAIT
        self._awaited = loop
        while self._current in (loop, None) and loop.state == COMPILING and monotonic() < deadline:
            sleep(A_MOMENT)
        self._awaited = None

    def finish(self) -> None:
        """The process ends or forks: what is in hand is finished, the rest is not begun."""
        if not self._is_working or os.getpid() != self._process:
            return
        while self._todo:
            _, loop, _ = self._todo.pop()
            loop.postpone(self.hot)
        deadline = monotonic() + LONGEST_EXIT
        while monotonic() < deadline and self._is_working:
            sleep(A_MOMENT)
        sleep(A_MOMENT)  # until the thread is gone for the system, too

    # ------------------------------------------------------------------ where it is compiled

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._todo:
                    self._is_working = False
                    return
                loops, loop, request = self._todo.pop()
            self._current = loop
            self._serve(loops, loop, request)
            self._current = None

    def _serve(self, loops: Loops, loop: Loop, request: Request) -> None:
        if loop.units or (self._has_share() and self._is_running(loop)):
            started = thread_time()
            loops.compile(loop, request)
            self.spent += thread_time() - started
        else:
            loop.postpone(self.hot)

    def _has_share(self) -> bool:
        """Whether compiling has taken no more time than it may, of all there was so far."""
        return self.spent <= FIRST_SHARE + SHARE * process_time()

    def _is_running(self, loop: Loop) -> bool:
        """Whether a loop still comes round: compiling takes longer than many loops."""
        count = loop.count
        sleep(3 * A_MOMENT)
        return loop.count != count or self._awaited is loop

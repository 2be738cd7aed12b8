"""Policies: when a loop is compiled, on which thread, how well, and with what."""

from __future__ import annotations

import _thread
import atexit
import os
from _thread import LockType
from functools import cached_property
from math import inf
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
PATIENCE = 1500
"""Back edges from which on it is better to wait for a compilation under way."""
LONGEST_WAIT, LONGEST_EXIT = 0.25, 5.0
"""Seconds to wait for it at most, while the program runs and at its end."""
BUSY = 0.01
"""Seconds of running after which code is worth optimising as hard as possible."""
BEST = 3


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
        is_hot = loop.state == COUNTING and loop.count >= self.hot
        is_due = loop.state == REFUSED and loop.count >= loop.retry_at
        if (is_hot or is_due) and loops.is_on:
            loops.ask(loop, frame)

    def compile(self, loops: Loops, loop: Loop, request: Request) -> None:
        """See to it that a loop gets compiled."""
        loops.compile(loop, request)


class Background(Policy):
    """Compile on a thread of its own; code that is busy is compiled again, better.

    The program goes on interpreted meanwhile, at first.  When it has come round so often that
    waiting is cheaper than interpreting, it waits, but not for long.
    """

    def __init__(self, hot: int = HOT, toolchain: Toolchain | None = None) -> None:
        super().__init__(hot, toolchain=toolchain)
        self.best, self.patience = BEST, BUSY
        self._process = os.getpid()
        self._is_ready = False
        self._compiling: dict[Loop, LockType] = {}

    def met(self, loops: Loops, loop: Loop, frame: Frame) -> None:
        super().met(loops, loop, frame)
        if loop.state == COMPILING and loop.count - loop.asked_at == PATIENCE:
            self.wait(loop, LONGEST_WAIT)

    def compile(self, loops: Loops, loop: Loop, request: Request) -> None:
        if os.getpid() != self._process:
            # The compiler's locks may have been held when the process was forked.
            return
        if not self._is_ready:
            self.get_ready(loops)
        compiling = self._compiling[loop] = _thread.allocate_lock()
        compiling.acquire()
        _thread.start_new_thread(self._compile, (loops, loop, request))

    def get_ready(self, loops: Loops) -> None:
        """Import the compiler here: in the other thread each file would wait for its turn."""
        self._is_ready = True
        # LLVM must not be at work while the process ends.
        atexit.register(self.wait_for_all)
        loops.prepare()

    def _compile(self, loops: Loops, loop: Loop, request: Request) -> None:
        try:
            loops.compile(loop, request)
        finally:
            self._compiling.pop(loop).release()

    def wait(self, loop: Loop, seconds: float) -> None:
        """Wait until the code of a loop is there, but no longer than some seconds."""
        compiling = self._compiling.get(loop)
        if compiling is not None and compiling.acquire(timeout=seconds):
            compiling.release()

    def wait_for_all(self) -> None:
        """Wait until nothing is being compiled."""
        for loop in list(self._compiling):
            self.wait(loop, LONGEST_EXIT)

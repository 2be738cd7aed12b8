"""Policies: when a loop is compiled, on which thread, and with what."""

from __future__ import annotations

import _thread
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import Emitter
    from debugger.compiled.loops.loops import Loop, Loops
    from debugger.compiled.loops.toolchains.bare import Toolchain
    from debugger.frames.frame import Frame

HOT = 1000


class Policy:
    """Compile at once, on the thread that runs the loop.

    `hot`: after how many arrivals at a header; `fuel`: leave after so many back edges (0: after
    a slice of time).
    """

    def __init__(self, hot: int = HOT, fuel: int = 0, toolchain: Toolchain | None = None) -> None:
        self.hot = hot
        self.fuel = fuel
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

    def compile(self, loops: Loops, loop: Loop, frame: Frame) -> None:
        """See to it that a loop gets compiled."""
        loop.state = "compiling"
        loops.compile(loop, loops.request(loop, frame))


class Background(Policy):
    """Compile on a thread of its own while the loop goes on interpreted."""

    def compile(self, loops: Loops, loop: Loop, frame: Frame) -> None:
        loop.state = "compiling"
        _thread.start_new_thread(loops.compile, (loop, loops.request(loop, frame)))

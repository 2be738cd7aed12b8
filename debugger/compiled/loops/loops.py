"""The loops of a program: how often each came round, and what has been compiled for it."""

from __future__ import annotations

import ctypes
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from debugger.compiled.loops import reasons
from debugger.compiled.loops.profile import Profile
from debugger.compiled.loops.reasons import RefusedError
from debugger.compiled.loops.region import Region, region_of
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.loops.building import Request
    from debugger.compiled.loops.emit.emitter import SideExit
    from debugger.compiled.loops.observe import Observer
    from debugger.compiled.loops.policy import Policy
    from debugger.compiled.loops.unit import Unit
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode

COUNTING, COMPILING, COMPILED, REFUSED = "counting", "compiling", "compiled", "refused"
FAILED = "the compiler failed"
SLICE_SECONDS = 0.005
FIRST_FUEL, MOST_FUEL = 20_000, 2**29
MOST_UNITS = 6
FAILURES_BEFORE_ANOTHER = 30
UNPRODUCTIVE_BEFORE_PAUSE = 20


class Left(Record):
    """A compiled loop was left: at which statement, why, after how many iterations."""

    loop: Loop
    pc: int
    reason: str
    iterations: int


class Loop:
    """One header: how often its backward jumps were taken, and its units.

    `pause` is how many more arrivals to let pass without entering; `unproductive` how many
    entries in a row made no iteration.
    """

    def __init__(self, framecode: FrameCode, header: int, number: int) -> None:
        self.framecode = framecode
        self.header = header
        self.number = number
        self.state = COUNTING
        self.count = 0
        self.units: list[Unit] = []
        self.refusal: RefusedError | None = None
        self.profile = Profile()
        self.region: Region | None = None
        self.fuel = FIRST_FUEL
        self.failures = 0
        self.unproductive = 0
        self.pause = 0
        self.pauses = 0

    @property
    def line(self) -> int | None:
        """The line of the header."""
        return self.framecode.positions[self.header].line

    @property
    def entries(self) -> int:
        return sum(unit.entries for unit in self.units)

    @property
    def iterations(self) -> int:
        """How many times it came round in compiled code."""
        return sum(unit.iterations for unit in self.units)

    @property
    def seconds(self) -> float:
        """How long it took to compile."""
        return sum(unit.seconds for unit in self.units)

    def exits(self) -> Counter[str]:
        """How often its code was left, by reason."""
        found: Counter[str] = Counter()
        for unit in self.units:
            for number, count in unit.exits.items():
                found[unit.side_exits[number].reason] += count
        return found


class Flags:
    """One byte for each statement of a framecode: not 0 where compiled code has to leave."""

    def __init__(self, framecode: FrameCode) -> None:
        self.framecode = framecode
        self.version = -1
        self.bytes = (ctypes.c_uint8 * len(framecode.statements))()
        self.refresh()

    @property
    def address(self) -> int:
        return ctypes.addressof(self.bytes)

    def refresh(self) -> None:
        """Bring the flags in line with the breakpoints."""
        if self.version != self.framecode.version:
            self.version = self.framecode.version
            for pc, held in enumerate(self.framecode.breakpoints):
                self.bytes[pc] = bool(held)


def as_refusal(loop: Loop, error: Exception) -> RefusedError:
    """Why there is no code for a loop: it was refused, or the compiler itself has failed."""
    if isinstance(error, RefusedError):
        return error
    return RefusedError(loop.header, f"{FAILED}: {type(error).__name__}: {error}")


class Loops:
    """All loops met so far; shared by the threads of a program."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.is_on = True
        self.left: dict[Frame, Left] = {}
        self._loops: dict[tuple[FrameCode, int], Loop] = {}
        self._flags: dict[FrameCode, Flags] = {}
        self._observer: Observer | None = None

    def __iter__(self) -> Iterator[Loop]:
        return iter(list(self._loops.values()))

    def at(self, framecode: FrameCode, header: int) -> Loop:
        """The loop of a header."""
        found = self._loops.get((framecode, header))
        if found is None:
            found = Loop(framecode, header, len(self._loops) + 1)
            self._loops[framecode, header] = found
        return found

    def observer(self) -> Observer:
        """The observer; made anew when the program has imported numpy meanwhile."""
        from debugger.compiled.loops.observe import Observer

        found = self._observer
        if found is None or (found.numpy.module is None and "numpy" in sys.modules):
            found = self._observer = Observer()
        return found

    def flags(self, framecode: FrameCode) -> Flags:
        found = self._flags.get(framecode)
        if found is None:
            found = self._flags[framecode] = Flags(framecode)
        return found

    # ------------------------------------------------------------------ entering

    def enter(self, loop: Loop, frame: Frame) -> SideExit | None:
        """Run compiled code from the header, if there is some that fits."""
        self.flags(loop.framecode).refresh()
        start = time.perf_counter()
        for unit in loop.units:
            entered = unit.enter(frame, self.policy.fuel or loop.fuel)
            if entered is not None:
                left, iterations = entered
                self.adapt(loop, left, iterations, time.perf_counter() - start)
                return left
        loop.failures += 1
        if loop.failures >= FAILURES_BEFORE_ANOTHER and len(loop.units) < MOST_UNITS:
            loop.failures = 0
            self.policy.compile(self, loop, frame)
        return None

    def adapt(self, loop: Loop, left: SideExit, iterations: int, seconds: float) -> None:
        """Learn from an exit: how long a slice is, what to do differently, when to give up."""
        if left.reason == reasons.SLICE:
            factor = SLICE_SECONDS / max(seconds, SLICE_SECONDS / 4)
            loop.fuel = min(max(int(loop.fuel * factor), 100), MOST_FUEL)
        if iterations:
            loop.unproductive = 0
            return
        loop.unproductive += 1
        if loop.unproductive >= UNPRODUCTIVE_BEFORE_PAUSE:
            loop.unproductive = 0
            loop.pauses += 1
            loop.pause = 100 << min(loop.pauses, 12)

    # ------------------------------------------------------------------ compiling

    def request(self, loop: Loop, frame: Frame) -> Request:
        """What to compile for a header, given what its variables hold now."""
        from debugger.compiled.loops.building import Request, observe

        if loop.region is None:
            is_global = frame.namespace is frame.globals
            loop.region = region_of(loop.framecode, loop.header, names_are_global=is_global)
        kinds = observe(frame, loop.region, self.observer())
        flags = self.flags(loop.framecode).address
        return Request(loop.region, loop.header, kinds, loop.profile, flags)

    def compile(self, loop: Loop, request: Request) -> None:
        """Compile, and add the unit to the loop, or the reason why there is none."""
        from debugger.compiled.loops.building import build

        try:
            unit = build(request, self.policy, self.observer())
        except Exception as error:
            # Whatever goes wrong here must not become an error of the program.
            loop.refusal = as_refusal(loop, error)
            loop.state = COMPILED if loop.units else REFUSED
            return
        loop.units.insert(0, unit)
        loop.state = COMPILED

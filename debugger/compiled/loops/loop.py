"""One loop: how often it came round, what has been compiled for it, and how that went."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from debugger.compiled.loops import reasons
from debugger.compiled.loops.profile import LESSONS, Profile
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import SideExit
    from debugger.compiled.loops.reasons import Refusal
    from debugger.compiled.loops.region import Region
    from debugger.compiled.loops.unit import Unit
    from debugger.frames.framecode import FrameCode

COUNTING, COMPILING, COMPILED, REFUSED = "counting", "compiling", "compiled", "refused"
SLICE_SECONDS, LONGEST_SLICE_SECONDS = 0.005, 0.02
COPYING_SHARE = 0.1
"""What recording may take of a slice, if the slice can be long enough."""
FIRST_FUEL, LEAST_FUEL, MOST_FUEL = 20_000, 100, 2**29
UNPRODUCTIVE_BEFORE_PAUSE = 20
REMARKABLE = frozenset({reasons.SLICE, *LESSONS})
"""Reasons for leaving from which a loop learns something."""
FIRST_TOLERANCE, IMPATIENCE = 30, 4
FIRST_PAUSE, MOST_DOUBLINGS = 100, 12


class Left(Record):
    """A compiled loop was left: at which statement, why, after how many iterations."""

    loop: Loop
    pc: int
    reason: str
    iterations: int


class Past:
    """The account of the units of a loop that better ones have replaced."""

    def __init__(self) -> None:
        self.units = 0
        self.entries = 0
        self.iterations = 0
        self.seconds = 0.0
        self.exits = defaultdict[str, int](int)

    def take(self, unit: Unit) -> None:
        """Keep what a unit has counted."""
        self.units += 1
        self.entries += unit.entries
        self.iterations += unit.iterations
        self.seconds += unit.seconds
        for reason, count in unit.reasons().items():
            self.exits[reason] += count


class Loop:
    """One header: how often its backward jumps were taken, and its units, the newest first.

    `asked_at` is when, by `count`, code was asked for, `was_awaited` whether the program has waited
    for it. `hot_since` is when it had come round often enough to be compiled; `used` is how often
    the last entry came round; `pause` is how many more arrivals to let pass without entering;
    `unproductive` how many entries in a row made no iteration; `failures` how many entries the
    guards refused since the last unit was made, `tolerance` how many are enough to make another;
    `wants_code` that other code would do better; a refused loop is tried again when `count` is
    `retry_at`; `fuel` is how many back edges a slice of time has, `slice` how many seconds that is.
    """

    def __init__(self, framecode: FrameCode, header: int, number: int) -> None:
        self.framecode = framecode
        self.header = header
        self.number = number
        self.state = COUNTING
        self.count = 0
        self.used = 0
        self.wants_code = False
        self.asked_at = 0
        self.was_awaited = False
        self.hot_since = 0.0
        self.units: list[Unit] = []
        self.refusal: Refusal | None = None
        self.profile = Profile()
        self.region: Region | None = None
        self.fuel = FIRST_FUEL
        self.slice = SLICE_SECONDS
        self.failures = 0
        self.tolerance = FIRST_TOLERANCE
        self.retry_at = 0
        self.unproductive = 0
        self.pause = 0
        self.pauses = 0
        self.past = Past()

    @property
    def line(self) -> int | None:
        """The line of the header."""
        return self.framecode.positions[self.header].line

    @property
    def entries(self) -> int:
        """How often compiled code was entered."""
        return self.past.entries + sum(unit.entries for unit in self.units)

    @property
    def iterations(self) -> int:
        """How many times it came round in compiled code."""
        return self.past.iterations + sum(unit.iterations for unit in self.units)

    @property
    def seconds(self) -> float:
        """How long it took to compile."""
        return self.past.seconds + sum(unit.seconds for unit in self.units)

    def exits(self) -> Counter[str]:
        """How often its code was left, by reason."""
        found = Counter(self.past.exits)
        for unit in self.units:
            found += unit.reasons()
        return found

    def add(self, unit: Unit) -> None:
        """Use a new unit, in place of those for the same kinds, whose code goes."""
        replaced = [old for old in self.units if old.kinds == unit.kinds]
        for old in replaced:
            self.past.take(old)
        self.units = [unit, *(old for old in self.units if old not in replaced)]
        self.state = COMPILED
        self.failures = 0

    def postpone(self, arrivals: int) -> None:
        """It is not compiled now; it may be asked for again after some more arrivals."""
        self.retry_at = self.count + arrivals
        self.state = COUNTING

    def refuse(self, refusal: Refusal) -> None:
        """There is no code; with other kinds of variables there may be, later."""
        self.refusal = refusal
        self.state = COMPILED if self.units else REFUSED
        self.retry_at = IMPATIENCE * self.count

    def learn(self, left: SideExit, seconds: float) -> None:
        """Learn from an exit: how long a slice is, whether to go on, what to do differently."""
        if self.used:
            self.unproductive = 0
        else:
            self.give_way()
        if left.reason == reasons.SLICE:
            factor = self.slice / max(seconds, self.slice / 4)
            self.fuel = min(max(int(self.fuel * factor), LEAST_FUEL), MOST_FUEL)
        elif self.profile.learns(left):
            self.wants_code = True

    def lengthen(self, copying: float) -> None:
        """Let slices be longer where copying for the recording takes long, in seconds."""
        self.slice = min(max(SLICE_SECONDS, copying / COPYING_SHARE), LONGEST_SLICE_SECONDS)

    def give_way(self) -> None:
        """Entering did not pay: after a while, let the interpreter do it for longer and longer."""
        self.unproductive += 1
        if self.unproductive >= UNPRODUCTIVE_BEFORE_PAUSE:
            self.unproductive = 0
            self.pause = FIRST_PAUSE << min(self.pauses, MOST_DOUBLINGS)
            self.pauses += 1

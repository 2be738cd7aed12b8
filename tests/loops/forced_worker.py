"""Run a kernel, and leave its compiled code at one statement after another; in its own process.

    python -m tests.loops.forced_worker FOLDER KERNEL...

Every statement checks, when control arrives at it, whether to leave: as if there were a line in
the source for each.  Standard output gets a JSON object a kernel.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from debugger.compiled.loops import loop, reasons
from debugger.compiled.loops.checks import Marks
from debugger.compiled.loops.emit.emitter import Emitter
from debugger.compiled.loops.emit.path import Path as EmittedPath
from debugger.compiled.tiered import TieredInterpreter, tiered
from debugger.frames.engine import Engine
from debugger.frames.frame import Frame
from debugger.frames.framecode import FrameCode
from debugger.frames.stepping import Plan, Silent
from debugger.frames.stops import Listener, Reason
from tests.loops.kernels import KERNELS, Kernel, Loaded
from tests.loops.program_outcome import Outcome
from tests.loops.support import Eager

FUELS = (1, 2, 3, 7)
COMBINED_FUEL = 2
SUBSETS = 8
WARM_UP = 5
"""Runs in which the code learns from its exits."""

Place = tuple[FrameCode, int]


class LeavingEmitter(Emitter):
    """Checks at every statement whether to leave there."""

    def is_looked_at(self, previous: int, pc: int) -> bool:
        return True

    def look_for_breakpoint(self, path: EmittedPath) -> None:
        path.commit(path.previous)
        self.check_flag(path)


class LeavingPolicy(Eager):
    """Compiles at once; `leave_at` sets the statements at which the code leaves."""

    def __init__(self) -> None:
        super().__init__(hot=1)
        self.places: frozenset[Place] = frozenset()
        self.marks: list[Marks] = []

    @property
    def emitter(self) -> type[Emitter]:
        policy = self

        class Marking(LeavingEmitter):
            def emit(self, module: Any) -> Any:
                function = super().emit(module)
                for marks in self.program.marks():
                    policy.marks.append(marks)
                    policy.mark(marks)
                return function

        return Marking

    def leave_at(self, places: Iterable[Place]) -> None:
        """From now on leave at these statements, and at no other."""
        self.places = frozenset(places)
        for marks in self.marks:
            self.mark(marks)

    def mark(self, marks: Marks) -> None:
        """Bring the bytes of a unit in line; they stay as long as no breakpoint changes."""
        marks.refresh()
        for framecode, pc in self.places:
            if framecode is marks.framecode:
                marks.bytes[pc] = 1


# ---------------------------------------------------------------------- what is executed


class Recording(Plan):
    """Never stops; notes every statement that is about to run."""

    def __init__(self) -> None:
        self.statements: list[tuple[Frame, int]] = []

    def watches(self, frame: Frame) -> bool:
        return True

    def stop_before(self, frame: Frame) -> Reason | None:
        self.statements.append((frame, frame.pc))
        return None


class RecordingEngine(Engine):
    """Notes all statements of what it calls."""

    def __init__(self, listener: Listener) -> None:
        super().__init__(listener)
        self.recording = Recording()

    def _run(self, plan: Plan | None, frame: Frame) -> Any:
        return super()._run(self.recording, frame)


def repeated(loaded: Loaded) -> list[Place]:
    """The statements that run again after a jump back in their frame, in the order of the code."""
    engine = RecordingEngine(Silent())
    loaded.run(engine)
    by_frame: dict[Frame, list[int]] = {}
    for frame, pc in engine.recording.statements:
        by_frame.setdefault(frame, []).append(pc)
    return [place for frame, pcs in by_frame.items() for place in _repeated(frame.framecode, pcs)]


def _repeated(framecode: FrameCode, pcs: list[int]) -> Iterator[Place]:
    back = next((i for i, (one, other) in enumerate(pairwise(pcs), 1) if other <= one), len(pcs))
    seen = {pc for pc in pcs[back:] if pcs.count(pc) > 1}
    for pc in sorted(seen):
        yield framecode, pc


# ---------------------------------------------------------------------- the trial


@dataclass
class Report:
    """What became of a kernel."""

    kernel: str
    statements: int = 0
    left_at: int = 0
    never_left_at: list[str] = field(default_factory=list)
    exits: int = 0
    slices: int = 0
    differences: list[str] = field(default_factory=list)


class Trial:
    """Runs one kernel again and again."""

    def __init__(self, kernel: Kernel, folder: Path) -> None:
        self.report = Report(kernel.name)
        self.last = folder / "last"
        self.loaded = Loaded(kernel)
        self.native = self.loaded.run()
        self.policy = LeavingPolicy()
        self.engine = self.make_engine()
        for _ in range(WARM_UP):
            self.check("nowhere")

    def make_engine(self) -> Engine:
        return Engine(Silent(), make_interpreter=tiered(self.policy))

    def run(self) -> Report:
        places = self.places()
        self.report.statements = len(places)
        for place in places:
            self.leave_at_one(place)
        self.leave_at_many(places)
        self.leave_at_back_edges(places)
        return self.report

    def places(self) -> list[Place]:
        """The statements that run in loops, in the code of this engine."""
        found = {
            (self.engine.framecode(framecode.code), pc) for framecode, pc in repeated(self.loaded)
        }
        in_regions = {
            (each.framecode, pc)
            for each in self.loops()
            if each.region is not None
            for pc in each.region.statements
        }
        return sorted(found & in_regions, key=lambda place: (place[0].code.co_name, place[1]))

    def loops(self) -> Iterable[loop.Loop]:
        interpreter = self.engine.interpreter()
        assert isinstance(interpreter, TieredInterpreter)
        return interpreter.loops

    def leave_at_one(self, place: Place) -> None:
        framecode, pc = place
        words = f"{framecode.code.co_name} {pc}: {framecode.statements[pc]}"
        self.policy.leave_at([place])
        before = self.exits_at(place)
        self.check(words)
        exits = self.exits_at(place) - before
        self.report.exits += exits
        self.report.left_at += exits > 0
        if not exits:
            self.report.never_left_at.append(words)

    def leave_at_many(self, places: list[Place]) -> None:
        source = random.Random(self.report.kernel)  # noqa: S311
        subsets = [source.sample(places, source.randint(1, len(places))) for _ in range(SUBSETS)]
        for subset in (places, *subsets):
            self.policy.leave_at(subset)
            self.check(f"leaving at {sorted(pc for _, pc in subset)}")

    def leave_at_back_edges(self, places: list[Place]) -> None:
        self.policy.leave_at([])
        for fuel in FUELS:
            self.policy.fuel = fuel
            self.check(f"fuel {fuel}")
        self.report.slices = sum(each.exits()[reasons.SLICE] for each in self.loops())
        self.policy.fuel = COMBINED_FUEL
        for place in places[::3]:
            self.policy.leave_at([place])
            self.check(f"fuel {COMBINED_FUEL} and leaving at {place[1]}")
        self.policy.leave_at(places)
        self.check(f"fuel {COMBINED_FUEL} and leaving everywhere")
        self.policy.fuel = 0

    def check(self, words: str) -> None:
        """Run, and note what is not as in CPython."""
        self.last.write_text(f"{self.report.kernel}, {words}")
        found = self.loaded.run(self.engine)
        if found != self.native:
            self.report.differences.append(f"{words}\n{difference(self.native, found)}")

    def exits_at(self, place: Place) -> int:
        """How often compiled code was left at a statement because it was told to."""
        framecode, pc = place
        return sum(
            count
            for each in self.loops()
            for unit in each.units
            for left, count in zip(unit.side_exits, unit.exits, strict=True)
            if left.activation.framecode is framecode
            if (left.pc, left.reason) == (pc, reasons.BREAKPOINT)
        )


def difference(native: Outcome, found: Outcome) -> str:
    return native.differences(found)[:2000]


@contextmanager
def entering_always() -> Iterator[None]:
    """While this lasts, entering compiled code in vain does not make it pause."""
    before = loop.UNPRODUCTIVE_BEFORE_PAUSE
    loop.UNPRODUCTIVE_BEFORE_PAUSE = sys.maxsize
    try:
        yield
    finally:
        loop.UNPRODUCTIVE_BEFORE_PAUSE = before


def main(words: list[str]) -> int:
    folder, *names = words
    with entering_always():
        for name in names:
            report: dict[str, Any] = asdict(Trial(KERNELS[name], Path(folder)).run())
            print(json.dumps(report), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

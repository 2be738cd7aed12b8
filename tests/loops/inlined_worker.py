"""Run programs whose loops call functions, leaving at one statement after another; in a process.

    python -m tests.loops.inlined_worker FOLDER KERNEL...

As `forced_worker`, with the statements of inlined functions too; and wherever the code leaves, all
frames are compared with what the interpreter's would be at that point.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from debugger.compiled.loops import reasons
from debugger.compiled.loops.loops import Loops
from debugger.compiled.tiered import TieredInterpreter
from debugger.frames.engine import Engine
from debugger.frames.events import ONE
from debugger.frames.frame import Frame
from debugger.frames.ir import Temp
from debugger.frames.missing import MISSING
from debugger.frames.stepping import Plan, Silent
from debugger.frames.stops import Reason
from tests.loops.forced_worker import Place, Trial, entering_always
from tests.loops.inlined_kernels import KERNELS
from tests.loops.program_outcome import describe
from tests.sampling import IS_FULL

Chain = tuple[str, ...]
STRIDE = 1 if IS_FULL else 6
"""Of how many statements the code leaves at one."""


def described(frame: Frame) -> str:
    """One frame to the last bit: where it is, and what its variables and its stack hold."""
    framecode, registers = frame.framecode, frame.data.registers
    operands = set(framecode.stacks[frame.pc])
    if frame.callee is not None:
        operands -= set(getattr(framecode.statements[frame.pc], "operands", ()))
    stack = sorted(o.register for o in operands if isinstance(o, Temp))
    held = [content(registers[r]) for r in (*range(framecode.first_temp), *stack)]
    return f"{frame.name}:{frame.line} pc {frame.pc} depth {frame.depth} {held}"


def content(value: Any) -> str:
    if value is MISSING:
        return "-"
    if type(value).__name__ == "cell":
        try:
            return f"cell of {describe(value.cell_contents)}"
        except ValueError:
            return "empty cell"
    return describe(value)


def chain(leaf: Frame) -> Chain:
    """All frames of a segment, innermost first, and whether a line begins here."""
    found, frame = [f"new line: {leaf.on_new_line()}"], leaf
    while True:
        found.append(described(frame))
        if frame.is_root or frame.caller is None:
            return tuple(found)
        assert frame.caller.callee is frame
        frame = frame.caller


class Noting(Plan):
    """Never stops; notes the frames before every statement."""

    def __init__(self) -> None:
        self.seen: dict[tuple[str, int], list[Chain]] = defaultdict(list)

    def watches(self, frame: Frame) -> bool:
        return True

    def stop_before(self, frame: Frame) -> Reason | None:
        self.seen[key(frame)].append(chain(frame))
        return None


def key(frame: Frame) -> tuple[str, int]:
    return frame.framecode.code.co_qualname, frame.pc


class NotingEngine(Engine):
    """Notes all statements of what it calls."""

    noting: Noting

    def _run(self, plan: Plan | None, frame: Frame) -> Any:
        return super()._run(self.noting, frame)


class Looking(TieredInterpreter):
    """Tells of the frames wherever compiled code has left."""

    def __init__(self, engine: Engine, loops: Loops, tell: Callable[[Frame, str], None]) -> None:
        super().__init__(engine, loops)
        self.tell = tell

    def at_back_edge(self, frame: Frame, target: int) -> int:
        event = super().at_back_edge(frame, target)
        if event == ONE:
            assert self._exit is not None
            self.tell(frame.innermost(), self._exit.reason)
        return event


class InlinedTrial(Trial):
    """Leaves at the statements of inlined functions, too, and compares the frames.

    Of `stride` statements it leaves at one.
    """

    stride = 1

    def make_engine(self) -> Engine:
        reference = NotingEngine(Silent())
        reference.noting = Noting()
        self.loaded.run(reference)
        self.seen = reference.noting.seen
        self.compared = 0
        loops = Loops(self.policy)
        return Engine(Silent(), make_interpreter=lambda e: Looking(e, loops, self.compare))

    def check(self, words: str) -> None:
        self.positions: dict[tuple[str, int], int] = {}
        super().check(words)

    def compare(self, leaf: Frame, reason: str) -> None:
        """The frames must be those of one of the interpreter's arrivals here, and in its order."""
        if reason not in (reasons.BREAKPOINT, reasons.SLICE):
            return
        place = key(leaf)
        wanted, start = self.seen[place], self.positions.get(place, 0)
        found = chain(leaf)
        self.compared += 1
        try:
            self.positions[place] = wanted.index(found, start) + 1
        except ValueError:
            nearest = "\n   ".join(map(str, wanted[start : start + 3]))
            self.report.differences.append(f"stack at {place}: {found}\n   not in {nearest}")

    def places(self) -> list[Place]:
        inlined = {marks.framecode for marks in self.policy.marks}
        by_name = {framecode.code.co_qualname: framecode for framecode in inlined}
        own = super().places()
        roots = {each.framecode for each in self.loops()}
        others = [
            (by_name[name], pc)
            for (name, pc), times in self.seen.items()
            if name in by_name and by_name[name] not in roots and len(times) > 2
        ]
        found = own + sorted(others, key=lambda place: (place[0].code.co_qualname, place[1]))
        return found[:: self.stride]


def main(words: list[str]) -> int:
    folder, *names = words
    with entering_always():
        for name in names:
            trial = InlinedTrial(KERNELS[name], Path(folder))
            trial.stride = STRIDE
            report: dict[str, Any] = asdict(trial.run())
            report["compared"] = trial.compared
            report["functions"] = sorted({m.framecode.code.co_name for m in trial.policy.marks})
            print(json.dumps(report), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

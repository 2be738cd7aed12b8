"""Programs whose compiled loops are stopped, put back to where a run of them began, and run on.

However they were put back, they have to end as they end undisturbed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from debugger.frames.engine import Engine
from debugger.frames.errors import UserError
from debugger.frames.frame import Frame
from debugger.frames.recording.choosing import line_back
from debugger.frames.recording.going_back import go_back
from debugger.frames.recording.log import DEFAULT_LIMIT
from debugger.frames.recording.places import Place, folded, obstacles, visits
from debugger.frames.recording.replaying import enter
from debugger.frames.recording.runs import FoldedError, Run
from debugger.frames.recording.sites import Mark
from debugger.frames.recording.undoing import Undoing
from debugger.frames.recording.unfolding import refuse_unkept, unfolding
from debugger.frames.stepping import Continue, Plan
from debugger.frames.stops import Stop
from tests.loops.program_outcome import Outcome
from tests.recording.returning import Trial

FUELS = (0, 1, 2, 3, 5, 7, 20, 100)
LIMITS = {"roomy": DEFAULT_LIMIT, "small": 40_000, "tiny": 6_000}
"""Bytes of the log: in the smaller ones it wraps around, and some arrays are too large for it."""
MOST_LINES = (10, 60, 300)
MOST_EXITS = 400

Start = Callable[[Engine | None], Outcome]
GoBack = Callable[[Frame, Random], tuple[str, ...]]


# ---------------------------------------------------------------------- ways to go back


def undo_runs(frame: Frame, count: int) -> tuple[str, ...]:
    """Put the program where the run began that is so many runs ago, or the first one recorded."""
    interpreter = frame.interpreter
    found: FoldedError | None = None
    for visit in visits(interpreter):
        if isinstance(visit.site, Run) and visit.is_reachable and visit.activation.frame:
            found = folded(visit)
            refuse_unkept(found)
            count -= 1
            if not count:
                break
    if found is None:
        raise UserError("no run is recorded")
    refuse_obstacles(Place(found.length, found.activation, Mark(found.run.pc, None, ())), frame)
    undoing = Undoing(interpreter)
    undoing.back_to(found.length)
    begun = found.activation.frame
    assert begun is not None
    enter(begun, found.run, found.ran, 0)
    interpreter.leaf, interpreter.has_moved = begun, True
    return tuple(undoing.gone)


def undo_lines(frame: Frame, count: int) -> tuple[str, ...]:
    """Put the program back by so many lines."""
    place = unfolding(frame.interpreter, lambda: line_back(frame, count))
    refuse_obstacles(place, frame)
    return go_back(frame.interpreter, place).gone


def refuse_obstacles(place: Place, frame: Frame) -> None:
    """Raise UserError if the user would be asked."""
    for obstacle in obstacles(frame.interpreter, place):
        raise UserError(f"{obstacle.what} cannot be undone")


WAYS: Mapping[str, GoBack] = {
    "one run": lambda frame, _: undo_runs(frame, 1),
    "five runs": lambda frame, _: undo_runs(frame, 5),
    "lines": lambda frame, chance: undo_lines(frame, chance.randint(1, chance.choice(MOST_LINES))),
}


# ---------------------------------------------------------------------- trials


@dataclass
class Report:
    """What became of a program: how often it went back, by way, and what was not as it should be.

    `gone`: what could not be restored, after which the program may end otherwise.
    """

    stops: int = 0
    went: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    gone: Counter[str] = field(default_factory=Counter)
    mistakes: list[str] = field(default_factory=list)


class Going:
    """Goes back once, at the first stop."""

    def __init__(self, way: str, chance: Random, report: Report) -> None:
        self.way = way
        self.chance = chance
        self.report = report
        self.stops = 0
        self.is_whole = True

    def on_stop(self, stop: Stop) -> Plan:
        self.stops += 1
        if self.stops > 1:
            return Continue()
        self.report.stops += 1
        try:
            gone = WAYS[self.way](stop.frame, self.chance)
        except UserError as error:
            self.report.refused[str(error)] += 1
        else:
            self.report.went[self.way] += 1
            self.report.gone.update(gone)
            self.is_whole = not gone
        return Continue()


def tried(start: Start, name: str, stops: int, most_trials: int = len(LIMITS)) -> Report:
    """Stop a program at so many random exits of its loops, go back in each way, compare the end.

    `most_trials`: with how many fuels and sizes of the log; each has code compiled for it.
    """
    report, native = Report(), start(None)
    chance = Random(name)  # noqa: S311
    fuels, limits = chance.sample(FUELS, most_trials), chance.sample(list(LIMITS), most_trials)
    trials = [
        (fuel, limit, Trial(fuel, LIMITS[limit], level=0))
        for fuel, limit in zip(fuels, limits, strict=True)
    ]
    for number in range(stops):
        fuel, limit, trial = chance.choice(trials)
        pause = chance.randint(1, max(1, min(exits(trial, start), MOST_EXITS)))
        for way in WAYS:
            going = Going(way, chance, report)
            ended = start(trial.prepare(going, [pause]))
            # Where it goes on again it prints again, and numpy warns again.
            same = replace(ended, warned=native.warned, printed=native.printed)
            if going.is_whole and same != native:
                report.mistakes.append(
                    f"stop {number}, exit {pause} with fuel {fuel} and a {limit} log, {way}:\n"
                    f"{native.differences(same)}"
                )
    return report


def exits(trial: Trial, start: Start) -> int:
    """How many exits a program makes, undisturbed; found out once."""
    if trial.exits is None:
        start(trial.prepare(Going("lines", Random(0), Report()), []))  # noqa: S311
        trial.exits = trial.interpreter.exits
    return trial.exits

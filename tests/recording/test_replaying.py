"""A replay comes to where the program was stopped, with all as it was, and no further."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from debugger.frames import stepping
from debugger.frames.interpreter import Interpreter
from debugger.frames.recording.ending import End
from debugger.frames.recording.going_back import WentBack, go_back
from debugger.frames.recording.places import Place, places
from debugger.frames.recording.recorder import Recording
from debugger.frames.recording.walls import Replaying
from debugger.frames.stops import RecordingEnds, Unrepeatable
from tests.recording.cases import PROGRAMS
from tests.recording.observer import UNKEPT, Observer, Seen, native, observed, seen, without


@dataclass
class Replayer(Observer):
    """At a stop it goes back some lines and replays, going back once more on the way."""

    expected: Seen | None = None
    ends: int = 0
    walls: list[str] = field(default_factory=list)

    def on_stop(self, stop: Any) -> stepping.Plan:
        frame = stop.frame
        if self.expected is None:
            self.seen.append(seen(frame))
            if len(self.seen) < self.stop_at:
                return stepping.Step(frame)
            return self.begin(stop)
        if isinstance(stop.reason, RecordingEnds):
            return self.end(frame)
        if isinstance(stop.reason, Unrepeatable):
            self.walls.append(stop.reason.what)
            self.ends = 2
            return self.end(frame)
        return stepping.Step(frame)

    def begin(self, stop: Any) -> stepping.Plan:
        frame = stop.frame
        interpreter, found = frame.interpreter, places(frame.interpreter)
        chosen = [place for _, place in zip(range(self.back), found, strict=False)]
        if not chosen:
            return stepping.Continue()
        self.expected = seen(frame)
        end = End(stop, chosen[-1].length)
        went = self.gone_back(interpreter, chosen[-1])
        root = went.frame
        while not root.is_root:
            root = root.caller  # type: ignore[assignment]
        replaying = Replaying(interpreter.log.limit, end, root, self.left)
        interpreter.engine.go_on_recording(replaying)
        return stepping.Continue()

    def gone_back(self, interpreter: Interpreter, place: Place) -> WentBack:
        went = go_back(interpreter, place)
        self.gone |= {each.partition(" held ")[0] for each in went.gone}
        return went

    def left(self) -> None:
        if not self.ends and not self.gone:
            self.mistakes.append("left the recording")

    def end(self, frame: Any) -> stepping.Plan:
        now, expected = without(seen(frame), UNKEPT), without(self.expected or (), UNKEPT)
        if self.gone <= UNKEPT and not self.walls and now != expected:
            self.mistakes.append(f"ended at {now}\ninstead of {expected}")
        self.ends += 1
        place = next(places(frame.interpreter), None)
        if self.ends == 1 and place is not None:
            went = self.gone_back(frame.interpreter, place)
            return stepping.Step(went.frame)
        frame.interpreter.engine.go_on_recording(Recording())
        return stepping.Continue()


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_ends_where_the_program_is_stopped(name):
    program = PROGRAMS[name]
    expected = native(program)
    observer = Observer(10**9, 0)
    observed(program, observer)
    chance = random.Random(name)  # noqa: S311
    for stop_at in range(2, len(observer.seen) + 1):
        replayer = Replayer(stop_at, chance.randint(1, stop_at))
        ended = observed(program, replayer)
        where = f"stop {stop_at}, {replayer.back} lines back"
        assert not replayer.mistakes, f"{where}: {replayer.mistakes[0]}"
        assert replayer.expected is None or replayer.ends >= 2 or replayer.gone, where
        assert replayer.gone or ended == expected, where

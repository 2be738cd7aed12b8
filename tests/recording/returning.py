"""A program with compiled loops that is stopped now and then, looked into, put back, and run on.

What it looks like wherever it is put back is compared with what the interpreter has seen when it
stepped through the whole program line by line.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Any

from debugger.compiled.loops.loops import Loops
from debugger.compiled.tiered import TieredInterpreter
from debugger.frames.engine import Engine
from debugger.frames.errors import UserError
from debugger.frames.events import ONE
from debugger.frames.frame import Frame
from debugger.frames.recording.choosing import line_back
from debugger.frames.recording.going_back import go_back
from debugger.frames.recording.history import assignments
from debugger.frames.recording.iterations import current_header, iteration_back
from debugger.frames.recording.log import DEFAULT_LIMIT
from debugger.frames.recording.recorder import Recording
from debugger.frames.recording.unfolding import unfolding
from debugger.frames.stepping import Continue, Plan, Silent, Step
from debugger.frames.stops import Listener, Paused, Stop
from tests.loops.support import Eager
from tests.recording.observer import shown

State = tuple[int | None, str]
MOST_LINES = 40


def state(frame: Frame) -> State:
    """The line of a frame, and its variables with all that is in them."""
    values = {n: shown(v) for n, v in frame.variables().items() if not n.startswith("__")}
    return frame.line, repr(values)


def identities(frame: Frame) -> list[int]:
    """Which objects the variables hold, and the lists among them."""
    found = []
    for value in frame.variables().values():
        found.append(id(value))
        if type(value) is list:
            found += map(id, value)
    return found


class Stepping:
    """Steps through a program and notes what every line has seen, by function."""

    def __init__(self) -> None:
        self.seen: dict[str, list[State]] = {}

    def on_stop(self, stop: Stop) -> Plan:
        frame = stop.frame
        if frame.on_new_line():
            self.seen.setdefault(frame.name, []).append(state(frame))
        return Step(frame)


class Interrupting(TieredInterpreter):
    """Pauses after some of the exits of compiled code: `pauses` has their numbers."""

    pauses: frozenset[int] = frozenset()
    exits = 0

    def at_back_edge(self, frame: Frame, target: int) -> int:
        following = super().at_back_edge(frame, target)
        if following == ONE:
            type(self).exits += 1
            if self.exits in self.pauses:
                self.engine.interrupt(Paused())
        return following


class Returning:
    """What is done at the stops; `mistakes` has what is not as it should be."""

    def __init__(self, seen: dict[str, list[State]], chance: random.Random, most: int = 3) -> None:
        self.seen = seen
        self.chance = chance
        self.most = most
        self.stops = 0
        self.went_back = 0
        self.looked = 0
        self.refused: list[str] = []
        self.mistakes: list[str] = []

    def on_stop(self, stop: Stop) -> Plan:
        self.stops += 1
        if self.stops <= self.most:
            for action in self.chance.sample(ACTIONS, 2):
                try:
                    frame = stop.frame.interpreter.leaf
                    assert frame is not None
                    action(self, frame)
                except UserError as error:
                    self.refused.append(str(error))
        return Continue()

    def look(self, frame: Frame) -> None:
        """Looking changes nothing."""
        names = [name for name in frame.variables() if name.isidentifier()]
        if not names:
            return
        before, known = state(frame), identities(frame)
        name, count = self.chance.choice(names), self.chance.randint(1, 60)
        unfolding(frame.interpreter, lambda: list(islice(assignments(frame, name), count)))
        self.looked += 1
        if (state(frame), identities(frame)) != (before, known):
            self.mistakes.append(f"looking at {name} has made {state(frame)} of {before}")

    def go_back_lines(self, frame: Frame) -> None:
        """Back line by line: each as it was."""
        expected = self.seen.get(frame.name, [])
        possible = None
        for _ in range(self.chance.randint(1, MOST_LINES)):
            self.go(frame, lambda: line_back(frame, 1))
            if frame.interpreter.leaf is not frame:
                return
            now = state(frame)
            candidates = range(len(expected)) if possible is None else possible
            possible = {i - 1 for i in candidates if expected[i - 1] == now and i} | (
                {i for i in candidates if expected[i] == now} if possible is None else set()
            )
            if not possible:
                self.mistakes.append(f"went back to {now}, which never was there")
                return

    def go_back_far(self, frame: Frame) -> None:
        """Back over many lines at once."""
        count = self.chance.randint(2, 300)
        self.go(frame, lambda: line_back(frame, count))
        self.check(frame)

    def go_back_iterations(self, frame: Frame) -> None:
        header = current_header(frame)
        if header is None:
            return
        count = self.chance.randint(0, 6)
        self.go(frame, lambda: iteration_back(frame, header, count))
        self.check(frame)

    def go(self, frame: Frame, choose: Callable[[], Any]) -> None:
        place = unfolding(frame.interpreter, choose)
        went = go_back(frame.interpreter, place)
        self.went_back += 1
        if went.gone:
            self.refused.append(str(went.gone))

    def check(self, frame: Frame) -> None:
        if frame.interpreter.leaf is frame and state(frame) not in self.seen.get(frame.name, ()):
            self.mistakes.append(f"went back to {state(frame)}, which never was")


ACTIONS: list[Callable[[Returning, Frame], None]] = [
    Returning.look,
    Returning.go_back_lines,
    Returning.go_back_far,
    Returning.go_back_iterations,
]


class Trial:
    """An engine that compiles eagerly and leaves after `fuel` back edges, for many runs.

    `limit`: bytes of the log; `level`: how hard it optimises;
    `exits`: how many exits the undisturbed program makes, once that is known.
    """

    exits: int | None = None

    def __init__(self, fuel: int, limit: int = DEFAULT_LIMIT, level: int = 1) -> None:
        class Pausing(Interrupting):
            pass

        self.interpreter = Pausing
        loops = Loops(Eager(hot=1, fuel=fuel, first=level))
        self.engine = Engine(
            Silent(), make_interpreter=partial(Pausing, loops=loops), recorder=Recording(limit)
        )

    def prepare(self, listener: Listener, pauses: Iterable[int]) -> Engine:
        """The engine, to pause after these exits in the next run."""
        self.engine.listener = listener
        self.interpreter.exits = 0
        self.interpreter.pauses = frozenset(pauses)
        return self.engine

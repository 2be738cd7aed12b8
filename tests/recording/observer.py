"""Programs that are stopped, put back and run on, and what an independent observer has seen.

The observer steps through a program line by line and copies what the variables hold at each.  Then
the program is put back line by line, and each time has to look as it did.
"""

from __future__ import annotations

import contextlib
import copy
import io
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from debugger.frames import stepping
from debugger.frames.engine import Engine
from debugger.frames.recording.going_back import WentBack, go_back
from debugger.frames.recording.places import places
from debugger.frames.recording.recorder import Recording
from debugger.frames.recording.segments import comprehended
from tests.frames.support import Program, fresh_names

Seen = tuple[tuple[str, int, dict[str, Any]], ...]
"""What there is to see of a stack: name, line and variables of each frame, innermost first."""

COPIED = (int, float, str, bool, list, dict, tuple, set, type(None), bytes, complex)


def seen(frame: Any) -> Seen:
    """What is to be seen now, copied."""
    found = []
    while frame is not None:
        values = {n: shown(v) for n, v in frame.variables().items() if not n.startswith("_")}
        found.append((frame.name, frame.line, copy.deepcopy(values)))
        frame = frame.caller
    return tuple(found)


def shown(value: Any) -> Any:
    """A value as something that can be compared and copied."""
    if type(value) in (list, tuple):
        return [type(value).__name__, *map(shown, value)]
    if type(value) is dict:
        return [(shown(key), shown(each)) for key, each in value.items()]
    if type(value) in COPIED:
        return value
    if type(value).__module__ == "numpy":
        return value.tolist()
    names = getattr(value, "__dict__", None)
    if type(names) is dict and type(value).__module__ == "__main__":
        return type(value).__name__, shown(names)
    return type(value).__name__


@dataclass
class Observer:
    """Steps until the stop number `stop_at`, then goes back `back` lines, then lets it run."""

    stop_at: int
    back: int
    seen: list[Seen] = field(default_factory=list)
    #: which stops were before lines, so that one can come back there
    lines: list[bool] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)
    went_back: int = 0
    #: the variables whose values could not be restored
    gone: set[str] = field(default_factory=set)

    def on_stop(self, stop: Any) -> stepping.Plan:
        frame = stop.frame
        self.seen.append(seen(frame))
        amid = frame.pc in comprehended(frame.framecode)
        self.lines.append(frame.on_new_line() and not amid)
        if len(self.seen) < self.stop_at:
            return stepping.Step(frame)
        self.go_back(frame)
        return stepping.Continue()

    def go_back(self, frame: Any) -> None:
        before = list(zip(self.seen[:-1], self.lines[:-1], strict=True))
        expected = [each for each, is_line in before if is_line]
        for _ in range(self.back):
            place = next(places(frame.interpreter), None)
            if place is None:
                return
            went = go_back(frame.interpreter, place)
            self.went_back += 1
            self.compare(went, expected)
            if self.mistakes:
                return

    def compare(self, went: WentBack, expected: list[Seen]) -> None:
        """The place must be the latest line seen, or an earlier one past frames that are over."""
        now = seen(went.frame)
        while expected and where(expected[-1]) != where(now) and can_be_missed(expected[-1]):
            expected.pop()
        wanted = expected.pop() if expected else None
        self.gone |= {each.partition(" held ")[0] for each in went.gone}
        if wanted is not None and self.gone <= UNKEPT:
            now, wanted = without(now, self.gone), without(wanted, self.gone)
        if now != wanted:
            self.mistakes.append(f"went back to {now}\ninstead of {wanted}; gone: {went.gone}")


UNKEPT = frozenset({"trace", "add", "source"})
"""Variables of the programs that hold what cannot be kept."""


def without(stack: Seen, names: AbstractSet[str]) -> Seen:
    return tuple(
        (name, line, {n: v for n, v in values.items() if n not in names})
        for name, line, values in stack
    )


def where(stack: Seen) -> tuple[tuple[str, int], ...]:
    return tuple((name, line) for name, line, _ in stack)


def can_be_missed(stack: Seen) -> bool:
    """Whether frames of it cannot be entered again: comprehensions, generators, classes."""
    names = [name.rpartition(".")[2] for name, _, _ in stack if name != "<module>"]
    tops = [name for name, _, _ in stack]
    return any("<" in name or name == "generate" for name in names) or any(
        name[0].isupper() and "." not in name for name in tops
    )


@dataclass
class Ended:
    """How a program ended."""

    names: dict[str, Any]
    output: str
    error: str


def run_to_end(program: Program, start: Callable[[dict[str, Any]], object]) -> Ended:
    """Run a program by `start`, and see how it ends."""
    names, output, error = fresh_names(), io.StringIO(), ""
    names["__name__"] = "__main__"
    with contextlib.redirect_stdout(output):
        try:
            start(names)
        except Exception as raised:
            error = repr(raised)
    values = {n: shown(v) for n, v in names.items() if not n.startswith("_")}
    return Ended(values, output.getvalue(), error)


def native(program: Program) -> Ended:
    """What a program does without a debugger."""
    return run_to_end(program, lambda names: exec(program.code(), names))


def observed(program: Program, observer: Observer, limit: int | None = None) -> Ended:
    """What it does when it is put back on its way."""
    recorder = Recording() if limit is None else Recording(limit)
    engine = Engine(observer, recorder=recorder)
    return run_to_end(
        program, lambda names: engine.run_code(program.code(), names, stop_first=True)
    )

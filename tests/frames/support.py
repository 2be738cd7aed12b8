"""Small programs whose lines have names, and listeners that follow a script.

A line of a program is named by a comment `# @name` at its end.  A place is written
`function@name`, or `function:12` for a line without a name.
"""

from __future__ import annotations

import linecache
import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from debugger.frames.engine import Engine
from debugger.frames.stepping import Continue, Plan

MARKER = re.compile(r"#.*?@(\w+)")
PlanFactory = Callable[[Any], Plan]


def go_on(_: Any = None) -> Plan:
    """The plan factory of Continue."""
    return Continue()


class Program:
    """The text of a module; `path` may be a name without a file."""

    def __init__(self, source: str, path: str = "") -> None:
        self.source = textwrap.dedent(source)
        self.path = path or f"<program {hash(self.source):x}>"
        lines = self.source.splitlines(keepends=True)
        linecache.cache[self.path] = (len(self.source), None, lines, self.path)
        self.lines = {
            found[1]: number
            for number, line in enumerate(lines, 1)
            if (found := MARKER.search(line))
        }
        self.markers = {number: name for name, number in self.lines.items()}

    def code(self) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)

    def place(self, frame: Any) -> str:
        """Where a frame is, in words."""
        name = frame.name.replace("<locals>.", "")
        if frame.filename != self.path:
            return f"{name} in {frame.filename}"
        marker = self.markers.get(frame.line)
        return f"{name}@{marker}" if marker else f"{name}:{frame.line}"


@dataclass
class Ran:
    """What became of a program: its names, and the error that ended it."""

    names: dict[str, Any]
    error: BaseException | None
    engine: Engine
    listener: Any


@dataclass
class Script:
    """Answers each stop with the next plan, and with Continue when there is none left."""

    program: Program
    plans: Sequence[PlanFactory] = ()
    places: list[str] = field(default_factory=list)
    reasons: list[Any] = field(default_factory=list)

    def on_stop(self, stop: Any) -> Plan:
        count = len(self.places)
        self.places.append(self.program.place(stop.frame))
        self.reasons.append(stop.reason)
        return self.plans[count](stop.frame) if count < len(self.plans) else Continue()


@dataclass
class Asking:
    """Answers each stop with what a function of the stop returns, Continue if that is None."""

    answer: Callable[[Any], Plan | None]
    stops: int = 0

    def on_stop(self, stop: Any) -> Plan:
        self.stops += 1
        return self.answer(stop) or Continue()


def run(
    program: Program,
    listener: Any,
    prepare: Callable[[Engine], object] = lambda _: None,
    *,
    stop_first: bool = False,
) -> Ran:
    """Run a program to its end, whatever that is; `pause()` in it pauses the engine."""
    engine = Engine(listener)
    names = fresh_names()
    names["pause"] = engine.pause
    prepare(engine)
    error = None
    try:
        engine.run_code(program.code(), names, stop_first=stop_first)
    except BaseException as raised:
        error = raised
    return Ran(names, error, engine, listener)


def fresh_names() -> dict[str, Any]:
    """The names of a main module that has not begun."""
    return {"__name__": "__main__", "__builtins__": __builtins__}


def run_native(program: Program) -> Ran:
    """The same without a debugger."""
    names = fresh_names()
    error = None
    try:
        exec(program.code(), names)
    except BaseException as raised:
        error = raised
    return Ran(names, error, None, None)  # type: ignore[arg-type]


def break_at(program: Program, *markers: str, **options: Any) -> Callable[[Engine], None]:
    """Sets a breakpoint at each of the named lines."""

    def prepare(engine: Engine) -> None:
        for marker in markers:
            engine.breakpoints.add_line(program.path, program.lines[marker], **options)

    return prepare


def follow(program: Program, start: str, plans: Sequence[PlanFactory]) -> list[str]:
    """The places at which the plans stop, the first of them given at the line `start`."""
    script = Script(program, plans)
    ran = run(program, script, break_at(program, start, temporary=True))
    if ran.error is not None:
        raise ran.error
    return script.places[1 : len(plans) + 1] + ["end"] * (len(plans) + 1 - len(script.places))

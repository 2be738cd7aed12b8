"""A session without an engine: frames are made of plain data, plans are only recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from debugger.frames.conveniences import Conveniences
from debugger.frames.decode import Position
from debugger.frames.errors import UserError
from debugger.frames.evaluation import NOTHING
from debugger.frames.locations import FunctionLocation, LineLocation
from debugger.frames.stops import Entered, Reason, Stop
from debugger.frames.watching import Watching
from debugger.ui import evaluating
from debugger.ui.session import Session
from debugger.ui.source import remember
from debugger.ui.table import all_commands
from debugger.ui.theme import PLAIN

SOURCE = """\
def outer(c):
    total = 1
    for i in range(c):
        total += inner(i)
    return total
"""


@dataclass(eq=False)
class FakeFrame:
    line: int = 4
    name: str = "outer"
    filename: str = "<orbit>"
    names: dict[str, object] = field(default_factory=dict)
    caller: FakeFrame | None = None
    callee: FakeFrame | None = None
    pc: int = 0
    is_root: bool = False
    host: None = None
    namespace: dict[str, object] | None = None
    globals: dict[str, object] = field(default_factory=dict)

    @property
    def framecode(self) -> Any:
        code = compile(SOURCE, self.filename, "exec").co_consts[0]
        return SimpleNamespace(
            code=code,
            statements=(None,),
            positions=(self.position,),
            breakpoints=[()],
            line_starts=frozenset({0}),
        )

    @property
    def position(self) -> Position:
        return Position(self.line, self.line, 8, 25)

    def root(self) -> FakeFrame:
        return self if self.caller is None else self.caller.root()

    def variables(self) -> dict[str, object]:
        return dict(self.names)

    def arguments(self) -> dict[str, object]:
        return {name: value for name, value in self.names.items() if name == "c"}


class FakeConsole:
    theme = PLAIN
    width = 80

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.written: list[str] = []
        self.prompts: list[str] = []

    def read(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return self.lines.pop(0) if self.lines else None

    def write(self, text: str) -> None:
        self.written.append(text)

    def unread(self) -> str:
        return ""

    def put_back(self, text: str) -> None:
        pass

    def complete_with(self, words: object) -> None:
        pass

    def confirm(self, question: str) -> bool:
        return self.read(question) == "y"

    def may_end(self) -> bool:
        return True

    @property
    def text(self) -> str:
        return "\n".join(self.written)


class FakeBreakpoints:
    def __init__(self) -> None:
        self.added: list[SimpleNamespace] = []
        self.watching = Watching()

    def __iter__(self) -> Iterator[SimpleNamespace]:
        return iter(self.added)

    def get(self, number: int) -> SimpleNamespace:
        for each in self.added:
            if each.number == number:
                return each
        message = f"There is no breakpoint {number}."
        raise UserError(message)

    def add_line(self, path: str, line: int, **options: object) -> SimpleNamespace:
        return self._add(
            LineLocation(path, line), SimpleNamespace(filename=path, line=line, name="f"), options
        )

    def add_function(self, function: object, **options: object) -> SimpleNamespace:
        return self._add(FunctionLocation(str(function)), None, options)

    def remove(self, number: int) -> None:
        self.added.remove(self.get(number))

    def places(self, _: SimpleNamespace) -> tuple[()]:
        return ()

    def is_out_of_focus(self, _: SimpleNamespace) -> bool:
        return False

    def is_out_of_reach(self, _: SimpleNamespace) -> bool:
        return False

    def set_condition(self, number: int, condition: str | None) -> None:
        self.get(number).condition = condition

    def set_enabled(self, number: int, enabled: object) -> None:
        self.get(number).enabled = enabled

    def _add(self, location: object, place: object, options: dict[str, object]) -> SimpleNamespace:
        made = SimpleNamespace(
            number=len(self.added) + 1,
            location=location,
            **{"condition": None, "temporary": False, **options},
            enabled=True,
            ignore=0,
            commands=[],
            hits=0,
        )
        self.added.append(made)
        places = (place,) if place else ()
        return SimpleNamespace(breakpoint=made, places=places, moved_from=None, pending=not places)


class FakeBreakOn:
    def __init__(self) -> None:
        self.kinds: dict[str, object] = {}
        self.calls: list[tuple[object, ...]] = []

    def on(self, *arguments: object) -> None:
        self.calls.append(("on", *arguments))

    def off(self, *arguments: object) -> None:
        self.calls.append(("off", *arguments))


def fake_engine(listener: object) -> Any:
    del listener
    return SimpleNamespace(
        breakpoints=FakeBreakpoints(),
        break_on=FakeBreakOn(),
        not_stopping=nullcontext,
        interpreter=lambda: SimpleNamespace(segments=1),
        entries=SimpleNamespace(has_begun=False),
        hold=None,
        conveniences=Conveniences(),
        let_go=lambda: None,
    )


@dataclass
class Talk:
    """What one stop was like: the plan that ended it, and what was written."""

    session: Session
    console: FakeConsole
    plan: object

    @property
    def text(self) -> str:
        return self.console.text


def fake_evaluate(frame: FakeFrame, source: str) -> object:
    return eval(source, {**frame.globals}, frame.names)


def fake_execute(frame: FakeFrame, source: str) -> object:
    try:
        code = compile(source, "<typed>", "eval")
    except SyntaxError:
        exec(compile(source, "<typed>", "exec"), frame.globals, frame.names)
        return NOTHING
    return eval(code, frame.globals, frame.names)


@pytest.fixture
def frame() -> FakeFrame:
    remember("<orbit>", SOURCE)
    caller = FakeFrame(line=9, name="main", names={"orbits": 2})
    leaf = FakeFrame(names={"c": 5, "total": 41.5}, caller=caller)
    caller.callee = leaf
    return leaf


@pytest.fixture
def talk_console() -> type[FakeConsole]:
    return FakeConsole


@pytest.fixture
def talk(frame: FakeFrame, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Talk]:
    """Runs a session through one stop with the given lines as the user's input."""
    monkeypatch.setattr(evaluating, "evaluate", fake_evaluate)
    monkeypatch.setattr(evaluating, "execute", fake_execute)

    def run(*lines: str, reason: Reason | None = None, prepared: tuple[str, ...] = ()) -> Talk:
        console = FakeConsole(list(lines))
        session = Session(console, all_commands(), fake_engine, prepared)
        stop = Stop(frame, reason or Entered())  # type: ignore[arg-type]
        return Talk(session, console, session.on_stop(stop))

    return run

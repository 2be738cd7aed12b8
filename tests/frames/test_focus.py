"""What is in focus, and what happens when that changes while a program runs."""

from __future__ import annotations

import gc
import importlib.util
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.entries import Entries
from debugger.frames.errors import UserError
from debugger.frames.focus import Focus
from debugger.frames.stepping import Continue, Plan
from debugger.frames.stops import Stop

HELPING = """\
def negative(number):
    result = -number
    return result

def adder(count):
    def add(number):
        total = number + count
        return total
    return add

def calling(call, number):
    call()
    result = number + 1
    return result

STATIC = adder(10)
"""

PROGRAM = """\
import helping

def first(change):
    found = sorted([1, 2], key=helping.negative)
    change()
    found += sorted([3, 4], key=helping.negative)
    found += list(map(helping.adder(5), found))
    found += map(helping.STATIC, [1])
    return found

result = first(change)
later = helping.calling(change_again, 1)
code = helping.negative.__code__
"""

EXPECTED = [2, 1, 4, 3, 7, 6, 9, 8, 11]


class Stopping:
    """Goes on at every stop, and notes the lines."""

    def __init__(self) -> None:
        self.lines: list[int | None] = []

    def on_stop(self, stop: Stop) -> Plan:
        self.lines.append(stop.frame.line)
        return Continue()


@pytest.fixture
def helping(tmp_path: Path) -> Iterator[ModuleType]:
    """A module that was imported natively."""
    path = tmp_path / "helping.py"
    path.write_text(HELPING)
    spec = importlib.util.spec_from_file_location("helping", path)
    assert spec is not None
    assert spec.loader is not None
    made = sys.modules["helping"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    yield made
    del sys.modules["helping"]
    vars(made).clear()
    gc.collect()


Run = Callable[..., list[int | None]]


@pytest.fixture(params=[Entries, CompiledEntries])
def run(request: pytest.FixtureRequest, tmp_path: Path, helping: ModuleType) -> Run:
    """Runs the program, which changes the focus twice; the lines where it has stopped."""

    def run(
        focus: Focus,
        change: Callable[[Engine], None],
        change_again: Callable[[Engine], None] = lambda _: None,
        lines: tuple[int, ...] = (2, 7, 13),
    ) -> list[int | None]:
        listener = Stopping()
        engine = Engine(listener, focus, make_entries=request.param)
        if engine.focus.contains_file(str(helping.__file__)):
            for line in lines:
                engine.breakpoints.add_line(str(helping.__file__), line)
        code = compile(PROGRAM, str(tmp_path / "program.py"), "exec")
        names = {
            "__name__": "program",
            "change": lambda: change(engine),
            "change_again": lambda: change_again(engine),
        }
        own = helping.negative.__code__
        engine.run_code(code, names)
        assert names["result"] == EXPECTED
        assert names["later"] == 2
        assert helping.negative.__code__ is own
        return listener.lines

    return run


def add(engine: Engine) -> None:
    engine.focus.add("helping")
    engine.refocus()


def remove(engine: Engine) -> None:
    engine.focus.remove("helping")
    engine.refocus()


def test_removed_code_runs_natively(run: Run) -> None:
    assert run(Focus(), remove) == [2, 2]


def test_a_call_under_way_does_not_stop_any_more(run: Run) -> None:
    assert run(Focus(), add, remove) == [2, 2, 2, 2, 7, 7, 7, 7, 7]


def test_code_that_comes_back_stops_again(run: Run) -> None:
    def both(engine: Engine) -> None:
        remove(engine)
        add(engine)

    assert run(Focus(), both) == [2, 2, 2, 2, 7, 7, 7, 7, 7, 13]


def test_added_code_stops(run: Run, helping: ModuleType) -> None:
    def change(engine: Engine) -> None:
        add(engine)
        for line in (2, 7):
            engine.breakpoints.add_line(str(helping.__file__), line)

    assert run(Focus(remove=["helping"]), change) == [2, 2, 7, 7, 7, 7, 7]


def test_a_pending_breakpoint_holds_in_what_is_added(run: Run) -> None:
    def change(engine: Engine) -> None:
        made = engine.breakpoints.add_function("helping.negative")
        assert made.pending
        add(engine)
        assert engine.breakpoints.places(made.breakpoint)

    assert run(Focus(remove=["helping"]), change) == [2, 2]


def test_breakpoints_say_that_they_are_out_of_focus(run: Run) -> None:
    said: list[bool] = []

    def change(engine: Engine) -> None:
        remove(engine)
        said.extend(map(engine.breakpoints.is_out_of_focus, engine.breakpoints))
        add(engine)
        said.extend(map(engine.breakpoints.is_out_of_focus, engine.breakpoints))

    run(Focus(), change)
    assert said == [True] * 3 + [False] * 3


@pytest.mark.parametrize(
    ("add", "remove", "is_in"),
    [
        ((), (), False),
        (("textwrap",), (), True),
        (("stdlib",), (), True),
        (("stdlib",), ("textwrap",), False),
        ((textwrap.__file__,), (), True),
    ],
)
def test_names(add: tuple[str, ...], remove: tuple[str, ...], is_in: object) -> None:
    assert Focus(add, remove).contains_file(textwrap.__file__) is is_in


def test_what_was_said_last_counts() -> None:
    focus = Focus(remove=["json"])
    package, module = json_files()
    focus.add("json.decoder")
    assert (focus.contains_file(package), focus.contains_file(module)) == (False, True)
    focus.remove("json.decoder")
    focus.add("json")
    assert (focus.contains_file(package), focus.contains_file(module)) == (True, True)
    assert [rule.name for rule in focus.rules] == ["json.decoder", "json"]


def json_files() -> tuple[str, str]:
    import json.decoder

    return str(json.__file__), json.decoder.__file__


def test_a_module_in_a_package_is_found_without_importing_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "not_imported"
    package.mkdir()
    (package / "__init__.py").write_text("raise AssertionError")
    (package / "inner.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    focus = Focus(remove=["not_imported.inner"])
    assert not focus.contains_file(str(package / "inner.py"))
    assert focus.contains_file(str(package / "__init__.py"))


@pytest.mark.parametrize("name", ["no_such_module", "json.nothing", "no.such", "_json", "sys"])
def test_names_of_nothing(name: str) -> None:
    with pytest.raises(UserError):
        Focus().add(name)


MAKING = """\
import helping

def pausing():
    stops = "here"

made = helping.making(pausing)
later = made(1)
"""

MAKER = """\
def making(pausing):
    pausing()
    def made(number):
        result = number + 1
        return result
    return made
"""


@pytest.mark.parametrize("make_entries", [Entries, CompiledEntries])
def test_functions_made_by_a_call_under_way_stop_when_they_are_in_again(
    make_entries: Callable[[Engine], Entries], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, helping = tmp_path / "program.py", tmp_path / "helping.py"
    program.write_text(MAKING)
    helping.write_text(MAKER)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "helping", raising=False)

    class Changing(Stopping):
        def on_stop(self, stop: Stop) -> Plan:
            if stop.frame.name == "pausing":
                remove(engine)
                add(engine)
                engine.breakpoints.add_line(str(helping), 4)
            return super().on_stop(stop)

    listener = Changing()
    engine = Engine(listener, make_entries=make_entries)
    engine.breakpoints.add_line(str(program), 4)
    names: dict[str, object] = {"__name__": "program"}
    engine.run_code(compile(MAKING, str(program), "exec"), names)
    assert names["later"] == 2
    assert listener.lines == [4, 4]
    monkeypatch.delitem(sys.modules, "helping")


class Switching(Stopping):
    """Switches compiled frames off at the first stop, and on at the second."""

    def __init__(self, lines: list[int]) -> None:
        super().__init__()
        self.engine = Engine(self, make_entries=CompiledEntries)
        self.later = lines
        self.steps: list[bool] = []

    def on_stop(self, stop: Stop) -> Plan:
        entries = self.engine.entries
        assert isinstance(entries, CompiledEntries)
        if stop.frame.name == "pausing":
            entries.is_on = not entries.is_on
            self.engine.refocus()
            for line in self.later:
                self.engine.breakpoints.add_line(stop.frame.filename, line)
            self.later = []
        self.steps.append(entries.is_on)
        return super().on_stop(stop)


SWITCHED = """\
def called(number):
    result = number + 1
    return result

def pausing():
    stops = "here"

def making():
    def made(number):
        result = number - 1
        return result
    pausing()
    return made, [called(1), *sorted([2, 1], key=made)]

first, one = making()
second, two = making()
three = [*map(first, [1]), *map(second, [1]), *map(called, [1])]
"""


@pytest.mark.parametrize("lines", [[], [2, 10]])
def test_compiled_frames_are_switched_at_a_stop(lines: list[int], tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(SWITCHED)
    listener = Switching(lines)
    listener.engine.breakpoints.add_line(str(path), 6)
    names: dict[str, object] = {"__name__": "program"}
    listener.engine.run_code(compile(SWITCHED, str(path), "exec"), names)
    assert (names["one"], names["two"], names["three"]) == ([2, 1, 2], [2, 1, 2], [0, 0, 2])
    within = [2, 10, 10] if lines else []
    after = [10, 10, 2] if lines else []
    assert listener.lines == [6, *within, 6, *within, *after]
    assert listener.steps == [False] * (1 + len(within)) + [True] * (1 + len(within) + len(after))

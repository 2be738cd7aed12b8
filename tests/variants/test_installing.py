"""Breakpoints that are set while a program runs compiled."""

from __future__ import annotations

import importlib
import linecache
import sys
from typing import Any

import pytest

from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.stepping import Continue

FIRST = """\
def first():
    return 1
"""
LATER = """\
def later(n):
    n += 1
    return n
"""
WAITING = f"""\
{FIRST}
def waiting():
    first()
    found = 2
    return found
waiting()
waiting()
"""
PROGRAMS = {
    "a function made afterwards": (FIRST + "first()\n" + LATER + "later(1)\n", "n += 1", 1),
    "one that is called by it": (
        FIRST + LATER + "def calls():\n    first()\n    return later(2)\ncalls()\n",
        "return n",
        1,
    ),
    "one nested in a function that runs": (
        FIRST + "def outer():\n    first()\n    return (lambda:\n        42)()\nouter()\n",
        "        42",
        1,
    ),
    "the function that waits": (WAITING, "found = 2", 2),
    "the module": (FIRST + "for i in range(3):\n    first()\n    i += 1\n", "i += 1", 3),
    "a method": (
        FIRST + "class A:\n    def m(self):\n        return 3\na = A()\nfirst()\na.m()\n",
        "return 3",
        1,
    ),
    "a generator": (
        FIRST + "def g():\n    yield first()\n    yield 2\nlist(g())\n",
        "yield 2",
        1,
    ),
}


class Setting:
    """Sets a breakpoint at its first stop; notes the lines of the others."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.engine = Engine(self, make_entries=CompiledEntries)
        self.lines: list[int | None] = []

    def on_stop(self, stop):
        if self.line:
            self.engine.breakpoints.add_line(FILE, self.line)
            self.line = 0
        else:
            self.lines.append(stop.frame.line)
        return Continue()


FILE = "/set_meanwhile.py"


@pytest.mark.parametrize("name", PROGRAMS)
def test_breakpoint_set_while_a_callee_is_stopped(name):
    source, text, count = PROGRAMS[name]
    lines = source.splitlines(keepends=True)
    linecache.cache[FILE] = (len(source), None, lines, FILE)
    line = next(number for number, each in enumerate(lines, 1) if text in each)
    setting = Setting(line)
    setting.engine.breakpoints.add_line(FILE, 2, temporary=True)
    setting.engine.run_code(compile(source, FILE, "exec"), {"__name__": "__main__"})
    assert setting.lines == [line] * count


def test_functions_have_their_own_code_again_afterwards():
    code = compile(FIRST + "first()\n", FILE, "exec")
    names: dict[str, Any] = {"__name__": "__main__"}
    Engine(Setting(0), make_entries=CompiledEntries).run_code(code, names)
    assert names["first"].__code__ in code.co_consts


class Noting:
    """Notes the lines of all stops."""

    def __init__(self) -> None:
        self.engine = Engine(self, make_entries=CompiledEntries)
        self.lines: list[int | None] = []

    def on_stop(self, stop):
        self.lines.append(stop.frame.line)
        return Continue()


@pytest.fixture
def module(tmp_path, monkeypatch):
    """The name of a module that can be imported, which has LATER."""
    (tmp_path / "imported_later.py").write_text(LATER)
    monkeypatch.syspath_prepend(tmp_path)
    yield "imported_later"
    sys.modules.pop("imported_later", None)


def test_breakpoint_set_before_its_module_is_imported(module, tmp_path):
    noting = Noting()
    noting.engine.breakpoints.add_line(str(tmp_path / f"{module}.py"), 3)
    source = f"import {module}\n{module}.later(3)\nmade = {module}.later.__code__\n"
    names: dict[str, Any] = {"__name__": "__main__"}
    noting.engine.run_code(compile(source, FILE, "exec"), names)
    assert noting.lines == [3]
    # It runs natively.
    assert names["made"] is not sys.modules[module].later.__code__


def test_function_that_was_there_before_the_session(module, tmp_path):
    noting = Noting()
    later = importlib.import_module(module).later
    own = later.__code__
    noting.engine.breakpoints.add_line(str(tmp_path / f"{module}.py"), 3)
    assert noting.engine.call(later, 3) == 4
    assert noting.engine.call(lambda: [later(n) for n in (1, 2)]) == [2, 3]
    assert list(map(later, (1, 2))) == [2, 3]
    assert noting.lines == [3, 3, 3]
    assert later.__code__ is own

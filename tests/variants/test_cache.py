"""Variants on disk: whatever is in the files, programs run and stop as they do without."""

from __future__ import annotations

import importlib
import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from debugger.compiled.tiered import tiered
from debugger.compiled.variants import cache, leaving, variant
from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.stepping import Continue
from tests.helpers import COMPILED, programs, run_afresh, run_native, run_script
from tests.sampling import share
from tests.variants.test_compiled import KNOWN_DIFFERENCES

MODULE = "kept_module"
SOURCE = """\
class Sum:
    def __init__(self):
        self.total = 0
    def add(self, n):
        for i in range(n):
            self.total += i
        return self.total

def work(n):
    total = Sum()
    return [total.add(each) for each in range(n)]
"""
AGAIN = """
def again():
    with open(__file__) as file:
        source = file.read()
    exec(compile(source, __file__, "exec"), {"__name__": "again"})

if __name__ == "again":
    work(2)
"""
FUNCTIONS = 5
"""How many code objects there are in it, at least: from 3.12 on the comprehension is none."""
WORKED = [0, 0, 1, 4]
PROGRAM = f"import {MODULE}\nworked = {MODULE}.work(4)\n"


class Runs:
    """Runs the program, each time as in a process of its own; notes what was made anew."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.source = folder / f"{MODULE}.py"
        self.cache = folder / "cache"
        self.made: list[str] = []
        self.lines: list[int | None] = []
        make = variant.make_variant

        def make_variant(framecode, *arguments, **keywords):
            self.made.append(framecode.code.co_name)
            return make(framecode, *arguments, **keywords)

        monkeypatch.setattr(leaving, "make_variant", make_variant)

    def on_stop(self, stop):
        self.lines.append(stop.frame.line)
        return Continue()

    def engine(self) -> Engine:
        engine = Engine(self, make_interpreter=tiered(), make_entries=CompiledEntries)
        engine.focus.add(MODULE)
        return engine

    def run(self, program: str = PROGRAM, **names: Any) -> dict[str, Any]:
        """The names of the program when it has run."""
        engine = names.pop("engine", None) or self.engine()
        self.made.clear()
        self.lines.clear()
        sys.modules.pop(MODULE, None)
        importlib.invalidate_caches()
        names |= {"__name__": "__main__", "engine": engine}
        engine.run_code(compile(program, "<program>", "exec"), names)
        return names

    def file(self) -> Path:
        (found,) = self.cache.rglob(f"{MODULE}*")
        return found


@pytest.fixture
def runs(tmp_path, monkeypatch):
    """The program has run once, so that its variants are on disk."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(tmp_path)
    runs = Runs(tmp_path, monkeypatch)
    runs.source.write_text(SOURCE)
    assert runs.run()["worked"] == WORKED
    assert len(runs.made) >= FUNCTIONS
    yield runs
    sys.modules.pop(MODULE, None)


def of_module(made: list[str]) -> list[str]:
    """Those of the module, and not of the program that imports it."""
    return [name for name in made if name != "<module>"]


def test_variants_are_made_once(runs):
    assert runs.run()["worked"] == WORKED
    assert of_module(runs.made) == []


def changed(content, at):
    """The same bytes, but for one."""
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


DAMAGES = {
    "empty": lambda content: b"",
    "cut": lambda content: content[: len(content) // 2],
    "of another debugger": lambda content: changed(content, 0),
    "with another digest": lambda content: changed(content, 16),
    "changed at the end": lambda content: changed(content, len(content) - 1),
    "no such thing": lambda content: b"import this\n" * 100,
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_file_is_made_anew(runs, name):
    good = runs.file().read_bytes()
    runs.file().write_bytes(DAMAGES[name](good))
    assert runs.run()["worked"] == WORKED
    assert len(of_module(runs.made)) >= FUNCTIONS - 1
    assert runs.file().read_bytes() == good
    assert runs.run()["worked"] == WORKED
    assert of_module(runs.made) == []


def test_changed_source(runs):
    runs.source.write_text(SOURCE.replace("+= i", "-= i * 1"))
    assert runs.run()["worked"] == [-each for each in WORKED]
    runs.source.write_text(SOURCE)
    assert runs.run()["worked"] == WORKED


@pytest.mark.parametrize("name", ["another debugger", "another Python"])
def test_file_of_another_maker_is_not_used(runs, monkeypatch, name):
    if name == "another Python":
        monkeypatch.setattr(sys, "version", "3.14.0")
    else:
        monkeypatch.setattr(cache, "makers", lambda: iter([("cache.py", 1, 2)]))
    assert runs.run()["worked"] == WORKED
    assert of_module(runs.made)
    assert runs.run()["worked"] == WORKED
    assert of_module(runs.made) == []


def test_versions_of_python_have_files_of_their_own(runs):
    assert runs.file().suffix == f".{sys.implementation.cache_tag}"


def test_folder_that_cannot_be_written_to(runs, tmp_path, monkeypatch):
    (tmp_path / "no folder").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no folder"))
    for _ in range(2):
        assert runs.run()["worked"] == WORKED
        assert of_module(runs.made)


def test_nothing_is_written_while_python_writes_no_bytecode(runs, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    runs.file().unlink()
    assert runs.run()["worked"] == WORKED
    assert not list(runs.cache.rglob(f"{MODULE}*"))


def test_prefix_for_compiled_modules_is_heeded(runs, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "prefix"))
    runs.run()
    assert list((tmp_path / "prefix" / "framedebugger").rglob(f"{MODULE}*"))


def test_files_that_nobody_uses_are_removed(runs, tmp_path, monkeypatch):
    old = runs.file().with_name("old")
    old.write_bytes(b"")
    runs.file().unlink()
    used = old.stat().st_mtime
    monkeypatch.setattr(time, "time", lambda: used + cache.MONTH - 60)
    runs.run()
    assert old.exists()
    runs.file().unlink()
    monkeypatch.setattr(time, "time", lambda: used + cache.MONTH + 60)
    runs.run()
    assert not old.exists()


def test_breakpoint_set_before_the_import(runs):
    engine = runs.engine()
    engine.breakpoints.add_line(str(runs.source), 7)
    assert runs.run(engine=engine)["worked"] == WORKED
    assert runs.lines == [7] * 4
    assert set(of_module(runs.made)) == {"add"}
    assert runs.run()["worked"] == WORKED
    assert (runs.lines, of_module(runs.made)) == ([], [])


def test_breakpoint_in_what_is_run_by_exec(runs):
    runs.source.write_text(SOURCE + AGAIN)
    for _ in ("made", "kept on disk"):
        engine = runs.engine()
        engine.breakpoints.add_line(str(runs.source), 7)
        runs.run(f"import {MODULE}\n{MODULE}.again()\n", engine=engine)
        assert runs.lines == [7] * 2
    assert set(of_module(runs.made)) == {"add", "again"}


@pytest.mark.parametrize("where", ["kept_module.py:7", "Sum.add", "kept_module.Sum.add"])
def test_breakpoint_set_after_the_import(runs, where):
    add = f"engine.breakpoints.add_function({where!r})"
    line = 5
    if ":" in where:
        add, line = f"engine.breakpoints.add_line({str(runs.source)!r}, 7)", 7
    program = PROGRAM.replace("worked =", f"{add}\nworked =")
    assert runs.run(program)["worked"] == WORKED
    assert runs.lines == [line] * 4


def test_breakpoint_set_while_frames_run(runs):
    engine = runs.engine()
    engine.breakpoints.add_function("Sum.__init__", temporary=True)

    def on_stop(stop):
        if not runs.lines:
            engine.breakpoints.add_line(str(runs.source), 7)
        runs.lines.append(stop.frame.line)
        return Continue()

    runs.on_stop = on_stop
    engine.listener = runs
    assert runs.run(engine=engine)["worked"] == WORKED
    assert runs.lines == [3, *[7] * 4]


def test_focus_is_taken_away_and_given_back(runs):
    engine = runs.engine()
    engine.breakpoints.add_line(str(runs.source), 7)
    program = f"""\
import {MODULE}
engine.focus.remove({MODULE!r})
engine.refocus()
without = {MODULE}.work(2)
engine.focus.add({MODULE!r})
engine.refocus()
worked = {MODULE}.work(4)
"""
    assert runs.run(program, engine=engine)["worked"] == WORKED
    assert runs.lines == [7] * 4


def test_error_is_stopped_at(runs):
    engine = runs.engine()
    engine.break_on.on("throw")
    program = f"import {MODULE}\ntry:\n    {MODULE}.work('4')\nexcept TypeError as e:\n    n = e\n"
    error = runs.run(program, engine=engine)["n"]
    entry = error.__traceback__.tb_next
    assert (entry.tb_lineno, entry.tb_frame.f_code.co_name) == (11, "work")
    assert runs.lines == [11]


@pytest.mark.parametrize("program", share(programs())[::6], ids=lambda path: path.stem)
def test_program_does_the_same_with_its_variants_on_disk(program, tmp_path):
    if program.stem in KNOWN_DIFFERENCES:
        pytest.skip("differs when it runs compiled")
    if program.stem in ("indentation_error_program", "syntax_error_program"):
        pytest.skip("does not compile")
    if b"\nexec(" in program.read_bytes():
        pytest.skip("what calls `exec` is not kept")

    def kept() -> dict[Path, bytes]:
        found = Path(os.environ["XDG_CACHE_HOME"]).rglob(f"{program.name}.*")
        return {path: path.read_bytes() for path in found}

    options = ("--compiled", "--every", "0", "--hot", "30", "--report", str(tmp_path / "report"))
    engine = partial(run_script, script=COMPILED, options=options)
    copy, text = tmp_path / "run" / program.name, program.read_bytes()
    natively, of_others = run_afresh(run_native, copy, text), kept()
    assert run_afresh(engine, copy, text) == natively
    files = kept()
    assert len(files) == len(of_others) + 1
    assert run_afresh(engine, copy, text) == natively
    assert kept() == files

"""Source files that are changed while the program runs: no wrong line is shown without a word."""

from __future__ import annotations

import os
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from debugger.frames.texts import VERSIONS, Texts, Trust
from tests.ui.shell import shown

WAYS = {"compiled": (), "interpreted": ("--no-compiled-frames",)}
PROGRAM = """\
from pathlib import Path
import importlib
def write(lines, word):
    text = "\\n" * lines + f"def f(x):\\n    y = x\\n    return y  # {word}\\n"
    Path("other.py").write_text(text)
write(0, "first")
import other
other.f(1)  # line 8
write(3, "second")
other.f(2)  # line 10
write(5, "thirdly")
other.f(3)  # line 12
importlib.reload(other)
other.f(4)  # line 14
"""
OLD = "other.py has changed since it was run: these are the lines that run."
DOUBTFUL = "other.py has changed since it was run: its lines may not be those that run."


def session(folder: Path, way: str, *commands: str) -> str:
    (folder / "program.py").write_text(PROGRAM, "utf-8")
    typed = "".join(f"{command}\n" for command in commands)
    done = shown("-m", "debugger", *WAYS[way], "program.py", typed=typed, folder=folder)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("way", WAYS)
def test_the_lines_that_run_are_shown(way: str, tmp_path: Path) -> None:
    text = session(tmp_path, way, "b 8", "b 10", "b 12", "b 14", *["c", "s", "s"] * 4)
    _, first, second, third, fourth = text.split("* breakpoint ")
    for each in (first, second, third):
        assert "y  # first" in each
    assert OLD not in first
    assert second.count(OLD) == third.count(OLD) == 1
    assert "y  # thirdly" in fourth
    assert " has changed" not in fourth


@pytest.mark.parametrize("way", WAYS)
def test_it_is_said_where_the_lines_are_not_known_any_more(way: str, tmp_path: Path) -> None:
    text = session(tmp_path, way, "b 10", "b 12", *["c", "s", "s"] * 2)
    _, second, third = text.split("* breakpoint ")
    assert second.count(DOUBTFUL) == third.count(DOUBTFUL) == 1


@pytest.mark.parametrize("way", WAYS)
def test_breakpoints_are_set_in_the_lines_that_run(way: str, tmp_path: Path) -> None:
    text = session(tmp_path, way, "b 8", "b 10", "c", "s", "c", "b other.py:2", "c")
    answer, stop = text.split("b other.py:2\n")[1].split("debug> ")[:2]
    assert answer.splitlines() == [OLD, "Breakpoint 3 at other.py:2 in f"]
    assert "other.py:2 in f" in stop
    assert OLD not in stop


@pytest.mark.parametrize("way", WAYS)
def test_a_breakpoint_in_a_file_that_has_changed_is_told_of(way: str, tmp_path: Path) -> None:
    text = session(tmp_path, way, "b 10", "c", "b other.py:4", "b other.py:5")
    assert text.count(DOUBTFUL) == 1
    assert text.partition(DOUBTFUL)[0].endswith("b other.py:4\n")


SOURCE = "def f():\n    return 1\n"


class Module:
    """A file whose code was run, and perhaps seen to be."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "module.py"
        self.texts = Texts()
        self.stamp = 10**9
        self.write(SOURCE)
        code = compile(SOURCE, str(self.path), "exec", dont_inherit=True)
        self.code = code.co_consts[0]
        loader = SourceFileLoader("module", str(self.path))
        self.names = {"__file__": str(self.path), "__loader__": loader}

    def write(self, text: str) -> None:
        self.path.write_text(text, "utf-8")
        self.stamp += 1
        os.utime(self.path, ns=(self.stamp, self.stamp))

    def trust(self) -> Trust:
        return self.texts.of_code(self.code, self.names).trust


@pytest.fixture
def module(tmp_path: Path) -> Module:
    return Module(tmp_path)


def test_the_same_text_again_is_no_change(module: Module) -> None:
    module.texts.loaded(str(module.path))
    module.write(SOURCE)
    assert module.trust() is Trust.SURE


def test_a_file_that_is_gone_is_still_known(module: Module) -> None:
    before = module.texts.of_code(module.code, module.names)
    module.path.unlink()
    assert module.texts.of_code(module.code, module.names) is before


@pytest.mark.parametrize(("text", "trust"), [(SOURCE, Trust.SURE), ("\n" + SOURCE, Trust.DOUBTFUL)])
def test_a_file_that_was_run_before_anybody_looked(module: Module, text: str, trust: Trust) -> None:
    module.write(text)
    assert module.trust() is trust


def test_code_that_a_loader_has_made_otherwise_is_trusted(module: Module) -> None:
    module.write("\n" + SOURCE)
    module.names["__loader__"] = object()
    assert module.trust() is Trust.SURE


def test_few_texts_are_kept(module: Module) -> None:
    for count in range(VERSIONS + 5):
        module.write("\n" * count + SOURCE)
        module.texts.of_code(module.code, module.names)
    kept = module.texts._read[str(module.path)]
    assert len(kept) == VERSIONS
    assert [len(text.lines) for text in kept] == [2, 3, 4, VERSIONS + 6]

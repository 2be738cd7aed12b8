"""The library that the debugger has imported for itself can be debugged like any other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.ui.shell import shown

SOURCE = """\
import re

def work(words):
    return [re.escape(word) for word in words], sorted(words, key=re.escape)

def fail(pattern):
    return re.compile(pattern)

print(work(["a.", "b"]))
try:
    fail("(")
except re.error as error:
    print(error)
"""
OUTPUT = "(['a\\\\.', 'b'], ['a.', 'b'])\n"
WAYS = {"compiled": (), "interpreted": ("--no-compiled-frames",)}


def seen(folder: Path, way: str, *commands: str) -> str:
    (folder / "program.py").write_text(SOURCE, "utf-8")
    typed = "".join(f"{command}\n" for command in commands)
    return shown("-m", "debugger", *WAYS[way], "program.py", typed=typed, folder=folder).stdout


@pytest.mark.parametrize("way", WAYS)
def test_breakpoints_hold(way: str, tmp_path: Path) -> None:
    text = seen(tmp_path, way, "focus add re", "b re.escape", *["c"] * 4, "clear 1", "c")
    assert text.count("breakpoint 1 (hit") == 4
    assert OUTPUT in text


@pytest.mark.parametrize("way", WAYS)
def test_errors_stop_where_they_are_raised(way: str, tmp_path: Path) -> None:
    named = seen(
        tmp_path, way, "n", "focus add re", "break_on throw re.error", "c", "p source.pos", "q"
    )
    # From 3.13 on it is called PatternError.
    name = re.error.__name__
    assert f"{OUTPUT}! {name}: missing ), unterminated subpattern at position 0\n" in named
    assert "p source.pos\n1\n" in named
    not_named = seen(tmp_path, way, "n", "break_on throw re.error", "c", "p pattern", "q")
    assert "p pattern\n'('\n" in not_named

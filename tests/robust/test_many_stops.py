"""Sessions with very many stops: what is kept of them does not grow.

What lives is counted after so many stops, and after as many again: one object, or one block of
memory, for each stop would be seen.  No loop is compiled: whether one lasts long enough to be is a
matter of the machine's speed, and the compiler would be counted too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.ui.shell import shown

COUNT = 1500
MOST = 120
"""As much may come and go by chance."""
PROGRAM = """\
import gc, sys
def work(n):
    for i in range(n):
        call(i)
def call(x):
    y = x  # line 6
    return y + 1
def report():
    gc.collect()
    print("out", len(gc.get_objects()), sys.getallocatedblocks())
for _ in range(4):
    work({count})
    report()
"""
WAYS = {"compiled": (), "interpreted": ("--no-compiled-frames",)}
AT_BREAKPOINT = {"nothing": "silent\nc", "evaluates": "silent\np y if x < 0 else None\nc"}
"""Commands of the breakpoint."""
TYPED = {"steps": "n\nc\n", "steps out": "so\nc\n"}
"""What is typed at each stop: a command of a breakpoint that goes on is its last."""
FEWER = 300


@pytest.mark.parametrize("recording", ["20 KB", "off"])
@pytest.mark.parametrize("doing", AT_BREAKPOINT)
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_kept_of_stops(way: str, doing: str, recording: str, tmp_path: Path) -> None:
    typed = (
        f"compiled off\nrecording {recording}\nb 6\ncommands 1\n{AT_BREAKPOINT[doing]}\nend\nc\n"
    )
    assert_nothing_is_kept(typed, COUNT, WAYS[way], tmp_path)


@pytest.mark.parametrize("recording", ["20 KB", "off"])
@pytest.mark.parametrize("doing", TYPED)
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_kept_of_screens(way: str, doing: str, recording: str, tmp_path: Path) -> None:
    typed = f"compiled off\nrecording {recording}\nb 6\nc\n" + TYPED[doing] * 4 * FEWER
    assert_nothing_is_kept(typed, FEWER, WAYS[way], tmp_path)


def assert_nothing_is_kept(typed: str, count: int, options: Sequence[str], folder: Path) -> None:
    (folder / "program.py").write_text(PROGRAM.format(count=count), "utf-8")
    done = shown("-m", "debugger", *options, "program.py", typed=typed, folder=folder)
    lines = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("out ")]
    assert len(lines) == 4, done.stdout
    *_, (objects, blocks), (later_objects, later_blocks) = lines
    assert int(later_objects) - int(objects) < MOST, lines
    assert int(later_blocks) - int(blocks) < MOST, lines

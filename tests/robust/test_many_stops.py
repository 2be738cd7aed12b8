"""Sessions with very many stops: what is kept of them does not grow.

What lives is counted after so many stops, and after as many again: one object, or one block of
memory, for each stop would be seen.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.shell import shown

COUNT = 1500
MOST = COUNT // 40
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
DOING = {
    "nothing": "silent\nc",
    "steps": "silent\nn\nc",
    "steps out": "silent\nso\nc",
    "evaluates": "silent\np y if x < 0 else None\nc",
}


@pytest.mark.parametrize("recording", ["20 KB", "off"])
@pytest.mark.parametrize("doing", DOING)
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_kept_of_stops(way: str, doing: str, recording: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM.format(count=COUNT), "utf-8")
    typed = f"recording {recording}\nb 6\ncommands 1\n{DOING[doing]}\nend\nc\n"
    done = shown("-m", "debugger", *WAYS[way], "program.py", typed=typed, folder=tmp_path)
    lines = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("out ")]
    assert len(lines) == 4, done.stdout
    *_, (objects, blocks), (later_objects, later_blocks) = lines
    assert int(later_objects) - int(objects) < MOST, lines
    assert int(later_blocks) - int(blocks) < MOST, lines

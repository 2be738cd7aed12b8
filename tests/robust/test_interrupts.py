"""Ctrl-C at random moments, in each way that frames can run.

The moments are drawn with fixed seeds; `INTERRUPTS=50` in the environment draws more of them.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.ui.test_interrupting import Terminal

COUNT = int(os.environ.get("INTERRUPTS", "5"))
WAYS = {
    "interpreted": ("--no-compiled-frames", "--no-compile"),
    "interpreted, machine code": ("--no-compiled-frames",),
    "compiled": ("--no-compile",),
    "compiled, machine code": (),
}
PATIENCE, LONGEST = 60, 0.05
"""Seconds until something must have come, and to a moment."""

BUSY = """\
class Body:
    turns = 0
    def turn(self):
        self.turns += 1
def numbers():
    n = 0
    while True:
        n += 1
        yield n
def add(x):
    return x + 1
i = count = given = 0
body, source, ends = Body(), numbers(), []
while not ends:
    i += 1
    given = next(source)
    try:
        count = add(count)
    finally:
        body.turn()
    for inner in range(50):
        pass
print("the end", i == given == count == body.turns)
"""
IS_EXACT = "i - given in (0, 1) and given - count in (0, 1) and count - body.turns in (0, 1)"

HANDLING = """\
import signal
class RungError(Exception):
    pass
def ring(*_):
    raise RungError
def add(x):
    return x + 1
def work():
    i = count = 0
    while True:
        i += 1
        try:
            count = add(count)
        finally:
            if i - count not in (0, 1): print("wrong")
        if i % 5000 == 0:
            step = i  # stop
signal.signal(signal.SIGINT, ring)
for number in range({count}):
    try:
        print("ready", number)
        work()
    except RungError:
        pass
print("done")
"""


@contextmanager
def running(folder: Path, source: str, *options: str) -> Iterator[Terminal]:
    script = folder / "busy.py"
    script.write_text(source, "utf-8")
    terminal = Terminal(*options, str(script))
    try:
        terminal.read("debug> ")
        yield terminal
    finally:
        terminal.close()


def go_on(terminal: Terminal) -> None:
    """Let the program go on; that it does so was understood when this has returned."""
    terminal.type('p "go" + "ing";;c\n')
    terminal.read("going'")


def pressed(terminal: Terminal, moment: float, *answers: str) -> str:
    """Press Ctrl-C, once, after so long; what appears up to one of these answers."""
    time.sleep(moment)
    os.kill(terminal.process.pid, signal.SIGINT)
    shown = terminal.read_up_to(*answers, seconds=PATIENCE)
    assert "Traceback" not in shown
    return shown


@pytest.mark.parametrize("way", WAYS)
def test_stops_with_an_exact_state(way: str, tmp_path: Path) -> None:
    moments = random.Random(way)  # noqa: S311
    with running(tmp_path, BUSY, *WAYS[way]) as terminal:
        for _ in range(COUNT):
            shown = ""
            while "paused " not in shown:  # but only ended what lets the program go on
                go_on(terminal)
                shown = pressed(terminal, moments.uniform(0, LONGEST), "debug> ")
            assert "True\n" in terminal.answer(f"p {IS_EXACT}")
        assert "busy.py:" in terminal.answer("s")
        terminal.answer("p ends.append(1)")
        terminal.type("c\n")
        terminal.read("the end True")
        assert terminal.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("way", WAYS)
def test_the_program_catches_what_its_handler_raises(way: str, tmp_path: Path) -> None:
    moments = random.Random(way)  # noqa: S311
    with running(tmp_path, HANDLING.format(count=COUNT), *WAYS[way]) as terminal:
        line = HANDLING.splitlines().index("            step = i  # stop") + 1
        terminal.answer(f"b {line}, i % 20_000 == 0")
        terminal.answer("commands 1\nsilent\nc\nend")
        terminal.type("c\n")
        terminal.read("ready 0")
        for number in range(1, COUNT + 1):
            ready, shown = f"ready {number}" if number < COUNT else "done", ""
            while ready not in shown:  # but only ended the commands of the breakpoint
                if shown:
                    go_on(terminal)
                shown = pressed(terminal, moments.uniform(0, LONGEST), ready, "debug> ")
                assert "wrong" not in shown

"""Stacks, functions and values that are very large are shown all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.shell import shown

WAYS = {"compiled": (), "interpreted": ("--no-compiled-frames",)}
DEEP = """\
import sys
import threading
def down(n):
    if n:
        return down(n - 1)
    x = n  # line 6
    return x
def main():
    print("out", down(50_000))
sys.setrecursionlimit(60_000)
threading.stack_size(512 * 1024 * 1024)
thread = threading.Thread(target=main)
thread.start()
thread.join()
print("out", down(50_000))
"""
LONG = 10_000
BIG = """\
class Big:
    def __repr__(self):
        return "x" * 100_000_000
big, text, data = Big(), "z" * 100_000_000, b"y" * 100_000_000
many, nested = [Big() for _ in range(10)], {"a": ["z" * 100_000_000]}
error = ValueError(big)
x = 1  # line 7
print("out", len(text))
"""


def session(folder: Path, way: str, source: str, *commands: str) -> str:
    (folder / "program.py").write_text(source, "utf-8")
    typed = "".join(f"{command}\n" for command in commands)
    done = shown("-m", "debugger", *WAYS[way], "program.py", typed=typed, folder=folder)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "The debugger" not in done.stdout
    return done.stdout


@pytest.mark.parametrize("way", WAYS)
def test_a_stack_of_fifty_thousand(way: str, tmp_path: Path) -> None:
    looks = ("where", "up 40000", "vars", "frame 50002", "where 50002", "c")
    text = session(tmp_path, way, DEEP, "b 6", "c", *looks, *looks[:-2], "c")
    assert text.count("       (49,972 older frames; where all)\n") == 2
    assert " > 50002  main  program.py:9 " in text
    assert "\n   40001  down" in text
    assert text.count("\nn = 40000\n") == 2
    assert text.count("out 0\n") == 2


@pytest.mark.parametrize("way", WAYS)
def test_a_function_of_ten_thousand_lines(way: str, tmp_path: Path) -> None:
    body = "".join(f"    x += {number % 7}\n" for number in range(LONG))
    source = f"def long(x):\n{body}    return x\nprint('out', long(1))\n"
    text = session(tmp_path, way, source, "b 9000", "c", "n", "s", "where", "ll", "vars", "c")
    places = [line.split()[-3] for line in text.splitlines() if line.startswith("step ")]
    assert places == ["program.py:9001", "program.py:9002"]
    assert "\n  10001      x += 3\n" in text
    assert "out 29995\n" in text


@pytest.mark.parametrize("way", WAYS)
def test_values_with_a_hundred_megabytes_of_text(way: str, tmp_path: Path) -> None:
    looks = ("vars", "p big", "p text", "p data", "where v", "p nested")
    text = session(tmp_path, way, BIG, "b 7", "c", *looks, "whatis big", "c")
    assert len(text) < 1_000_000
    assert "text = 'zzz" in text
    assert "out 100000000\n" in text


ENDLESS = """\
import threading
class Endless:
    def __repr__(self):
        while True:
            pass
def work():
    value = Endless()
    x = 1  # line 8
    print("out", threading.active_count())
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""


@pytest.mark.parametrize("way", WAYS)
def test_a_value_that_never_ends_in_a_thread(way: str, tmp_path: Path) -> None:
    text = session(tmp_path, way, ENDLESS, "b 8", "c", "vars", "p value", "threads", "c")
    assert text.count("<Endless: its __repr__ takes too long>") == 3
    assert text.count("running") == 1  # the main thread, and none of the debugger
    assert "out 2\n" in text

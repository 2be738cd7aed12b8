"""Standard input that the program shares with the debugger: nobody reads what is for the other."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from debugger.ui.lines import LineByLine, line_by_line
from tests.ui.shell import shown

READING = """\
import os, subprocess, sys
print("out", repr(input()), type(sys.stdin).__name__, repr(sys.stdin))
x = 1
print("out", subprocess.run(["head", "-c", "4"], capture_output=True).stdout)
sys.stdin.close()
x = 2
print("out", os.read(0, 5))
x = 3
print("out", open(0, closefd=False).read())
"""
STANDARD = "<_io.TextIOWrapper name='<stdin>' mode='r' encoding='utf-8'>"


@pytest.fixture
def ends() -> tuple[int, int]:
    return os.pipe()


def test_no_more_than_a_line_is_taken(ends: tuple[int, int]) -> None:
    os.write(ends[1], b"one\ntwo\nthree \xc3\xa4\nrest")
    os.close(ends[1])
    text = line_by_line(ends[0], "utf-8", "strict")
    assert text.readline() == "one\n"
    assert os.read(ends[0], 2) == b"tw"
    assert text.readline() == "o\n"
    assert text.read(3) == "thr"
    text.close()
    assert os.read(ends[0], 4) == b"rest"
    os.close(ends[0])


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_all_is_read_in_any_pieces(size: int, ends: tuple[int, int]) -> None:
    os.write(ends[1], b"a line\n\nanother")
    os.close(ends[1])
    raw = LineByLine(ends[0], closefd=False)
    pieces = iter(lambda: raw.read(size), b"")
    assert b"".join(pieces) == b"a line\n\nanother"
    os.close(ends[0])


def test_what_an_interrupt_leaves_is_kept(
    ends: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    os.write(ends[1], b"line\n")
    text = line_by_line(ends[0], "utf-8", "strict")
    original, given = os.read, [b"l", b"i", KeyboardInterrupt]

    def read(number: int, size: int) -> bytes:
        if given and given[0] is KeyboardInterrupt:
            given.clear()
            raise KeyboardInterrupt
        return original(number, size) if not given or given.pop(0) else b""

    monkeypatch.setattr(os, "read", read)
    with pytest.raises(KeyboardInterrupt):
        text.readline()
    assert text.readline() == "line\n"


@pytest.mark.parametrize("options", [(), ("--no-compiled-frames",)])
def test_program_child_and_debugger_read_in_turn(options: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(READING, "utf-8")
    typed = "b 3\nb 6\nb 8\nc\nfor the program\np x\nc\nkid\np 6 * 7\nc\nread\np x\nc\nall\nrest\n"
    done = shown("-m", "debugger", *options, "program.py", typed=typed, folder=tmp_path)
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("out ")] == [
        f"out 'for the program' TextIOWrapper {STANDARD}",
        "out b'kid\\n'",
        "out b'read\\n'",
        "out all",
    ], done.stdout
    assert done.stdout.endswith("out all\nrest\n\n")

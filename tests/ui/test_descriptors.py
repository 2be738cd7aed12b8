"""The debugger talks to where it was started, wherever a program points its descriptors."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.ui.shell import shown

REDIRECTING = """\
    import os, sys

    print("before")
    os.write(1, b"")
    sys.stdout.write("waits, ")
    target = os.open("output.txt", os.O_CREAT | os.O_WRONLY)
    kept = os.dup(1)
    {flush}
    os.dup2(target, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    number = 1
    print("into the file")
    sys.stdout.flush()
    os.dup2(kept, 1)
    print("after", target)
"""


def session(folder: Path, source: str, *commands: str) -> str:
    path = folder / "program.py"
    path.write_text(textwrap.dedent(source), "utf-8")
    typed = "".join(f"{command}\n" for command in commands)
    return shown("-m", "debugger", path.name, typed=typed, folder=folder).stdout


@pytest.mark.parametrize(
    ("flush", "written"),
    [
        ("sys.stdout.flush()", "into the file\n"),
        ("pass", "before\nwaits, into the file\n"),
    ],
)
def test_a_program_that_redirects_its_output(flush: str, written: str, tmp_path: Path) -> None:
    output = session(tmp_path, REDIRECTING.replace("{flush}", flush), "b 12", "c", "p number", "c")
    assert "\ndebug> p number\n1\n" in output
    assert output.endswith("after 3\n")
    assert (tmp_path / "output.txt").read_text("utf-8") == written


def test_a_program_that_closes_its_descriptors(tmp_path: Path) -> None:
    closing = """\
        import os

        def is_open(number):
            try:
                os.fstat(number)
            except OSError:
                return False
            return True

        os.close(0)
        os.close(1)
        number = 1
        number = 2
        with open(os.path.abspath("seen.txt"), "w") as file:
            print(file.fileno(), is_open(1), file=file)
    """
    output = session(tmp_path, closing, "b 13", "c", "p number", "c")
    assert "\ndebug> p number\n1\n" in output
    assert (tmp_path / "seen.txt").read_text("utf-8") == "0 False\n"

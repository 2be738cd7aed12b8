"""The start-up file: a `.pdbrc` does what it does under pdb, and only trusted folders have one."""

from __future__ import annotations

import shutil
from pathlib import Path
from textwrap import dedent

import pytest

from tests.ui.as_pdb import NAME, OURS, PDB, run, stops_and_values

PROGRAM = """\
def work(number):
    total = 0
    for turn in range(number):
        total += turn
    result = total * 2
    return result


def main():
    first = work(5)
    second = work(6)
    return first, second


main()
"""
PDBRC = """\
# What I always want; not `p 1;;p 2`.

alias pv p 'value', %1
b 4, turn > 1
tbreak work
ignore 1 1
c
c
p 'value', total, turn
up
down
n
until
total = 100
p 'value', total, turn
disable 1
r
p 'value', result
alias go n
alias gone c
unalias gone
"""
TYPED = "pv number\npv result\ngo\ngo\np 'value', second\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / NAME).write_text(PROGRAM, "utf-8")
    return tmp_path


def test_a_start_up_file_of_pdb(folder: Path) -> None:
    home = folder / "home"
    home.mkdir()
    (home / ".pdbrc").write_text(PDBRC, "utf-8")
    (home / ".debuggerrc").write_text(PDBRC, "utf-8")
    theirs = list(stops_and_values(run(PDB, folder, TYPED, home)))
    ours = list(stops_and_values(run(OURS, folder, TYPED, home)))
    assert ours == theirs
    assert len(ours) > 10


@pytest.mark.parametrize(
    ("options", "shown"),
    [((), ["home"]), (("--trust",), ["home", "here"]), (("-c", "p 'option'"), ["home", "option"])],
)
def test_whose_files_are_read(folder: Path, options: tuple[str, ...], shown: list[str]) -> None:
    here = folder / "here"
    here.mkdir()
    shutil.copy(folder / NAME, here)
    (folder / ".debuggerrc").write_text("p 'home'\n", "utf-8")
    (here / ".debuggerrc").write_text("p 'here'\n", "utf-8")
    text = run(("-m", "debugger", *options, NAME), here, "", folder)
    assert text.split("start")[0].replace("'", "").split() == shown


def test_commands_of_a_breakpoint_in_a_start_up_file(folder: Path) -> None:
    rc = """\
        b 5
        commands
        silent
        p total
        c
        end
        c
        """
    (folder / ".debuggerrc").write_text(dedent(rc), "utf-8")
    assert "10\n15\n" in run(OURS, folder, "")

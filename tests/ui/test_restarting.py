"""`run` begins the program anew, with what the user has set up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.as_pdb import NAME, our_answers, pdb_answers
from tests.ui.shell import shown

PROGRAM = """\
import os
import sys

def work(number):
    return number + 1

value = work(len(sys.argv))
other = work(value)
os.environ["CHANGED"] = "yes"
os.chdir("..")
last = work(other)
"""
SET_UP = """\
b work, number > 1
tbreak 8
b nosuch
disable 3
ignore 2 5
commands 1
silent
p ["hit", number]
end
alias twice p [%1 * 2]
watch number
break_on throw KeyError
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / NAME).write_text(PROGRAM, "utf-8")
    return tmp_path


def test_what_is_set_up_is_kept(folder: Path) -> None:
    typed = f"{SET_UP}c\nb\nrun\nb\nwatch\nc\ntwice number\nb work\n"
    text = shown("-m", "debugger", "-c", "p 'once'", NAME, "x", typed=typed, folder=folder).stdout
    before, after = text.split(f"Restarting {NAME} x\n")
    assert listed(after) == listed(before)
    assert len(listed(after)) == 4
    assert "watch 1: number" in after
    assert "['hit', 2]\n" in after
    assert "[4]\n" in after
    assert "Breakpoint 4 at" in after
    assert before.startswith("'once'\n")
    assert "once" not in after


def listed(text: str) -> list[str]:
    lines = text.partition("debug> b\n")[2].splitlines()
    return [line for line in lines[:4] if line.startswith(("  ", "Stops"))]


def test_places_and_arguments_are_those_of_pdb(folder: Path) -> None:
    commands = [
        "b 5",
        "c",
        "p number",
        "run a 'b c'",
        "p 'sys' in globals()",
        "c",
        "p number, sys.argv[1:]",
    ]
    commands += ["restart", "c", "p sys.argv[1:], os.environ.get('CHANGED')", "cl 1", "n"]
    theirs = pdb_answers(folder, commands)
    ours = our_answers(folder, commands, theirs)
    assert [each.stop for each in ours] == [each.stop for each in theirs]
    for at in (3, 5, 7, 10):
        assert ours[at] == theirs[at], commands[at - 1]


@pytest.mark.parametrize("words", [["-m", "debugger", NAME], ["-m", "debugger", "-m", "program"]])
def test_the_process_is_a_new_one(folder: Path, words: list[str]) -> None:
    seen = "p [os.environ.get('CHANGED'), os.path.basename(os.getcwd()), sys.argv[1:], __name__]"
    typed = f"b 11\nc\n{seen}\nrun -x --carried 3\nb 7\nc\n{seen}\nrun\nc\n{seen}\nrun '\nq\n"
    done = shown(*words, typed=typed, folder=folder)
    answers = [line for line in done.stdout.splitlines() if line.startswith("[")]
    first = f"['yes', '{folder.parent.name}', [], '__main__']"
    anew = f"[None, '{folder.name}', ['-x', '--carried', '3'], '__main__']"
    assert answers == [first, anew, anew]
    assert "These are no arguments: No closing quotation." in done.stdout
    assert done.returncode == 0


def test_what_is_not_there_any_more_is_told(folder: Path) -> None:
    shorter = f"open({NAME!r}, 'w').write('pass\\n')"
    typed = f"b 8\nbreak_on throw KeyError\n!class Own(Exception): pass\n{shorter}\nrun\nb\nq\n"
    text = shown("-m", "debugger", NAME, typed=typed, folder=folder).stdout
    assert "Breakpoint 1 is gone. program.py has 1 line." in text
    assert "No breakpoints\n" in text.partition("debug> b\n")[2]


def test_only_a_program_of_the_command_line_can_be_run_anew(folder: Path) -> None:
    script = folder / "script.py"
    script.write_text("import debugger\ndebugger.enter(lambda: 1)\n", "utf-8")
    text = shown("script.py", typed="run\nc\n", folder=folder).stdout
    assert "Only a program that was begun as python -m debugger FILE can be run anew." in text

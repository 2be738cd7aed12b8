"""The same commands under pdb and under the debugger, each in a fresh process.

What is compared are the places of stops and what is printed, command by command.  Two things
are different on purpose.  pdb's `s` stops at the line of `def` before it stops in the body: there
pdb is given another `step`.  Where a function returns pdb stops in it a last time, while the
debugger stops in the caller already: only that is compared, and after `r` the debugger is given
another `next`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.ui.shell import TIMEOUT, environment

NAME = "program.py"
PDB, OURS = ("-m", "pdb", NAME), ("-m", "debugger", NAME)
PDB_STOP = re.compile(r"^> \S*?([^\s/]+)\((\d+)\)([^\s(]+)\(\)")
OUR_STOP = re.compile(r"^(.*?)  +\S*?([^\s/]+):(\d+) in (?:\S+\.)?(\S+)$")
PDB_PROMPT, OUR_PROMPT = "(Pdb) ", re.compile(r"debug(?: \d+)?> ")
CALLED, RETURNED = "--Call--", "--Return--"
LEFT, LEAVING = re.compile(r"-> (?!about)\S+ returned "), "-> about to return"
REFUSED = re.compile(r"\*\*\* (?!\w+(Error|Exception):)|Unable to display")
REMARK = re.compile(r"Deleted breakpoint|(Internal )?StopIteration")
STEP, NEXT = "step ", "next "
"""Given in addition; no other command ends with a blank."""
RETURNS, STACK = ("r", "return"), ("w", "where", "bt")
SCREEN = re.compile(r"[ *>]")
DISPLAYED = re.compile(r"^ *display (.*?): (.*?) +\[old: (.*)\]$")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command: where the program stands, if that was shown, and what was printed.

    `is_refused`: it makes no sense there.
    """

    stop: str | None
    printed: tuple[str, ...]
    is_refused: bool = False


def pdb_answers(folder: Path, commands: Sequence[str], *start: str) -> list[Answer]:
    """What pdb answers to each command, after the first stop."""
    given = list(commands)
    while True:
        chunks = pdb_chunks(folder, start or PDB, given)
        calls = [at for at, chunk in enumerate(chunks) if CALLED in chunk]
        new = [at for at in calls if given[at : at + 1] != [STEP]]
        if not new:
            break
        given.insert(new[0], STEP)
    answered = zip(["", *given], chunks, strict=True)
    return [pdb_answer(*each) for at, each in enumerate(answered) if at not in calls]


def our_answers(
    folder: Path, commands: Sequence[str], theirs: Sequence[Answer], *start: str
) -> list[Answer]:
    """What the debugger answers to each command, where pdb has given those answers."""
    given = list(commands)
    while True:
        chunks = our_chunks(folder, start or OURS, given)
        answers: list[Answer] = []
        for at, chunk in enumerate(chunks):
            if at and given[at - 1] == NEXT:
                answers.pop()
            wanted = theirs[len(answers)] if len(answers) < len(theirs) else None
            answers.append(our_answer(chunk, wanted))
            if is_amid_line(chunks, at, answers[-1], wanted) and given[at : at + 1] != [NEXT]:
                given.insert(at, NEXT)
                break
        else:
            return answers


Chunks = list[list[str]]


def is_amid_line(chunks: Chunks, at: int, ours: Answer, theirs: Answer | None) -> bool:
    """Whether it has left a function in which it stopped at its return, but pdb is further on."""
    stops = [line for chunk in chunks[: at + 1] for line in chunk if OUR_STOP.match(line)]
    was_leaving = len(stops) > 1 and stops[-2].startswith(LEAVING)
    left = any(map(LEFT.match, chunks[at]))
    return left and was_leaving and theirs is not None and ours.stop != theirs.stop


def pdb_chunks(folder: Path, start: Sequence[str], commands: Sequence[str]) -> Chunks:
    """The lines between pdb's prompts, without those after the commands."""
    text = run(start, folder, typed(commands)).replace("(com) ", "")
    return [chunk.splitlines() for chunk in text.split(PDB_PROMPT)][: len(commands) + 1]


def our_chunks(folder: Path, start: Sequence[str], commands: Sequence[str]) -> Chunks:
    """The same for ours, which repeats what was typed."""
    text = re.sub(
        r"^\(commands\) .*\n", "", run(start, folder, typed(commands)), flags=re.MULTILINE
    )
    first, *rest = [chunk.splitlines() for chunk in OUR_PROMPT.split(text)]
    return [first, *(chunk[1:] for chunk in rest)][: len(commands) + 1]


def typed(commands: Sequence[str]) -> str:
    return "".join(f"{each}\n" for each in commands)


def run(start: Sequence[str], folder: Path, text: str, home: Path | None = None) -> str:
    """All that there is to see; at the end of the commands the session is quit."""
    done = subprocess.run(
        [sys.executable, *start],
        input=f"{text}q\n",
        cwd=folder,
        env=environment(PYTHONUTF8="1", HOME=str(home or folder)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    return done.stdout


def pdb_answer(command: str, chunk: Sequence[str]) -> Answer:
    if command in STACK:
        return Answer(None, printed(chunk))
    for at, line in enumerate(chunk):
        if found := PDB_STOP.match(line):
            returned = RETURNED in chunk and command not in RETURNS
            stop = RETURNED if returned else place(found[2], found[3])
            before = (each for each in chunk[:at] if each != RETURNED)
            return Answer(stop, printed([*before, *chunk[at + 2 :]]))
    return Answer(None, printed(chunk), any(map(REFUSED.match, chunk)))


def our_answer(chunk: Sequence[str], theirs: Answer | None) -> Answer:
    is_returned = theirs is not None and theirs.stop == RETURNED
    for at, line in enumerate(chunk):
        if found := OUR_STOP.match(line):
            stop = RETURNED if is_returned and LEFT.match(found[1]) else place(found[3], found[4])
            after = [
                each for each in chunk[at + 1 :] if not SCREEN.match(each) or DISPLAYED.match(each)
            ]
            return Answer(stop, printed([*chunk[:at], *after]))
    return Answer(None, printed(chunk))


def place(line: str, function: str) -> str:
    return f"{line} in {function}"


def printed(lines: Sequence[str]) -> tuple[str, ...]:
    """What was printed, in words that both have."""
    return tuple(filter(None, map(in_common, lines)))


def in_common(line: str) -> str:
    if REMARK.match(line):
        return ""
    if found := DISPLAYED.match(line):
        return f"display {found[1]}: {found[2]} [old: {found[3]}]"
    return re.sub(r"\*\* raised (.*) \*\*$", r"** \1", line).removeprefix("*** ").rstrip()


def stops_and_values(text: str) -> Iterator[str]:
    """The places of all stops and frames in a text, and the lines that begin with `('value'`."""
    for line in re.sub(r"^(\(Pdb\) |debug(?: \d+)?> )", "", text, flags=re.MULTILINE).splitlines():
        if line.startswith("('value'"):
            yield line
        elif found := PDB_STOP.match(line):
            yield place(found[2], found[3])
        elif found := OUR_STOP.match(line):
            yield place(found[3], found[4])

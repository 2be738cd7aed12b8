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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.ui.shell import TIMEOUT, environment

NAME = "program.py"
PDB_STOP = re.compile(r"^> \S*?([^\s/]+)\((\d+)\)([^\s(]+)\(\)")
OUR_STOP = re.compile(r"^(.*?)  +\S*?([^\s/]+):(\d+) in (?:\S+\.)?(\S+)$")
PDB_PROMPT, OUR_PROMPT = "(Pdb) ", re.compile(r"debug(?: \d+)?> ")
CALLED, RETURNED = "--Call--", "--Return--"
LEFT, LEAVING = re.compile(r"-> (?!about)\S+ returned "), "-> about to return"
RETURNS = ("r", "return")
DISPLAYED = re.compile(r"^ *display (.*?): (.*?) +\[old: (.*)\]$")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command: where the program stands, if that was shown, and what was printed."""

    stop: str | None
    printed: tuple[str, ...]


def pdb_answers(folder: Path, commands: Sequence[str]) -> list[Answer]:
    """What pdb answers to each command, after the first stop."""
    given, chunks = stepped_on(folder, commands, pdb_chunks, "step", is_at_call)
    return [pdb_answer(command, chunk) for command, chunk in zip(["", *given], chunks, strict=True)]


def our_answers(folder: Path, commands: Sequence[str]) -> list[Answer]:
    """What the debugger answers to each command, after the first stop."""
    _, chunks = stepped_on(folder, commands, our_chunks, "next", has_left)
    return [our_answer(chunk) for chunk in chunks]


Chunks = list[list[str]]


def stepped_on(
    folder: Path,
    commands: Sequence[str],
    chunks_of: Callable[[Path, Sequence[str]], Chunks],
    command: str,
    is_between: Callable[[Chunks, int], bool],
) -> tuple[list[str], Chunks]:
    """The commands and what came of them; where the other does not stop `command` is given, too.

    What came before such a command is left out.
    """
    given = list(commands)
    while True:
        chunks = chunks_of(folder, given)
        between = [at for at in range(len(chunks)) if is_between(chunks, at)]
        new = [at for at in between if given[at : at + 1] != [command]]
        if not new:
            break
        given.insert(new[0], command)
    kept = [at for at in range(len(chunks)) if at not in between]
    return [given[at - 1] for at in kept if at], [chunks[at] for at in kept]


def is_at_call(chunks: Chunks, at: int) -> bool:
    return CALLED in chunks[at]


def has_left(chunks: Chunks, at: int) -> bool:
    """Whether the debugger has only just left a function in which it had stopped at its return."""
    left = any(map(LEFT.match, chunks[at]))
    return left and any(line.startswith(LEAVING) for line in chunks[at - 1])


def pdb_chunks(folder: Path, commands: Sequence[str]) -> Chunks:
    """The lines between pdb's prompts, without those after the commands."""
    text = run("pdb", folder, typed(commands))
    return [chunk.splitlines() for chunk in text.split(PDB_PROMPT)][: len(commands) + 1]


def our_chunks(folder: Path, commands: Sequence[str]) -> Chunks:
    """The same for ours, which repeats what was typed."""
    text = run("debugger", folder, typed(commands))
    first, *rest = [chunk.splitlines() for chunk in OUR_PROMPT.split(text)]
    return [first, *(chunk[1:] for chunk in rest)][: len(commands) + 1]


def typed(commands: Sequence[str]) -> str:
    return "".join(f"{each}\n" for each in commands)


def run(module: str, folder: Path, text: str, *options: str, home: Path | None = None) -> str:
    """All that there is to see; at the end of the commands the session is quit."""
    done = subprocess.run(
        [sys.executable, "-m", module, *options, NAME],
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
    for at, line in enumerate(chunk):
        if found := PDB_STOP.match(line):
            returned = RETURNED in chunk and command not in RETURNS
            stop = RETURNED if returned else place(found[2], found[3])
            before = (each for each in chunk[:at] if each != RETURNED)
            return Answer(stop, printed([*before, *chunk[at + 2 :]]))
    return Answer(None, printed(chunk))


def our_answer(chunk: Sequence[str]) -> Answer:
    for at, line in enumerate(chunk):
        if found := OUR_STOP.match(line):
            stop = RETURNED if LEFT.match(found[1]) else place(found[3], found[4])
            shown = [each for each in chunk[at:] if DISPLAYED.match(each)]
            return Answer(stop, printed([*chunk[:at], *shown]))
    return Answer(None, printed(chunk))


def place(line: str, function: str) -> str:
    return f"{line} in {function}"


def printed(lines: Sequence[str]) -> tuple[str, ...]:
    """What was printed, in words that both have."""
    return tuple(filter(None, map(in_common, lines)))


def in_common(line: str) -> str:
    if found := DISPLAYED.match(line):
        return f"display {found[1]}: {found[2]} [old: {found[3]}]"
    return line.removeprefix("*** ").rstrip()


def stops_and_values(text: str) -> Iterator[str]:
    """The places of all stops and frames in a text, and the lines that begin with `('value'`."""
    for line in re.sub(r"^(\(Pdb\) |debug(?: \d+)?> )", "", text, flags=re.MULTILINE).splitlines():
        if line.startswith("('value'"):
            yield line
        elif found := PDB_STOP.match(line):
            yield place(found[2], found[3])
        elif found := OUR_STOP.match(line):
            yield place(found[3], found[4])

"""Sessions with small programs, in each way that frames can run, told as a list of what came.

A line of a program is named by a comment `# @name` at its end; `@name` in a command is its number.
What comes are the places of the stops, as `function@name` or `function:12`, with what the screen
says of an error behind them, and the answers to `p`, as `= answer`.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.helpers import DEBUGGER, DEBUGGER_IMPORTS, LAUNCH, TIMEOUT, prepared

NAME = "program.py"
IMPORTS = f"{DEBUGGER_IMPORTS}import debugger.ui.opening, debugger.ui.table, debugger.ui.interrupts\n"
HOT = """\
import functools
from debugger.compiled.loops.policy import Policy
from debugger.ui import opening
opening.POLICY = functools.partial(Policy, hot=3, first=0)
"""
"""Loops are made machine code at their third turn, by the thread that runs them."""
MANY = 40
"""As often as this a program is told to go on."""


@dataclass(frozen=True, slots=True)
class Way:
    """How frames run: what is executed before the debugger begins, and its options."""

    before: str
    options: tuple[str, ...]


WAYS = {
    "interpreted": Way("", ("--no-compiled-frames", "--no-compile")),
    "interpreted, hot": Way(HOT, ("--no-compiled-frames",)),
    "compiled": Way("", ("--no-compile",)),
    "compiled, hot": Way(HOT, ()),
}

HEADLINE = re.compile(rf"^(.*?)\s\s+\S*{re.escape(NAME)}:(\d+) in (\S+)$")
ANSWER = re.compile(r"^debug(?: \d+)?> p [^\n]*\n((?:(?!debug).*\n)*?)(?=debug|\Z)")
MARKER = re.compile(r"#.*?@(\w+)")
FATE = re.compile(r"\((nothing will|it will|it may|it leaves|nothing caught)[^)]*\)")


class Program:
    """The text of a script."""

    def __init__(self, source: str) -> None:
        self.source = textwrap.dedent(source)
        lines = enumerate(self.source.splitlines(), 1)
        self.lines = {found[1]: n for n, line in lines if (found := MARKER.search(line))}
        self.markers = {number: name for name, number in self.lines.items()}

    def numbered(self, command: str) -> str:
        """A command, with numbers of lines in place of their names."""
        return re.sub(r"@(\w+)", lambda found: str(self.lines[found[1]]), command)

    def place(self, line: int, function: str) -> str:
        """A place in words."""
        marker = self.markers.get(line)
        return f"{function}@{marker}" if marker else f"{function}:{line}"


@dataclass(frozen=True, slots=True)
class Driven:
    """What came of a session, and all that was to be seen of it."""

    came: list[str]
    text: str
    output: list[str]
    status: int


def driven(program: Program, commands: Sequence[str], way: str, folder: Path) -> Driven:
    """Run a program with these commands, and with `c` from then on."""
    chosen = WAYS[way]
    (folder / NAME).write_text(program.source, "utf-8")
    typed = "".join(f"{program.numbered(each)}\n" for each in [*commands, *["c"] * MANY])
    words = ["-m", *chosen.options, NAME]
    run = prepared(IMPORTS).run(chosen.before + DEBUGGER, words, folder, typed, TIMEOUT)
    text, errors, status = run
    return Driven(list(came(program, text)), text + errors, printed(text), status)


def came(program: Program, text: str) -> Iterator[str]:
    """The stops and the answers, without the first stop."""
    is_answer = False
    for line in text.splitlines():
        found = HEADLINE.match(line)
        prompt = line.startswith("debug")
        if prompt:
            is_answer = " p " in line
        elif found and not line.startswith(("start ", "frame ")):
            fate = FATE.search(line)
            place = program.place(int(found[2]), found[3])
            yield f"{place} {fate[1]}" if fate else place
        elif is_answer and not found:
            yield f"= {line}"
            is_answer = False


def printed(text: str) -> list[str]:
    """What the program itself has printed, which begins with `out`."""
    return [line for line in text.splitlines() if line.startswith("out ")]


@cache
def natively(program: Program, folder: Path) -> tuple[list[str], int]:
    """What the program prints without a debugger, and its exit status."""
    (folder / NAME).write_text(program.source, "utf-8")
    text, _, status = prepared("import runpy").run(
        LAUNCH, ["-c", NAME], folder, "", TIMEOUT
    )
    return printed(text), status

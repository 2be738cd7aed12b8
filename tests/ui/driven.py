"""Sessions with small programs, in each way that frames can run, told as a list of what came.

A line of a program is named by a comment `# @name` at its end; `@name` in a command is its number.
What comes are the places of the stops, as `function@name` or `function:12`, with what the screen
says of an error behind them, and the answers to `p`, as `= answer`.
"""

from __future__ import annotations

import re
import tempfile
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.helpers import DEBUGGER, DEBUGGER_IMPORTS, LAUNCH, TIMEOUT, prepared

NAME = "program.py"
IMPORTS = f"""\
{DEBUGGER_IMPORTS}
import debugger.ui.opening, debugger.ui.table, debugger.ui.interrupts
import debugger.compiled.variants.installing
"""
HOT_IMPORTS = f"""\
{IMPORTS}
import debugger.compiled.loops.toolchains.bare, debugger.compiled.loops.emit.emitter
from debugger.compiled.loops.policy import Policy
from debugger.ui import opening

class Eager(Policy):
    def __init__(self):
        super().__init__(hot=3, first=0)

opening.POLICY = Eager
"""
"""Loops are made machine code at their third turn, by the thread that runs them."""
MANY = 60
"""As often as this a program is told to go on."""


@dataclass(frozen=True, slots=True)
class Way:
    """How frames run: what is imported before the debugger begins, and its options."""

    imports: str
    options: tuple[str, ...]


INTERPRETED, COMPILED = "interpreted", "compiled"
HOT_INTERPRETED, HOT_COMPILED = "interpreted, machine code", "compiled, machine code"
WAYS = {
    INTERPRETED: Way(IMPORTS, ("--no-compiled-frames", "--no-compile")),
    COMPILED: Way(IMPORTS, ("--no-compile",)),
    HOT_INTERPRETED: Way(HOT_IMPORTS, ("--no-compiled-frames",)),
    HOT_COMPILED: Way(HOT_IMPORTS, ()),
}

HEADLINE = re.compile(rf"^(.*?)\s\s+\S*{re.escape(NAME)}:(\d+) in (\S+)$")
MARKER = re.compile(r"#.*?@(\w+)")
FATE = re.compile(r"\((nothing will catch it|it will be caught|it may be caught|it leaves .*)\)")
NO_STOP = ("start ", "frame ")


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
    """What came of a session; what the program printed, behind `out`; and all there was to see."""

    came: list[str]
    output: list[str]
    status: int
    text: str

    def markers(self) -> list[str]:
        """The names of the lines that were stopped at."""
        return [each.partition("@")[2] for each in self.came if "@" in each]


def driven(program: Program, commands: Sequence[str], way: str) -> Driven:
    """Run a program with these commands, and with `c` from then on."""
    chosen = WAYS[way]
    typed = "".join(f"{program.numbered(each)}\n" for each in [*commands, *["c"] * MANY])
    words = ["-m", *chosen.options, NAME]
    with written(program) as folder:
        run = prepared(chosen.imports).run(DEBUGGER, words, Path(folder), typed, TIMEOUT)
    text, errors, status = run
    return Driven(list(came(program, text)), printed(text), status, text + errors)


def written(program: Program) -> tempfile.TemporaryDirectory[str]:
    """A folder that holds the program."""
    folder = tempfile.TemporaryDirectory()
    (Path(folder.name) / NAME).write_text(program.source, "utf-8")
    return folder


def came(program: Program, text: str) -> Iterator[str]:
    """The stops and the answers, but not the first stop."""
    is_answer = False
    for line in text.splitlines():
        found = HEADLINE.match(line)
        if line.startswith("debug"):
            is_answer = "> p " in line
        elif found and not line.startswith(NO_STOP):
            fate = FATE.search(line)
            place = program.place(int(found[2]), found[3])
            yield f"{place}: {fate[1]}" if fate else place
        elif is_answer:
            yield f"= {line}"
            is_answer = False


def printed(text: str) -> list[str]:
    """What the program itself has printed, behind `out`."""
    return [line.removeprefix("out ") for line in text.splitlines() if line.startswith("out ")]


@cache
def natively(program: Program) -> tuple[list[str], int]:
    """What the program prints without a debugger, and its exit status."""
    with written(program) as folder:
        run = prepared("import runpy").run(LAUNCH, ["-c", NAME], Path(folder), "", TIMEOUT)
    text, _, status = run
    return printed(text), status

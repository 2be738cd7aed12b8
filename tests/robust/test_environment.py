"""Programs that change what the debugger stands on: streams, signals, builtins, modules, processes.

Each has a line `# @before` and a line `# @after`: both are stopped at, the prompt works there, and
the program does what it does without a debugger.
"""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.ui.driven import NAME, Program, came, printed, written
from tests.ui.shell import TIMEOUT, environment

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
FOLDER = re.compile(r"/\S*/(?=program\.py)")
WAYS = {"compiled": (), "interpreted": ("--no-compiled-frames",)}
FAILING = {
    ("wraps_modules", "interpreted"): "what interprets a function of the program calls it itself",
}
COMMANDS = ("b @before", "b @after", "c", "p x * 10", "vars", "c", "p 6 * 7", "where", "c", "c")


def run(program: Program, words: list[str], typed: str) -> subprocess.CompletedProcess[str]:
    with written(program) as folder:
        return subprocess.run(
            [sys.executable, *words, NAME],
            cwd=folder,
            env=environment(PYTHONUTF8="1"),
            input=typed,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )


def cases() -> Iterator[Any]:
    for path, way in itertools.product(PROGRAMS, WAYS):
        reason = FAILING.get((path.stem, way))
        marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
        yield pytest.param(path, way, id=f"{path.stem}, {way}", marks=marks)


@pytest.mark.parametrize(("path", "way"), [*cases()])
def test_prompt_works_and_the_program_does_the_same(path: Path, way: str) -> None:
    program = Program(path.read_text("utf-8"))
    typed = "".join(f"{program.numbered(each)}\n" for each in COMMANDS)
    native, debugged = run(program, [], ""), run(program, ["-m", "debugger", *WAYS[way]], typed)
    places = ["<module>@before", "<module>@after"]
    stops = [each for each in came(program, debugged.stdout) if "@" in each]
    assert stops == places, debugged.stdout + debugged.stderr
    assert "= 42" in list(came(program, debugged.stdout)), debugged.stdout
    assert "The debugger" not in debugged.stdout
    assert printed(debugged.stdout) == printed(native.stdout)
    assert FOLDER.sub("", debugged.stderr) == FOLDER.sub("", native.stderr)
    assert debugged.returncode == native.returncode

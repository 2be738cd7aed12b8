"""The sessions with pdb in CPython's own tests: the program, and what is typed.

They are the doctests of `test.test_pdb` of the running Python.  Each example becomes a file of its
own, so that numbers of lines are those of the test.
"""

from __future__ import annotations

import ast
import doctest
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

STOP = re.compile(r"(import pdb; )?pdb\.Pdb\([^)]*\)\.set_trace\(\)")
NAME = "program.py"
SHARED = """\
import {0}
vars(builtins).update((n, v) for n, v in vars({0}).items() if not n.startswith("__"))
"""
"""In a doctest the names of an example are those of the next ones, too."""
TYPED = "PdbTestInput"


@dataclass(frozen=True, slots=True)
class CPythonSession:
    """The files of the program, what calls it, and the commands; some take several lines."""

    files: tuple[str, ...]
    call: str
    commands: tuple[str, ...]

    @property
    def ends_with_stop(self) -> bool:
        """Whether a function calls `breakpoint` last."""
        return any(file.rstrip().endswith("breakpoint()") for file in self.files)

    def write(self, folder: Path) -> None:
        names = [f"example{number}" for number in range(len(self.files))]
        for name, source in zip(names, self.files, strict=True):
            (folder / f"{name}.py").write_text(source, "utf-8")
        shared = "".join(SHARED.format(name) for name in names)
        (folder / NAME).write_text(f"import builtins\n{shared}{self.call}\n", "utf-8")


def sessions() -> dict[str, CPythonSession]:
    """All that begin in the program, by the names of the tests."""
    found: dict[str, CPythonSession] = {}
    for name, test in vars(import_module("test.test_pdb")).items():
        if inspect.isfunction(test) and name.startswith("test_") and test.__doc__:
            for session in _in_test(test.__doc__):
                found.setdefault(name.removeprefix("test_").removeprefix("pdb_"), session)
    return found


def _in_test(text: str) -> Iterator[CPythonSession]:
    files: list[str] = []
    for example in doctest.DocTestParser().get_examples(text):
        if TYPED not in example.source:
            files.append(STOP.sub("breakpoint()", example.source))
            continue
        block = ast.parse(example.source).body[0]
        if isinstance(block, ast.With) and any("breakpoint()" in file for file in files):
            yield _session(block, [file for file in files if "reset_Breakpoint" not in file])


def _session(block: ast.With, files: list[str]) -> CPythonSession:
    given = block.items[0].context_expr
    assert isinstance(given, ast.Call)
    call = "\n".join(map(ast.unparse, block.body))
    return CPythonSession(tuple(files), call, tuple(_whole(ast.literal_eval(given.args[0]))))


def _whole(lines: list[str]) -> Iterator[str]:
    """The commands; those that ask for more lines, with these."""
    rest = iter(lines)
    for line in rest:
        if re.match(r"commands\b", line) and "end" in lines:
            yield "\n".join([line, *_up_to(rest, "end")])
        elif line in ("clear", "cl"):
            yield f"{line}\n{next(rest)}"
        else:
            yield line


def _up_to(lines: Iterator[str], last: str) -> Iterator[str]:
    for line in lines:
        yield line
        if line == last:
            return

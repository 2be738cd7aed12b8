"""Run programs natively and under the debugger, in processes, and compare what they did."""

from __future__ import annotations

import ast
import difflib
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol

from tests import shared
from tests.prepared import Prepared

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests" / "programs"
RECORDED = ROOT / "tests" / "recording" / "run_recorded.py"
EAGER = ROOT / "tests" / "loops" / "run_eagerly.py"
VARIANTS = ROOT / "tests" / "variants"
BOUNCED, ARMED = VARIANTS / "run_bounced.py", VARIANTS / "run_armed.py"
LEFT, COMPILED = VARIANTS / "run_left.py", VARIANTS / "run_compiled.py"
"""Scripts that run a program in some way of their own; options come before the program."""
IMPORTS = ast.Import, ast.ImportFrom
TIMEOUT = 300
REQUIRES = "# requires "
LAUNCH = "import sys; del sys.argv[0]; exec(open(sys.argv[0]).read())"
"""Runs a script with the program's folder, and not the script's, as where Python was started."""
DEBUGGER = "import os, runpy, sys; sys.path[0] = os.getcwd(); runpy._run_module_as_main('debugger')"
"""What `-m debugger` does."""
DEBUGGER_IMPORTS = """\
import runpy
import debugger.ui.main, debugger.ui.script
import debugger.compiled.tiered, debugger.frames.engine, debugger.frames.stepping
"""
"""What it has imported when a program begins."""


@dataclass(frozen=True, slots=True)
class Run:
    """All that can be seen of a finished program."""

    stdout: str
    stderr: str
    status: int


class Runner(Protocol):
    """Runs the program in its own folder; the engines of the debugger are told apart by these."""

    def __call__(
        self,
        program: Path,
        *,
        python: str = ...,
        arguments: Sequence[str] = ...,
        stdin: str = ...,
    ) -> Run: ...


def run_native(
    program: Path,
    *,
    python: str = sys.executable,
    arguments: Sequence[str] = (),
    stdin: str = "",
) -> Run:
    """Run the program with plain Python."""
    return _run(python, [program.name, *arguments], program.parent, stdin)


def run_interpreted(
    program: Path,
    *,
    python: str = sys.executable,
    arguments: Sequence[str] = (),
    stdin: str = "",
) -> Run:
    """Run the program under the debugger's interpreter, never stopping."""
    words = ["-m", "--interpret", program.name, *arguments]
    fork = prepared(DEBUGGER_IMPORTS, python)
    return Run(*fork.run(DEBUGGER, words, program.parent, stdin, TIMEOUT))


def run_script(
    program: Path,
    *,
    script: Path,
    python: str = sys.executable,
    arguments: Sequence[str] = (),
    stdin: str = "",
    options: Sequence[str] = (),
) -> Run:
    """Run the program by one of the scripts, which is given its options, the file and arguments."""
    words = ["-c", str(script), *options, program.name, *arguments]
    fork = prepared(_imports(script), python)
    return Run(*fork.run(LAUNCH, words, program.parent, stdin, TIMEOUT))


def assert_same(
    source_or_path: str | Path,
    *,
    python: str = sys.executable,
    arguments: Sequence[str] = (),
    stdin: str = "",
    engine: Runner = run_interpreted,
) -> None:
    """Assert that a program, given as its text or as a path, does the same under the engine.

    Both runs see the same path, so that tracebacks can be compared to the letter; the folder is
    made anew for each, so that neither finds what the other left behind.  Natively a program runs
    once in a test session, whichever the engines that it is compared with.
    """
    if isinstance(source_or_path, Path):
        name, source = source_or_path.name, source_or_path.read_bytes()
    else:
        name, source = "program.py", source_or_path.encode()
    chosen: dict[str, Any] = {"python": python, "arguments": arguments, "stdin": stdin}
    with shared.held(_digest(name, source, chosen)) as folder:
        program = folder / "run" / name
        native = _remembered(
            folder / "native", lambda: run_afresh(partial(run_native, **chosen), program, source)
        )
        debugged = run_afresh(partial(engine, **chosen), program, source)
    assert native == debugged, _explain(native, debugged, source.decode())


def programs(version: tuple[int, int] = sys.version_info[:2]) -> list[Path]:
    """The programs that this version of Python can run."""
    return [path for path in sorted(PROGRAMS.glob("*.py")) if _required(path) <= version]


def _required(program: Path) -> tuple[int, int]:
    """The version named by the program's first line, as in `# requires 3.12`."""
    first_line = program.read_text(encoding="utf-8").partition("\n")[0]
    if not first_line.startswith(REQUIRES):
        return 3, 11
    major, minor = first_line.removeprefix(REQUIRES).split(".")
    return int(major), int(minor)


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _remembered(path: Path, run: Callable[[], Run]) -> Run:
    """What is in the file, or else comes from a run, and is written there."""
    if not path.exists():
        path.write_text(json.dumps(astuple(run())), "utf-8")
    return Run(*json.loads(path.read_text("utf-8")))


def run_afresh(run: Callable[[Path], Run], program: Path, source: bytes) -> Run:
    """Run the program in a new folder that holds nothing else."""
    program.parent.mkdir()
    program.write_bytes(source)
    try:
        return run(program)
    finally:
        shutil.rmtree(program.parent)


def _run(python: str, words: Sequence[str], directory: Path, stdin: str) -> Run:
    finished = subprocess.run(
        [python, *words],
        cwd=directory,
        env=_environment(python),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        errors="backslashreplace",
        timeout=TIMEOUT,
        check=False,
    )
    return Run(finished.stdout, finished.stderr, finished.returncode)


@cache
def prepared(statements: str, python: str = sys.executable) -> Prepared:
    """What runs programs in forks of a process that has executed some statements."""
    return Prepared(python, statements, _environment(python))


@cache
def _imports(script: Path) -> str:
    """The imports at the top of a script."""
    body = ast.parse(script.read_text("utf-8")).body
    return "\n".join(ast.unparse(each) for each in body if isinstance(each, IMPORTS))


@cache
def _environment(python: str) -> dict[str, str]:
    """The same for native and debugged runs: nothing that changes output, and the debugger."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON") and name not in {"FORCE_COLOR", "NO_COLOR"}
    }
    environment |= {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
    if not _installed_from_here(python):
        environment["PYTHONPATH"] = str(ROOT)
    return environment


def _installed_from_here(python: str) -> bool:
    question = "import debugger; print(debugger.__file__)"
    answer = subprocess.run(
        [python, "-I", "-c", question], check=False, capture_output=True, encoding="utf-8"
    )
    return answer.stdout.startswith(str(ROOT / "debugger"))


def _explain(native: Run, debugged: Run, source: str) -> str:
    """What differs, as a unified diff, and the program with line numbers."""
    differences = [
        line
        for field in fields(Run)
        for line in _diff(field.name, getattr(native, field.name), getattr(debugged, field.name))
    ]
    listing = [f"{number:4}  {line}" for number, line in enumerate(source.splitlines(), 1)]
    return "\n".join(["not the same:", *differences, "", "the program:", *listing])


def _diff(name: str, native: object, debugged: object) -> Iterator[str]:
    return difflib.unified_diff(
        str(native).split("\n"),
        str(debugged).split("\n"),
        f"native {name}",
        f"debugged {name}",
        lineterm="",
    )

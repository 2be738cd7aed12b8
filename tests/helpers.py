"""Run programs natively and under the debugger, in fresh processes, and compare what they did."""

from __future__ import annotations

import difflib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial
from pathlib import Path
from typing import Protocol

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "tests" / "programs"
RECORDED = ROOT / "tests" / "recording" / "run_recorded.py"
EAGER = ROOT / "tests" / "loops" / "run_eagerly.py"
VARIANTS = ROOT / "tests" / "variants"
BOUNCED, ARMED = VARIANTS / "run_bounced.py", VARIANTS / "run_armed.py"
LEFT, COMPILED = VARIANTS / "run_left.py", VARIANTS / "run_compiled.py"
"""Scripts that run a program in some way of their own; options come before the program."""
TIMEOUT = 60
REQUIRES = "# requires "
LAUNCH = "import sys; del sys.argv[0]; exec(open(sys.argv[0]).read())"
"""Runs a script with the program's folder, and not the script's, as where Python was started."""


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
    words = ["-m", "debugger", "--interpret", program.name, *arguments]
    return _run(python, words, program.parent, stdin)


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
    words = ["-c", LAUNCH, str(script), *options, program.name, *arguments]
    return _run(python, words, program.parent, stdin)


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
    made anew for each, so that neither finds what the other left behind.
    """
    if isinstance(source_or_path, Path):
        name, source = source_or_path.name, source_or_path.read_bytes()
    else:
        name, source = "program.py", source_or_path.encode()
    with tempfile.TemporaryDirectory() as temporary:
        # Not below a symbolic link: both runs shall agree on what the folder is called.
        program = Path(temporary).resolve() / "run" / name
        native, debugged = (
            run_afresh(
                partial(runner, python=python, arguments=arguments, stdin=stdin), program, source
            )
            for runner in (run_native, engine)
        )
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


def run_afresh(run: Callable[[Path], Run], program: Path, source: bytes) -> Run:
    """Run the program in a new folder that holds nothing else."""
    program.parent.mkdir()
    program.write_bytes(source)
    finished = run(program)
    shutil.rmtree(program.parent)
    return finished


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

"""Run CPython's own tests natively and under an engine, and compare test by test.

Run as `python -m tests.conformance.run [--python PYTHON] [--engine ENGINE] [--jobs N] [--write]
[FILE ...]`.  A new engine is a row of `ENGINES`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tests.conformance import report
from tests.conformance.processes import Ended, run_limited
from tests.conformance.results import (
    Comparison,
    Reason,
    Run,
    differences,
    read_reasons,
    read_results,
)

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
DRIVER = HERE / "driver.py"
REASONS = HERE / "reasons.toml"
LOGS = PROJECT / "build" / "conformance"
REPORT = PROJECT / "docs" / "fidelity.md"

FOCUS = ("--focus", "stdlib")
INTERPRET = ("-m", "debugger", "--interpret")
ENGINES: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "interpreted": ((), (*INTERPRET, *FOCUS)),
    "eager": (
        (*INTERPRET, "--no-compile", *FOCUS),
        ("-m", "tests.loops.run_eagerly", *FOCUS),
    ),
    "compiled": ((), (*INTERPRET, "--compiled-frames", *FOCUS)),
    "bounced": (
        (),
        (
            "-m",
            "tests.conformance.run_bounced",
        ),
    ),
}
"""By name, the two ways that are compared.

`eager` compiles each loop at once, and is compared to none compiled; `bounced` are compiled frames
that stop before every line and go on.
"""

# A run passes when at most this share of the tests comes out differently.
TOLERANCE = 0.02

FILES = (
    "test_grammar",
    "test_with",
    "test_scope",
    "test_generators",
    "test_exceptions",
    "test_raise",
    "test_patma",
    "test_unpack",
    "test_unpack_ex",
    "test_named_expressions",
    "test_class",
    "test_fstring",
    "test_call",
    "test_extcall",
    "test_coroutines",
    "test_asyncgen",
    "test_exception_group",
    "test_except_star",
    "test_contextlib",
    "test_yield_from",
    "test_keywordonlyarg",
    "test_positional_only_arg",
    "test_decorators",
    "test_descr",
    "test_super",
    "test_listcomps",
    "test_genexps",
)


def run_file(name: str, command: Sequence[str], log: Path, options: argparse.Namespace) -> Run:
    """Run the driver on one test file in an empty folder, its output going to a log."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder, "results.jsonl")
        arguments = [*command, str(DRIVER), name, str(results)]
        arguments += [f"*{options.k}*"] if options.k else []
        environment = {"PYTHONPATH": str(PROJECT)}
        ended = run_limited(arguments, _subfolder(folder), environment, log, options.timeout)
        outcomes, unfinished = read_results(results)
    trouble = _trouble(ended, options.timeout)
    if not outcomes and not trouble:
        trouble = "ran no tests"
    if trouble and unfinished:
        trouble += f" in {unfinished}"
    return Run(outcomes, ended.seconds, trouble)


def _subfolder(folder: str) -> Path:
    """Where the tests run: apart from the results, which they might otherwise find."""
    path = Path(folder, "work")
    path.mkdir()
    return path


def _trouble(ended: Ended, limit: float) -> str:
    if ended.status is None:
        return f"timed out after {limit:.0f} s"
    return f"crashed with exit status {ended.status}" if ended.status else ""


def compare(
    name: str, options: argparse.Namespace, version: str, reasons: Sequence[Reason]
) -> Comparison:
    """Run one test file both ways."""
    native, interpreted = (
        run_file(name, [options.python, *command], LOGS / version / f"{name}.{way}.txt", options)
        for way, command in zip(("native", options.engine), ENGINES[options.engine], strict=True)
    )
    found = tuple(differences(native.outcomes, interpreted.outcomes, version, reasons))
    return Comparison(name, native, interpreted, found)


def failed(comparisons: Sequence[Comparison]) -> bool:
    tests = sum(c.tests for c in comparisons)
    differ = sum(len(c.differences) for c in comparisons)
    return any(c.trouble for c in comparisons) or differ > TOLERANCE * tests


def _command(name: str) -> str:
    """The absolute path of a command, for the tests run in a folder of their own."""
    path = shutil.which(name)
    if path is None:
        raise argparse.ArgumentTypeError(f"there is no command {name}")
    return str(Path(path).absolute())


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run", description="Run CPython's own tests both ways.")
    parser.add_argument("files", nargs="*", metavar="FILE", help="such as test_with; default: all")
    parser.add_argument(
        "--python", type=_command, default=sys.executable, help="the Python that runs the tests"
    )
    parser.add_argument("--jobs", type=int, default=2, help="test files at a time")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one run of a file")
    parser.add_argument("-k", default="", metavar="TEXT", help="only tests whose id contains TEXT")
    parser.add_argument("--engine", choices=ENGINES, default="interpreted")
    parser.add_argument("--write", action="store_true", help="write the table to docs/fidelity.md")
    options = parser.parse_args()
    if options.write and options.engine != "interpreted":
        parser.error("the report is about the interpreter; there is none about other engines")
    return options


def main() -> int:
    options = parse_arguments()
    program = "import platform; print(platform.python_version())"
    version = subprocess.check_output([options.python, "-c", program], text=True).strip()
    (LOGS / version).mkdir(parents=True, exist_ok=True)
    print(f"CPython {version}; output of the tests is in {LOGS.relative_to(PROJECT) / version}")
    report.show_row(report.HEADINGS)
    work = partial(compare, options=options, version=version, reasons=read_reasons(REASONS))
    comparisons = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for comparison in pool.map(work, options.files or FILES):
            report.show_row(comparison.cells())
            sys.stdout.flush()
            comparisons.append(comparison)
    for comparison in comparisons:
        for difference in comparison.listed:
            report.show_difference(difference)
    print(report.summary(comparisons))
    if options.write:
        report.write_report(REPORT, version, comparisons)
    return int(failed(comparisons))


if __name__ == "__main__":
    sys.exit(main())

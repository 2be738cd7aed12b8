"""Run CPython's own tests natively and under an engine, and compare test by test.

Run as `python -m tests.conformance.run [--python PYTHON] [--engine ENGINE] [--tier A|B|C]
[--jobs N] [--write] [FILE ...]`.  A new engine is a row of `ENGINES`; files are in `tiers.toml`.
The status is 1 if the tier's requirement is not met, something has no reason, or more differs than
in the report.
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
    CRASHED,
    UNEXPLAINED,
    Comparison,
    Outcome,
    Reason,
    Run,
    differences,
    left_out,
    read_reasons,
    read_results,
)
from tests.conformance.tiers import read_tiers

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
DRIVER = HERE / "driver.py"
REASONS = HERE / "reasons.toml"
LOGS = PROJECT / "build" / "conformance"
REPORT = PROJECT / "docs" / "fidelity.md"
MOST_CRASHES = 3
"""Tests of a file that may crash."""

FOCUS = ("--focus", "stdlib")
INTERPRET = ("-m", "debugger", "--interpret")
ENGINES: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "interpreted": ((), (*INTERPRET, *FOCUS)),
    "eager": (
        (*INTERPRET, "--no-compile", *FOCUS),
        ("-m", "tests.loops.run_eagerly", *FOCUS),
    ),
    "compiled": ((), (*INTERPRET, "--compiled-frames", *FOCUS)),
    "bounce": ((), ("-m", "tests.conformance.run_bounced")),
}
"""By name, the two ways that are compared.

`eager` compiles each loop at once, and is compared to none compiled; `bounce` are compiled frames
that stop before every line and go on.
"""


def run_file(
    name: str,
    command: Sequence[str],
    log: Path,
    options: argparse.Namespace,
    omitted: Sequence[str] = (),
) -> Run:
    """Run one test file without some tests; where a test crashes, again without it, a few times."""
    crashed: dict[str, Outcome] = {}
    seconds = 0.0
    while True:
        run, crashes = run_once(name, command, log, options, (*omitted, *crashed))
        seconds += run.seconds
        new = {test: run.outcomes[test] for test in crashes if test not in crashed}
        if not new or len(crashed) >= MOST_CRASHES:
            return Run({**run.outcomes, **crashed}, seconds, run.trouble)
        crashed |= new


def run_once(
    name: str,
    command: Sequence[str],
    log: Path,
    options: argparse.Namespace,
    left_out: Sequence[str],
) -> tuple[Run, list[str]]:
    """Run the driver in an empty folder, its output going to a log; also the tests that crashed."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder, "results.jsonl")
        pattern = f"*{options.k}*" if options.k else "*"
        arguments = [*command, str(DRIVER), name, str(results), pattern, *left_out]
        environment = {"PYTHONPATH": str(PROJECT)}
        ended = run_limited(arguments, _subfolder(folder), environment, log, options.timeout)
        outcomes, unfinished = read_results(results)
    trouble = _trouble(ended, options.timeout)
    if not outcomes and not trouble:
        trouble = "ran no tests"
    crashes = [test for test, outcome in outcomes.items() if outcome.kind == CRASHED]
    if trouble and unfinished:
        trouble += f" in {unfinished}"
    return Run(outcomes, ended.seconds, trouble), crashes if ended.status else []


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
        run_file(
            name,
            [options.python, *command],
            LOGS / version / f"{name}.{way}.txt",
            options,
            omitted,
        )
        for way, command, omitted in zip(
            ("native", options.engine),
            ENGINES[options.engine],
            ((), left_out(options.engine, version, reasons)),
            strict=True,
        )
    )
    found = tuple(differences(native.outcomes, interpreted.outcomes, version, reasons))
    return Comparison(name, native, interpreted, found)


def failed(comparisons: Sequence[Comparison], same: float) -> bool:
    """Whether less is the same than that share, something has no reason, or a run has not ended."""
    tests = sum(c.tests for c in comparisons)
    found = [difference for c in comparisons for difference in c.differences]
    has_trouble = any(c.trouble for c in comparisons)
    are_unexplained = any(difference.why == UNEXPLAINED for difference in found)
    return has_trouble or are_unexplained or len(found) > (1 - same) * tests


def _command(name: str) -> str:
    """The absolute path of a command, for the tests run in a folder of their own."""
    path = shutil.which(name)
    if path is None:
        raise argparse.ArgumentTypeError(f"there is no command {name}")
    return str(Path(path).absolute())


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run", description="Run CPython's own tests both ways.")
    parser.add_argument("files", nargs="*", metavar="FILE", help="such as test_with; default: tier")
    parser.add_argument(
        "--python", type=_command, default=sys.executable, help="the Python that runs the tests"
    )
    parser.add_argument("--jobs", type=int, default=2, help="test files at a time")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one run of a file")
    parser.add_argument("-k", default="", metavar="TEXT", help="only tests whose id contains TEXT")
    parser.add_argument("--engine", choices=ENGINES, default="interpreted")
    parser.add_argument("--tier", choices=read_tiers(), default="A", help="which files")
    parser.add_argument("--write", action="store_true", help="write the table to docs/fidelity.md")
    options = parser.parse_args()
    if options.write and (options.files or options.k):
        parser.error("the report is about all files and tests of a tier")
    return options


def main() -> int:
    options = parse_arguments()
    program = "import platform; print(platform.python_version())"
    version = subprocess.check_output([options.python, "-c", program], text=True).strip()
    (LOGS / version).mkdir(parents=True, exist_ok=True)
    print(f"CPython {version}; output of the tests is in {LOGS.relative_to(PROJECT) / version}")
    report.show_row(report.headings(options.engine))
    work = partial(compare, options=options, version=version, reasons=read_reasons(REASONS))
    tier = read_tiers()[options.tier]
    comparisons = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for comparison in pool.map(work, options.files or tier.files_on(version)):
            report.show_row(comparison.cells())
            sys.stdout.flush()
            comparisons.append(comparison)
    for comparison in comparisons:
        for difference in comparison.listed:
            report.show_difference(difference, options.engine)
    print(report.summary(comparisons))
    title = f"CPython {version}, {options.engine}, tier {tier.name}"
    worse = report.worse(REPORT, title, comparisons)
    print(*worse, sep="\n", end="\n" * bool(worse))
    if options.write:
        report.write_report(REPORT, title, options.engine, comparisons)
    required = 0.0 if options.files or options.k else tier.same[options.engine]
    return int(failed(comparisons, required) or bool(worse))


if __name__ == "__main__":
    sys.exit(main())

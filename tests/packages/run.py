"""Run the tests of packages from the index natively and under the debugger, and compare.

Run as `python -m tests.packages.run [--python PYTHON] [--ways WAY,WAY] [--jobs N] [--write]
[PACKAGE ...]`.  A new way is a row of `WAYS`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tests.conformance.processes import Ended, run_limited
from tests.conformance.results import Outcome, Reason, Run, differences, read_reasons, read_results
from tests.packages import report
from tests.packages.fetching import Fetched, Package, fetch, read_packages
from tests.packages.report import Result

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
PACKAGES = HERE / "packages.toml"
REASONS = HERE / "reasons.toml"
LOGS = PROJECT / "build" / "packages"
REPORT = PROJECT / "docs" / "packages.md"

NATIVE = "native"
MODULE = ("-m", "pytest")
DEBUGGED = ("-m", "debugger", "-c", "continue")
WAYS: dict[str, Sequence[str]] = {
    NATIVE: MODULE,
    "compiled": (*DEBUGGED, *MODULE),
    "interpreted": (*DEBUGGED, "--no-compiled-frames", *MODULE),
}
"""By name, how pytest is run; all others are compared with the first."""

PLUGIN = "recorded_outcomes"
PYTEST = ("-q", "-p", PLUGIN, "-p", "no:cacheprovider", "-o", "addopts=")
ENDS_OF_PYTEST = (0, 1)
"""Its exit status where all tests were run: whether any has failed."""


def run_way(
    way: str, package: Package, fetched: Fetched, log: Path, options: argparse.Namespace
) -> Run:
    """Run the tests of a package one way."""
    left_out = [f"--deselect={test}" for test in package.left_out]
    chosen = ["-k", options.k] if options.k else []
    command = [options.python, *WAYS[way], *PYTEST, *package.options, *left_out, *chosen]
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder, "results.jsonl")
        environment = _environment(fetched) | {"PACKAGE_OUTCOMES": str(results)}
        command += [f"--basetemp={folder}/kept", *package.tests]
        ended = run_limited(command, fetched.source, environment, log, options.timeout)
        outcomes, unfinished = read_results(results)
    return Run(outcomes, ended.seconds, _trouble(ended, options.timeout, outcomes, unfinished))


def _environment(fetched: Fetched) -> dict[str, str]:
    path = (fetched.package, fetched.needs, PROJECT, HERE / "plugin")
    return {"PYTHONPATH": os.pathsep.join(map(str, path)), "PYTHONHASHSEED": "0"}


def _trouble(ended: Ended, limit: float, outcomes: dict[str, Outcome], unfinished: str) -> str:
    if ended.status is None:
        trouble = f"timed out after {limit:.0f} s"
    elif ended.status not in ENDS_OF_PYTEST:
        trouble = f"ended with exit status {ended.status}"
    elif not outcomes:
        trouble = "ran no tests"
    else:
        trouble = "ended early" if unfinished else ""
    return f"{trouble} in {unfinished}" if unfinished else trouble


def compare(
    package: Package, options: argparse.Namespace, version: str, reasons: Sequence[Reason]
) -> Result:
    """Run the tests of a package all ways."""
    fetched = fetch(package, options.python, version)
    ways = [way for way in options.ways if package.runs(way)]
    native, *others = (
        run_way(way, package, fetched, LOGS / version / f"{package.name}.{way}.txt", options)
        for way in (NATIVE, *ways)
    )
    runs = dict(zip(ways, others, strict=True))
    found = {
        way: tuple(
            differences(
                marked(f"{way}:{package.name}", native),
                marked(f"{way}:{package.name}", run),
                version,
                reasons,
            )
        )
        for way, run in runs.items()
    }
    return Result(package.name, native, runs, found)


def marked(mark: str, run: Run) -> dict[str, Outcome]:
    """Outcomes by the names that tests have in `reasons.toml`."""
    return {f"{mark}:{test}": outcome for test, outcome in run.outcomes.items()}


def command(name: str) -> str:
    """The absolute path of a command, for the tests run in a folder of their own."""
    path = shutil.which(name)
    if path is None:
        raise argparse.ArgumentTypeError(f"there is no command {name}")
    return str(Path(path).absolute())


def named_ways(text: str) -> list[str]:
    """Ways by their names, with commas between."""
    chosen = text.split(",")
    unknown = [way for way in chosen if way not in WAYS or way == NATIVE]
    if unknown:
        raise argparse.ArgumentTypeError(f"there is no way {unknown[0]!r}")
    return chosen


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run", description="Run tests of packages all ways.")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help="default: all")
    parser.add_argument(
        "--python", type=command, default=sys.executable, help="the Python that runs the tests"
    )
    parser.add_argument("--jobs", type=int, default=2, help="packages at a time")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one run")
    parser.add_argument("-k", default="", metavar="TEXT", help="only these tests, as for pytest")
    parser.add_argument("--ways", type=named_ways, default=[way for way in WAYS if way != NATIVE])
    parser.add_argument("--write", action="store_true", help="write the table to docs/packages.md")
    options = parser.parse_args()
    if options.write and (options.packages or options.k):
        parser.error("the report is about all packages and tests")
    return options


def chosen(names: Sequence[str], version: str) -> list[Package]:
    packages = [each for each in read_packages(PACKAGES) if each.runs_on(version)]
    unknown = set(names) - {each.name for each in packages}
    if unknown:
        raise SystemExit(f"not in {PACKAGES.name}: {', '.join(sorted(unknown))}")
    return [each for each in packages if not names or each.name in names]


def main() -> int:
    options = parse_arguments()
    program = "import platform; print(platform.python_version())"
    version = subprocess.check_output([options.python, "-c", program], text=True).strip()
    packages = chosen(options.packages, version)
    (LOGS / version).mkdir(parents=True, exist_ok=True)
    print(f"CPython {version}; output of the tests is in {LOGS.relative_to(PROJECT) / version}")
    report.show_row(report.headings(options.ways))
    work = partial(compare, options=options, version=version, reasons=read_reasons(REASONS))
    results = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(work, packages):
            report.show_row(result.cells(options.ways))
            sys.stdout.flush()
            results.append(result)
    for result in results:
        for difference in result.listed:
            report.show_difference(difference)
    print(report.summary(results))
    if options.write:
        report.write_report(REPORT, version, options.ways, results)
    return int(any(result.has_failed for result in results))


if __name__ == "__main__":
    sys.exit(main())

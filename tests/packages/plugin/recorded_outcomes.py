"""A plugin of pytest that writes down the outcome of every test, for `tests.conformance.results`.

It writes to the file that the variable PACKAGE_OUTCOMES names: a line "started" before each test,
so that a crash leaves behind what had been found out and the test that crashed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


class Recorder:
    """Appends outcomes to a file as they come."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def record(self, test: str, outcome: str, text: str = "") -> None:
        with self.path.open("a", encoding="utf-8") as file:
            print(json.dumps([test, outcome, text]), file=file)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.record(nodeid, "started")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call" or not report.passed:
            self.record(report.nodeid, kind(report), report.longreprtext)

    def pytest_collectreport(self, report: Any) -> None:
        if not report.passed:
            self.record(report.nodeid, kind(report), report.longreprtext)


def kind(report: Any) -> str:
    """The outcome in the words of `unittest`."""
    if hasattr(report, "wasxfail"):
        return "expected failure" if report.skipped else "unexpected success"
    if report.failed and report.when != "call":
        return "error"
    return str(report.outcome)


def pytest_configure(config: Any) -> None:
    config.pluginmanager.register(Recorder(Path(os.environ["PACKAGE_OUTCOMES"])))

"""Run one of CPython's own test modules and write down the outcome of every test.

Usage: driver.py NAME RESULTS PATTERN [LEFT_OUT ...]

Tests whose id contains PATTERN, which has wildcards, are run, but for those that are left out.

RESULTS gets one JSON list [test id, outcome, text] per line, a line "started" before each test,
so that a crash leaves behind what had been found out and the test that crashed.
"""

from __future__ import annotations

import importlib
import json
import sys
import traceback
import unittest
from collections.abc import Container
from typing import IO, Any


class Recorder(unittest.TestResult):
    """Writes outcomes as they come; a failing subtest fails its test."""

    def __init__(self, file: IO[str]) -> None:
        super().__init__()
        self.file = file

    def record(self, test: Any, outcome: str, text: str = "") -> None:
        print(json.dumps([test.id(), outcome, text]), file=self.file, flush=True)

    def startTest(self, test: Any) -> None:  # noqa: N802  (unittest's name, also below)
        super().startTest(test)
        self.record(test, "started")

    def addSuccess(self, test: Any) -> None:  # noqa: N802
        self.record(test, "passed")

    def addFailure(self, test: Any, err: Any) -> None:  # noqa: N802
        self.record(test, "failed", _text(err))

    def addError(self, test: Any, err: Any) -> None:  # noqa: N802
        self.record(test, "error", _text(err))

    def addSkip(self, test: Any, reason: str) -> None:  # noqa: N802
        self.record(test, "skipped", reason)

    def addExpectedFailure(self, test: Any, err: Any) -> None:  # noqa: N802
        self.record(test, "expected failure", _text(err))

    def addUnexpectedSuccess(self, test: Any) -> None:  # noqa: N802
        self.record(test, "unexpected success")

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:  # noqa: N802
        if err is not None:
            is_failure = issubclass(err[0], test.failureException)
            outcome = "failed" if is_failure else "error"
            self.record(test, outcome, f"{subtest.id()}\n{_text(err)}")


def _text(err: Any) -> str:
    return "".join(traceback.format_exception(*err))


def without(suite: unittest.TestSuite, left_out: Container[str]) -> unittest.TestSuite:
    """The tests of a suite but for some, by id."""
    kept = unittest.TestSuite()
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            kept.addTest(without(each, left_out))
        elif each.id() not in left_out:
            kept.addTest(each)
    return kept


def main(name: str, results: str, pattern: str, *left_out: str) -> None:
    loader = unittest.TestLoader()
    loader.testNamePatterns = [pattern]
    with open(results, "w", encoding="utf-8") as file:
        recorder = Recorder(file)
        try:
            module = importlib.import_module(f"test.{name}")
        except unittest.SkipTest as skip:
            print(json.dumps([f"test.{name}", "skipped", str(skip)]), file=file)
            return
        suite = loader.loadTestsFromModule(module)
        (without(suite, left_out) if left_out else suite).run(recorder)


if __name__ == "__main__":
    main(*sys.argv[1:])

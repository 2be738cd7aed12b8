"""The outcomes of a test file, and what differs between two runs of it."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one test came out, and the traceback or reason that goes with it."""

    kind: str  # "passed", "failed", "error", "skipped", ..., "crashed", "missing"
    text: str = ""


MISSING = Outcome("missing")
UNEXPLAINED = "unexplained"
CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Run:
    """One test file run once: its outcomes by test id, and what went wrong, if anything."""

    outcomes: Mapping[str, Outcome]
    seconds: float
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """A test that does not come out the same."""

    test: str
    native: Outcome
    interpreted: Outcome
    why: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """One test file run natively and interpreted."""

    name: str
    native: Run
    interpreted: Run
    differences: tuple[Difference, ...]

    @property
    def tests(self) -> int:
        return len(self.native.outcomes)

    @property
    def passed(self) -> int:
        return sum(
            outcome.kind == "passed" == self.interpreted.outcomes.get(test, MISSING).kind
            for test, outcome in self.native.outcomes.items()
        )

    @property
    def trouble(self) -> str:
        if self.native.trouble:
            return f"natively {self.native.trouble}"
        unreached = len(self.differences) - len(self.listed)
        return self.interpreted.trouble + (f", {unreached} tests not reached" if unreached else "")

    @property
    def listed(self) -> tuple[Difference, ...]:
        """The differences worth a line each: not the tests behind a crash."""
        if not self.interpreted.trouble:
            return self.differences
        return tuple(d for d in self.differences if d.interpreted is not MISSING)

    def cells(self) -> tuple[str, ...]:
        native, interpreted = f"{self.native.seconds:.1f}", f"{self.interpreted.seconds:.1f}"
        counts = str(self.tests), str(self.passed), str(len(self.differences))
        return (self.name, *counts, native, interpreted, self.trouble)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why the tests that match some patterns differ; `left_out` by these engines they are not run.

    Those are no patterns, but ids.
    """

    tests: tuple[str, ...]
    why: str
    pythons: tuple[str, ...]
    left_out: tuple[str, ...] = ()

    def covers(self, test: str, version: str) -> bool:
        if self.pythons and not any(f"{version}.".startswith(f"{p}.") for p in self.pythons):
            return False
        return any(fnmatchcase(test, pattern) for pattern in self.tests)


def read_reasons(path: Path) -> list[Reason]:
    tables = tomllib.loads(path.read_text(encoding="utf-8")).get("reason", [])
    return [
        Reason(
            tuple(table["tests"]),
            table["why"],
            tuple(table.get("pythons", ())),
            tuple(table.get("left_out", ())),
        )
        for table in tables
    ]


def left_out(engine: str, version: str, reasons: Sequence[Reason]) -> tuple[str, ...]:
    """The tests that are not run under an engine."""
    return tuple(
        test
        for reason in reasons
        for test in reason.tests
        if engine in reason.left_out and reason.covers(test, version)
    )


def reason_for(test: str, version: str, reasons: Sequence[Reason]) -> str:
    return next((r.why for r in reasons if r.covers(test, version)), UNEXPLAINED)


def read_results(path: Path) -> tuple[dict[str, Outcome], str]:
    """Outcomes by test id, and the test that had started but not ended."""
    outcomes: dict[str, Outcome] = {}
    open_tests: dict[str, str] = {}  # id as the driver wrote it -> id that tells repetitions apart
    begun = Counter[str]()
    written = path.read_text(encoding="utf-8") if path.exists() else ""
    complete = written[: written.rfind("\n") + 1]  # a crash may cut the last line short
    for test, kind, text in map(json.loads, complete.splitlines()):
        if kind == "started":
            begun[test] += 1
            open_tests[test] = f"{test}#{begun[test]}" if begun[test] > 1 else test
            outcomes[open_tests[test]] = Outcome(CRASHED)
            continue
        key = open_tests.get(test, test)
        if outcomes.get(key, MISSING).kind not in {"failed", "error"}:
            outcomes[key] = Outcome(kind, text)
    unfinished = [test for test, outcome in outcomes.items() if outcome.kind == CRASHED]
    return outcomes, ", ".join(unfinished)


def differences(
    native: Mapping[str, Outcome],
    interpreted: Mapping[str, Outcome],
    version: str,
    reasons: Sequence[Reason],
) -> Iterator[Difference]:
    for test in {**native, **interpreted}:
        here, there = native.get(test, MISSING), interpreted.get(test, MISSING)
        if here.kind != there.kind:
            yield Difference(test, here, there, reason_for(test, version, reasons))

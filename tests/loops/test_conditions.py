"""Breakpoints in compiled loops stop where, as often, and with the variables they would without.

Conditions and ignore counts, and what a user does to breakpoints while the program is stopped.
"""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from tests.loops.forced_stops import SCENARIOS
from tests.loops.operation_process import run_module
from tests.sampling import share

WORKER = "tests.loops.forced_stops"
TIMEOUT = 1200
PARTS = 4
NEVER_STOPS = {"never true"}


def complaints(report):
    """What is not as it should be with a scenario."""
    name, found = report["scenario"], list(report["differences"])
    if not report["stops"] and name not in NEVER_STOPS:
        found.append("it never stops")
    if SCENARIOS[name].is_compiled and not report["iterations"]:
        found.append("nothing ran compiled")
    if SCENARIOS[name].is_compiled and report["breakpoint_exits"] > report["stops"]:
        found.append("compiled code leaves where the condition does not hold")
    return [f"{name}: {words}" for words in found]


@pytest.mark.parametrize("part", share(range(PARTS)))
def test_stops_are_the_same(part, tmp_path):
    names = [*SCENARIOS][part::PARTS]
    done = run_module(WORKER, [str(tmp_path), *names], tmp_path, TIMEOUT)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    found = [words for report in reports for words in complaints(report)]
    assert not found, "\n".join(found)
    assert not done.failure, done.failure
    assert [report["scenario"] for report in reports] == names
    assert sum(report["iterations"] for report in reports) >= 20 * len(reports)

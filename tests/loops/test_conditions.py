"""Breakpoints in compiled loops stop where, as often, and with the variables they would without.

Conditions and ignore counts, and what a user does to breakpoints while the program is stopped.
"""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from tests.loops.delayed_stops import DELAYED
from tests.loops.forced_stops import SCENARIOS
from tests.loops.operation_process import run_module
from tests.sampling import share

WORKER, DELAYED_WORKER = "tests.loops.forced_stops", "tests.loops.delayed_stops"
TIMEOUT = 1200
PARTS = 4
NEVER_STOPS = {"never true"}


def complaints(report, scenarios):
    """What is not as it should be with a scenario."""
    name, found = report["scenario"], list(report["differences"])
    scenario = scenarios[name]
    if not report["stops"] and name not in NEVER_STOPS:
        found.append("it never stops")
    if scenario.is_compiled and not report["iterations"]:
        found.append("nothing ran compiled")
    if scenario.is_compiled and report["breakpoint_exits"] > scenario.exits * report["stops"]:
        found.append("compiled code leaves where the condition does not hold")
    return [f"{name}: {words}" for words in found]


def examined(worker, names, scenarios, folder):
    """The reports on scenarios, in which there is nothing to complain of."""
    done = run_module(worker, [str(folder), *names], folder, TIMEOUT)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    found = [words for report in reports for words in complaints(report, scenarios)]
    assert not found, "\n".join(found)
    assert not done.failure, done.failure
    assert [report["scenario"] for report in reports] == names
    return reports


@pytest.mark.parametrize("part", share(range(PARTS)))
def test_stops_are_the_same(part, tmp_path):
    reports = examined(WORKER, [*SCENARIOS][part::PARTS], SCENARIOS, tmp_path)
    assert sum(report["iterations"] for report in reports) >= 20 * len(reports)


def test_stops_are_the_same_where_checks_were_put_off(tmp_path):
    examined(DELAYED_WORKER, [*DELAYED], DELAYED, tmp_path)


@pytest.mark.parametrize("versions", range(1, 6))
def test_stops_are_the_same_where_there_are_too_many_versions(versions, tmp_path):
    words = [f"--versions={versions}", str(tmp_path), "where ways meet now and then"]
    done = run_module(DELAYED_WORKER, words, tmp_path, TIMEOUT)
    assert not done.failure, done.failure
    assert json.loads(done.stdout)["differences"] == []

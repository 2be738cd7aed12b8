"""Compiled code may leave at any statement: one at a time, many, and at every back edge.

The interpreter goes on from there to the next back edge, where compiled code is entered again. All
that can be seen of the program stays what it is in CPython.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("numba")

from tests.loops.kernels import GROUPS
from tests.loops.operation_process import run_module
from tests.sampling import share

WORKER = "tests.loops.forced_worker"
TIMEOUT = 1200
LEAST_EXITS = 5
"""For each statement, on average."""
PARTLY_COMPILED = {
    "generator": 0.5,
    "calls between": 0.5,
    "division by zero": 0.8,
}
"""How much of the loops is compiled, if not all of it."""


@pytest.mark.parametrize("group", GROUPS)
def test_leaving_anywhere_changes_nothing(group, tmp_path):
    names = share(kernel.name for kernel in GROUPS[group])
    done = run_module(WORKER, [str(tmp_path), *names], tmp_path, TIMEOUT)
    assert not done.failure, done.failure
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [report["kernel"] for report in reports] == names
    complaints = [complaint for report in reports for complaint in complaints_of(report)]
    assert not complaints, "\n".join(complaints)
    assert sum(r["exits"] for r in reports) >= LEAST_EXITS * sum(r["statements"] for r in reports)


def complaints_of(report: dict[str, Any]) -> list[str]:
    """What is not as it should be with a kernel."""
    name, found = report["kernel"], list(report["differences"])
    if report["left_at"] < report["statements"] * PARTLY_COMPILED.get(name, 1):
        found.append(f"compiled code never came to {report['never_left_at']}")
    if not report["statements"] or not report["slices"]:
        found.append("compiled code had no part in it")
    return [f"{name}: {words}" for words in found]

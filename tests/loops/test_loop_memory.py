"""Compiled loops take little memory each, and there is a limit to how many there are."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from tests.loops.operation_process import run_module

WORKER = "tests.loops.forced_memory"
TIMEOUT = 300
LOOPS = 200
MEGABYTES_EACH = 0.6
"""Measured: 0.2 for small loops."""
LIMIT = 60
MEGABYTES_BEYOND_LIMIT = 6


def measured(folder, *words):
    done = run_module(WORKER, [str(word) for word in words], folder, TIMEOUT)
    assert not done.failure, done.failure
    found = json.loads(done.stdout)
    print(words, found)
    assert found["wrong"] == 0
    assert found["iterations"] > 0
    return found


def test_many_loops(tmp_path):
    found = measured(tmp_path, "distinct", LOOPS)
    assert (found["units"], found["refused"]) == (LOOPS, [])
    _, first, *_, last = found["samples"]
    # The first fifth brings the compiler with it.
    assert (last - first) / (0.8 * LOOPS) < MEGABYTES_EACH


@pytest.mark.parametrize(("scenario", "count"), [("again", 300), ("inside", 150)])
def test_the_same_loop_made_again_and_again(scenario, count, tmp_path):
    found = measured(tmp_path, scenario, count, LIMIT)
    assert found["units"] == LIMIT
    assert found["refused"] == [f"{LIMIT} loops are compiled"]
    *_, before, last = found["samples"]
    assert last - before < MEGABYTES_BEYOND_LIMIT

"""Compiled loops take little memory each, and there is a limit to how many there are."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest

pytest.importorskip("numba")

from tests.loops.operation_process import run_module
from tests.sampling import share

WORKER = "tests.loops.forced_memory"
TIMEOUT = 1200
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


def many_loops(folder):
    found = measured(folder, "distinct", LOOPS)
    assert (found["units"], found["refused"]) == (LOOPS, [])
    _, first, *_, last = found["samples"]
    # The first fifth brings the compiler with it.
    assert (last - first) / (0.8 * LOOPS) < MEGABYTES_EACH


def again_and_again(scenario, count, folder):
    found = measured(folder, scenario, count, LIMIT)
    assert found["units"] == LIMIT
    assert found["refused"] == [f"{LIMIT} loops are compiled"]
    *_, before, last = found["samples"]
    assert last - before < MEGABYTES_BEYOND_LIMIT


SCENARIOS: dict[str, Callable[..., None]] = {
    "many loops": many_loops,
    "the same loop": partial(again_and_again, "again", 300),
    "the same loop, nested": partial(again_and_again, "inside", 150),
}


@pytest.mark.parametrize("scenario", share(SCENARIOS))
def test_memory_is_bounded(scenario, tmp_path):
    SCENARIOS[scenario](tmp_path)

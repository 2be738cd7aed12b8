"""Programs that are put back to where runs of their loops began end as they do undisturbed.

The loops of the benchmark, and generated programs of which a third calls functions and methods.
FULL_FUZZ=1 tries 50 stops for each kernel, and 500 programs.
"""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from tests.loops.operation_process import run_module
from tests.recording.benchmarked import SMALL
from tests.recording.journaled import LAYOUTS
from tests.sampling import IS_FULL, share

WORKER = "tests.recording.checkpoint_worker"
TIMEOUT = 1200
STOPS = 50 if IS_FULL else 3
PROGRAMS = {
    **dict.fromkeys(("calls", "objects"), 84 if IS_FULL else 2),
    **dict.fromkeys(("int", "float", "numpy", "lists", "mixed"), 67 if IS_FULL else 1),
}
BATCH = 12
BATCHES = [
    (style, first, min(first + BATCH, count))
    for style, count in PROGRAMS.items()
    for first in range(0, count, BATCH)
]
STOPS_OF_PROGRAM = 4 if IS_FULL else 2


def reports(words, tmp_path):
    done = run_module(WORKER, [str(word) for word in words], tmp_path, TIMEOUT)
    assert not done.failure, done.failure
    found = [json.loads(line) for line in done.stdout.splitlines()]
    mistakes = [f"{each['name']}: {text}" for each in found for text in each["mistakes"]]
    assert not mistakes, mistakes[0]
    return found


@pytest.mark.parametrize("name", share(SMALL))
def test_kernels(name, tmp_path):
    (found,) = reports(("kernel", name, STOPS), tmp_path)
    assert found["stops"] == 3 * STOPS
    assert not found["gone"]
    assert found["went"]["one run"]


@pytest.mark.parametrize("layout", share(LAYOUTS))
def test_arrays_that_are_not_copied(layout, tmp_path):
    (found,) = reports(("journal", layout, STOPS), tmp_path)
    assert not found["gone"]
    assert found["went"]["one run"]
    assert not [words for words in found["refused"] if "array" in words]


@pytest.mark.parametrize("bug", ["nothing", "remembered", "in order"])
def test_planted_bugs_are_noticed(bug, tmp_path):
    with pytest.raises(AssertionError, match="stop "):
        reports(("journal", "in one piece", 20, bug), tmp_path)


@pytest.mark.parametrize(("style", "first", "end"), BATCHES)
def test_generated_programs(style, first, end, tmp_path):
    found = reports((style, first, end, STOPS_OF_PROGRAM), tmp_path)
    assert len(found) == end - first

"""The tests of compiled loops find bugs: each one planted in the compiler shows in a small battery.

A bug that is not noticed means that the programs do not look where it is; one that is not planted
well that the compiler has changed, so that the bug must, too.
"""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from tests.loops.operation_process import run_module
from tests.loops.planted_bugs import BUGS, NONE
from tests.sampling import share

WORKER = "tests.loops.planted_bugs"
TIMEOUT = 1200
PARTS = 2
NOTICED = ("differs", "hangs", "crashes")


def tried(names, folder):
    """What became of each of the bugs: its verdict, and the words for it."""
    done = run_module(WORKER, names, folder, TIMEOUT)
    assert not done.failure, done.failure
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert [report["bug"] for report in reports] == names
    return {report["bug"]: (report["verdict"], report["words"]) for report in reports}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_bug_is_noticed_and_nothing_without(part, tmp_path):
    found = tried([NONE, *share(BUGS)[part::PARTS]], tmp_path)
    assert found.pop(NONE) == ("unnoticed", "")
    missed = {bug: seen for bug, seen in found.items() if not seen[0].startswith(NOTICED)}
    assert not missed


def test_enough_bugs_are_planted():
    assert len(BUGS) >= 40

"""Compiled loops that are stopped anywhere, looked into, put back and run on end as they should.

Each kernel runs in a process of its own, with fixed seeds.
"""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from tests.loops.operation_process import run_module
from tests.sampling import IS_FULL, share

WORKER = "tests.recording.returning_worker"
TIMEOUT = 1200
SEEDS = 8 if IS_FULL else 3
KERNELS = (
    *("sum of a list", "collatz", "mandelbrot", "bodies", "matrices", "enumerate and zip"),
    *("sieve in an array", "sieve in a list", "relaxation", "sorting", "globals", "cells"),
    *("global statement", "class body", "break, continue and else", "try and except"),
    *("division by zero", "variable without a value", "free variables"),
)
IMPOSSIBLE = "cannot be run again"


@pytest.mark.parametrize("name", share(KERNELS))
def test_going_back_and_on(name, tmp_path):
    done = run_module(WORKER, [str(SEEDS), name], tmp_path, TIMEOUT)
    assert not done.failure, done.failure
    report = json.loads(done.stdout)
    assert not report["mistakes"], report["mistakes"][0]
    assert report["stops"]
    assert not [words for words in report["refused"] if IMPOSSIBLE in words]


@pytest.mark.parametrize(
    ("bug", "name"), [("arrays", "sorting"), ("register", "collatz"), ("edges", "collatz")]
)
def test_planted_bugs_are_noticed(bug, name, tmp_path):
    done = run_module("tests.recording.planted_worker", [bug, name], tmp_path, TIMEOUT)
    assert not done.failure, done.failure
    assert int(done.stdout) > 0

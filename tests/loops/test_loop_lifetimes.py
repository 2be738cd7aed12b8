"""Objects in variables of compiled loops die when they do in CPython, and stay the same objects.

Variables without a value raise what they do in CPython, with the same words.
"""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from tests.loops.forced_lifetimes import DEATHS, IDENTITIES, UNBOUND
from tests.loops.operation_process import run_module

WORKER = "tests.loops.forced_comparison"
WAYS = "eager"
TIMEOUT = 1200
PARTS = 2


def checked(kernels, folder):
    """The reports on some programs, which did the same as in CPython."""
    names = [kernel.name for kernel in kernels]
    done = run_module(WORKER, [str(folder), WAYS, *names], folder, TIMEOUT)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    differences = [words for report in reports for words in report["differences"]]
    assert not differences, "\n".join(differences)
    assert not done.failure, done.failure
    assert [report["kernel"] for report in reports] == names
    return reports


@pytest.mark.parametrize("part", range(PARTS))
def test_objects_die_in_time(part, tmp_path):
    reports = checked(DEATHS[part::PARTS], tmp_path)
    assert all(report["printed"] for report in reports)
    native = [report for report in reports if report["iterations"][WAYS]]
    assert len(native) >= 0.6 * len(reports)


def test_objects_stay_the_same(tmp_path):
    for report in checked(IDENTITIES, tmp_path):
        assert report["iterations"][WAYS], report


def test_variables_without_a_value(tmp_path):
    for report in checked(UNBOUND, tmp_path):
        assert report["iterations"][WAYS], report

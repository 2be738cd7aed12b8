"""Attributes of objects in compiled loops: everything is as in CPython, whatever classes do.

That their loops may be left at any statement `test_forced_exits.py` tests.
"""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from tests.loops.field_kernels import FIELDS, SHARP_FIELDS
from tests.loops.operation_process import run_module
from tests.sampling import share

WORKER = "tests.loops.forced_comparison"
TIMEOUT = 1200
PARTS = 2


def reports(kernels, ways, folder):
    """What became of programs, each of which did the same as in CPython."""
    names = [kernel.name for kernel in kernels]
    done = run_module(WORKER, [str(folder), ways, *names], folder, TIMEOUT)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    differences = [words for report in found for words in report["differences"]]
    assert not differences, "\n".join(differences)
    assert not done.failure, done.failure
    assert [report["kernel"] for report in found] == names
    return found


@pytest.mark.parametrize("ways", share(["eager,late", "level 0,level 3", "numba"]))
def test_attributes_are_kept_in_registers(ways, tmp_path):
    for report in reports(FIELDS, ways, tmp_path):
        assert all(report["iterations"].values()), report


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_classes_do(part, tmp_path):
    found = reports(SHARP_FIELDS[part::PARTS], "eager,late", tmp_path)
    assert sum(report["iterations"]["eager"] > 0 for report in found) >= 0.5 * len(found)

"""However machine code is made, and however hard it is optimised, it does what CPython does."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from tests.loops.kernels import GROUPS, SHARP_KERNELS
from tests.loops.operation_process import run_module
from tests.sampling import IS_FULL, share

WORKER = "tests.loops.forced_comparison"
TIMEOUT = 1200
LEVELS = "level 0,level 3"
ALL_LEVELS = "level 0,level 1,level 2,level 3" if IS_FULL else LEVELS
HEAVY = {"bodies", "relaxation", "matrices", "min and max", "mandelbrot", "generator"}
FOR_NUMBA = ["collatz", "sieve in a list", "infinite"]


def reports(ways, names, folder):
    done = run_module(WORKER, [str(folder), ways, *names], folder, TIMEOUT)
    assert not done.failure, done.failure
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [report["kernel"] for report in found] == names
    return found


@pytest.mark.parametrize("group", [*GROUPS, "sharp"])
def test_levels(group, tmp_path):
    kernels = GROUPS.get(group, tuple(SHARP_KERNELS.values()))
    names = share(kernel.name for kernel in kernels if kernel.name not in HEAVY)
    check("level 3" if group == "sharp" and not IS_FULL else ALL_LEVELS, names, tmp_path)


def test_levels_of_a_heavy_kernel(tmp_path):
    check(LEVELS, ["bodies"], tmp_path)


def check(ways, names, folder):
    found = reports(ways, names, folder)
    differences = [words for report in found for words in report["differences"]]
    assert not differences, "\n".join(differences)
    for report in found:
        assert set(report["iterations"]) == set(ways.split(","))
        assert all(report["iterations"].values()), report


def test_through_numba(tmp_path):
    check("numba", FOR_NUMBA, tmp_path)

"""Operations on values of all kinds: in compiled loops they do what CPython does, to the bit.

FULL_FUZZ=1 tries all pairs of kinds instead of some for each operation.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("numba")

import numpy as np

from debugger.compiled.loops.loops import FAILED
from tests.loops.operation_fuzz import QUICK, Native, Trial, batches
from tests.loops.operation_process import run_module
from tests.loops.operations import OPERATIONS
from tests.sampling import IS_FULL, share

MODULE = "tests.loops.operation_fuzz"
PARTS = 24 if IS_FULL else 3
TIMEOUT = 1800 if IS_FULL else 900
SHOWN = 20

# ---------------------------------------------------------------- the trial itself


@pytest.mark.parametrize("part", share(range(PARTS)))
def test_operations(part, tmp_path):
    words = ["--part", f"{part}/{PARTS}", "--folder", str(tmp_path), *(["--full"] * IS_FULL)]
    done = run_module(MODULE, words, tmp_path, TIMEOUT)
    assert not done.failure, done.failure
    report = json.loads(done.stdout)
    print({name: value for name, value in report.items() if not isinstance(value, list)})
    assert not report["mismatches"], listing(report["mismatches"])
    assert not report["not_native"], listing(report["not_native"])
    assert not [reason for reason in report["refused"] if FAILED in reason]
    assert report["tried"] >= (8_000 if IS_FULL else 6_000)
    assert report["core"] >= (250 if IS_FULL else 1_200)
    assert report["entered"] >= 0.6 * report["tried"]
    assert report["stayed"] >= 0.5 * report["tried"]


def listing(found: list[str]) -> str:
    return "\n".join([f"{len(found)}, among them:", *found[:SHOWN]])


# ---------------------------------------------------------------- it finds what is wrong


class Faulty:
    """Does as CPython, but for the value of a call."""

    def __init__(self, change: Any) -> None:
        self.change = change
        self.count = 0

    def call(self, function, /, *args):
        self.count += 1
        return self.change(function(*args))

    def native(self) -> Native:
        return Native(self.count, 2 * self.count, Counter())

    def maker(self) -> tuple[Faulty, Callable[[], Native]]:
        return self, self.native


def wrapped(value):
    return (value + 2**63) % 2**64 - 2**63 if type(value) is int else value


def positive_zero(value):
    return value + 0.0 if type(value) is float else value


def float_for_float64(value):
    return float(value) if type(value) is np.float64 else value


def int_for_int64(value):
    return int(value) if type(value) is np.int64 else value


def one_bit_off(value):
    return value * (1 + 2**-52) if type(value) is float else value


def another_true(value):
    return np.bool_(value) if type(value) is bool else value


def warning_lost(_):
    raise RuntimeError("out of a call that only warned")


FAULTS = {
    "wrapped": (wrapped, "x * y", ("int", "int")),
    "sign of zero": (positive_zero, "x * y", ("float", "float")),
    "float64": (float_for_float64, "x - y", ("float64", "float64")),
    "int64": (int_for_int64, "x + y", ("int64", "int64")),
    "last bit": (one_bit_off, "math.sin(x)", ("float",)),
    "bool_": (another_true, "x < y", ("int", "float")),
    "raises": (warning_lost, "x / y", ("float64", "float64")),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_found(name, tmp_path):
    change, operation, kinds = FAULTS[name]
    engine = Faulty(change)
    report = Trial(engine.maker, QUICK, tmp_path).run([(OPERATIONS[operation], kinds)])
    assert report.mismatches


def test_lost_warning_is_found(tmp_path):
    class Silent(Faulty):
        def call(self, function, /, *args):
            with np.errstate(all="ignore"):
                return super().call(function, *args)

    engine = Silent(lambda value: value)
    chosen = [(OPERATIONS["x + y"], ("int8", "int8"))]
    report = Trial(engine.maker, QUICK, tmp_path).run(chosen)
    assert report.mismatches


def test_interpreting_only_is_found(tmp_path):
    engine = Faulty(lambda value: value)
    chosen = [(OPERATIONS["x + y"], ("int", "int"))]
    report = Trial(lambda: (engine, Native), QUICK, tmp_path).run(chosen)
    assert not report.mismatches
    assert report.not_native


def test_every_operation_and_kind_takes_part():
    chosen = batches(QUICK)
    assert {operation.name for operation, _ in chosen} == set(OPERATIONS)
    for operands in (1, 2):
        kinds = {kinds for operation, kinds in chosen if operation.operands == operands}
        assert len(kinds) >= (15, 120)[operands - 1]

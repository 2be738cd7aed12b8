"""Random programs do the same with compiled loops, wherever these are left and re-entered."""

from __future__ import annotations

from functools import cache

import pytest

from tests.loops.program_batches import Batch, run_batch
from tests.loops.program_generator import STYLES, generate
from tests.sampling import IS_FULL, share

SIZE = 30 if IS_FULL else 20
BATCHES = 15 if IS_FULL else 3
WAYS = ["plain,eager", "stops", "fuel1,fuel2,fuel3"] if IS_FULL else ["eager@0/stops@0/fuel1@0"]
LEAST_SHARE = {
    "int": 0.8,
    "float": 0.8,
    "numpy": 0.8,
    "lists": 0.6,
    "mixed": 0.4,
    "calls": 0.4,
    "objects": 0.4,
}


@cache
def batch(style: str, number: int, ways: str) -> Batch:
    return run_batch(style, number * SIZE, (number + 1) * SIZE, ways)


@pytest.mark.parametrize("ways", WAYS)
@pytest.mark.parametrize("number", share(range(BATCHES)))
@pytest.mark.parametrize("style", STYLES)
def test_programs_do_the_same(style, number, ways):
    ran = batch(style, number, ways)
    assert not ran.complaints(), ran.complaints()
    assert ran.programs == SIZE
    if "eager" in ways:
        assert ran.share >= LEAST_SHARE[style], ran.seen.most_common(12)


@pytest.mark.parametrize("style", STYLES)
def test_a_seed_makes_one_program(style):
    assert generate(style, 7) == generate(style, 7) != generate(style, 8)

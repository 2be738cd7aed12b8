"""Going back in random programs: fixed seeds, each stopped a few times."""

from __future__ import annotations

import random

import pytest

from tests.recording.generated import generated
from tests.recording.observer import Observer, native, observed

SEEDS = range(40)
STOPS = 4
MOST = 200


@pytest.mark.parametrize("seed", SEEDS)
def test_going_back(seed):
    program, chance = generated(seed), random.Random(seed)  # noqa: S311
    expected = native(program)
    counting = Observer(MOST, 0)
    observed(program, counting)
    count = len(counting.seen)
    for _ in range(STOPS):
        stop_at = chance.randint(10, max(count, 11))
        observer = Observer(stop_at, chance.choice([1, 2, 5, stop_at]))
        ended = observed(program, observer)
        assert not observer.mistakes, f"stop {stop_at}: {observer.mistakes[0]}"
        went = f"stop {stop_at}, {observer.went_back} lines back"
        assert observer.gone or ended == expected, went

"""Run kernels, stop their compiled loops at random, go back and on; in its own process.

    python -m tests.recording.returning_worker SEEDS KERNEL...

Standard output gets a JSON object a kernel.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import CodeType
from typing import Any

from debugger.frames.engine import Engine
from tests.loops import inlined_kernels, kernels
from tests.loops.kernels import Loaded
from tests.recording.returning import Returning, Stepping, Trial


class Entering(Engine):
    """Stops before the first statement."""

    def call(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return self.enter(function, *args, **kwargs)

    def run_code(
        self, code: CodeType, namespace: dict[str, Any], *, stop_first: bool = True
    ) -> Any:
        return super().run_code(code, namespace, stop_first=stop_first)


KERNELS = {**kernels.KERNELS, **inlined_kernels.KERNELS}
FUELS = (0, 1, 2, 3, 5, 7, 20)


def tried(name: str, seeds: int) -> dict[str, Any]:
    """What became of a kernel."""
    loaded = Loaded(KERNELS[name])
    native = loaded.run()
    stepping = Stepping()
    loaded.run(Entering(stepping))
    mistakes: list[str] = []
    refused: Counter[str] = Counter()
    stops = went_back = looked = 0
    trials = {fuel: Trial(fuel) for fuel in random.Random(name).sample(FUELS, 3)}  # noqa: S311
    for seed in range(seeds):
        chance = random.Random(f"{name}{seed}")  # noqa: S311
        listener = Returning(stepping.seen, chance)
        fuel = chance.choice(list(trials))
        pauses = [chance.randint(1, 3 if fuel == 0 else 20) for _ in range(3)]
        ended = loaded.run(trials[fuel].prepare(listener, pauses))
        mistakes += [f"seed {seed}: {each}" for each in listener.mistakes]
        # Where it goes on again it prints again, and numpy warns again.
        if replace(ended, warned=native.warned, printed=native.printed) != native:
            mistakes.append(f"seed {seed}: ended as {ended}, not {native}")
        refused.update(listener.refused)
        stops += listener.stops
        went_back += listener.went_back
        looked += listener.looked
    return {
        "kernel": name,
        "stops": stops,
        "went_back": went_back,
        "looked": looked,
        "mistakes": mistakes,
        "refused": dict(refused),
    }


if __name__ == "__main__":
    for each in sys.argv[2:] or list(KERNELS):
        print(json.dumps(tried(each, int(sys.argv[1]))), flush=True)

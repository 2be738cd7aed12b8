"""Runs programs in some ways, in a process of its own, which may crash.

    python -m tests.fuzz.worker WAYS FIRST END

Standard output gets a JSON object a line: {"seed": SEED, "way": WAY} when something begins, and
{"seed": SEED, "way": WAY, "difference": TEXT} if it differs.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Sequence

from tests.fuzz.maker import program
from tests.fuzz.outcome import NATIVE, differing, outcome

WARMING = """\
import asyncio, contextlib, dataclasses, enum, functools, inspect, traceback

total = 0
for number in range(200):
    total += number
"""


def warm_up(ways: Sequence[str]) -> None:
    """Import what programs and engines need; the garbage collector need not look at it again."""
    for way in (NATIVE, *ways):
        outcome(WARMING, way)
    gc.collect()
    gc.freeze()


def examine(seed: int, ways: Sequence[str]) -> None:
    """Run the program of a seed in all ways, and tell of what differs."""
    source = program(seed)
    say(seed, NATIVE)
    native = outcome(source, NATIVE)
    for way in ways:
        say(seed, way)
        found = differing(native, outcome(source, way), way)
        if found:
            is_stable = outcome(source, NATIVE) == native
            say(seed, way, difference=found if is_stable else "UNSTABLE")
        gc.collect()
        gc.freeze()


def say(seed: int, way: str, **more: str) -> None:
    message = json.dumps({"seed": seed, "way": way, **more})
    print(message, file=sys.__stdout__, flush=True)


def main(words: str, first: str, end: str) -> None:
    ways = words.split(",")
    warm_up(ways)
    for seed in range(int(first), int(end)):
        examine(seed, ways)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Runs programs in some ways, in a process of its own, which may crash.

    python -m tests.fuzz.worker WAYS PROGRAM...

WAYS are joined by commas to go all of them with each program, by slashes to take turns.  Programs
are seeds or paths.  Standard output gets a JSON object a line: {"name": PROGRAM, "way": WAY} when
something begins, and {"name": PROGRAM, "way": WAY, "difference": TEXT} if it differs.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz.maker import program
from tests.fuzz.outcome import NATIVE, differing, outcome

UNSTABLE = "natively, too, it does not do the same again"
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


def examine(name: str, ways: Sequence[str]) -> None:
    """Run a program in all ways, and tell of what differs."""
    source = source_of(name)
    say(name, NATIVE)
    native = outcome(source, NATIVE)
    for way in ways:
        say(name, way)
        found = differing(native, outcome(source, way), way)
        if found:
            is_stable = outcome(source, NATIVE) == native
            say(name, way, difference=found if is_stable else UNSTABLE)
        gc.collect()
        gc.freeze()


def source_of(name: str) -> str:
    """The program of a seed, or in a file."""
    return program(int(name)) if name.isdigit() else Path(name).read_text("utf-8")


def say(name: str, way: str, **more: str) -> None:
    message = json.dumps({"name": name, "way": way, **more})
    print(message, file=sys.__stdout__, flush=True)


def main(words: str, *names: str) -> None:
    turns = [ways.split(",") for ways in words.split("/")]
    warm_up([way for ways in turns for way in ways])
    for number, name in enumerate(names):
        examine(name, turns[number % len(turns)])


if __name__ == "__main__":
    main(*sys.argv[1:])

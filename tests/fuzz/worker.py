"""Runs programs in some ways, in a process of its own, which may crash.

    python -m tests.fuzz.worker WAYS PROGRAM...

WAYS are joined by commas to go all of them with each program, by slashes to take turns.  Programs
are seeds or paths.  Standard output gets a JSON object a line: {"name": PROGRAM, "way": WAY} when
something begins, and {"name": PROGRAM, "way": WAY, "difference": TEXT} if it differs.  What takes
too long ends the process, with a traceback on standard error.
"""

from __future__ import annotations

import faulthandler
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from debugger.own_builtins import keep_builtins

TESTS = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    keep_builtins(str(TESTS / each) for each in ("fuzz", "loops", "variants"))

from tests.fuzz.maker import program  # noqa: E402  (modules that are to keep the builtins, too)
from tests.fuzz.outcome import NATIVE, differing, outcome  # noqa: E402
from tests.fuzz.sharing import Shared  # noqa: E402
from tests.fuzz.ways import EAGER, adds_something  # noqa: E402

LONGEST = 120
"""Seconds that a program may take in all its ways; after that it hangs."""
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


def examine(name: str, ways: Sequence[str], shared: Shared) -> None:
    """Run a program in all ways, and tell of what differs."""
    source = source_of(name)
    code = shared.compiled(source)
    say(name, NATIVE)
    native = outcome(source, NATIVE, code)
    EAGER.arrivals = 0
    for number, way in enumerate(ways):
        if not adds_something(way, ways[:number]):
            continue
        say(name, way)
        found = differing(native, outcome(source, way, code), way)
        if found:
            is_stable = outcome(source, NATIVE, code) == native
            say(name, way, difference=found if is_stable else UNSTABLE)


def source_of(name: str) -> str:
    """The program of a seed, or in a file."""
    return program(int(name)) if name.isdigit() else Path(name).read_text("utf-8")


def say(name: str, way: str, **more: str) -> None:
    message = json.dumps({"name": name, "way": way, **more})
    print(message, file=sys.__stdout__, flush=True)


def main(words: str, *names: str) -> None:
    turns = [ways.split(",") for ways in words.split("/")]
    warm_up([way for ways in turns for way in ways])
    shared = Shared()
    shared.install()
    for number, name in enumerate(names):
        turn = int(name) if name.isdigit() else number
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        examine(name, turns[turn % len(turns)], shared)


if __name__ == "__main__":
    main(*sys.argv[1:])

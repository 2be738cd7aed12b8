"""Stop programs at random, undo runs of their loops, and let them end; in its own process.

    python -m tests.recording.checkpoint_worker kernel NAME STOPS [BUG]
    python -m tests.recording.checkpoint_worker journal LAYOUT STOPS [BUG]
    python -m tests.recording.checkpoint_worker STYLE FIRST END STOPS

That is a kernel of the benchmark, a loop that writes big arrays, or generated programs of a
style. Standard output gets a JSON object for each program; standard error gets what a crash has
interrupted.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import Any

from debugger.compiled.loops.emit import journaling
from debugger.compiled.loops.emit.machine import integer, store
from debugger.compiled.loops.journal import pages
from debugger.compiled.runs import written
from debugger.frames.engine import Engine
from tests.loops import program_outcome
from tests.loops.program_generator import generate
from tests.recording import benchmarked, journaled
from tests.recording.checkpoints import Start, tried


def report(name: str, start: Start, stops: int, trials: int, text: str = "") -> None:
    """Try a program, and tell what became of it."""
    print(name, file=sys.stderr, flush=True)
    found = vars(tried(start, name, stops, trials))
    if found["mistakes"] and text:
        found["mistakes"][0] += f"\n{text}"
    print(json.dumps({"name": name, **found}), flush=True)


def report_generated(style: str, seed: int, stops: int) -> None:
    program = generate(style, seed)

    def start(engine: Engine | None) -> program_outcome.Outcome:
        return program_outcome.run(program, engine)

    report(f"{style} {seed}", start, stops, 1, str(program))


# ---------------------------------------------------------------------- bugs


def keep_nothing() -> None:
    """Code does not keep what it overwrites."""
    journaling.Journaling.note = journaling.NotJournaling.note  # type: ignore[method-assign]


def remember_pages() -> None:
    """Pages of an earlier run are taken for kept."""

    def forget(self: Any, builder: Any) -> None:
        store(builder, integer(0), self._count)

    journaling.Journaling._forget = forget  # type: ignore[method-assign]


def put_back_in_order() -> None:
    """Where a page was kept twice, the later record counts."""
    written.pages = lambda kept: reversed(list(pages(kept)))  # type: ignore[attr-defined,assignment]


BUGS = {"nothing": keep_nothing, "remembered": remember_pages, "in order": put_back_in_order}

# ---------------------------------------------------------------------- programs


PROGRAMS = {"kernel": benchmarked.run, "journal": journaled.run}


def main() -> None:
    kind, *words = sys.argv[1:]
    if kind in PROGRAMS:
        name, count, *bugs = words
        if kind == "journal":
            # So that there are pages that share a tag.
            journaling.TAGS = 4  # type: ignore[attr-defined]
        for bug in bugs:
            BUGS[bug]()
        report(name, partial(PROGRAMS[kind], name), int(count), 3)
        return
    first, end, stops = map(int, words)
    for seed in range(first, end):
        report_generated(kind, seed, stops)


if __name__ == "__main__":
    main()

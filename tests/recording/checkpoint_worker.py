"""Stop programs at random, undo runs of their loops, and let them end; in its own process.

    python -m tests.recording.checkpoint_worker kernel NAME STOPS
    python -m tests.recording.checkpoint_worker STYLE FIRST END STOPS

That is a kernel of the benchmark, or generated programs of a style. Standard output gets a JSON
object for each program; standard error gets what a crash has interrupted.
"""

from __future__ import annotations

import json
import sys
from functools import partial

from debugger.frames.engine import Engine
from tests.loops import program_outcome
from tests.loops.program_generator import generate
from tests.recording import benchmarked
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


def main() -> None:
    kind, *words = sys.argv[1:]
    if kind == "kernel":
        report(words[0], partial(benchmarked.run, words[0]), int(words[1]), 3)
        return
    first, end, stops = map(int, words)
    for seed in range(first, end):
        report_generated(kind, seed, stops)


if __name__ == "__main__":
    main()

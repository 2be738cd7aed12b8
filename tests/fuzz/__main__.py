"""Fuzz whole programs: make fuzz [TIME=SECONDS or COUNT=PROGRAMS] [SEED=FIRST].

    python -m tests.fuzz [--count N | --seconds N] [--seed N] [--jobs N] [--ways NAME,...]
                         [--reduction SECONDS]

What fails is made smaller and written to `tests/fuzz/programs/`, where `make test` runs it.  The
status is 1 then.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from threading import Lock

from tests.fuzz.batches import Batch, Failure
from tests.fuzz.ways import TURNS

FOLDER = Path(__file__).parent / "programs"
SIZE = 200
"""Programs of a batch, for which one process is started."""
COUNT = 2000
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


def parsed(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seconds", type=float, default=inf)
    parser.add_argument("--seed", type=int, default=int(time.time()) * SIZE)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--ways", default=TURNS)
    parser.add_argument("--reduction", type=int, default=60, help="seconds to make one smaller")
    return parser.parse_args(words)


class Run:
    """One run: it hands out batches, until enough was done, and counts."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self.chosen = chosen
        self.started = time.monotonic()
        self.programs = self.failed = 0
        self._lock = Lock()
        self._begun = 0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def work(self) -> None:
        """Run batches, one after the other."""
        while (batch := self._next()) is not None:
            failed = report(batch, self.chosen.reduction)
            with self._lock:
                self.programs += len(batch.names)
                self.failed += failed
                print(self, flush=True)

    def __str__(self) -> str:
        rate = self.programs / self.seconds
        counts = f"{self.programs} programs, {self.failed} failed"
        return f"{counts}, {self.seconds:.0f} s, {rate:.2f} a second"

    def _next(self) -> Batch | None:
        with self._lock:
            first = self._begun
            if first >= self.chosen.count or self.seconds >= self.chosen.seconds:
                return None
            self._begun = min(first + SIZE, self.chosen.count)
            seeds = range(self.chosen.seed + first, self.chosen.seed + self._begun)
            return Batch([*map(str, seeds)], self.chosen.ways)


def report(batch: Batch, seconds: int) -> int:
    """Run a batch; say what fails, and write it down, made smaller for so long at most."""
    failed: set[str] = set()
    for failure in batch.failures():
        if failure.name not in failed and failure.is_of_ours:
            failed.add(failure.name)
            print(
                f"\n{failure.name} {failure.way}:\n{failure.what}\n{write(failure, seconds)}",
                flush=True,
            )
    return len(failed)


def write(failure: Failure, seconds: int) -> str:
    """Write the program, made smaller, among those that are always run."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"found_{VERSION.replace('.', '')}_{failure.name}.py"
    path.write_text(
        f"# {VERSION} {failure.way} {failure.name}\n{failure.reduced(seconds)}", "utf-8"
    )
    return str(path)


def main(words: list[str]) -> int:
    run = Run(parsed(words))
    print(f"Python {VERSION}, first seed {run.chosen.seed}, ways {run.chosen.ways}", flush=True)
    with ThreadPoolExecutor(run.chosen.jobs) as pool:
        workers = [pool.submit(run.work) for _ in range(run.chosen.jobs)]
    for each in workers:
        each.result()
    return int(run.failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Runs many programs in worker processes, finds out what fails, and makes that smaller."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.fuzz.maker import program
from tests.helpers import ROOT

LONGEST = 20
"""Seconds that a program may take in one way; it hangs after so many for a whole batch, too."""
LONGEST_REDUCTION = 60


@dataclass(frozen=True, slots=True)
class Failure:
    """A program that does not do in some way what it does natively."""

    seed: int
    way: str
    what: str

    @property
    def source(self) -> str:
        return program(self.seed)

    def reduced(self, seconds: int = LONGEST_REDUCTION) -> str:
        """A small program that fails in the same way."""
        words = [sys.executable, "-m", "tests.fuzz.reduction", self.way, str(seconds)]
        done = _run(words, self.source, seconds + 10 * LONGEST)
        return done.stdout or self.source


@dataclass(frozen=True, slots=True)
class Batch:
    """Seeds in a row, and the ways to run each of them."""

    first: int
    end: int
    ways: Sequence[str]

    def failures(self) -> Iterator[Failure]:
        """What fails, in the order in which it is found; what crashes or hangs is passed over."""
        first = self.first
        while first < self.end:
            words = [sys.executable, "-X", "faulthandler", "-m", "tests.fuzz.worker"]
            words += [",".join(self.ways), str(first), str(self.end)]
            done = _run(words, "", LONGEST * (self.end - first))
            messages = [json.loads(line) for line in done.stdout.splitlines()]
            yield from (Failure(**_told(each)) for each in messages if "difference" in each)
            if not done.returncode:
                return
            last = messages[-1] if messages else {"seed": first, "way": self.ways[0]}
            what = f"status {done.returncode}\n{done.stderr[-3000:]}"
            yield Failure(last["seed"], last["way"], what)
            first = last["seed"] + 1


def _told(message: dict[str, str]) -> dict[str, object]:
    return {"seed": message["seed"], "way": message["way"], "what": message["difference"]}


def _run(words: list[str], text: str, seconds: float) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    try:
        return subprocess.run(
            words,
            cwd=ROOT,
            env=environment,
            input=text,
            capture_output=True,
            encoding="utf-8",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        said = (expired.stdout or b"").decode()
        complete = said[: said.rfind("\n") + 1]
        return subprocess.CompletedProcess(words, -1, complete, f"took over {seconds} s")

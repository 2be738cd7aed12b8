"""Runs many programs in worker processes, finds out what fails, and makes that smaller."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.fuzz.outcome import NATIVE
from tests.fuzz.worker import UNSTABLE, source_of
from tests.helpers import ROOT

LONGEST = 20
"""Seconds that a program may take, on average of a batch; after that it hangs."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A program that does not do in some way what it does natively: its seed or path."""

    name: str
    way: str
    what: str

    @property
    def is_of_ours(self) -> bool:
        """Whether it is not the program itself that hangs, or does not do the same again."""
        return self.way != NATIVE and self.what != UNSTABLE

    def reduced(self, seconds: int) -> str:
        """A small program that fails in the same way, found in so many seconds."""
        source = source_of(self.name)
        words = [sys.executable, "-m", "tests.fuzz.reduction", self.way, str(seconds)]
        return _run(words, source, seconds + 10 * LONGEST).stdout or source


@dataclass(frozen=True, slots=True)
class Batch:
    """Programs, by seeds or paths, and the ways to run them, see `worker.py`."""

    names: Sequence[str]
    ways: str

    def failures(self) -> Iterator[Failure]:
        """What fails, in the order in which it is found; what crashes or hangs is passed over."""
        names = list(self.names)
        while names:
            words = [sys.executable, "-X", "faulthandler", "-m", "tests.fuzz.worker"]
            done = _run([*words, self.ways, *names], "", LONGEST * len(names))
            messages = [json.loads(line) for line in done.stdout.splitlines()]
            for each in messages:
                if "difference" in each:
                    yield Failure(each["name"], each["way"], each["difference"])
            if not done.returncode:
                return
            what = f"status {done.returncode}\n{done.stderr[-3000:]}"
            if not messages:
                raise RuntimeError(what)
            last = messages[-1]
            yield Failure(last["name"], last["way"], what)
            names = names[names.index(last["name"]) + 1 :]


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

"""Run batches of generated programs in processes of their own, and tell what became of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.helpers import ROOT

LONGEST = 600
WORKER = "tests.loops.program_worker"


@dataclass
class Batch:
    """What became of some programs of a style, by their seeds."""

    style: str
    mismatches: dict[int, str] = field(default_factory=dict)
    crashes: dict[int, str] = field(default_factory=dict)
    programs: int = 0
    trips: int = 0
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        """The iterations that compiled loops made, as a part of all."""
        return self.seen["native"] / max(1, self.trips)

    def complaints(self) -> str:
        """The failing seeds with their programs, or nothing."""
        texts = [f"{self.style} {seed} crashes: {text}" for seed, text in self.crashes.items()]
        texts += [f"{self.style} {seed}:\n{text}" for seed, text in self.mismatches.items()]
        return "\n\n".join(texts)

    def add(self, report: dict[str, Any]) -> None:
        """Add what the worker says about one program."""
        self.programs += 1
        if report["mismatch"]:
            self.mismatches[report["seed"]] = report["mismatch"]
        if not report["module"]:
            self.trips += report["trips"]
            self.seen.update(report["seen"])


def run_batch(
    style: str, first: int, end: int, ways: str, *, shrinking: bool = True, python: str = ""
) -> Batch:
    """Run the programs with seeds from `first` up to `end`; a crash is told and passed over."""
    batch = Batch(style)
    while first < end:
        words = [python or sys.executable, "-X", "faulthandler", "-m", WORKER]
        words += [style, str(first), str(end), ways, *(["--shrink"] if shrinking else [])]
        finished = _run(words)
        messages = [json.loads(line) for line in finished.stdout.splitlines() if line]
        for message in messages:
            if "seed" in message:
                batch.add(message)
        if finished.returncode == 0:
            break
        seed = messages[-1]["begin"] if messages and "begin" in messages[-1] else first
        batch.crashes[seed] = f"status {finished.returncode}\n{finished.stderr[-3000:]}"
        first = seed + 1
    return batch


def _run(words: list[str]) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    try:
        return subprocess.run(
            words,
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        said = expired.stdout.decode() if isinstance(expired.stdout, bytes) else ""
        complete = said[: said.rfind("\n") + 1]
        return subprocess.CompletedProcess(words, -1, complete, f"took over {LONGEST} s")

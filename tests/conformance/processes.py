"""Programs with a time limit, their output in a log."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program has ended: its exit status, None where it was stopped, and its time."""

    status: int | None
    seconds: float


def run_limited(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], log: Path, limit: float
) -> Ended:
    """Run a program in a folder for so many seconds at most, and end all it has started."""
    started = time.monotonic()
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return Ended(status, time.monotonic() - started)

"""Running what may crash in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True)
class Done:
    """A finished process; `failure` says how it failed, and at what, and is empty if it did not."""

    stdout: str
    failure: str


def run_module(name: str, words: Sequence[str], folder: Path, timeout: float) -> Done:
    """Run a module that notes in the file `last` of the folder what it is at."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    command = [sys.executable, "-X", "faulthandler", "-m", name, *words]
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=environment | {"PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        output = expired.stdout or b""
        return Done(as_text(output), f"no end after {timeout} s at: {last(folder)}")
    if done.returncode == 0:
        return Done(done.stdout, "")
    way = f"status {done.returncode} at: {last(folder)}\n{done.stderr[-3000:]}"
    return Done(done.stdout, way)


def last(folder: Path) -> str:
    """What was under way last."""
    path = folder / "last"
    return path.read_text().strip() if path.exists() else "nothing yet"


def as_text(output: str | bytes) -> str:
    return output if isinstance(output, str) else output.decode()

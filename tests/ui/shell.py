"""What a user does at a shell: start Python, type into it, and read what it shows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TIMEOUT = 60


def environment(**more: str) -> dict[str, str]:
    """Little: the debugger of this checkout, and folders that are not the user's."""
    kept = {name: os.environ[name] for name in ("PATH", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def shown(*words: str, typed: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments to its end; errors are among the output.

    `more` is added to its environment.
    """
    return subprocess.run(
        [sys.executable, *words],
        input=typed,
        cwd=folder,
        env=environment(PYTHONUTF8="1", **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )

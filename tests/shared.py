"""What all processes of a test session share: folders, each in the hands of one process at a time.

The process that all tests come from makes the folder they lie in, and removes it at the end
(`conftest.py`); those it starts find it by their environment.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "DEBUGGER_TESTS_SHARE"


def begin() -> None:
    """Make the folder."""
    # Not below a symbolic link: a program and its folder shall agree on what it is called.
    os.environ[VARIABLE] = str(Path(tempfile.mkdtemp()).resolve())


def end() -> None:
    """Remove it."""
    shutil.rmtree(os.environ.pop(VARIABLE), ignore_errors=True)


@contextmanager
def held(name: str) -> Iterator[Path]:
    """The folder of that name, which nobody else has meanwhile."""
    folder = Path(os.environ[VARIABLE], name)
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder

"""The files of commands that are run when a session begins."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

NAME = ".debuggerrc"
HOME = "~"


def start_up_lines(folders: Iterable[str]) -> list[str]:
    """The commands in the files of these folders, each folder once; a file may be missing."""
    paths = [os.path.realpath(os.path.join(os.path.expanduser(each), NAME)) for each in folders]
    return [line for path in dict.fromkeys(paths) for line in _commands(path)]


def _commands(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file]
    except OSError:
        return []
    # A remark may hold `;;`, behind which another command would begin.
    return [line for line in lines if line and not line.startswith("#")]

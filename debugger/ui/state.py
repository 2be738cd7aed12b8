"""The folder in which the debugger keeps what it remembers from one session to the next.

What is in it may be secret, so only the user can read it; files are replaced as a whole.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

_OWN_FOLDER = 0o700
_NAME = "debugger"


def state_file(name: str) -> Path:
    """Where a file of that name is kept."""
    return _folder() / name


def read(path: Path) -> str | None:
    """The text of a file, None if there is none that can be read."""
    try:
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            return file.read()
    except OSError:
        return None


def write(path: Path, text: str) -> None:
    """Replace the text of a file: who reads it meanwhile finds the old one.  Raises OSError."""
    path.parent.mkdir(mode=_OWN_FOLDER, parents=True, exist_ok=True)
    path.parent.chmod(_OWN_FOLDER)
    # Made so that only the user can read it.
    number, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(number, "w", encoding="utf-8", errors="replace", newline="") as file:
            file.write(text)
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise


def _folder() -> Path:
    """As the platform has it; the user may say otherwise by `XDG_STATE_HOME`."""
    chosen = Path(os.environ.get("XDG_STATE_HOME", ""))
    if chosen.is_absolute():
        return chosen / _NAME
    local = os.environ.get("LOCALAPPDATA")
    if sys.platform == "win32" and local:
        return Path(local) / _NAME
    home = Path(os.path.expanduser("~"))
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / _NAME
    return home / ".local" / "state" / _NAME

"""What the user has chosen once for all his sessions, or all those of a project, and where.

`pyproject.toml` (its table `tool.debugger`; that of the current folder, or of the nearest one
around it), the user's own file, variables of the environment, options of the command line: what
comes later counts.  These hold plain values, so that nothing of a folder that the user happens to
be in is executed.  What can be chosen is in `config_keys.py`.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.ui.names import suggestion

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

PROJECT = "pyproject.toml"
TABLE = ("tool", "debugger")
OWN = "config.toml"
PREFIX = "DEBUGGER_"


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for a key, in the words of the prompt, and where that stands."""

    key: str
    value: str
    origin: str


def configured(
    folder: Path, environment: Mapping[str, str], keys: Collection[str]
) -> Iterator[Choice]:
    """All that was chosen, in rising order; raises UserError where a file cannot be read.

    A variable of the environment that is like none of the `keys` is somebody else's.
    """
    project = _project(folder)
    if project is not None:
        yield from _in_file(project, TABLE)
    yield from _in_file(own_file(environment), ())
    for name, value in environment.items():
        key = name.removeprefix(PREFIX).lower()
        if name.startswith(PREFIX) and (key in keys or suggestion(key, keys)):
            yield Choice(key, value, name)


def own_file(environment: Mapping[str, str]) -> Path:
    """The user's own file, as the platform has it; he may say otherwise by `XDG_CONFIG_HOME`."""
    chosen = Path(environment.get("XDG_CONFIG_HOME", ""))
    if chosen.is_absolute():
        return chosen / "debugger" / OWN
    if sys.platform == "win32" and environment.get("APPDATA"):
        return Path(environment["APPDATA"]) / "debugger" / OWN
    return Path(os.path.expanduser("~")) / ".config" / "debugger" / OWN


def _project(folder: Path) -> Path | None:
    """The file of the project that a folder is part of."""
    found = (each / PROJECT for each in (folder, *folder.parents))
    return next((path for path in found if path.is_file()), None)


def _in_file(path: Path, tables: tuple[str, ...]) -> Iterator[Choice]:
    """What a file has under these tables, each in the one before."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return
    if not all(name in text for name in tables):
        return  # No more is looked at of most projects.
    for key, value in _table(path, text, tables).items():
        origin = os.path.relpath(path) if tables else str(path)
        yield Choice(key.replace("-", "_"), _in_words(key, value, origin), origin)


def _table(path: Path, text: str, tables: tuple[str, ...]) -> Mapping[str, object]:
    import tomllib

    try:
        found: object = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path} cannot be read: {error}.") from None
    for name in tables:
        found = found.get(name, {}) if isinstance(found, dict) else {}
    return found if isinstance(found, dict) else {}


def _in_words(key: str, value: object, origin: str) -> str:
    """What would be typed at the prompt for a value."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str | int):
        return str(value)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        import shlex

        return shlex.join(value)
    raise UserError(f"{origin}: {key} is to be a text, a number, true, false or a list of texts.")

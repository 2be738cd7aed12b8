"""Source files inside zip archives, from which Python can import.

They are read as `zipimport` does it, past its cache, which belongs to the program.
"""

from __future__ import annotations

import zipimport
from importlib.util import decode_source
from os.path import dirname, exists, isfile, relpath
from typing import Any

_ZIPIMPORT: Any = zipimport


def archive_around(path: str) -> str | None:
    """The file that a path leads into as if it was a folder, None if there is none."""
    around = dirname(path)
    while around != dirname(around) and not exists(around):
        around = dirname(around)
    return around if isfile(around) else None


def is_archived(path: str) -> bool:
    """Whether there is such a file in an archive."""
    return _entry(path) is not None


def archived(path: str) -> str:
    """The text of a file in an archive, '' if there is none that can be read."""
    found = _entry(path)
    try:
        return "" if found is None else decode_source(_ZIPIMPORT._get_data(*found))  # noqa: SLF001
    except (ImportError, OSError, ValueError, SyntaxError):
        return ""


def is_archive(path: str) -> bool:
    """Whether a file is an archive."""
    return bool(_listed(path))


def _entry(path: str) -> tuple[str, Any] | None:
    """The archive that a file is in, and what this says of it."""
    archive = archive_around(path)
    if archive is None:
        return None
    found = _listed(archive).get(relpath(path, archive))
    return None if found is None else (archive, found)


def _listed(archive: str) -> dict[str, Any]:
    """What an archive says of the files in it, by their names; nothing if it is none."""
    try:
        found: dict[str, Any] = _ZIPIMPORT._read_directory(archive)  # noqa: SLF001
    except (ImportError, OSError):
        return {}
    return found

"""The texts of source files as they were read, and which of them some code comes from.

A file may change while the program runs.  What runs is what there was when it was imported, so it
is noted then which version of the file that is (`loaded`), and a text once read is kept.  Only
where the file is not what it was, its texts are compiled to see which of them the code comes from.
"""

from __future__ import annotations

import io
import linecache
import os
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Any, Final

from debugger.frames import source
from debugger.frames.archives import archive_around, archived
from debugger.frames.errors import UserError
from debugger.frames.records import Record

Stamp = tuple[int, int]
"""When a file was written, and its size: while that is the same, so is the file."""
Names = dict[str, Any]

VERSIONS = 4
"""Texts of one file that are kept: those that were read first, and the newest."""
COMPILED = 8
"""Texts of which the code is kept."""


class Trust(Enum):
    """Whether the lines of a text are those that run.

    OLD: they are, but the file is another by now.  DOUBTFUL: it had changed when it was first read.
    """

    SURE = "sure"
    OLD = "old"
    DOUBTFUL = "doubtful"


class Text(Record):
    """A file as it was read: its lines, without their ends, all of it, and its stamp then.

    `newest` is the stamp that it has now.
    """

    lines: Sequence[str]
    source: str
    stamp: Stamp | None
    newest: Stamp | None
    trust: Trust = Trust.SURE


class Texts:
    """What this process has read of source files; `loaded` are their stamps when they were run."""

    def __init__(self) -> None:
        self._loaded: dict[str, Stamp | None] = {}
        self._read: dict[str, list[Text]] = {}

    def loaded(self, path: str) -> None:
        """Code is about to run that is what stands in this file now."""
        self._loaded[path] = stamp_of(path)

    def of_code(self, code: CodeType, namespace: Names) -> Text:
        """The text that some code comes from, which has these globals."""
        path = code.co_filename
        newest = self._newest(path, namespace)
        versions = self._read.get(path, [newest])
        loaded = self._loaded.get(path)
        if loaded is None and not is_plainly_imported(path, namespace):
            loaded = versions[0].stamp
        if len(versions) == 1 and loaded == newest.stamp:
            return newest
        likely = sorted(versions, key=lambda text: text.stamp != loaded)
        standing = (text for text in likely if stands_in(code, text))
        found = next(standing, None)
        if found is not None:
            self._loaded.setdefault(path, found.stamp)
        return _judged(found or _with_stamp(versions, loaded), newest)

    def of_file(self, path: str) -> Text:
        """The text of a file as it was when it was run, if that was read; else as it is."""
        newest = self._newest(path, {})
        loaded = self._loaded.get(path)
        if loaded is None:
            return newest
        return _judged(_with_stamp(self._read.get(path, [newest]), loaded), newest)

    def _newest(self, path: str, namespace: Names) -> Text:
        """The text of a file as it is; the one that was read last, where it is gone."""
        stamp = stamp_of(path)
        versions = self._read.get(path)
        if versions and stamp in (None, versions[-1].stamp):
            return versions[-1]
        lines = lines_in(path, namespace)
        text = Text(lines, "".join(f"{line}\n" for line in lines), stamp, stamp)
        if stamp is not None and text.lines:
            versions = self._read.setdefault(path, [])
            versions.append(text)
            del versions[VERSIONS - 1 : -1]
        return text


TEXTS: Final = Texts()
"""Those of this process: like its modules there is one of each."""


def _judged(text: Text | None, newest: Text) -> Text:
    """The text that is to be shown, the newest if none is known to be the right one."""
    if text is None:
        return Text(newest.lines, newest.source, newest.stamp, newest.stamp, Trust.DOUBTFUL)
    if text.source == newest.source:
        return text
    return Text(text.lines, text.source, text.stamp, newest.stamp, Trust.OLD)


def _with_stamp(versions: Sequence[Text], stamp: Stamp | None) -> Text | None:
    return next((text for text in versions if text.stamp == stamp), None)


def is_plainly_imported(path: str, namespace: Names) -> bool:
    """Whether the code of a module is just what Python makes of its file."""
    is_file = namespace.get("__file__") == path
    return is_file and type(namespace.get("__loader__")) is SourceFileLoader


def stamp_of(path: str) -> Stamp | None:
    """The stamp of a file, or of the archive that it is in; None if there is none."""
    status = _status(path) or _status(archive_around(path) or "")
    return None if status is None else (status.st_mtime_ns, status.st_size)


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except (OSError, ValueError):
        return None


def lines_in(path: str, namespace: Names) -> list[str]:
    """The lines that a file has now; `namespace` finds what only a module's loader knows."""
    linecache.checkcache(path)
    lines = linecache.getlines(path, namespace) or io.StringIO(archived(path)).readlines()
    return [line.rstrip("\r\n") for line in lines]


def text_of(path: str) -> str:
    """The text of a file; raises UserError if there is none."""
    text = TEXTS.of_file(path)
    if not text.lines and text.stamp is None:
        raise UserError(f"There is no file {path}.")
    return text.source


def stands_in(code: CodeType, text: Text) -> bool:
    """Whether some code is exactly what a text of its file compiles to."""
    return code in codes_in(code.co_filename, text.source).get(code.co_linetable, ())


@lru_cache(COMPILED)
def codes_in(path: str, text: str) -> dict[bytes, list[CodeType]]:
    """What a text compiles to, by where the lines are; nothing if it does not compile."""
    found: dict[bytes, list[CodeType]] = {}
    try:
        module = source.compiled_text(path, text)
    except UserError:
        return found
    for code in source.nested(module):
        found.setdefault(code.co_linetable, []).append(code)
    return found

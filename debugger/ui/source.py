"""Lines of source text, and how files and places are called on screens."""

from __future__ import annotations

import linecache
import os
import sys
from typing import TYPE_CHECKING

from debugger.frames.archives import is_archived
from debugger.frames.errors import UserError
from debugger.frames.functions import files
from debugger.frames.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from debugger.frames.frame import Frame
    from debugger.frames.texts import Text


def text_of(frame: Frame) -> Text:
    """The text that a frame runs, which is empty when there is no source."""
    return TEXTS.of_code(frame.framecode.code, frame.globals)


def lines_of(frame: Frame) -> Sequence[str]:
    """The lines of the file of a frame without their ends; none when there is no source."""
    return text_of(frame).lines


def remember(filename: str, source: str) -> None:
    """Make typed source known to everything that shows lines; no file is looked for."""
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)


def line_at(frame: Frame, line: int | None) -> str:
    """One line without its indentation, '' when unknown."""
    lines = lines_of(frame)
    return lines[line - 1].strip() if line and 0 < line <= len(lines) else ""


def short_path(filename: str) -> str:
    """The path as a user would write it: relative to where he is or to where imports look."""
    if filename.startswith("<"):
        return filename
    for folder in (os.getcwd(), *sys.path):
        if folder and filename.startswith(os.path.join(folder, "")):
            return filename[len(os.path.join(folder, "")) :]
    return os.path.basename(filename)


def place(frame: Frame) -> str:
    """`orbit.py:18 in advance`."""
    return f"{file_and_line(frame)} in {short_name(frame.name)}"


def file_and_line(frame: Frame) -> str:
    """`orbit.py:18`."""
    return f"{short_path(frame.filename)}:{frame.line or '?'}"


def short_name(qualified: str) -> str:
    """The qualified name of a function without what Python puts in for the insides of functions."""
    return qualified.replace("<locals>.", "")


def module_files() -> list[str]:
    """The files of everything that is imported."""
    return list(files(sys.modules).values())


def find_file(name: str, current: str | None) -> str:
    """The file a user means by `name`: a whole path, or the last parts of one.

    Looked for in this order: relative to the working directory, the current file, the
    import path, whatever is imported.  Raises UserError for a name that is nowhere.
    """
    found = next(_candidates(os.path.expanduser(name), current), None)
    if found is None:
        raise UserError(f"There is no file {name}.")
    return found


def _candidates(name: str, current: str | None) -> Iterator[str]:
    if is_source(name):
        yield os.path.abspath(name)
    if name in linecache.cache:
        yield name
    if current and matches(current, name):
        yield current
    folders = (os.path.join(folder or os.getcwd(), name) for folder in sys.path)
    yield from (os.path.abspath(path) for path in folders if is_source(path))
    yield from (file for file in module_files() if matches(file, name))


def is_source(path: str) -> bool:
    """Whether there is such a file, in an archive perhaps."""
    return os.path.isfile(path) or is_archived(path)


def matches(path: str, partial: str) -> bool:
    """Whether `partial` is the whole of `path` or ends it at a path boundary."""
    partial = os.path.normpath(partial)
    return path == partial or path.endswith(os.sep + partial)

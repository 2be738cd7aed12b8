"""Variants on disk, so that making those of a module costs only its first import.

There is a file for each source file, in the user's cache folder, or in `sys.pycache_prefix` if that
is set.  What it holds is good for exactly one code object of the module, and made by exactly this
debugger and Python: a key that it begins with says so.  Whatever is wrong with a file or its
folder, the variants are made as if there was none.  While Python writes no bytecode, nothing is
written.
"""

from __future__ import annotations

import marshal
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib.util import source_hash
from io import FileIO
from pathlib import Path
from types import CodeType

from debugger.compiled.variants.stored import Stored

STABLE = 2
"""The version of `marshal`'s format in which equal code is equal bytes: it has no references."""

DIGEST = 8
"""Bytes that `source_hash` gives."""

MONTH = 30 * 24 * 3600
"""Seconds that a file is kept which nobody uses."""

MAKERS = ("frames", "frames/opcodes", "compiled/variants", "compiled/loops")
"""The folders of the debugger that have a say in what a variant looks like."""


class Cache:
    """The files of variants; `counts`: loops are counted in these."""

    def __init__(self, *, counts: bool) -> None:
        self._counts = counts
        self._was_swept = False

    @contextmanager
    def kept(self, code: CodeType, count: int) -> Iterator[list[Stored | None]]:
        """What is kept of the `count` variants of a module's code and the code nested in it.

        There is None for what is not.  What is put into the list is kept from then on.
        """
        nothing: list[Stored | None] = [None] * count
        path = self._path(code)
        if path is None:
            yield nothing
            return
        key = self._makers + source_hash(marshal.dumps(code, STABLE))
        found = read(path, key) or nothing
        before = found.copy()
        yield found
        if found != before and not sys.dont_write_bytecode:
            self._write(path, key, found)

    def _write(self, path: str, key: bytes, variants: Sequence[Stored | None]) -> None:
        try:
            write(path, key, variants)
            if not self._was_swept:
                self._was_swept = True
                sweep(os.path.dirname(path))
        except OSError:
            return

    def _path(self, code: CodeType) -> str | None:
        """The file for a module, None if there is none."""
        if self._folder is None or code.co_name != "<module>" or code.co_filename.startswith("<"):
            return None
        source = os.path.abspath(code.co_filename)
        name = f"{os.path.basename(source)}.{source_hash(os.fsencode(source)).hex()}"
        return os.path.join(self._folder, f"{name}.{sys.implementation.cache_tag}")

    @cached_property
    def _folder(self) -> str | None:
        root = sys.pycache_prefix or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
        root = os.path.expanduser(root)
        return os.path.join(root, "framedebugger", "variants") if os.path.isabs(root) else None

    @cached_property
    def _makers(self) -> bytes:
        """What says which debugger and which Python has made a variant."""
        return source_hash(repr((sys.version, self._counts, list(makers()))).encode())


def read(path: str, key: bytes) -> list[Stored | None]:
    """The variants in a file; empty if there is none, or not for this key."""
    try:
        with FileIO(path) as file:
            content = file.read()
    except OSError:
        return []
    end = len(key) + DIGEST
    body = content[end:]
    if content[:end] != key + source_hash(body):
        return []
    found: list[Stored | None] = marshal.loads(body)  # noqa: S302  # we wrote it
    return found


def write(path: str, key: bytes, variants: Sequence[Stored | None]) -> None:
    """Write variants to a file, all at once for those who read; raises OSError."""
    body = marshal.dumps(list(variants))
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    part = f"{path}.{os.getpid()}"
    with FileIO(part, "x") as file:
        file.write(key + source_hash(body) + body)
    os.replace(part, path)


def makers() -> Iterator[tuple[str, int, int]]:
    """The files that have a say in what a variant looks like: names, sizes and times."""
    package = Path(__file__).parents[2]
    for folder in MAKERS:
        with os.scandir(package / folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    yield entry.name, status.st_size, status.st_mtime_ns


def sweep(folder: str) -> None:
    """Remove the files of a folder that were not used for a month; raises OSError."""
    now = time.time()
    with os.scandir(folder) as entries:
        used = {each.path: max(each.stat().st_atime, each.stat().st_mtime) for each in entries}
    for path, last in used.items():
        if now - last > MONTH:
            os.unlink(path)

"""Running a program in this process, natively or under an engine, and what became of it.

Whatever can be seen is in what it writes: the program's own output, the error that ends it with its
traceback, what is told of errors that cannot be raised, warnings, and what dies at its end.
"""

from __future__ import annotations

import builtins
import contextlib
import gc
import io
import linecache
import re
import sys
import traceback
import warnings
from difflib import unified_diff
from types import CodeType, ModuleType
from typing import Any

from debugger.frames.tracebacks import populated
from debugger.ui.script import without_own_frames
from tests.fuzz.sharing import PATH
from tests.fuzz.ways import WAYS, Start

ADDRESS = re.compile(r"0x[0-9a-f]+")
UNBOUND = re.compile(r"^ *File .*\n.*\n(?: *[~^]+ *\n)?(?=UnboundLocalError)", re.MULTILINE)
"""Places that depend, on 3.11, on how often CPython has executed the code before."""
NATIVE = "native"
MOST_DIFFERENT = 40
"""Lines of a difference that are shown."""


def difference(source: str, way: str) -> str:
    """How running a program in some way differs from running it natively; empty if it does not."""
    return differing(outcome(source, NATIVE), outcome(source, way), way)


def differing(native: str, found: str, way: str) -> str:
    """The lines in which two outcomes differ."""
    if native == found:
        return ""
    lines = unified_diff(native.split("\n"), found.split("\n"), NATIVE, way, lineterm="", n=2)
    return "\n".join(list(lines)[:MOST_DIFFERENT])


def outcome(source: str, way: str, code: CodeType | None = None) -> str:
    """What a program, which is compiled to `code`, writes in some way; what is there stays so."""
    code = code or compile(source, PATH, "exec", dont_inherit=True)
    linecache.cache[PATH] = len(source), None, source.splitlines(keepends=True), PATH
    module = ModuleType("__main__")
    vars(module)["__builtins__"] = builtins
    written = io.StringIO()
    before, sys.modules["__main__"] = sys.modules["__main__"], module
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        with _told_to(written):
            _run(_starter(way), code, vars(module))
            gc.collect()
            print("--- the end")
            vars(module).clear()
            gc.collect()
    finally:
        gc.enable()
        sys.modules["__main__"] = before
    return UNBOUND.sub("", ADDRESS.sub("0x", written.getvalue()))


def _starter(way: str) -> Start:
    return exec if way == NATIVE else WAYS[way]()


def _run(start: Start, code: CodeType, names: dict[str, Any]) -> None:
    try:
        start(code, names)
    except BaseException as error:
        error.__traceback__ = populated(_own(error.__traceback__))
        traceback.print_exception(error, file=sys.stdout)
        error.__traceback__ = None


def _own(entry: Any) -> Any:
    """The traceback from the program's outermost frame on."""
    while entry is not None and entry.tb_frame.f_code.co_filename == __file__:
        entry = entry.tb_next
    return without_own_frames(entry)


@contextlib.contextmanager
def _told_to(written: io.StringIO) -> Any:
    """All that Python tells the user of goes there."""
    before = sys.unraisablehook
    sys.unraisablehook = _tell_unraisable
    try:
        with (
            contextlib.redirect_stdout(written),
            contextlib.redirect_stderr(written),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("always")
            warnings.showwarning = _tell_warning
            yield
    finally:
        sys.unraisablehook = before


def _tell_unraisable(told: Any) -> None:
    """Without the traceback: where objects die in interpreted code is among frames of ours."""
    print("unraisable", told.err_msg, getattr(told.object, "__qualname__", type(told.object)))
    print(repr(told.exc_value))


def _tell_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: object = None,
) -> None:
    """With its place, if that is in the program: at the end objects die in what runs it."""
    place = f" in line {lineno}" if filename == PATH else ""
    print(f"{category.__name__}{place}: {message}")

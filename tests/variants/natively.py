"""Running a program natively, its code replaced: what the scripts beside this have in common.

A script says how code is replaced, and which options of its own there are.
"""

from __future__ import annotations

import atexit
import linecache
import os
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from types import CodeType
from typing import Any

from debugger.frames.guise import GUISE
from debugger.ui import script

Replace = Callable[[CodeType], CodeType]


def options(words: list[str], **chosen: str) -> dict[str, str]:
    """The options at the head of `words`, which are taken away; `chosen` are those left out."""
    while words[0].startswith("--"):
        name, value = words.pop(0), words.pop(0)
        chosen[name.removeprefix("--")] = value
    return chosen


def count_into(path: str | None, exits: Counter[Any]) -> None:
    """At the end, write how many exits there were; unless there is no path to write it to."""
    if path is not None:
        atexit.register(_write, os.path.abspath(path), os.getpid(), exits)


def _write(path: str, process: int, exits: Counter[Any]) -> None:
    """Not in a process that was forked meanwhile."""
    if os.getpid() == process:
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(exits.total()))


def everywhere(replace: Replace, code: CodeType) -> CodeType:
    """The replacement for code that holds the replacements for what is nested in it."""
    constants = tuple(
        everywhere(replace, constant) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    return replace(code.replace(co_consts=constants))


def main(words: list[str], replace: Replace) -> None:
    """Run `words`, a file and arguments, as Python does, with all code replaced."""
    linecache.clearcache()  # of the text that started us
    program = script.file_program(words[0], words[1:])
    sys.argv = list(program.arguments)
    sys.path[0] = program.folder
    namespace = script.fresh_main(program.attributes)
    failure = _failure(partial(program.load), replace, namespace)
    if failure is not None:
        script.report(failure)
        script.end(failure)


def _failure(
    load: Callable[[], CodeType], replace: Replace, namespace: dict[str, Any]
) -> BaseException | None:
    """What ends the program, its traceback beginning with its own frames."""
    try:
        code = load()
    except SyntaxError as error:
        error.__traceback__ = None
        return error
    replaced = everywhere(replace, code)
    try:
        with GUISE.worn():
            exec(replaced, namespace)
    except SystemExit:
        raise
    except BaseException as error:
        own = error.__traceback__
        return error.with_traceback(None if own is None else own.tb_next)
    return None

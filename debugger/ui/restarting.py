"""Running a program anew: this process becomes a new one, which is told what to keep.

A program that has begun cannot be undone in its own process: its modules are imported, its threads
run, and native code may lie between a stop and its beginning.
"""

from __future__ import annotations

import json
import os
import sys
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, NoReturn

from debugger.ui.carrying import carried, restore
from debugger.ui.relay import flush_standard_streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from debugger.ui.session import Session


class Invocation:
    """How this process was begun."""

    def __init__(self, arguments: int) -> None:
        """To be made before the program runs, of whose own words there are so many."""
        count = len(sys.orig_argv)
        own, first = count - len(sys.argv) + 1, count - arguments
        self._python = [sys.executable, *sys.orig_argv[1:own]]
        self._options = sys.orig_argv[own:first]
        self._arguments: Sequence[str] = sys.orig_argv[first:]
        self._environment = dict(os.environ)
        self._folder = os.getcwd()

    def begin_anew(self, session: Session, arguments: Sequence[str] | None) -> NoReturn:
        """Run the program with these arguments, or with the same ones."""
        words = self._arguments if arguments is None else arguments
        session.write(" ".join(["Restarting", self._options[-1], *words]))
        with TemporaryFile("w+", encoding="utf-8") as file:
            json.dump({**carried(session), "unread": session.console.unread()}, file)
            file.flush()
            os.lseek(file.fileno(), 0, os.SEEK_SET)
            os.set_inheritable(file.fileno(), True)  # noqa: FBT003
            flush_standard_streams()
            os.chdir(self._folder)
            options = _without_carried(self._options)
            own = [*self._python, "--carried", str(file.fileno()), *options, *words]
            os.execve(sys.executable, own, self._environment)  # noqa: S606


def _without_carried(options: Sequence[str]) -> Sequence[str]:
    return options[2:] if options[:1] == ["--carried"] else options


def carry_on(session: Session, descriptor: int) -> None:
    """Take over what the process before this one has left."""
    with open(descriptor, encoding="utf-8") as file:
        kept = json.load(file)
    session.console.put_back(kept.pop("unread"))
    restore(session, kept)

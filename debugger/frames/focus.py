"""Focus: which code is the user's, and so under the debugger; all else runs natively.

That is everything not in the standard library or site-packages, plus what the user adds, minus
what he removes; never the debugger itself.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterable
from importlib.machinery import SOURCE_SUFFIXES, ModuleSpec, PathFinder
from os.path import abspath, dirname, isdir, isfile
from types import CodeType

from debugger.frames.archives import is_archive
from debugger.frames.errors import UserError
from debugger.frames.records import Record
from debugger.frames.tracebacks import PACKAGE

STDLIB = dirname(abspath(os.__file__)) + os.sep
SITE = os.sep + "site-packages" + os.sep


class Rule(Record):
    """What the user has said of a package, module or file: the name he gave, and where it is."""

    name: str
    place: str
    is_in: bool

    def means(self, path: str) -> bool:
        """Whether this is about a file; what is installed is not of the standard library."""
        if not self.place.endswith(os.sep):
            return path == self.place
        return path.startswith(self.place) and not (self.place == STDLIB and SITE in path)


class Focus:
    """Decides by file name; `add` and `remove` take a package, a module, a file or 'stdlib'.

    `rules` are what the user has said, oldest first; of those about a file the last one counts.
    """

    def __init__(self, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        self.rules: list[Rule] = []
        self._known: dict[str, bool] = {}
        for name in add:
            self.add(name)
        for name in remove:
            self.remove(name)

    def add(self, name: str) -> None:
        """Take this package, module or file in, too; raises UserError if there is none."""
        self._say(Rule(name, place_of(name), is_in=True))

    def remove(self, name: str) -> None:
        """Run this package, module or file natively; raises UserError if there is none."""
        self._say(Rule(name, place_of(name), is_in=False))

    def _say(self, said: Rule) -> None:
        self.rules = [*(rule for rule in self.rules if rule.place != said.place), said]
        self._known.clear()

    def contains(self, code: CodeType) -> bool:
        """Whether frames of `code` are under the debugger."""
        return self.contains_file(code.co_filename)

    def contains_file(self, filename: str) -> bool:
        """Whether code of this file is under the debugger."""
        known = self._known.get(filename)
        if known is None:
            known = self._known[filename] = self._decide(filename)
        return known

    def names(self, filename: str) -> bool:
        """Whether the user has taken in a file by the name of its module, package or its own."""
        said = [rule for rule in self.rules if rule.means(abspath(filename))]
        return bool(said) and said[-1].is_in and said[-1].place != STDLIB

    def _decide(self, filename: str) -> bool:
        if filename.startswith((PACKAGE, "<frozen ")):
            return False
        path = filename if filename.startswith("<") else abspath(filename)
        for rule in reversed(self.rules):
            if rule.means(path):
                return rule.is_in
        return not (SITE in path or path.startswith(STDLIB))


def place_of(name: str) -> str:
    """The path, or path prefix, that a package, module, file or 'stdlib' stands for."""
    if name == "stdlib":
        return STDLIB
    if isdir(name) or is_archive(name):
        return abspath(name) + os.sep
    if isfile(name):
        return abspath(name)
    return module_place(name)


def module_place(name: str) -> str:
    """The path of a module, or the folder of a package."""
    spec = found(name)
    if spec is None:
        raise UserError(f"There is no module, package or file {name!r} to focus on.")
    if spec.submodule_search_locations:
        return abspath(next(iter(spec.submodule_search_locations))) + os.sep
    if spec.origin is None or not spec.origin.endswith(tuple(SOURCE_SUFFIXES)):
        raise UserError(f"{name!r} is not written in Python, so it cannot be stopped in.")
    return abspath(spec.origin)


def found(name: str) -> ModuleSpec | None:
    """How a module would be imported; nothing is, also where it lies in a package."""
    package = name.rpartition(".")[0]
    try:
        if not package or name in sys.modules:
            return importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    around = found(package)
    places = None if around is None else around.submodule_search_locations
    return None if places is None else PathFinder.find_spec(name, places)

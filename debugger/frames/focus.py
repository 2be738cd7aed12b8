"""Focus: which code is the user's, and so interpreted.

That is everything not in the standard library or site-packages, plus what the user adds, minus
what he removes; never the debugger itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from types import CodeType

from debugger.frames.errors import UserError
from debugger.frames.tracebacks import PACKAGE

STDLIB = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
SITE = os.sep + "site-packages" + os.sep


class Focus:
    """Decides by file name; `add` and `remove` take a package, a module, a file or 'stdlib'."""

    def __init__(self, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        self._added: list[str] = []
        self._removed: list[str] = []
        self._known: dict[str, bool] = {}
        for name in add:
            self.add(name)
        for name in remove:
            self.remove(name)

    def add(self, name: str) -> None:
        """Interpret this package, module or file too; raises UserError if there is none."""
        self._added.append(place_of(name))
        self._known.clear()

    def remove(self, name: str) -> None:
        """Run this package, module or file natively; raises UserError if there is none."""
        self._removed.append(place_of(name))
        self._known.clear()

    def contains(self, code: CodeType) -> bool:
        """Whether frames of `code` are interpreted."""
        return self.contains_file(code.co_filename)

    def contains_file(self, filename: str) -> bool:
        """Whether code of this file is interpreted."""
        known = self._known.get(filename)
        if known is None:
            known = self._known[filename] = self._decide(filename)
        return known

    def _decide(self, filename: str) -> bool:
        if filename.startswith((PACKAGE, "<frozen ")):
            return False
        path = filename if filename.startswith("<") else os.path.abspath(filename)
        if any(path.startswith(place) for place in self._removed):
            return False
        installed = SITE in path
        if any(path.startswith(p) and not (installed and p == STDLIB) for p in self._added):
            return True
        return not (installed or path.startswith(STDLIB))


def place_of(name: str) -> str:
    """The path, or path prefix, that a package, module, file or 'stdlib' stands for."""
    if name == "stdlib":
        return STDLIB
    if os.path.isdir(name):
        return os.path.abspath(name) + os.sep
    if os.path.isfile(name):
        return os.path.abspath(name)
    return module_place(name)


def module_place(name: str) -> str:
    """The path of a module, or the folder of a package."""
    import importlib.util

    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        spec = None
    if spec is None:
        raise UserError(f"There is no module, package or file {name!r} to focus on.")
    if spec.submodule_search_locations:
        return os.path.abspath(next(iter(spec.submodule_search_locations))) + os.sep
    if spec.origin is None or not spec.has_location:
        raise UserError(f"{name!r} is not written in Python, so it cannot be interpreted.")
    return os.path.abspath(spec.origin)

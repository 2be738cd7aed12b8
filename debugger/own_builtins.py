"""Builtins of our own: what the program puts in the place of a builtin does not reach our code.

A module's functions look builtins up in what `__builtins__` is among its names when they are made.
The modules of this package find a copy there, made when the package was first imported.  So do
copies of the few modules of the standard library that are at work wherever we are; the others see
the program's builtins, as does what is made with its names (`debugger.frames.with_names`).
"""

from __future__ import annotations

import builtins
import os
import sys
from _frozen_importlib_external import (
    BYTECODE_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    PathFinder,
    SourceFileLoader,
    SourcelessFileLoader,
)
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from importlib.machinery import ModuleSpec
    from typing import Any

_COPY = dict(vars(builtins))
_COPIED = ("_weakrefset", "contextlib", "os.path", "types", "weakref")
_copies: dict[str, ModuleType] = {}
_import: Callable[..., ModuleType] = _COPY["__import__"]


def _imported(name: str, *context: Any) -> ModuleType:
    """What `import` finds in our modules; `os.path` is a copy where names are taken from it."""
    found = _import(name, *context)
    if name not in _COPIED or found.__name__ == "os":
        return found
    return _copies.get(name) or _copies.setdefault(name, _copy(found))


def _copy(original: ModuleType) -> ModuleType:
    """A module of the standard library once more, if it can be made."""
    name = original.__name__
    spec = PathFinder.find_spec(name)
    if spec is None or spec.loader is None or not hasattr(spec.loader, "get_code"):
        return original
    module = _module(spec)
    exec(spec.loader.get_code(name), vars(module))
    return module


_COPY["__import__"] = _imported


class _Source(SourceFileLoader):
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _module(spec)


class _Bytecode(SourcelessFileLoader):
    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _module(spec)


def _module(spec: ModuleSpec) -> ModuleType:
    module = ModuleType(spec.name)
    vars(module)["__builtins__"] = _COPY
    return module


class _Finder(FileFinder):
    """Finds modules of ours in one folder."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder, (_Source, SOURCE_SUFFIXES), (_Bytecode, BYTECODE_SUFFIXES))

    def find_spec(self, fullname: str, target: ModuleType | None = None) -> ModuleSpec | None:
        """The specification of a module; if it is a package, its modules are found so, too."""
        spec = super().find_spec(fullname, target)
        if spec is not None and spec.submodule_search_locations is not None:
            keep_builtins(spec.submodule_search_locations)
        return spec


def keep_builtins(folders: Iterable[str]) -> None:
    """The modules in these folders of a package, and in the packages there, get the copy.

    Those in an archive do not.
    """
    for folder in folders:
        if os.path.isdir(folder):
            sys.path_importer_cache[folder] = _Finder(folder)

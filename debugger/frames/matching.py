"""Which code the locations of breakpoints may mean, looked up by lines and names both ways.

There may be thousands of either, so neither is compared with all of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from types import CodeType
from typing import TYPE_CHECKING

from debugger.frames import source
from debugger.frames.locations import FunctionLocation, LineLocation, Location, Watched

if TYPE_CHECKING:
    from debugger.frames.breakpoints import Breakpoint


class Codes:
    """The code that was seen, with all that is nested in it.

    Files are looked into when the first location in them is asked for.
    """

    def __init__(self) -> None:
        self._unsorted: list[CodeType] = []
        self._seen: dict[int, CodeType] = {}
        self._by_path: dict[str, list[CodeType]] = {}
        self._by_line: dict[str, dict[int, list[CodeType]]] = {}
        self._by_name: dict[str, list[CodeType]] = {}

    def see(self, code: CodeType) -> None:
        """There is this code; it is sorted in when somebody asks."""
        self._unsorted.append(code)

    def meant(self, location: Location) -> list[CodeType]:
        """The code that a location may mean."""
        while self._unsorted:
            self._sort_in(self._unsorted.pop(0))
        if isinstance(location, LineLocation):
            return self._lines(location.path).get(location.line, [])
        if isinstance(location, Watched):
            return [code for code in self._seen.values() if location.may_mean(code)]
        # A class stands for what makes its objects.
        names = dict.fromkeys((_last(location), "__init__"))
        named = (self._by_name.get(name, ()) for name in names)
        return [code for codes in named for code in codes if location.may_mean(code)]

    def _sort_in(self, code: CodeType) -> None:
        if id(code) in self._seen:
            return
        path = source.canonical(code.co_filename)
        for each in source.nested(code):
            if self._seen.setdefault(id(each), each) is each:
                self._by_name.setdefault(each.co_name, []).append(each)
                self._by_path.setdefault(path, []).append(each)
                if path in self._by_line:
                    _put(self._by_line[path], each)

    def _lines(self, path: str) -> dict[int, list[CodeType]]:
        if path not in self._by_line:
            lines = self._by_line[path] = {}
            for code in self._by_path.get(path, ()):
                _put(lines, code)
        return self._by_line[path]


def _put(lines: dict[int, list[CodeType]], code: CodeType) -> None:
    for line in source.span(code):
        lines.setdefault(line, []).append(code)


class Placed:
    """Breakpoints by where they are."""

    def __init__(self) -> None:
        self._by_line: dict[str, dict[int, list[Breakpoint]]] = {}
        self._by_name: dict[str, list[Breakpoint]] = {}
        self._watching: list[Breakpoint] = []

    def add(self, breakpoint: Breakpoint) -> None:
        """There is this breakpoint."""
        self._near(breakpoint.location).append(breakpoint)

    def remove(self, breakpoint: Breakpoint) -> None:
        """It is gone."""
        self._near(breakpoint.location).remove(breakpoint)

    def meaning(self, code: CodeType) -> list[Breakpoint]:
        """The breakpoints that may mean some code, the oldest first."""
        names = {code.co_name, *code.co_qualname.split(".")[-2:-1]}
        named = chain.from_iterable(self._by_name.get(name, ()) for name in names)
        near = chain(named, self._watching)
        found = [each for each in near if each.location.may_mean(code)]
        lines = self._by_line and self._by_line.get(source.canonical(code.co_filename))
        if lines:
            span = source.span(code)
            held = span if len(span) < len(lines) else [at for at in list(lines) if at in span]
            found += chain.from_iterable(lines.get(line, ()) for line in held)
        return sorted(found, key=lambda each: each.number)

    def _near(self, location: Location) -> list[Breakpoint]:
        if isinstance(location, LineLocation):
            return self._by_line.setdefault(location.path, {}).setdefault(location.line, [])
        if isinstance(location, Watched):
            return self._watching
        return self._by_name.setdefault(_last(location), [])


def _last(location: FunctionLocation) -> str:
    """The last part of the name of a function, as its code has it."""
    code = location.code
    return location.name.rpartition(".")[2] if code is None else code.co_name


def is_near(code: CodeType, locations: Sequence[Location]) -> bool:
    """Whether some code is in the file of a line, or has the code of a function in it."""
    near = [each for each in locations if each.may_lie_in(code.co_filename)]
    named = [each for each in near if isinstance(each, FunctionLocation)]
    inside = source.nested(code) if named else ()
    return len(named) < len(near) or any(at.may_mean(each) for each in inside for at in named)


class Overview:
    """What going over all objects has shown; it holds until anything of the program runs.

    `under_way`: the code that real frames are in, by id, if that was asked for.
    """

    def __init__(self) -> None:
        self.under_way: set[int] | None = None
        self._files: set[str] = set()

    def has_looked_for(self, location: Location) -> bool:
        """Whether the functions of the file of a location were looked for."""
        return isinstance(location, LineLocation) and location.path in self._files

    def looked_for(self, locations: Sequence[Location]) -> None:
        """The functions of the files of these locations were looked for."""
        self._files.update(at.path for at in locations if isinstance(at, LineLocation))

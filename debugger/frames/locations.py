"""Locations of breakpoints: what the user may name, and which statements it means."""

from __future__ import annotations

from collections.abc import Iterable
from types import CodeType
from typing import TYPE_CHECKING, ClassVar

from debugger.frames import source
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode


class LineLocation(Record):
    """A line of a file; `path` is absolute."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{source.short(self.path)}:{self.line}"

    def may_lie_in(self, path: str) -> bool:
        """Whether this location may be in a file."""
        return source.canonical(path) == self.path

    def may_mean(self, code: CodeType) -> bool:
        """Whether the line lies inside some code, as far as can be told without lifting it."""
        return source.canonical(code.co_filename) == self.path and self.line in source.span(code)

    def places(self, framecode: FrameCode) -> list[int]:
        """The pcs of a framecode that this location means."""
        code = framecode.code
        if source.canonical(code.co_filename) != self.path or code.co_firstlineno > self.line:
            return []
        return framecode.starts_of(self.line)


class FunctionLocation(Record):
    """The first statement of a function: of exactly `code`, or of all with that dotted name."""

    name: str
    code: CodeType | None = None

    def __str__(self) -> str:
        return self.name

    def may_lie_in(self, path: str) -> bool:
        """Whether this location may be in a file."""
        return self.code is None or path == self.code.co_filename

    def may_mean(self, code: CodeType) -> bool:
        """Whether this location is the start of some code."""
        if self.code is None:
            return dotted_match(self.name, code)
        return code is self.code or (
            code == self.code and code.co_filename == self.code.co_filename
        )

    def places(self, framecode: FrameCode) -> list[int]:
        """The pcs of a framecode that this location means."""
        starts = framecode.line_starts
        return [min(starts)] if starts and self.may_mean(framecode.code) else []


NEW_LOCALS = 0x2


def dotted_match(name: str, code: CodeType) -> bool:
    """`advance`, `Body.advance`, `orbit.Body.advance` all mean the code of that qualified name."""
    if not code.co_flags & NEW_LOCALS:
        return False
    qualified = code.co_qualname.replace("<locals>.", "")
    if qualified in (name, f"{name}.__init__"):
        return True
    module = source.module_name(code.co_filename)
    return f"{module}.{qualified}".endswith(f".{name}") or name == f"{module}.{qualified}"


class Watched:
    """What a watchpoint watches; see `watched.py`.  `text` is how it was asked for.

    `is_interpreted`: it belongs to a frame that is interpreted as long as it is watched.
    `is_anywhere`: any code may change it.
    """

    is_interpreted: ClassVar[bool] = False
    is_anywhere: ClassVar[bool] = False

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def value(self) -> object:
        """What it is now; MISSING if it is not bound.  Nothing of the program is run."""
        raise NotImplementedError

    def ending(self) -> str | None:
        """Why there is nothing to be watched any more, in words, or None."""
        raise NotImplementedError

    def belongs_to(self, frame: Frame) -> bool:
        """Whether it is a variable of a frame."""
        return False

    def may_lie_in(self, path: str) -> bool:
        """Whether statements that may change it may be in a file."""
        return True

    def may_mean(self, code: CodeType) -> bool:
        """Whether there may be such statements in some code."""
        return False

    def sites(self, framecode: FrameCode) -> Iterable[int]:
        """The pcs of these statements in a framecode."""
        return ()

    def places(self, framecode: FrameCode) -> list[int]:
        """The same in their order."""
        return sorted(self.sites(framecode)) if self.may_mean(framecode.code) else []


Location = LineLocation | FunctionLocation | Watched

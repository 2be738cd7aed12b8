"""What the ways of running one program share, so that it is made once: see `Shared`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import CodeType

from debugger.compiled.variants import installing
from debugger.compiled.variants.stored import Stored, loops
from debugger.frames import framecode
from debugger.frames.lift import lift
from debugger.frames.lifting import Lifted
from debugger.frames.source import nested

PATH = "/fuzz/program.py"


class Shared:
    """The code of the latest program, what that is lifted to, and its variants without exits.

    Engines take the variants as if from disk: those in which no loop is counted, of an engine that
    counts loops, are the same as those of one that does not.
    """

    def __init__(self) -> None:
        self._source = ""
        self._code: CodeType | None = None
        self._lifted: dict[int, Lifted | None] = {}
        self.variants: list[Stored | None] = []

    def compiled(self, source: str) -> CodeType:
        """The code of a program; raises what `compile` does."""
        if self._code is None or source != self._source:
            self._code = compile(source, PATH, "exec", dont_inherit=True)
            self._source, self.variants = source, []
            self._lifted = {id(code): None for code in nested(self._code)}
        return self._code

    def is_program(self, code: CodeType) -> bool:
        return code is self._code

    def lift(self, code: CodeType) -> Lifted:
        """What code is lifted to; only what is in the program is kept."""
        found = self._lifted.get(id(code)) or lift(code)
        if id(code) in self._lifted:
            self._lifted[id(code)] = found
        return found

    def install(self) -> None:
        """Have all engines share from now on."""
        framecode.lift = self.lift  # type: ignore[attr-defined]
        installing.Cache = partial(Kept, self)  # type: ignore[attr-defined, assignment]


@dataclass(frozen=True, slots=True)
class Kept:
    """What is shared, as an engine finds variants on disk; `counts`: it counts loops."""

    shared: Shared
    counts: bool

    @contextmanager
    def kept(self, code: CodeType, count: int) -> Iterator[list[Stored | None]]:
        """The variants that there are of a module's code and the code nested in it."""
        is_program = self.shared.is_program(code)
        found = [*self.shared.variants] if is_program else []
        found = found or [None] * count
        yield found
        if is_program and self.counts:
            self.shared.variants = [each if not loops(each or ()) else None for each in found]

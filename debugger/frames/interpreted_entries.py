"""Entries that have all code in focus interpreted, whoever calls it: C, too, and other threads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType
from typing import TYPE_CHECKING

from debugger.frames.callbacks import is_function
from debugger.frames.entries import Entries
from debugger.frames.functions import swap

if TYPE_CHECKING:
    from debugger.frames.framecode import FrameCode


class InterpretedEntries(Entries):
    """Stubs for all functions that are made while the program is debugged."""

    def stub(self, code: CodeType) -> CodeType | None:
        if id(code) not in self.stubs and self._engine.focus.contains(code) and is_function(code):
            self.stubs[id(code)] = self._known_stub(code)
        return self.stubs.get(id(code))

    def refocus(self) -> None:
        """Functions that are out of focus get their own code again; stubs are known for good."""
        known = list(self.stubs.values())
        gone = [stub for stub in known if not self._engine.focus.contains(self.original(stub))]
        for stub in gone:
            del self.stubs[id(self.original(stub))]
        swap({id(stub): self.original(stub) for stub in gone})

    @contextmanager
    def active(self) -> Iterator[None]:
        if self._is_active:
            yield
            return
        try:
            with super().active():
                yield
        finally:
            self._give_back()

    def _give_back(self) -> None:
        """Give all functions their own code again."""
        swap(self.originals)
        self.stubs.clear()
        self.originals.clear()
        self._told_of.clear()

    def _stops(self, framecode: FrameCode) -> bool:
        return self._engine.focus.contains(framecode.code) or super()._stops(framecode)

"""Frames that run compiled, and exit before every line."""

from __future__ import annotations

from types import CodeType

from debugger.compiled.variants.installing import CompiledEntries
from debugger.compiled.variants.stored import Stored
from debugger.frames.framecode import FrameCode


class Bouncing(CompiledEntries):
    """Code is left before every line, wherever there is a point, and goes on at the next one."""

    def exits(self, framecode: FrameCode) -> dict[int, tuple[str, ...]]:
        return {point.pc: () for point in framecode.points if point.pc in framecode.new_lines}

    def _take_one(self, code: CodeType, kept: Stored | None, *, is_meant: bool) -> Stored | None:
        """As if all code held breakpoints: what is kept of it has no exits."""
        del is_meant
        return super()._take_one(code, kept, is_meant=True)

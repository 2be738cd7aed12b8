"""Errors that are caught in frames that run variants, known at once from what was told before.

Programs raise errors by the million and catch them where they are raised, or in the caller.  To
tell this of one takes microseconds, if such an error has been told of at the same places before.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import CodeType, FrameType
from typing import TYPE_CHECKING

from debugger.frames.catching import Fate
from debugger.frames.fates import MOST, Told
from debugger.frames.guise import raw
from debugger.frames.raising import NO_ERRORS
from debugger.frames.swallowing import SWALLOWED

if TYPE_CHECKING:
    from debugger.frames.engine import Engine
    from debugger.frames.entries import Native


# A member of an enumeration takes long to look up.
CAUGHT, PASSES = Fate.CAUGHT, Fate.PASSES
Place = tuple[int, int, int]
"""The id of a variant's code, the offset of an instruction in it, the id of an error's type."""


class Caught:
    """What was told of errors, by their place, for an engine."""

    def __init__(self, engine: Engine, variants: Mapping[int, Native]) -> None:
        self._engine = engine
        self._variants = variants
        self._told: dict[Place, Told] = {}

    def is_settled(self, host: FrameType, offset: int, error: BaseException) -> bool:
        """Whether it is known that an error that has come to `offset` in a frame stops nowhere.

        It will be caught, or is none, or was told of where it comes from.
        """
        engine = self._engine
        if "throw" in engine.break_on.kinds or engine.interpreter().plan is not None:
            return False
        told = self._told.get((id(host.f_code), offset, id(type(error))))
        if told is not None and told.fate is CAUGHT and told.holds(error, host.f_globals):
            return True
        is_told = isinstance(error, NO_ERRORS) or was_told(error, self._variants)
        return is_told or self._is_caught(host, offset, error)

    def _is_caught(self, host: FrameType, offset: int, error: BaseException) -> bool:
        at: FrameType | None = host
        while at is not None:
            place = id(at.f_code), offset, id(type(error))
            told = self._told.get(place) or self._find(at.f_code, place, error)
            if told is None:
                return False
            if not told.holds(error, at.f_globals):
                self._told.pop(place, None)
                return False
            if told.fate is not PASSES or isinstance(error, SWALLOWED):
                return told.fate is CAUGHT
            at = at.f_back
            offset = 0 if at is None else raw(at, "f_lasti")
        return False

    def _find(self, code: CodeType, place: Place, error: BaseException) -> Told | None:
        if id(code) not in self._variants:
            return None
        original, ordinal = self._engine.entries.place(code, place[1])
        framecode = self._engine.framecode(original)
        found = self._engine.raises.fates.told(framecode, framecode.pc_of(ordinal), error)
        if found is not None and framecode.is_kept:
            if len(self._told) >= MOST:
                self._told.clear()
            self._told[place] = found
        return found


def was_told(error: BaseException, variants: Container[int]) -> bool:
    """Whether an error comes from a frame further in that runs one of these, by id."""
    entry = None if error.__traceback__ is None else error.__traceback__.tb_next
    while entry is not None and id(entry.tb_frame.f_code) not in variants:
        entry = entry.tb_next
    return entry is not None

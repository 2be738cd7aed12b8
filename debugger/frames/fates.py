"""What became of errors in frames, remembered where that depends on little.

Most errors meet `except` clauses that name built-in classes, or those of a module.  Then nothing
matters but the type of the error and what these names mean, and that is quickly compared.
"""

from __future__ import annotations

import builtins
from types import ModuleType
from typing import TYPE_CHECKING, Any
from weakref import ref

from debugger.frames.catching import UNKNOWN, Fate, Follower, LookUp, View
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.framecode import FrameCode

BUILTINS = vars(builtins)
MOST = 10_000
"""How many are remembered; classes of errors may be made without end."""
Meaning = tuple["ref[ModuleType] | None", str, "ref[Any]"]
"""What a name meant, in a module or, if that is None, among the names of a frame."""


class Told(Record):
    """What becomes of errors of some type at some place, as long as names mean what they did.

    Nothing of the program lives on for it.
    """

    fate: Fate
    kind: ref[type]
    meanings: tuple[Meaning, ...]

    def holds(self, error: BaseException, names: dict[str, Any]) -> bool:
        """Whether it is about such an error, given the names of the frame's module."""
        if self.kind() is not type(error):
            return False
        for owner, name, value in self.meanings:
            meant = names.get(name, UNKNOWN) if owner is None else meaning(owner, name)
            if meant is UNKNOWN and owner is None:
                meant = BUILTINS.get(name)
            if meant is not value():
                return False
        return True


class Fates:
    """What was told of errors, by the framecode, the statement, and the type of the error."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, int, int], Told] = {}

    def told(self, framecode: FrameCode, pc: int, error: BaseException) -> Told | None:
        """What was told of such an error of a statement before; it may not hold any more."""
        return self._told.get((id(framecode), pc, id(type(error))))

    def passes(self, view: View, error: BaseException) -> Fate:
        """What becomes of an error raised by the current statement of a frame."""
        told = self.told(view.framecode, view.pc, error)
        if told is not None and told.holds(error, view.globals):
            return told.fate
        follower = Follower(view, error)
        fate = follower.fate()
        if follower.is_general and view.namespace is None and view.framecode.is_kept:
            self._remember(view, error, fate, follower.looked_up)
        return fate

    def _remember(self, view: View, error: BaseException, fate: Fate, found: list[LookUp]) -> None:
        if len(self._told) >= MOST:
            self._told.clear()
        try:
            meanings = tuple(
                (None if owner is None else ref(owner), name, ref(value))
                for owner, name, value in found
            )
        except TypeError:  # A tuple of classes, for one, could be known only by keeping it.
            return
        place = id(view.framecode), view.pc, id(type(error))
        self._told[place] = Told(fate, ref(type(error)), meanings)


def meaning(owner: ref[ModuleType], name: str) -> Any:
    """What a name means in a module by now, or UNKNOWN."""
    module = owner()
    return UNKNOWN if module is None else vars(module).get(name, UNKNOWN)

"""Versions: which version each class must have for a unit to be entered.

Machine code compares them with memory here.  A class that has got another version is looked at
again: if all that the code counts on still holds, as after a change of something else, the code may
be entered under the new version.
"""

from __future__ import annotations

import ctypes

from debugger.compiled.loops import classes
from debugger.compiled.loops.emit.object_kinds import Class, Owner, Shape
from debugger.frames.records import Record


class Use(Record):
    """The code reads the attribute `name` of an object of a kind; whether it assigns it, too."""

    kind: Owner
    name: str
    is_assigned: bool

    def holds(self, owner: type) -> bool:
        """Whether that is still plain, and the class has for it what it had."""
        if isinstance(self.kind, Class):
            return classes.has_plain(owner, self.name)
        if not classes.reads_plainly(owner) or not classes.is_plain(owner, self.name):
            return False
        if not self.is_assigned:
            return True
        default = classes.default(owner, self.name)
        return classes.assigns_plainly(owner) and default == self.kind.shape.default(self.name)


class Versions:
    """The versions that one unit counts on, by the address of the class."""

    def __init__(self) -> None:
        self._expected: dict[int, ctypes.c_uint32] = {}
        self._uses: list[Use] = []

    def add(self, use: Use) -> None:
        """The code counts on this."""
        self._uses.append(use)

    def address(self, shape: Shape) -> int:
        """Where the expected version of a class is."""
        expected = self._expected.setdefault(shape.address, ctypes.c_uint32(shape.version))
        return ctypes.addressof(expected)

    def renew(self, shape: Shape, owner: type) -> bool:
        """Whether a class has changed, but in nothing that matters; if so it may be as it is."""
        expected, version = self._expected[shape.address], classes.version(owner)
        if id(owner) != shape.address or version in (0, expected.value):
            return False
        uses = [use for use in self._uses if use.kind.shape.address == shape.address]
        if not all(use.holds(owner) for use in uses):
            return False
        expected.value = version
        return True

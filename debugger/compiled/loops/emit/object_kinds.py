"""Kinds of objects with attributes: what compiled code knows of an object and of its class.

None of them has parts: each is the object that a variable held at entry.  The guards hold the
class to what it was when it was observed: CPython changes a class's *version* with everything that
an attribute lookup could find.
"""

from __future__ import annotations

from typing import Any

from debugger.compiled.loops.emit.kinds import Function, Kind, List, Opaque
from debugger.compiled.loops.region import KnownFunction, Receiver, Variable
from debugger.frames.records import Record


class Shape(Record):
    """A class as it was observed: where it is, its name, its version.

    It is known by address and version, which no two classes ever have in common, and therefore
    not kept alive.  `has_dictionary`: its instances have one, which they may share.  `defaults`:
    the addresses of what the class itself has for the names of attributes that were observed.
    """

    address: int
    name: str
    version: int
    has_dictionary: bool = False
    defaults: tuple[tuple[str, int], ...] = ()

    def default(self, name: str) -> int:
        """Where the object is that the class has for an attribute, 0 if it has none."""
        return dict(self.defaults).get(name, 0)


class Owner(Kind):
    """The base: the object that the variable `source` held at entry, its attributes observed."""

    source: Variable
    shape: Shape


class Instance(Owner):
    """An instance of a class that does nothing of its own when attributes are read."""

    def __str__(self) -> str:
        return self.shape.name


class Class(Owner):
    """A class itself, of which attributes are read."""

    def __str__(self) -> str:
        return f"class {self.shape.name}"


class Method(Kind):
    """The method `function` of the object `receiver`, which has no attribute of that name."""

    function: KnownFunction
    receiver: Instance

    def __str__(self) -> str:
        return f"method {self.function}"


class BoundMethod(Kind):
    """The object for a method that the variable `source` held at entry: `function`, bound."""

    source: Variable
    function: KnownFunction
    receiver: Receiver

    def __str__(self) -> str:
        return f"method {self.function}"


class Apart(Kind):
    """Not a kind of values, but of guards: an object that shares nothing with that of `other`."""

    other: Variable
    shape: Shape

    def __str__(self) -> str:
        return f"apart from {self.other}"


def held_by(kind: Kind) -> Any:
    """The variable that held at entry what must not be dropped late, or None if it may be."""
    if isinstance(kind, Method):
        return held_by(kind.receiver)
    if isinstance(kind, Opaque) and kind.type is not None:
        return None
    holds = Owner | BoundMethod | Function | List | Opaque
    return kind.source if isinstance(kind, holds) else None

"""What classes have, found out without running code of the program: not even of a metaclass."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from debugger.frames.missing import MISSING

MRO: Any = type.__dict__["__mro__"]
NAMESPACE: Any = type.__dict__["__dict__"]


def bases(owner: type) -> tuple[type, ...]:
    """The classes in which a class looks attributes up, itself first."""
    found: tuple[type, ...] = MRO.__get__(owner)
    return found


def namespace(owner: type) -> MappingProxyType[str, Any]:
    """What a class itself has."""
    found: MappingProxyType[str, Any] = NAMESPACE.__get__(owner)
    return found


def looked_up(owner: type, name: str) -> Any:
    """What a class and its bases have for a name, as it stands there; MISSING if nothing."""
    for each in bases(owner):
        found = namespace(each).get(name, MISSING)
        if found is not MISSING:
            return found
    return MISSING

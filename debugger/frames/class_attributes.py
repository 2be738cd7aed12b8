"""What classes have, found out without running code of the program: not even of a metaclass."""

from __future__ import annotations

import sys
from types import MappingProxyType
from typing import Any

from debugger.frames.missing import MISSING

MRO: Any = type.__dict__["__mro__"]
NAMESPACE: Any = type.__dict__["__dict__"]
NAME: Any = type.__dict__["__name__"]
FLAGS: Any = type.__dict__["__flags__"]
HEAP_TYPE = 1 << 9


def class_name(owner: type) -> str:
    """What a class is called."""
    found: str = NAME.__get__(owner)
    return found


def kind_of(value: object) -> str:
    """What the class of a value is called."""
    return class_name(type(value))


def flags(owner: type) -> int:
    """The flags of a class: `Py_TPFLAGS_...`."""
    found: int = FLAGS.__get__(owner)
    return found


def is_written_in_python(owner: type) -> bool:
    """Whether a class was made by a class statement, or as one is: it may change."""
    return bool(flags(owner) & HEAP_TYPE)


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


def defines(owner: type, *names: str) -> bool:
    """Whether a class or one of its bases has any of some names."""
    return any(looked_up(owner, each) is not MISSING for each in names)


def is_of_numpy(value: object, name: str) -> bool:
    """Whether the class of a value is the one of that name in numpy."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and type(value) is vars(numpy).get(name)

"""What classes do when attributes are looked up, found out without running code of the program.

Reading an attribute is *plain* if nothing happens but the look-up: in the object itself, in a
slot, or in the classes.  Only such attributes are read and assigned by compiled code.
"""

from __future__ import annotations

from contextlib import suppress
from types import FunctionType, MemberDescriptorType
from typing import Any

from debugger.compiled.loops import layouts
from debugger.frames.class_attributes import (
    defines,
    flags,
    is_written_in_python,
    looked_up,
    namespace,
)
from debugger.frames.missing import MISSING

DICTIONARY_OFFSET: Any = type.__dict__["__dictoffset__"]
MANAGED_DICTIONARY = 1 << 4


def has_dictionary(owner: type) -> bool:
    """Whether instances of a class keep attributes where those of most classes do."""
    return bool(flags(owner) & MANAGED_DICTIONARY)


def reads_plainly(owner: type) -> bool:
    """Whether instances of a class look attributes up as `object` does."""
    is_usual = looked_up(owner, "__getattribute__") is vars(object)["__getattribute__"]
    keeps = has_dictionary(owner) or not DICTIONARY_OFFSET.__get__(owner)
    return is_usual and keeps and is_written_in_python(owner)


def assigns_plainly(owner: type) -> bool:
    """Whether instances of a class assign attributes as `object` does."""
    return looked_up(owner, "__setattr__") is vars(object)["__setattr__"]


def has(owner: type, name: str) -> Any:
    """What a class and its bases have for a name: of a static method the function."""
    found = looked_up(owner, name)
    return found.__func__ if type(found) is staticmethod else found


def is_plain(owner: type, name: str) -> bool:
    """Whether an attribute of that name of an instance is nothing that runs code."""
    found = has(owner, name)
    if type(found) is MemberDescriptorType:
        return is_slot(found, name)
    if type(found) is FunctionType:
        # With a `__getattr__` CPython has no short way to find out which function it is.
        return not defines(owner, "__getattr__")
    return found is MISSING or not is_descriptor(found)


def default(owner: type, name: str) -> int:
    """The address of what a class itself has for an attribute of its instances, 0 if nothing."""
    found = has(owner, name)
    return 0 if found is MISSING or type(found) is MemberDescriptorType else id(found)


def is_slot(found: MemberDescriptorType, name: str) -> bool:
    """Whether a descriptor is that of a name in `__slots__`, under its own name."""
    owner = found.__objclass__
    is_own = found.__name__ == name and "__slots__" in namespace(owner)
    return is_own and is_written_in_python(owner)


def is_descriptor(found: object) -> bool:
    """Whether what stands in a class decides itself what is read or assigned."""
    return defines(type(found), "__get__", "__set__", "__delete__")


def has_plain(owner: type, name: str) -> bool:
    """Whether reading an attribute of that name of the class itself gives what stands there."""
    if type(owner) is not type or defines(type, name):
        return False
    found = has(owner, name)
    return found is not MISSING and (type(found) is FunctionType or not is_descriptor(found))


def read(owner: object, name: str) -> Any:
    """The plain attribute of an object, MISSING if there is none."""
    try:
        return object.__getattribute__(owner, name)
    except AttributeError:
        return MISSING


def version(owner: type) -> int:
    """The version of a class, 0 if it cannot have one."""
    with suppress(AttributeError):
        type.__getattribute__(owner, NOBODY)
    return layouts.class_version(owner)


def field(owner: object, name: str) -> Any:
    """The attribute of any object, if it is plain; MISSING if not, or if there is none."""
    if type(owner) is type and has_plain(owner, name):
        return has(owner, name)
    kind = type(owner)
    return read(owner, name) if reads_plainly(kind) and is_plain(kind, name) else MISSING


NOBODY = "an attribute that nobody has"
"""Looking it up makes CPython give the class a version."""

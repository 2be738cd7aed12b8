"""What an entry keeps of a container that is about to change, and how the change is undone.

`ItemChange` undoes one element, `Growth` what was added at the end, `WholeChange` anything, by a
copy that must be small. A container is held by a weak reference, or else by its id and a path to
it.
"""

from __future__ import annotations

from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any
from weakref import ref

from debugger.frames.class_attributes import class_name, defines, looked_up
from debugger.frames.missing import MISSING
from debugger.frames.recording.keeping import (
    LARGE_ARRAY,
    PLAIN,
    SMALL,
    Lost,
    is_array,
    keep,
    referred,
)
from debugger.frames.recording.paths import Path, attribute, own_names
from debugger.frames.recording.restoring import GoneError
from debugger.frames.recording.sites import Site

if TYPE_CHECKING:
    from debugger.frames.recording.activation import Activation
    from debugger.frames.recording.undoing import Undoing

ARRAY_KEYS = frozenset({int, slice, type(Ellipsis), type(None)})


class ContainerSite(Site):
    """An object changes that `path` leads to.  Keeps `(holder, *what was overwritten)`, a tuple."""

    __slots__ = ("line", "path")

    def __init__(self, pc: int, line: int | None, path: Path) -> None:
        super().__init__(pc, 1)
        self.line = line
        self.path = path

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        holder, *old = kept[0]
        found = self.find(undoing, activation, holder)
        if found is not MISSING:
            self.restore(undoing, found, *old)

    def find(self, undoing: Undoing, activation: Activation, holder: Any) -> Any:
        """The object, or MISSING."""
        if type(holder) is ref:
            found = holder()
            return MISSING if found is None else found
        frame = activation.frame
        found = MISSING if frame is None else self.path.find(frame)
        owner: Any = found
        if holder.kind == VIEW and is_array(found):
            owner = owner.base
        if owner is not MISSING and undoing.restorer.is_same(owner, holder.number):
            return found
        try:
            return undoing.restorer.lost(holder)
        except GoneError:
            undoing.gone.append(f"the {holder.kind} changed in line {self.line} was not found")
            return MISSING

    def restore(self, undoing: Undoing, found: Any, *old: Any) -> None:
        """Give the object back what was overwritten."""


class ItemChange(ContainerSite):
    """One element is replaced or, where there was none (MISSING), added.  Keeps key and value."""

    __slots__ = ()

    def restore(self, undoing: Undoing, found: Any, *old: Any) -> None:
        key, kept = old
        value = undoing.value(kept, f"element {key!r}")
        undoing.hold(found[key])
        if value is not MISSING:
            found[key] = value
        elif kept is MISSING:
            found.pop(key, None)


class ItemDeletion(ContainerSite):
    """An element of a list is deleted.  Keeps its index and value."""

    __slots__ = ()

    def restore(self, undoing: Undoing, found: Any, *old: Any) -> None:
        index, kept = old
        value = undoing.value(kept, f"element {index}")
        found.insert(index, None if value is MISSING else value)


class Growth(ContainerSite):
    """Elements are added at the end of a list.  Keeps its length."""

    __slots__ = ()

    def restore(self, undoing: Undoing, found: Any, *old: Any) -> None:
        undoing.hold(found[old[0] :])
        del found[old[0] :]


class WholeChange(ContainerSite):
    """A small list, dict or set changes somehow.  Keeps a copy."""

    __slots__ = ()

    def restore(self, undoing: Undoing, found: Any, *old: Any) -> None:
        undoing.hold(found.copy())
        if type(found) is list:
            found[:] = old[0]
        else:
            found.clear()
            found.update(old[0])


class ArrayChange(ContainerSite):
    """All of an array changes.  Keeps a copy."""

    __slots__ = ()

    def restore(self, undoing: Undoing, found: Any, *old: Any) -> None:
        found[...] = old[0]


class AttributeChange(ContainerSite):
    """An attribute of an object without a `__setattr__` of its own.  Keeps name and value."""

    __slots__ = ()

    def restore(self, undoing: Undoing, found: Any, *old: Any) -> None:
        name, kept = old
        value = undoing.value(kept, f"attribute {name}")
        undoing.hold(attribute(found, name))
        if value is not MISSING:
            object.__setattr__(found, name, value)
        elif kept is MISSING:
            object.__delattr__(found, name)


def item_before(container: Any, key: Any) -> tuple[Any, Any] | None:
    """The key and the value that a store would overwrite; None if that cannot be told."""
    kind = type(container)
    if kind is list:
        return _list_item(container, key)
    if kind is dict:
        if type(key) not in PLAIN and not (type(key) is tuple and PLAIN.issuperset(map(type, key))):
            return None
        return key, keep(container.get(key, MISSING))
    if kind is bytearray and type(key) is int and -len(container) <= key < len(container):
        return key, container[key]
    if is_array(container) and ARRAY_KEYS.issuperset(
        map(type, key if type(key) is tuple else (key,))
    ):
        return _array_item(container, key)
    return None


def _list_item(container: list[Any], key: Any) -> tuple[Any, Any] | None:
    if type(key) is int and -len(container) <= key < len(container):
        return key, keep(container[key])
    return None


def _array_item(container: Any, key: Any) -> tuple[Any, Any] | None:
    try:
        old = container[key]
    except IndexError:
        return None
    if is_array(old):
        return (key, old.copy()) if old.nbytes <= LARGE_ARRAY else None
    return key, old


def whole_before(container: Any) -> Any:
    """A copy of a small list, dict or set that can be kept; None otherwise."""
    kind = type(container)
    if kind not in (list, dict, set) or len(container) > SMALL:
        return None
    if not PLAIN.issuperset(map(type, container)):
        return None
    if kind is dict and not PLAIN.issuperset(map(type, container.values())):
        return None
    return container.copy()


def holder(container: Any) -> ref[Any] | Lost:
    """What is kept of a container to find it again.

    Of an array no weak reference: compiled code does not take those that somebody watches.  A view
    is mostly gone; it is found as a view of the same array.
    """
    if is_array(container):
        base = container.base
        return Lost(id(base), VIEW) if is_array(base) else Lost(id(container), "ndarray")
    kind = type(container)
    if kind is list or kind is dict:  # asking for a weak reference would cost an error
        return Lost(id(container), class_name(kind))
    kept: ref[Any] | Lost = referred(container)
    return kept


VIEW = "view of an array"


def attribute_before(owner: Any, name: str) -> tuple[Any] | None:
    """The value of an attribute that a store would overwrite; None if the store may run code."""
    kind = type(owner)
    if looked_up(kind, "__setattr__") is not object.__setattr__:
        return None
    found = looked_up(kind, name)
    if type(found) is MemberDescriptorType:
        return (keep(attribute(owner, name)),)
    if defines(type(found), "__set__", "__delete__"):
        return None
    own = own_names(owner)
    return (keep(own.get(name, MISSING)),) if type(own) is dict else None


def is_plain_attribute(kind: type, name: str) -> bool:
    """Whether instances have an attribute to themselves, and can be referred to weakly."""
    found = looked_up(kind, name)
    return (
        looked_up(kind, "__setattr__") is object.__setattr__
        and defines(kind, "__weakref__")
        and (found is MISSING or type(found) is MemberDescriptorType)
    )

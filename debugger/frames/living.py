"""Reading what is known only as long as it lives, whatever other threads do meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from weakref import WeakValueDictionary

Known = TypeVar("Known")


def living(known: WeakValueDictionary[int, Known]) -> list[Known]:
    """What lives of `known`.

    Iterating weak containers fails while another thread adds to them: they are only protected
    against what dies.  The list of the references is made in one go.
    """
    found = (reference() for reference in known.valuerefs())
    return [each for each in found if each is not None]

"""The log of a thread: a flat ring of entries, bounded in bytes.

An entry is the values it keeps and, after them, its site, which knows how many they are: so
nothing has to be made to log an entry, and the log is read from its new end. Entries belong to
the activation that is `current`; where that changes there is an entry that tells which one was
current before.

A handler of a signal may run, and raise, at any call that is made for an entry: each is logged by
one call, all of it at once.  What changes with it is assigned directly before, or after it: CPython
looks for signals behind a call of C, where a function begins and at jumps back, and nowhere else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice, repeat, starmap
from sys import getsizeof
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from debugger.frames.recording.activation import Activation
    from debugger.frames.recording.sites import Site

BATCH = 4096
"""Items between two counts of the bytes, at the most."""

BATCHES = 512
"""Bytes of the limit for each item of a batch: there must be several batches within it."""

STRIDE = 17
"""The size of one in so many items is looked at; a prime, as programs go round in cycles."""

POINTER = 8

DEFAULT_LIMIT = 64 * 1024 * 1024

Batch = tuple[int, int]
"""How many items were counted together, and about how many bytes they take."""

Read = tuple["Site", list[Any]]
"""A site and the values of one entry."""


class Log(deque[Any]):
    """The items, oldest first.

    `limit`: bytes; `batch`: how many items are counted at a time; `due`: the length at which
    to count again; `current`: the activation that is
    under way; `renamed`: see `Restorer`; `forgotten`: how many items are gone at the old end.
    """

    def __init__(self, limit: int = DEFAULT_LIMIT) -> None:
        super().__init__()
        self.limit = limit
        self.batch = min(BATCH, max(limit // BATCHES, 1))
        self.due = self.batch
        self.current: Activation | None = None
        self.renamed: dict[int, int] = {}
        self.forgotten = 0
        self._batches: tuple[Batch, ...] = ()
        self._charged = 0

    def bytes_used(self) -> int:
        """About how many bytes the items take and keep alive."""
        self.settle()
        return sum(size for _, size in self._batches)

    def renew(self) -> None:
        """Settle if it is time."""
        if len(self) > self.due:
            self.settle()

    def charge(self, size: int) -> None:
        """The newest entry keeps so many bytes that its items do not tell of."""
        self._charged += size
        if self._charged > self.limit >> 4 or len(self) > self.due:
            self.settle()

    def settle(self) -> None:
        """Count what is new, and forget the oldest items while there is too much."""
        self.cut()
        before = self._batches
        fresh = len(self) - sum(count for count, _ in before)
        seen = islice(reversed(self), 0, fresh, STRIDE)
        size = fresh * POINTER + STRIDE * sum(map(getsizeof, seen)) + self._charged
        self._replace(before, (*before, (fresh, size)))

    def _replace(self, before: tuple[Batch, ...], after: tuple[Batch, ...]) -> None:
        """Batches have come; forget the oldest, unless others have come or gone meanwhile.

        All at once as far as CPython looks for signals: behind the call that removes items.
        """
        sizes = sum(size for _, size in after)
        first = count = 0
        while sizes > self.limit and first < len(after):
            count += after[first][0]
            sizes -= after[first][1]
            first += 1
        kept, due = after[first:], len(self) - count + self.batch
        removing = starmap(self.popleft, repeat((), count))
        if self._batches is before:
            self._batches, self.due, self._charged = kept, due, 0
            self.forgotten += count
            deque(removing, 0)

    def take(self) -> Read | None:
        """Remove the newest entry; None if there is none, or only the rest of one."""
        if not self:
            return None
        site: Site = self.pop()
        if len(self) < site.width:
            self.clear()
            return None
        width = site.width
        if width == 1:
            return site, [self.pop()]
        values = [self.pop() for _ in range(width)]
        values.reverse()
        return site, values

    def take_from(self, length: int) -> list[Any]:
        """Remove all items beyond a length; answers these."""
        items = [self.pop() for _ in range(len(self) - length)]
        items.reverse()
        self.cut()
        return items

    def cut(self) -> None:
        """Bring the counts in line after entries were taken."""
        batches = self._batches
        while sum(count for count, _ in batches) > len(self):
            batches = batches[:-1]
        self._batches = batches
        self.due = len(self) + self.batch

    def newest_first(self) -> Iterator[tuple[int, Site, list[Any]]]:
        """The entries, each with the length of the log before it."""
        # A copy: objects that die meanwhile may run code that is recorded.
        items = list(self)
        end = len(items) - 1
        while end >= 0:
            site = items[end]
            start = end - site.width
            if start < 0:
                return
            yield start, site, items[start:end]
            end = start - 1

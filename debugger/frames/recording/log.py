"""The log of a thread: a flat ring of entries, bounded in bytes.

An entry is the values it keeps and, after them, its site, which knows how many they are: so
nothing has to be made to log an entry, and the log is read from its new end. Entries belong to
the activation that is `current`; where that changes there is an entry that tells which one was
current before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
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
        self._batches: deque[tuple[int, int]] = deque()
        self._counted = 0
        self._bytes = 0
        self._charged = 0

    def bytes_used(self) -> int:
        """About how many bytes the items take and keep alive."""
        self.settle()
        return self._bytes

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
        fresh = len(self) - self._counted
        seen = islice(reversed(self), 0, fresh, STRIDE)
        size = fresh * POINTER + STRIDE * sum(map(getsizeof, seen)) + self._charged
        self._charged = 0
        self._batches.append((fresh, size))
        self._counted += fresh
        self._bytes += size
        while self._bytes > self.limit and self._batches:
            self._forget(*self._batches.popleft())
        self.due = len(self) + self.batch

    def _forget(self, count: int, size: int) -> None:
        for _ in range(count):
            self.popleft()
        self.forgotten += count
        self._counted -= count
        self._bytes -= size

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
        while self._counted > len(self):
            count, size = self._batches.pop()
            self._counted -= count
            self._bytes -= size
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

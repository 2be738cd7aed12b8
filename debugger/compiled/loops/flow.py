"""The flow of control in a region: its loops, and where to look for breakpoints.

Flags of breakpoints change only while compiled code is not running.  A stop that every iteration
of its loop comes by is therefore looked at once, where the loop is entered: if it is set, the
interpreter comes to it soon enough.  All others are looked at in place.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from debugger.compiled.loops.region import Region, successors
from debugger.frames import ir

MOST_UNROLLED = 40
"""Statements of a loop of which several iterations are compiled in a row."""


class Flow:
    """The flow in a region that is entered at `header`.

    The stops at `excepted` are looked at in place.

    `at_entry`: the headers of loops -> the stops to look at where the loop is entered; `moved`:
    all of those; `straight`: the headers of short loops without branches, but for leaving them.
    """

    def __init__(self, region: Region, header: int, excepted: Container[int]) -> None:
        self._region = region
        self._following = {pc: successors(region.framecode, pc) for pc in region.statements}
        self._preceding: dict[int, list[int]] = {pc: [] for pc in self._following}
        for pc, targets in self._following.items():
            for target in region.statements.intersection(targets):
                self._preceding[target].append(pc)
        self._loops = {each: self._loop(each) for each in region.headers}
        self.at_entry: dict[int, set[int]] = {}
        for pc in region.framecode.line_starts & region.statements:
            found = self._entrance(pc, header)
            if found is not None and pc not in excepted:
                self.at_entry.setdefault(found, set()).add(pc)
        self.moved = frozenset(pc for pcs in self.at_entry.values() for pc in pcs)
        self.straight = frozenset(filter(self._is_straight, self._loops))

    def _loop(self, header: int) -> frozenset[int]:
        """The statements from which control comes back to a header without leaving its loop."""
        found, todo = {header}, list(self._latches(header))
        while todo:
            pc = todo.pop()
            if pc not in found:
                found.add(pc)
                todo += self._preceding[pc]
        return frozenset(found)

    def _latches(self, header: int) -> Iterator[int]:
        """The statements that jump back to a header."""
        return (pc for pc in self._preceding[header] if header <= pc)

    def _is_straight(self, header: int) -> bool:
        """Whether no two ways meet in a loop but at its header, and it is short."""
        loop = self._loops[header]
        meetings = region_entries(self._region) & loop
        return meetings <= {header} and len(loop) <= MOST_UNROLLED

    def _entrance(self, pc: int, start: int) -> int | None:
        """The header of the innermost loop around a stop if every iteration comes by the stop."""
        header = next(iter(self.around(pc)), None)
        if header is None or (start in self._loops[header] and start != header):
            # The code starts in the middle of such a loop.
            return None
        return header if self._is_sure(header, pc) else None

    def around(self, pc: int) -> list[int]:
        """The headers of the loops around a statement, the innermost first."""
        found = [header for header, loop in self._loops.items() if pc in loop]
        return sorted(found, key=lambda each: len(self._loops[each]))

    def is_sure(self, pc: int, outermost: int | None) -> bool:
        """Whether the iterations of the loops around a statement come by it.

        Those are the loops up to `outermost`, or only the innermost one.
        """
        for header in self.around(pc):
            if not self._is_sure(header, pc):
                return False
            if outermost in (None, header):
                return True
            pc = header
        return False

    def _is_sure(self, header: int, stop: int) -> bool:
        """Whether an iteration can neither end nor leave the loop without coming by a stop.

        That an iterator has an end does not count: it is asked where the loop is entered.
        """
        loop, latches = self._loops[header], set(self._latches(header))
        if any(other not in loop for pc in loop - {header} for other in self._preceding[pc]):
            # It can be entered elsewhere, too.
            return False
        seen, todo = {stop}, [header]
        while todo:
            pc = todo.pop()
            if pc in seen:
                continue
            seen.add(pc)
            is_end_of_iterator = pc == header and is_for(self._region, header)
            leaves = any(target not in loop for target in self._following[pc])
            if pc in latches or (leaves and not is_end_of_iterator):
                return False
            todo += [target for target in self._following[pc] if target in loop]
        return True


def region_entries(region: Region) -> frozenset[int]:
    """The statements of a region that are jumped to."""
    return frozenset(region.framecode.entries & region.statements)


def is_for(region: Region, header: int) -> bool:
    """Whether a loop takes the items of an iterator."""
    return isinstance(region.framecode.statements[header], ir.ForNext)

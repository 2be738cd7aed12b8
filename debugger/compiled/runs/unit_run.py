"""Runs of units: how entering compiled code is logged, undone, and done again."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops.extras import LEFT, USED, WRITTEN
from debugger.compiled.runs.contents import Contents, size
from debugger.compiled.runs.overwritten import Overwritten, position
from debugger.compiled.runs.written import put_back_pages
from debugger.frames import ir
from debugger.frames.recording.activation import UNKNOWN, activated
from debugger.frames.recording.keeping import rest_of
from debugger.frames.recording.runs import Ran, Run, turn_of

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import SideExit
    from debugger.compiled.loops.unit import Unit
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode
    from debugger.frames.recording.activation import Activation
    from debugger.frames.recording.undoing import Undoing

SHARE = 8
"""A run may keep this part of what the log may hold."""
Counts = tuple[dict[int, int], dict[int, Any]]


class Before:
    """What there was before a run, where it may have overwritten it.

    `variables`: as `Overwritten` keeps them; `items`: copies of arrays and lists; `written`: pages
    of the journal; `size`: bytes of both.
    """

    __slots__ = ("items", "size", "variables", "written")

    def __init__(self, variables: Any) -> None:
        self.variables = variables
        self.items: dict[int, Any] = {}
        self.written = b""
        self.size = 0


class UnitRun(Run):
    """A run of the code of one unit; `copying`: seconds that copying took at the last entry."""

    __slots__ = ("contents", "copying", "counting", "overwritten", "unit")

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit.header)
        self.unit = unit
        self.overwritten = Overwritten(unit.region, unit.header, unit.outside)
        self.contents = Contents(unit.stored, unit.guards)
        self.counting = Counting(unit)
        self.copying = 0.0

    # ------------------------------------------------------------------ running

    def enter(self, frame: Frame, fuel: int) -> list[Any] | None:
        """Enter the unit as `Unit.enter` does, and log what that may overwrite.

        None, too, if it keeps no journal and stores into arrays that are too big to copy.
        """
        record = frame.record or activated(frame)
        log, activation = frame.interpreter.log, frame.activation
        assert activation is not None
        ran = Ran(frame.pc, Before(self.overwritten.keep(frame)), None, None)
        if not self.contents.is_empty and not self.keep(frame, ran, log.limit // SHARE):
            return None
        if self.counting.is_needed:
            ran.counts = self.counting.before(activation)
        try:
            extras = self.unit.enter(frame, fuel)
            if extras is not None:
                self.ended(frame, activation, ran, extras)
        except BaseException:
            # It may have run before a signal handler has raised.
            if self.unit.journal is not None:
                ran.unkept = "was interrupted while it wrote an array"
            record((ran, self))
            raise
        if extras is not None:
            record((ran, self))
            left: SideExit = extras[LEFT]
            if left.activation.caller is not None:
                ran.left_inside(frame)
            if ran.kept.size or len(log) > log.due:
                log.charge(ran.kept.size)
        return extras

    def ended(self, frame: Frame, activation: Activation, ran: Ran, extras: list[Any]) -> None:
        """Note how a run has ended."""
        left: SideExit = extras[LEFT]
        ran.edges = extras[USED]
        ran.ended = ((left.activation.framecode, frame.pc),)
        if self.counting.is_needed:
            self.counting.after(frame, activation, ran)
        if extras[WRITTEN] is not None:
            take(ran, extras[WRITTEN])

    def keep(self, frame: Frame, ran: Ran, most: int) -> bool:
        """Keep what is in the arrays and lists that the code may overwrite, if it is not too much.

        False where arrays are too big for that: then it has to be code that keeps a journal.
        """
        started = perf_counter()
        containers = self.contents.containers(frame)
        journal = self.unit.journal
        if journal is not None:
            journal.limit(most)
            containers = [each for each in containers if type(each) is list]
        total = sum(map(size, containers))
        if total <= most:
            ran.kept.items, ran.kept.size = self.contents.keep(containers), total
            self.copying = perf_counter() - started
            return True
        self.copying = 0.0
        if all(type(each) is list for each in containers):
            ran.unkept = f"writes {in_words(max(containers, key=size))}, which is not kept"
            return True
        self.unit.profile.writes_much = True
        return False

    # ------------------------------------------------------------------ what the recording asks for

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        ran: Ran = kept[0]
        frame = activation.frame
        if frame is None:
            return
        before: Before = ran.kept
        self.overwritten.restore(undoing, activation, before.variables)
        self.counting.restore(activation, ran)
        if ran.unkept is not None:
            undoing.gone.append(f"a loop {ran.unkept}")
        if not self.put_back(frame, before):
            undoing.gone.append("a loop has written an array or list that was not found")

    def put_back(self, frame: Frame, before: Before) -> bool:
        """Let arrays and lists hold what they did; whether all were found."""
        if not before.size:
            return True
        containers = self.contents.containers(frame)
        arrays = [each for each in containers if type(each) is not list]
        missing = self.contents.put_back(containers, before.items)
        return put_back_pages(arrays, before.written) and not missing

    def may_set(self, name: str, framecode: FrameCode) -> bool:
        named = {framecode.names[register] for register in self.overwritten.named}
        return name in named or name in self.overwritten.names

    def may_hit(self) -> bool:
        return any(
            marks.framecode.breakpoints[pc] for marks in self.unit.marks for pc in marks.inside
        )

    def turn(self, ran: Ran, activation: Activation, header: int) -> int | None:
        loop = activation.framecode.statements[header]
        nothing: Counts = ({}, activation.iterables)
        turns, iterables = ran.counts or nothing
        if not isinstance(loop, ir.ForNext):
            return turn_of(turns, header)
        register = loop.iterator.register
        if register not in self.overwritten.temporaries:
            return None
        _, temporaries, _ = ran.kept.variables
        kept = temporaries[self.overwritten.temporaries.index(register)]
        return position(kept, iterables.get(register))

    def again(self, frame: Frame, edges: int) -> int | None:
        with unnoticed(self.unit, frame):
            extras = self.enter(frame, edges)
            return None if extras is None else extras[USED]

    def saved(self, frame: Frame) -> Callable[[], None]:
        containers = self.contents.containers(frame)
        copies = [each.copy() for each in containers]
        names = list(self.overwritten.saved(frame))

        def restore() -> None:
            for each, copy in zip(containers, copies, strict=True):
                each[slice(None) if type(each) is list else ...] = copy
            for give in names:
                give()

        return restore


@contextmanager
def unnoticed(unit: Unit, frame: Frame) -> Iterator[None]:
    """While this lasts the unit passes all breakpoints, lets any frame in, and counts nothing."""
    extras, statistics = frame.extras, unit.statistics()
    unit.prepare()
    before = [(marks, bytes(marks.bytes), marks.is_current) for marks in unit.marks]
    frame.extras = None
    for marks in unit.marks:
        ctypes.memset(marks.address, 0, len(marks.bytes))
        marks.is_current = True
    try:
        yield
    finally:
        for marks, flags, is_current in before:
            marks.bytes[:] = list(flags)
            marks.is_current = is_current
        frame.extras = extras
        unit.restore_statistics(statistics)


def take(ran: Ran, written: Any) -> None:
    """Keep what a run has left of the journal: bytes, unless there was no memory for them."""
    if type(written) is bytes:
        ran.kept.written = written
        ran.kept.size += len(written)
    else:
        ran.unkept = "writes arrays, and there was no memory to keep them in"


def in_words(container: Any) -> str:
    """`an array of 800 MB`."""
    kind = "a list" if type(container) is list else "an array"
    megabytes = size(container) >> 20
    return f"{kind} of {megabytes:,} MB" if megabytes else f"{kind} of {size(container):,} bytes"


# ---------------------------------------------------------------------- counting iterations


class Counting:
    """How the counts of iterations go on through a run of a unit.

    Of one loop that is known.  Of loops within loops, only how often all of them came round; but
    a `for` over something known tells by its iterator, as long as it is known where that began.
    """

    def __init__(self, unit: Unit) -> None:
        statements = unit.region.framecode.statements
        loops = {header: statements[header] for header in unit.region.headers}
        self.header = unit.header
        self.whiles = [h for h, loop in loops.items() if not isinstance(loop, ir.ForNext)]
        outermost = min(loops)
        self.inner = [
            loop.iterator.register
            for header, loop in loops.items()
            if isinstance(loop, ir.ForNext) and header != outermost
        ]
        self.is_single = len(loops) == 1
        self.is_needed = bool(self.whiles or self.inner)

    def before(self, activation: Activation) -> Counts:
        """The counts as they are."""
        return activation.turns.copy(), activation.iterables.copy()

    def after(self, frame: Frame, activation: Activation, ran: Ran) -> None:
        """The counts as they have become."""
        turns = activation.turns
        for header in self.whiles:
            # The interpreter counts the iteration before the statement of which nothing is done.
            more = 1 + ran.edges - (frame.pc == header)
            turns[header] = turns.get(header, 0) + more if self.is_single else UNKNOWN  # type: ignore[assignment]
        for register in self.inner:
            iterator = frame.data.registers[register]
            activation.iterables[register] = rest_of(iterator)

    def restore(self, activation: Activation, ran: Ran) -> None:
        """The counts as they were."""
        if ran.counts is None:
            return
        for now, then in zip((activation.turns, activation.iterables), ran.counts, strict=True):
            now.clear()
            now.update(then)

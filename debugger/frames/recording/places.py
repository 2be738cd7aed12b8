"""Places to go back to: the lines that were run, newest first.

A place can be reached if its frame is in the segment that is running, or was entered from it and
can be entered again. What happened in segments that are over (functions called by native code,
generators) is undone in passing, but nobody can stop there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from debugger.frames.recording.runs import FoldedError, Ran, Run
from debugger.frames.recording.sites import Barrier, Began, Ended, Entered, Left, Mark
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.interpreter import Interpreter
    from debugger.frames.recording.activation import Activation


class Place(Record):
    """Before a line of an activation: the log had `length` items when the line began."""

    length: int
    activation: Activation
    mark: Mark

    @property
    def line(self) -> int:
        """The number of the line."""
        return self.mark.line or 0


class Obstacle(Record):
    """Something that cannot be undone: what, and the line and file where it happened."""

    what: str
    line: int | None
    filename: str


class Visit(Record):
    """One entry as a scan meets it; `activation` is the one it belongs to.

    `is_reachable`: it belongs to the running segment.
    """

    length: int
    activation: Activation
    site: object
    values: list[object]
    is_reachable: bool


def visits(interpreter: Interpreter) -> Iterator[Visit]:
    """The entries of the running segment and of those called from it, newest first."""
    log = interpreter.log
    current, depth = log.current, 0
    for length, site, values in log.newest_first():
        belongs = values[2] if isinstance(site, Left) else current
        if isinstance(site, Began):
            if not depth:
                return
            depth -= 1
        if belongs is not None:
            yield Visit(length, belongs, site, values, not depth)
        if isinstance(site, Ended):
            depth += 1
        if isinstance(site, Entered):
            current = values[0]
        elif isinstance(site, Left):
            current = values[2]


PassesOver = Callable[[Visit], bool]


def nothing(visit: Visit) -> bool:
    """Nothing is passed over."""
    del visit
    return False


def marks(interpreter: Interpreter, passes_over: PassesOver) -> Iterator[Place]:
    """All marks that can be reached, newest first, whether or not a line begins there.

    Raises FoldedError at a run.
    """
    closed: set[int] = set()
    for visit in visits(interpreter):
        if isinstance(visit.site, Left) and not visit.activation.can_be_revived():
            closed.add(id(visit.activation))
        elif not visit.is_reachable or is_closed(visit.activation, closed) or passes_over(visit):
            continue
        elif isinstance(visit.site, Mark):
            yield Place(visit.length, visit.activation, visit.site)
        elif isinstance(visit.site, Run):
            raise folded(visit)


def folded(visit: Visit) -> FoldedError:
    """The error that says that what was looked for may lie in the run of a visit."""
    run, ran = visit.site, visit.values[0]
    return FoldedError(visit.length, visit.activation, run, ran)  # type: ignore[arg-type]


def is_closed(activation: Activation | None, closed: set[int]) -> bool:
    """Whether an activation, or one that it was called from, cannot be entered again."""
    while closed and activation is not None:
        if id(activation) in closed:
            return True
        activation = activation.caller
    return False


def places(interpreter: Interpreter, passes_over: PassesOver = nothing) -> Iterator[Place]:
    """The places where a line begins, newest first, without visits that are passed over.

    Whether a line begins at a mark is told by the mark before it, so those that wait for theirs
    hold up the rest.  Raises FoldedError at a run.
    """
    waiting: deque[Place] = deque()
    undecided: dict[int, Place] = {}
    try:
        yield from decided(marks(interpreter, passes_over), waiting, undecided)
    except FoldedError:
        yield from waiting
        raise
    yield from waiting


def decided(
    found: Iterable[Place], waiting: deque[Place], undecided: dict[int, Place]
) -> Iterator[Place]:
    """The places of which it is sure that a line begins there, of the marks found."""
    for mark in found:
        newer = undecided.pop(id(mark.activation), None)
        if newer is not None and continues(mark.mark, newer.mark):
            waiting.remove(newer)
        if mark.mark.is_place:
            waiting.append(mark)
        undecided[id(mark.activation)] = mark
        while waiting and undecided.get(id(waiting[0].activation)) is not waiting[0]:
            yield waiting.popleft()


def continues(older: Mark, newer: Mark) -> bool:
    """Whether a mark lies amid the line in which the one before it is."""
    return newer.is_place and older.line == newer.line and older.pc < newer.pc


def obstacles(interpreter: Interpreter, place: Place) -> Iterator[Obstacle]:
    """What lies between now and a place and cannot be undone, newest first."""
    log = interpreter.log
    items = islice(reversed(log), len(log) - place.length)
    if not any(type(item) is Barrier or is_unkept(item) for item in items):
        return
    for visit in visits(interpreter):
        if visit.length < place.length:
            return
        if isinstance(visit.site, Barrier):
            framecode = visit.activation.framecode
            pc = visit.site.pc
            line = framecode.positions[pc].line if pc >= 0 else None
            yield Obstacle(str(visit.values[0]), line, framecode.code.co_filename)
        elif isinstance(visit.site, Run) and is_unkept(visit.values[0]):
            found = folded(visit)
            what = f"a loop that {found.ran.unkept}"
            yield Obstacle(what, found.line, visit.activation.framecode.code.co_filename)


def is_unkept(item: object) -> bool:
    """Whether an item of the log is of a run that has overwritten what was not kept."""
    return type(item) is Ran and item.unkept is not None

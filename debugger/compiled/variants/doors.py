"""Doors: exits that nothing in the code leads to, for frames that get a line event.

Whoever gets a line event of a frame that runs a variant, as a trace function or as a callback of
`sys.monitoring`, calls `Doors.send`.  It assigns the private line number of a door to the frame's
`f_lineno`, CPython goes on there, and the frame is left exactly as by an exit of the point where
it was.  Points whose operand stacks have the same shape share a door.

CPython lets a frame jump only where the operand stack will fit, which it finds out by a scan of
the code.  For this scan NULL fits any value.  So the handler of the first instruction, where there
is nothing to fail, has a branch never taken to the doors, with as many NULLs as each one needs.
Only the offset that a `finally` finds below the error, where it is the deepest entry, fits nothing
but such an offset: those shapes have a door for either.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from types import FrameType, FunctionType
from typing import TYPE_CHECKING, Any

from debugger.compiled.variants.crossing import SPECIAL, Crossing
from debugger.compiled.variants.rewriting import OPTIMIZED, Label
from debugger.compiled.variants.writing import IF_NOT_NONE, Writer
from debugger.frames.decode import Position
from debugger.frames.guise import raw, set_line
from debugger.frames.ir import Saved
from debugger.frames.points import Point
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.variants.layout import Layout

FIRST_LINE = 1 << 24
"""The line number of the first door: no source is that long."""

BINDS_NONE = sys.version_info >= (3, 12)
"""Whether CPython binds unbound locals to None where a frame jumps."""

KEEPS_SNAPSHOT = sys.version_info < (3, 12)
"""Whether a trace function's frame is given a dictionary of its locals, which it keeps."""

DEEPEST = 21
"""How deep an operand stack the scan can tell at most."""

ALONE = 3
"""References to a snapshot that only its frame has, as `sys.getrefcount` counts them."""

Shape = tuple[type, ...]


class Door(Record):
    """A door: its line number, and how deep the operand stack of those who come is.

    `has_offset`: the deepest entry is the offset of an error.
    """

    label: Label
    line: int
    depth: int
    has_offset: bool


class Sent(Record):
    """A frame on its way.

    `index` of its point; `unbound`: the registers that were not bound; `snapshot`: what keeps its
    locals alive on CPython's part, if anything.
    """

    index: int
    unbound: tuple[int, ...]
    snapshot: dict[str, Any] | None


class Doors:
    """The doors of a variant.

    `offsets`: the index of the point at which the frame is, by its `f_lasti`; `beyond`: from this
    `f_lasti` on it is parked.  Both are known when the variant is made.
    """

    __slots__ = ("_groups", "_lines", "_sent", "beyond", "offsets")

    def __init__(self, crossings: Sequence[Crossing]) -> None:
        groups: dict[Shape, list[Door]] = {}
        self._groups: list[tuple[Crossing, list[Door]]] = []
        line = FIRST_LINE
        self._lines: list[list[int]] = []
        for crossing in crossings:
            shape = shape_of(crossing)
            doors = groups.get(shape)
            if doors is None:
                doors = groups[shape] = list(_doors(crossing, line))
                self._groups.append((crossing, doors))
                line += len(doors)
            self._lines.append([door.line for door in doors])
        self._sent: dict[int, Sent] = {}
        self.offsets: dict[int, int] = {}
        self.beyond = 0

    # ------------------------------------------------------------------ in the real frame

    def write(self, work: Writer, parked: Label, spares: Sequence[int]) -> None:
        """The doors, each of which ends at `parked` with None for the index of the point."""
        for crossing, doors in self._groups:
            stub = Label()
            for door in doors:
                work.land(door.label)
                work.mark(Position(door.line, door.line, None, None))
                work.jump(stub)
            work.land(stub)
            for spare in spares if BINDS_NONE else ():
                work.unbind(spare)
            crossing.write_out(work, spares[0] if spares else -1)
            work.constant(None)
            work.jump(parked)

    def write_way(self, work: Writer, depths: Label) -> None:
        """For the scan only: the way to the doors, from where an offset and an error came.

        `depths`: where it goes with an empty stack, see `write_depths`.
        """
        with_offset = Label()
        work.write("POP_TOP")
        _never(work, with_offset)
        work.write("POP_TOP")
        _never(work, depths)
        _write_pushes(work, 0, self._all(has_offset=False))
        work.land(with_offset)
        _write_pushes(work, 1, self._all(has_offset=True))

    def _all(self, *, has_offset: bool) -> list[Door]:
        doors = [door for _, group in self._groups for door in group]
        chosen = [door for door in doors if door.has_offset == has_offset]
        return sorted(chosen, key=lambda door: door.depth)

    # ------------------------------------------------------------------ on our side

    def send(self, frame: FrameType, layout: Layout) -> bool:
        """Make a frame that is at a line event leave; False if it cannot leave there."""
        index = self.offsets.get(raw(frame, "f_lasti"))
        if index is None:
            return False
        unbound = tuple(_unbound(frame, layout)) if BINDS_NONE else ()
        for line in self._lines[index]:
            try:
                _jump(set_line, frame, line)
            except ValueError:  # CPython is not sure that the stack fits
                continue
            self._sent[id(frame)] = Sent(index, unbound, _snapshot(frame))
            return True
        return False

    def arrived(self, frame: FrameType) -> Sent:
        """What was noted of a frame that has gone through a door.

        It is forgotten last, so that this can be asked again if a signal handler raises meanwhile.
        """
        sent = self._sent[id(frame)]
        if sent.snapshot is not None:
            sent.snapshot.clear()
        number = id(frame)
        del self._sent[number]
        return sent


def write_depths(work: Writer, depths: Label, points: Sequence[tuple[Point, Label]]) -> None:
    """For the scan only, and behind all else: how deep the stack is at each point, by its label.

    The scan gives up where a stack is deeper than it can tell, and from there on.
    """
    work.land(depths)
    depth = 0
    ways = []
    for point, label in sorted(points, key=lambda pair: len(pair[0].stack)):
        while depth < len(point.stack):
            work.constant(None)
            depth += 1
        ways.append((Label(), label))
        _never(work, ways[-1][0])
    work.write("RAISE_VARARGS", 0)
    for way, label in ways:
        work.land(way)
        work.jump(label)


def shape_of(crossing: Crossing) -> Shape:
    """All that `Crossing.write_out` depends on."""
    if crossing.is_plain:
        return (object,) * len(crossing.point.stack)
    return tuple(
        type(operand) if isinstance(operand, SPECIAL) else object
        for operand in crossing.point.stack
    )


def _doors(crossing: Crossing, line: int) -> Iterator[Door]:
    stack = crossing.point.stack
    yield Door(Label(), line, len(stack), has_offset=False)
    if len(stack) > 1 and isinstance(stack[1], Saved):
        yield Door(Label(), line + 1, len(stack), has_offset=True)


def _write_pushes(work: Writer, depth: int, doors: Iterable[Door]) -> None:
    for door in doors:
        while depth < door.depth:
            work.write("PUSH_NULL")
            depth += 1
        _never(work, door.label)
    work.write("RAISE_VARARGS", 0)


def _never(work: Writer, target: Label) -> None:
    """A branch that is not taken, which a scan does not know."""
    work.constant(None)
    work.jump(target, IF_NOT_NONE)


def _set(set_line: Callable[..., None], frame: FrameType, line: int) -> None:
    set_line(frame, line)


# CPython warns of the locals it binds, in the name of who assigns; nobody hears what has no name.
_jump = FunctionType(_set.__code__, {"__name__": None})


def _unbound(frame: FrameType, layout: Layout) -> Iterator[int]:
    for register in layout.doubtful:
        try:
            _variable()(frame, layout.name(frame.f_code, register))
        except NameError:
            yield register


@cache
def _variable() -> Any:
    """CPython's own look at one variable: `f_locals` would write to what `locals()` returned."""
    import ctypes

    function = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object, ctypes.py_object)
    return function(("PyFrame_GetVar", ctypes.pythonapi))


def _snapshot(frame: FrameType) -> dict[str, Any] | None:
    """The dictionary that keeps the frame's locals alive, unless the program has it, too."""
    if not KEEPS_SNAPSHOT or not frame.f_code.co_flags & OPTIMIZED:
        return None
    names = frame.f_locals
    return names if sys.getrefcount(names) == ALONE else None

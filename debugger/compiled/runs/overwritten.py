"""What a unit may overwrite in a frame: kept before it is entered, restored when that is undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops.region import (
    CellContent,
    Field,
    FreeContent,
    GlobalName,
    LocalName,
)
from debugger.compiled.loops.values import assign, cell_of, look_up
from debugger.frames.class_attributes import is_of_numpy
from debugger.frames.missing import MISSING
from debugger.frames.recording.iterators import forwarded, given
from debugger.frames.recording.keeping import (
    PLAIN,
    Remade,
    Rest,
    keep,
    keep_array,
    keep_reduced,
)
from debugger.frames.recording.segments import live_temps

if TYPE_CHECKING:
    from debugger.compiled.loops.region import Region, Variable
    from debugger.frames.frame import Frame
    from debugger.frames.recording.activation import Activation
    from debugger.frames.recording.undoing import Undoing

RANGE_ITERATOR = type(iter(range(0)))

Kept = tuple[list[Any], list[Any], list[Any]]
"""Of the named registers, of the temporaries, and of variables elsewhere."""


class Overwritten:
    """The variables that a region assigns, for a unit that is entered at `header`.

    `assigned`: those outside the registers.
    """

    def __init__(self, region: Region, header: int, assigned: Iterable[Variable]) -> None:
        framecode = region.framecode
        live = live_temps(framecode, header)
        registers = sorted(v for v in region.assigned if type(v) is int)
        self.named = [r for r in registers if r < framecode.first_temp]
        self.temporaries = [r for r in registers if r in live]
        self.elsewhere = sorted((v for v in assigned if type(v) is not int), key=depth)
        self.names = tuple(name_of(variable, framecode.names) for variable in self.elsewhere)

    def keep(self, frame: Frame) -> Kept:
        """What the variables hold."""
        registers = frame.data.registers
        named = [registers[register] for register in self.named]
        if not PLAIN.issuperset(map(type, named)):
            named = list(map(keep_value, named))
        temporaries = [
            # Mostly iterators over ranges: as little as possible is done.
            value.__reduce__() if type(value) is RANGE_ITERATOR else keep_value(value)
            for value in [registers[register] for register in self.temporaries]
        ]
        if not self.elsewhere:
            return named, temporaries, []
        return named, temporaries, [keep_value(read(frame, v)) for v in self.elsewhere]

    def restore(self, undoing: Undoing, activation: Activation, kept: Kept) -> None:
        """Let the variables hold what was kept."""
        named, temporaries, elsewhere = kept
        for register, value in zip(self.named, named, strict=True):
            undoing.put(activation, register, value)
        for register, value in zip(self.temporaries, temporaries, strict=True):
            put_iterator(undoing, activation, register, unreduced(value))
        frame = activation.frame
        for variable, name, value in zip(self.elsewhere, self.names, elsewhere, strict=True):
            if frame is not None:
                undoing.hold(read(frame, variable))
                give(frame, variable, undoing.value(value, name))

    def saved(self, frame: Frame) -> Iterable[Callable[[], None]]:
        """What gives the variables outside the frame what they hold now."""
        for variable in self.elsewhere:
            yield partial(give, frame, variable, read(frame, variable))


def put_iterator(undoing: Undoing, activation: Activation, register: int, kept: Any) -> None:
    """Restore a temporary; an iterator in all registers that hold it."""
    frame = activation.frame
    if frame is None:
        return
    registers = frame.data.registers
    before = registers[register]
    undoing.put(activation, register, kept)
    if type(before) not in PLAIN:
        found = registers[register]
        registers[:] = [found if value is before else value for value in registers]


# ---------------------------------------------------------------------- values


def keep_value(value: Any) -> Any:
    """What is kept of a value; of an array no weak reference, which would keep code out."""
    if type(value) in PLAIN:
        return value
    return keep_array(value) if is_of_numpy(value, "ndarray") else keep(value)


def unreduced(kept: Any) -> Any:
    """What was kept of a temporary in the form in which all values are kept."""
    return keep_reduced(kept) if type(kept) is tuple and kept[:1] == (iter,) else kept


def position(kept: Any, iterable: Any) -> int | None:
    """How many elements an iterator had given, of which this was kept; None if it is not known.

    `iterable`: what is kept of what it goes over.
    """
    found = unreduced(kept)
    if type(iterable) is Rest or type(found) is not Remade:
        return None
    make, arguments = found.make, found.arguments
    if make is enumerate:
        start = iterable.arguments[1] if hasattr(iterable, "arguments") else 0
        return int(arguments[1]) - start  # type: ignore[call-overload,no-any-return]
    if make is zip:
        parts = getattr(iterable, "arguments", (None,))
        return position(arguments[0], parts[0])
    if make is not forwarded:
        return None
    numbers, steps = arguments
    return given(forwarded(numbers, steps), iterable) if type(numbers) is range else steps  # type: ignore[arg-type,return-value]


# ---------------------------------------------------------------------- variables elsewhere


def read(frame: Frame, variable: Variable) -> Any:
    """What a variable outside the registers holds itself, or MISSING."""
    if isinstance(variable, GlobalName):
        return frame.globals.get(variable.name, MISSING)
    if isinstance(variable, LocalName):
        names: Any = frame.data.namespace
        return names.get(variable.name, MISSING)
    return look_up(frame, variable)


def give(frame: Frame, variable: Variable, value: object) -> None:
    """Let a variable outside the registers hold a value, or none."""
    if isinstance(variable, Field):
        if value is not MISSING:
            object.__setattr__(look_up(frame, variable.owner), variable.name, value)
    elif value is not MISSING:
        assign(frame, variable, value)
    elif isinstance(variable, GlobalName):
        frame.globals.pop(variable.name, None)
    elif isinstance(variable, LocalName):
        names: Any = frame.data.namespace
        names.pop(variable.name, None)
    elif isinstance(variable, CellContent | FreeContent) and read(frame, variable) is not MISSING:
        cell: Any = cell_of(frame, variable)
        del cell.cell_contents


def depth(variable: Variable) -> int:
    """How many dots there are in a variable: what comes before them is restored first."""
    return 1 + depth(variable.owner) if isinstance(variable, Field) else 0


def name_of(variable: Variable, names: tuple[str, ...]) -> str:
    """What the code that has such `names` calls a variable."""
    if isinstance(variable, CellContent):
        return names[variable.register]
    return str(getattr(variable, "name", variable))

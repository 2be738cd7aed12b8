"""What a unit may overwrite in a frame: kept before it is entered, restored when that is undone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops.region import CellContent, GlobalName, LocalName
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
from debugger.frames.recording.sites import CellChange, GlobalChange, NameChange, contents

if TYPE_CHECKING:
    from debugger.compiled.loops.region import Region, Variable
    from debugger.frames.frame import Frame
    from debugger.frames.recording.activation import Activation
    from debugger.frames.recording.undoing import Undoing

RANGE_ITERATOR = type(iter(range(0)))

Read = Callable[["Frame"], Any]
Kept = tuple[list[Any], list[Any], list[Any]]
"""Of the named registers, of the temporaries, and of variables elsewhere."""


class Overwritten:
    """The variables that a region assigns, for a unit that is entered at `header`."""

    def __init__(self, region: Region, header: int) -> None:
        framecode = region.framecode
        live = live_temps(framecode, header)
        registers = sorted(v for v in region.assigned if type(v) is int)
        self.named = [r for r in registers if r < framecode.first_temp]
        self.temporaries = [r for r in registers if r in live]
        self.elsewhere = [
            place_of(variable, framecode.names)
            for variable in region.assigned
            if is_elsewhere(variable)
        ]

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
        return named, temporaries, [keep_value(read(frame)) for _, read in self.elsewhere]

    def restore(self, undoing: Undoing, activation: Activation, kept: Kept) -> None:
        """Let the variables hold what was kept."""
        named, temporaries, elsewhere = kept
        for (site, _), value in zip(self.elsewhere, elsewhere, strict=True):
            site.undo(undoing, activation, value)
        for register, value in zip(self.named, named, strict=True):
            undoing.put(activation, register, value)
        for register, value in zip(self.temporaries, temporaries, strict=True):
            put_iterator(undoing, activation, register, unreduced(value))

    def saved(self, frame: Frame) -> Iterable[Callable[[], None]]:
        """What gives the variables outside the frame what they hold now."""
        for site, read in self.elsewhere:
            if isinstance(site, NameChange):
                yield naming(site.names(frame.activation), site.name, read(frame))  # type: ignore[arg-type]


def naming(names: dict[str, Any], name: str, value: object) -> Callable[[], None]:
    """What gives a name a value, or none."""
    if value is MISSING:
        return lambda: names.pop(name, None) and None
    return lambda: names.__setitem__(name, value)


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
    numpy = sys.modules.get("numpy")
    if numpy is not None and type(value) is numpy.ndarray:
        return keep_array(value)
    return keep(value)


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


def is_elsewhere(variable: Variable) -> bool:
    """Whether a variable that is assigned is not in a register."""
    return type(variable) is not int


def place_of(variable: Variable, names: tuple[str, ...]) -> tuple[CellChange | NameChange, Read]:
    """What undoes a change of a variable outside the registers, and what reads it."""
    if isinstance(variable, CellContent):
        register = variable.register
        name = names[register]
        return CellChange(-1, register, name), lambda frame: contents(
            frame.data.registers[register]
        )
    if isinstance(variable, GlobalName):
        name = variable.name
        return GlobalChange(-1, name), lambda frame: frame.globals.get(name, MISSING)
    assert isinstance(variable, LocalName)
    name = variable.name
    return NameChange(-1, name), lambda frame: frame.data.namespace.get(name, MISSING)

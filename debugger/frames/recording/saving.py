"""Saving the present while the past is looked at: all that undoing some entries would overwrite.

Restoring gives every variable the very object that it held, wherever that was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from debugger.frames.missing import MISSING
from debugger.frames.recording.containers import AttributeChange, ContainerSite
from debugger.frames.recording.iterators import RANGES, SETTABLE
from debugger.frames.recording.paths import attribute
from debugger.frames.recording.runs import Run
from debugger.frames.recording.sites import (
    CellChange,
    Entered,
    Exhausted,
    HandledPopped,
    HandledPushed,
    Left,
    LoopBegun,
    Mark,
    NameChange,
    Registers,
    TurnsBegun,
    contents,
)
from debugger.frames.recording.undoing import Undoing

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.interpreter import Interpreter
    from debugger.frames.recording.activation import Activation
    from debugger.frames.recording.places import Visit

Restore = Callable[[], object]

OF_FRAMES = (
    Mark,
    Registers,
    CellChange,
    Exhausted,
    LoopBegun,
    TurnsBegun,
    HandledPushed,
    HandledPopped,
    Entered,
    Left,
)
"""Sites whose entries change nothing but a frame."""


class CannotSaveError(Exception):
    """Something has happened that could be undone, but not done again."""


class Saving:
    """Collects, entry by entry, what is to be restored."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._undoing = Undoing(interpreter)
        self._restores: dict[object, Restore] = {}

    def restore(self) -> None:
        """Let everything be as it was when it was saved."""
        for restore in self._restores.values():
            restore()

    def add(self, visit: Visit) -> None:
        """Save what undoing an entry would overwrite; raises CannotSaveError."""
        site: Any = visit.site
        self._add_frame(visit.activation)
        if isinstance(site, Left) and visit.activation.caller is not None:
            self._add_frame(visit.activation.caller)
        if isinstance(site, NameChange):
            self._add_name(site.names(visit.activation), site.name)
        elif isinstance(site, Run):
            self._add_run(site, visit.activation)
        elif isinstance(site, ContainerSite):
            self._add_container(site, visit)
        elif not isinstance(site, OF_FRAMES):
            raise CannotSaveError

    def _add_frame(self, activation: Activation) -> None:
        frame = activation.frame
        if frame is not None and id(frame) not in self._restores:
            self._restores[id(frame)] = saved_frame(frame, activation)

    def _add_name(self, names: dict[str, Any] | None, name: str) -> None:
        key = id(names), name
        if names is None or key in self._restores:
            return
        value = names.get(name, MISSING)

        def restore() -> None:
            if value is MISSING:
                names.pop(name, None)
            else:
                names[name] = value

        self._restores[key] = restore

    def _add_run(self, run: Run, activation: Activation) -> None:
        frame = activation.frame
        if frame is not None and id(run) not in self._restores:
            self._restores[id(run)] = run.saved(frame)

    def _add_container(self, site: ContainerSite, visit: Visit) -> None:
        kept: Any = visit.values[0]
        found = site.find(self._undoing, visit.activation, kept[0])
        if found is MISSING:
            raise CannotSaveError
        if isinstance(site, AttributeChange):
            key: object = (id(found), kept[1])
            self._restores.setdefault(key, saved_attribute(found, kept[1]))
        elif id(found) not in self._restores:
            self._restores[id(found)] = saved_contents(found)


def saved_frame(frame: Frame, activation: Activation) -> Restore:
    """What restores a frame."""
    data = frame.data
    registers, handled = data.registers.copy(), data.handled
    where = frame.pc, frame.previous, frame.callee, frame.value
    turns, iterables = activation.turns.copy(), activation.iterables.copy()
    cells = [data.registers[register] for register in frame.framecode.cell_registers]
    held = [(cell, contents(cell)) for cell in cells if cell is not MISSING]
    positions = [each for value in registers for each in positions_of(value)]

    def restore() -> None:
        data.registers[:], data.handled = registers, handled
        frame.pc, frame.previous, frame.callee, frame.value = where
        for now, then in ((activation.turns, turns), (activation.iterables, iterables)):
            now.clear()
            now.update(then)
        for cell, value in held:
            fill(cell, value)
        for iterator, position in positions:
            iterator.__setstate__(position)

    return restore


def saved_attribute(owner: Any, name: str) -> Restore:
    """What gives an object its attribute, or none."""
    value = attribute(owner, name)
    if value is MISSING:
        return lambda: attribute(owner, name) is MISSING or delete(owner, name)
    return lambda: object.__setattr__(owner, name, value)


def delete(owner: Any, name: str) -> bool:
    """Delete an attribute."""
    object.__delattr__(owner, name)
    return True


def saved_contents(container: Any) -> Restore:
    """What gives a container all that it holds."""
    copy = container.copy()

    def restore() -> None:
        if type(container) in (list, bytearray):
            container[:] = copy
        elif type(container) in (dict, set):
            container.clear()
            container.update(copy)
        else:
            container[...] = copy

    return restore


def fill(cell: Any, value: object) -> None:
    """Give a cell its contents, or none."""
    if value is not MISSING:
        cell.cell_contents = value
    elif contents(cell) is not MISSING:
        del cell.cell_contents


def positions_of(iterator: Any) -> list[tuple[Any, int]]:
    """The iterators over sequences in an iterator, and where they are: they are set back in place.

    Of others, undoing makes new ones.
    """
    kind = type(iterator)
    if kind is enumerate:
        return positions_of(iterator.__reduce__()[1][0])
    if kind is zip:
        parts = iterator.__reduce__()[1]
        return [each for part in parts for each in positions_of(part)]
    if kind not in SETTABLE or kind in RANGES:
        return []
    reduced = iterator.__reduce__()
    return [(iterator, reduced[2])] if len(reduced) > 2 else []  # noqa: PLR2004

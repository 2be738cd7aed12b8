"""Undoing: the entries of a log, newest first, down to a given length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from debugger.frames.class_attributes import kind_of
from debugger.frames.generators import body_frame
from debugger.frames.missing import MISSING
from debugger.frames.recording.iterators import rewound
from debugger.frames.recording.keeping import PLAIN
from debugger.frames.recording.restoring import GoneError, Restorer

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.interpreter import Interpreter
    from debugger.frames.recording.activation import Activation


class Undoing:
    """One undoing; `gone` says in words what could not be restored.

    `current` is the activation to which the next entry belongs.
    """

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.log = interpreter.log
        self.current = self.log.current
        self.gone: list[str] = []
        self._activations: dict[int, Activation] = {}
        self._rewinds: dict[tuple[int, int], int] = {}
        self.restorer = Restorer(self._held_values, self.log.renamed)

    def back_to(self, length: int) -> None:
        """Undo all entries beyond the first `length` of the log."""
        log = self.log
        while len(log) > length and (entry := log.take()) is not None:
            site, kept = entry
            if self.current is not None:
                self._activations[id(self.current)] = self.current
            site.undo(self, self.current, *kept)  # type: ignore[arg-type]
        log.current = self.current
        log.cut()
        for (number, register), steps in self._rewinds.items():
            self._set_back(self._activations[number], register, steps)
        self.restorer.release()

    # ------------------------------------------------------------------ what sites ask for

    def put(self, activation: Activation, register: int, kept: Any) -> None:
        """Restore a register."""
        frame = activation.frame
        if frame is None:
            return
        self._rewinds.pop((id(activation), register), None)
        registers = frame.data.registers
        self.hold(registers[register])
        try:
            registers[register] = kept if type(kept) in PLAIN else self.restorer.value(kept)
        except GoneError as gone:
            if register >= frame.framecode.first_temp:
                self.end_loop(activation, register, str(gone))
                return
            self.gone.append(f"{frame.framecode.names[register]} held {article(str(gone))}")
            registers[register] = MISSING

    def value(self, kept: Any, name: str) -> Any:
        """What was kept of `name`; MISSING, and told, if it is gone."""
        try:
            return self.restorer.value(kept)
        except GoneError as gone:
            self.gone.append(f"{name} held {article(str(gone))}")
            return MISSING

    def hold(self, value: object) -> None:
        """Keep what is overwritten alive till all is undone: older entries may refer to it."""
        if type(value) not in PLAIN:
            self.restorer.know(value)

    def rewind(self, activation: Activation, register: int, steps: int = 1) -> None:
        """The iterator in a register has to be set back."""
        key = id(activation), register
        self._rewinds[key] = self._rewinds.get(key, 0) + steps

    def forget(self, activation: Activation, register: int) -> None:
        """The iterator in a register was not yet made."""
        self._rewinds.pop((id(activation), register), None)

    def end_loop(self, activation: Activation, register: int, kind: str) -> None:
        """What a loop goes over, of a `kind`, is gone: it will end at once."""
        self.gone.append(f"a loop goes over {article(kind)}")
        if activation.frame is not None:
            activation.frame.data.registers[register] = OVER

    # ------------------------------------------------------------------ inside

    def _set_back(self, activation: Activation, register: int, steps: int) -> None:
        frame = activation.frame
        if frame is None or not steps:
            return
        registers = frame.data.registers
        iterator = registers[register]
        if iterator is MISSING or iterator is OVER:
            return
        try:
            found = rewound(iterator, steps)
        except LookupError:
            if body_frame(iterator) is not None:
                return  # a generator whose own frame is undone
            self.gone.append(f"a loop goes over {article(kind_of(iterator))}")
            return
        registers[:] = [found if value is iterator else value for value in registers]

    def _held_values(self) -> Iterator[object]:
        """What the variables of the frames hold, and of their modules."""
        seen: set[int] = set()
        activations = [each.frame for each in self._activations.values()]
        frames = [*filter(None, activations), *_chain(self.interpreter.leaf)]
        for each in frames:
            yield from each.data.registers
            yield from _contents(each)
            if id(each.globals) not in seen:
                seen.add(id(each.globals))
                yield from list(each.globals.values())


def _chain(frame: Frame | None) -> Iterable[Frame]:
    while frame is not None:
        yield frame
        frame = frame.caller


def _contents(frame: Frame) -> Iterator[object]:
    for register in frame.framecode.cell_registers:
        cell: Any = frame.data.registers[register]
        try:
            yield cell.cell_contents
        except (ValueError, AttributeError):
            continue


OVER: Iterator[object] = filter(None, ())
"""In place of an iterator that is gone; an empty register would crash the process."""


def article(kind: str) -> str:
    """`a Thing that is gone`."""
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind} that is gone"

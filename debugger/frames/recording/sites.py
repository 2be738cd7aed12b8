"""The sites of entries: what each kind of entry means, and how it is undone.

`undo(undoing, activation, *kept)` gets what the entry kept.  A new kind of change needs a class here,
and a step in `changes.py` or `calls.py` that logs it before (or when) it happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from debugger.frames.missing import MISSING
from debugger.frames.recording.iterators import forwarded

if TYPE_CHECKING:
    from debugger.frames.recording.activation import Activation
    from debugger.frames.recording.undoing import Undoing


class Site:
    """Where in its code an entry belongs."""

    __slots__ = ("pc",)

    def __init__(self, pc: int) -> None:
        self.pc = pc

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        """Make the entry not to have been."""


class Mark(Site):
    """Before statement `pc`, where a segment begins.  Keeps `(turn, *values)`.

    `turn` counts the iterations of the loop that begins here, 0 where none does; the values are
    those of `registers`, which the segment may overwrite.  `is_place`: a line begins here, so one
    can go back to it.
    """

    __slots__ = ("is_place", "line", "registers")

    def __init__(self, pc: int, line: int | None, registers: tuple[int, ...]) -> None:
        super().__init__(pc)
        self.line = line
        self.registers = registers
        self.is_place = line is not None

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        turn, *values = kept
        if turn:
            activation.turns[self.pc] = turn - 1
        for register, value in zip(self.registers, values, strict=True):
            undoing.put(activation, register, value)


class LoopMark(Mark):
    """Before a `for` takes its next element from the iterator in `iterator`."""

    __slots__ = ("iterator",)

    def __init__(
        self, pc: int, line: int | None, registers: tuple[int, ...], iterator: int
    ) -> None:
        super().__init__(pc, line, registers)
        self.iterator = iterator

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        super().undo(undoing, activation, *kept)
        undoing.rewind(activation, self.iterator)


class Exhausted(Site):
    """A `for` has come to its end.  Keeps the iterable, and how often it was asked."""

    __slots__ = ("iterator",)

    def __init__(self, pc: int, iterator: int) -> None:
        super().__init__(pc)
        self.iterator = iterator

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        iterable, asked = kept
        frame = activation.frame
        if frame is None:
            return
        found = undoing.value(iterable, "a loop")
        if found is not MISSING:
            frame.data.registers[self.iterator] = forwarded(found, asked - 1)
        undoing.forget(activation, self.iterator)
        undoing.rewind(activation, self.iterator, -1)


class LoopBegun(Site):
    """A loop is entered.  Keeps the count and the iterable of the time before."""

    __slots__ = ("header", "iterator")

    def __init__(self, pc: int, header: int, iterator: int | None) -> None:
        super().__init__(pc)
        self.header = header
        self.iterator = iterator

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        turn, iterable = kept
        activation.turns[self.header] = turn
        if self.iterator is not None:
            activation.iterables[self.iterator] = iterable
            undoing.forget(activation, self.iterator)


class Registers(Site):
    """Registers that are about to be emptied or overwritten.  Keeps `(register, value)` pairs."""

    __slots__ = ()

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        for register, value in kept:
            undoing.put(activation, register, value)


class CellChange(Site):
    """A closure variable changes.  Keeps its value."""

    __slots__ = ("name", "register")

    def __init__(self, pc: int, register: int, name: str) -> None:
        super().__init__(pc)
        self.register = register
        self.name = name

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        frame = activation.frame
        if frame is None:
            return
        cell: Any = frame.data.registers[self.register]
        value = undoing.value(kept[0], self.name)
        if value is not MISSING:
            cell.cell_contents = value
        else:
            del cell.cell_contents


class NameChange(Site):
    """A name of the namespace (or of the globals, see `GlobalChange`) changes.  Keeps its value."""

    __slots__ = ("name",)

    def __init__(self, pc: int, name: str) -> None:
        super().__init__(pc)
        self.name = name

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        names = self.names(activation)
        if names is None:
            return
        value = undoing.value(kept[0], self.name)
        if value is not MISSING:
            names[self.name] = value
        else:
            names.pop(self.name, None)

    def names(self, activation: Activation) -> dict[str, Any] | None:
        """The dict that has the name."""
        frame = activation.frame
        return None if frame is None else frame.data.namespace


class GlobalChange(NameChange):
    """A global changes."""

    __slots__ = ()

    def names(self, activation: Activation) -> dict[str, Any] | None:
        binding = activation.binding()
        return None if binding is None else binding.globals


class HandledPushed(Site):
    """A handler is entered."""

    __slots__ = ()

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        frame = activation.frame
        if frame is not None:
            frame.data.handled = frame.data.handled[:-1]


class HandledPopped(Site):
    """A handler is left.  Keeps its error."""

    __slots__ = ()

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        frame = activation.frame
        if frame is not None:
            error = undoing.value(kept[0], "the handler")
            if error is MISSING:
                error = RuntimeError("the error handled here is gone")
            frame.data.handled = (*frame.data.handled, error)


class Left(Site):
    """A frame is left.  Keeps its handled errors, its finish, and both sorts of registers.

    `(handled, finish, ((register, value), ...), ((register of the caller, value), ...))`
    """

    __slots__ = ()

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        handled, finish, own, callers = kept
        if not activation.can_be_revived():
            return
        registers = activation.framecode.template.copy()
        made = None if finish is None else undoing.value(finish, "the call")
        frame = activation.revive(registers, made)
        if frame is None:
            return
        undoing.revived(frame)
        errors = (undoing.value(error, "the handler") for error in handled)
        frame.data.handled = tuple(error for error in errors if error is not MISSING)
        for register, value in own:
            undoing.put(activation, register, value)
        caller = activation.caller
        if caller is not None:
            for register, value in callers:
                undoing.put(caller, register, value)


class Began(Site):
    """A segment begins: native code leads to interpreted frames."""

    __slots__ = ()


class Resumed(Began):
    """A generator goes on, in a segment of its own.  Keeps pc, state and temporaries of its frame."""

    __slots__ = ()

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        frame = activation.frame
        if frame is None:
            return
        frame.pc, frame.state, pairs = kept
        for register, value in pairs:
            undoing.put(activation, register, value)


class Ended(Site):
    """A segment is over."""

    __slots__ = ()


class Barrier(Site):
    """Something happens that cannot be undone.  Keeps what, in words."""

    __slots__ = ()

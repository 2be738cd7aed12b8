"""The sites of entries: what each kind of entry means, and how it is undone.

`undo(undoing, activation, *kept)` gets the activation that was current and what the entry kept. A
new kind of change needs a class here and a step that logs it before (or when) it happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from debugger.frames.class_attributes import kind_of
from debugger.frames.missing import MISSING
from debugger.frames.recording.iterators import can_be_counted, forwarded, length
from debugger.frames.recording.restoring import GoneError

if TYPE_CHECKING:
    from debugger.frames.recording.activation import Activation
    from debugger.frames.recording.undoing import Undoing


class Site:
    """Where in its code an entry belongs; `width`: how many values an entry keeps."""

    __slots__ = ("pc", "width")

    def __init__(self, pc: int, width: int = 0) -> None:
        self.pc = pc
        self.width = width

    def __sizeof__(self) -> int:
        """Nothing: all entries share one site."""
        return 0

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        """Make the entry not to have been."""


class Mark(Site):
    """Before statement `pc`, where a segment begins.  Keeps the values of `registers`.

    These are what the segment may overwrite.  `is_place`: a line begins here, so one can go back
    to it.
    """

    __slots__ = ("is_place", "line", "registers")

    def __init__(self, pc: int, line: int | None, registers: tuple[int, ...]) -> None:
        super().__init__(pc, len(registers))
        self.line = line
        self.registers = registers
        self.is_place = line is not None

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        for register, value in zip(self.registers, kept, strict=True):
            undoing.put(activation, register, value)


class TurnMark(Mark):
    """Where each iteration of a `while` begins; the activation counts them."""

    __slots__ = ()

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        super().undo(undoing, activation, *kept)
        activation.turns[self.pc] -= 1


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
    """A `for` has come to its end.  Keeps the iterable."""

    __slots__ = ("iterator",)

    def __init__(self, pc: int, iterator: int) -> None:
        super().__init__(pc, 1)
        self.iterator = iterator

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        frame = activation.frame
        if frame is None:
            return
        undoing.forget(activation, self.iterator)
        try:
            found = undoing.restorer.value(kept[0])
        except GoneError as gone:
            undoing.end_loop(activation, self.iterator, str(gone))
            return
        if not can_be_counted(found):
            kind = "iterable" if found is None else kind_of(found)
            undoing.end_loop(activation, self.iterator, kind)
            return
        # What is kept of an iterator makes a new one each time.
        count = length(undoing.restorer.value(kept[0]))
        frame.data.registers[self.iterator] = forwarded(found, count)
        undoing.rewind(activation, self.iterator, -1)


class LoopBegun(Site):
    """A `for` is entered.  Keeps what the loop before it in the same register went over."""

    __slots__ = ("iterator",)

    def __init__(self, pc: int, iterator: int) -> None:
        super().__init__(pc, 1)
        self.iterator = iterator

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        activation.iterables[self.iterator] = kept[0]
        undoing.forget(activation, self.iterator)


class TurnsBegun(Site):
    """A `while` is entered.  Keeps how often it came round the time before."""

    __slots__ = ("header",)

    def __init__(self, pc: int, header: int) -> None:
        super().__init__(pc, 1)
        self.header = header

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        activation.turns[self.header] = kept[0]


class Registers(Site):
    """Registers that are about to be emptied or overwritten.  Keeps `((register, value), ...)`."""

    __slots__ = ()

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        for register, value in kept[0]:
            undoing.put(activation, register, value)


class CellChange(Site):
    """A closure variable changes.  Keeps its value."""

    __slots__ = ("name", "register")

    def __init__(self, pc: int, register: int, name: str) -> None:
        super().__init__(pc, 1)
        self.register = register
        self.name = name

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        frame = activation.frame
        if frame is None:
            return
        cell: Any = frame.data.registers[self.register]
        undoing.hold(contents(cell))
        value = undoing.value(kept[0], self.name)
        if value is not MISSING:
            cell.cell_contents = value
        else:
            del cell.cell_contents


def contents(cell: Any) -> object:
    """What a cell holds, or MISSING."""
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING


class NameChange(Site):
    """A name of the namespace (or of the globals, see `GlobalChange`) changes.  Keeps its value."""

    __slots__ = ("name",)

    def __init__(self, pc: int, name: str) -> None:
        super().__init__(pc, 1)
        self.name = name

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        names = self.names(activation)
        if names is None:
            return
        undoing.hold(names.get(self.name))
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
        frame, binding = activation.frame, activation.binding()
        if frame is not None:
            return frame.globals
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


class Entered(Site):
    """A frame runs its first statement.  Keeps the activation that was current before."""

    __slots__ = ()

    def __init__(self, pc: int = -1) -> None:
        super().__init__(pc, 1)

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        undoing.current = kept[0]


class Left(Site):
    """A frame is left.  Keeps its named registers, those of its caller, and its activation.

    Those of the caller, as `(register, value)` pairs, are what the rest of the line that called
    uses or overwrites.
    """

    __slots__ = ()

    def __init__(self, pc: int = -1) -> None:
        super().__init__(pc, 3)

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        values, callers, left = kept
        undoing.current = left
        self.revive(undoing, left, tuple(enumerate(values)))
        self.put_back(undoing, left.caller, callers)

    def put_back(
        self, undoing: Undoing, caller: Activation | None, pairs: tuple[tuple[int, Any], ...]
    ) -> None:
        """Restore registers of the caller."""
        if caller is not None:
            for register, value in pairs:
                undoing.put(caller, register, value)

    def revive(self, undoing: Undoing, left: Activation, own: tuple[tuple[int, Any], ...]) -> None:
        """Let the frame run again, with what was kept of its registers."""
        frame = left.revive()
        if frame is None:
            return
        for register, value in own:
            if value is not MISSING:
                undoing.put(left, register, value)


class LeftAmid(Left):
    """The same where there is more to it.

    Keeps `(own, handled, finish)`, the registers of the caller, and the activation; `own` are
    `(register, value)` pairs.
    """

    __slots__ = ()

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        (own, handled, finish), callers, left = kept
        undoing.current = left
        self.revive(undoing, left, own)
        self.put_back(undoing, left.caller, callers)
        frame = left.frame
        if frame is None:
            return
        if finish is not None:
            frame.finish = undoing.value(finish, "the call")
        errors = (undoing.value(error, "the handler") for error in handled)
        frame.data.handled = tuple(error for error in errors if error is not MISSING)


class Began(Entered):
    """A segment begins: native code leads to interpreted frames."""

    __slots__ = ()


class Resumed(Began):
    """A generator goes on, in a segment of its own.

    Keeps the activation that was current, and `(pc, state, temporaries)` of the generator's frame,
    and its activation.
    """

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__()
        self.width = 3

    def undo(self, undoing: Undoing, activation: Activation, *kept: Any) -> None:
        undoing.current, state, resumed = kept
        frame = resumed.frame
        if frame is None:
            return
        frame.pc, frame.state, pairs = state
        for register, value in pairs:
            undoing.put(resumed, register, value)


class Ended(Entered):
    """A segment is over.  Keeps the activation that was current in it."""

    __slots__ = ()


class Barrier(Site):
    """Something happens that cannot be undone.  Keeps what, in words."""

    __slots__ = ()

    def __init__(self, pc: int = -1) -> None:
        super().__init__(pc, 1)

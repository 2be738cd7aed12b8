"""Writing parts: the code that is added to a user's function, in the idiom of the running version.

Nothing that is written here has a place in the source, bar what frames are parked in.
"""

from __future__ import annotations

import opcode
from collections.abc import Sequence
from functools import cache
from types import CodeType

from debugger.compiled.variants.rewriting import (
    NOWHERE,
    ONE_PREFIX,
    Handler,
    Item,
    Label,
    Part,
    Run,
    encoded,
    item,
    jump,
)
from debugger.frames.decode import Position
from debugger.frames.missing import MISSING
from debugger.frames.opcodes import table

PSEUDO = 256
"""Opcodes from here on exist in the compiler only."""

LOAD_CELL = "LOAD_CLOSURE" if opcode.opmap["LOAD_CLOSURE"] < PSEUDO else "LOAD_FAST"
MIDDLE = "FORWARD_" if table().precall else ""
IF_FALSE, IF_TRUE = f"POP_JUMP_{MIDDLE}IF_FALSE", f"POP_JUMP_{MIDDLE}IF_TRUE"
IF_NOT_NONE = f"POP_JUMP_{MIDDLE}IF_NOT_NONE"


def _less(left: int, right: int) -> bool:
    return left < right


def _argument(name: str, code: CodeType) -> int:
    """The argument that an instruction has in some code."""
    units = code.co_code
    place = next(i for i in range(0, len(units), 2) if units[i] == opcode.opmap[name])
    return units[place + 1]


LESS = _argument("COMPARE_OP", _less.__code__)


@cache
def _encoded(name: str, argument: int) -> bytes:
    return encoded(opcode.opmap[name], argument)


class Constants:
    """The constants of a code object, and those that are added behind them, `first` these."""

    def __init__(self, own: tuple[object, ...], first: Sequence[object]) -> None:
        self.values = [*own, *first]
        self._added = {id(value): index for index, value in enumerate(first, len(own))}

    def index(self, value: object) -> int:
        """The index of this very object among the constants added."""
        found = self._added.get(id(value))
        if found is None:
            found = self._added[id(value)] = len(self.values)
            self.values.append(value)
        return found


class Writer:
    """Collects parts; `handler` is where an error in what is written next goes.

    `place` is where a frame seems to be while it is parked or suspended in what is written: those
    who walk the stack expect it to be somewhere.
    """

    def __init__(self, constants: Constants, place: Position = NOWHERE) -> None:
        self.constants = constants
        self.place = place
        self.parts: list[Part] = []
        self.handler: Handler | None = None

    def write(self, name: str, argument: int = 0) -> None:
        """One instruction."""
        if argument >= ONE_PREFIX:
            self.parts.append(item(name, argument, self.handler))
            return
        run = self.parts[-1] if self.parts else None
        if type(run) is not Run or run.handler is not self.handler:
            run = Run(self.handler)
            self.parts.append(run)
        run.code += _encoded(name, argument)

    def write_placed(self, name: str, argument: int) -> None:
        """An instruction during which the frame may be looked at."""
        self.parts.append(Item(opcode.opmap[name], argument, None, self.place, self.handler))

    def mark(self, place: Position) -> None:
        """An instruction that does nothing, at some place."""
        self.parts.append(Item(opcode.opmap["NOP"], 0, None, place, self.handler))

    def write_all(self, *names: str) -> None:
        """Instructions without arguments."""
        for name in names:
            self.write(name)

    def swap(self, depth: int) -> None:
        """Exchange the top of the stack with what lies `depth - 1` below it."""
        self.write("SWAP", depth)

    def jump(self, target: Label, name: str = "JUMP_FORWARD") -> None:
        """A jump, of the usual kind or of another one."""
        self.parts.append(jump(name, target, self.handler))

    def land(self, label: Label) -> None:
        """The place of `label`."""
        self.parts.append(label)

    def constant(self, value: object) -> None:
        """Push a value."""
        self.write("LOAD_CONST", self.constants.index(value))

    def unbind(self, place: int) -> None:
        """Unbind a local, bound or not."""
        self.write("PUSH_NULL")
        self.write("STORE_FAST", place)

    def load_in_cell(self, place: int) -> None:
        """Push a new cell with what a local holds, or an empty one; the local holds it, too."""
        self.write("MAKE_CELL", place)
        self.write("LOAD_FAST", place)

    def null_if_missing(self) -> None:
        """Turn MISSING on the top of the stack into NULL."""
        present = Label()
        self.jump_unless_is(MISSING, present)
        self.write_all("POP_TOP", "PUSH_NULL")
        self.land(present)

    def jump_unless_is(self, value: object, target: Label) -> None:
        """Jump if the top of the stack, which stays, is not that very object."""
        self._jump_unless(value, "IS_OP", 0, target)

    def jump_unless_less(self, bound: int, target: Label) -> None:
        """Jump if the number on top of the stack, which stays, is not below `bound`."""
        self._jump_unless(bound, "COMPARE_OP", LESS, target)

    def _jump_unless(self, value: object, test: str, argument: int, target: Label) -> None:
        self.write("COPY", 1)
        self.constant(value)
        self.write(test, argument)
        self.jump(target, IF_FALSE)

    def jump_unless(self, condition: object, target: Label) -> None:
        """Jump if a value is not true by now."""
        self.constant(condition)
        if "TO_BOOL" in opcode.opmap:
            self.write("TO_BOOL")
        self.jump(target, IF_FALSE)

    def call_below(self) -> None:
        """Call what lies below the one argument on top of the stack."""
        self.write("PUSH_NULL")
        if table().null_first:
            self.swap(3)
        self.swap(2)
        self._call(1)

    def constant_called(self, function: object) -> None:
        """Call a function without arguments."""
        if table().null_first:
            self.write("PUSH_NULL")
        self.constant(function)
        if not table().null_first:
            self.write("PUSH_NULL")
        self._call(0)

    def _call(self, count: int) -> None:
        if table().precall:
            self.write("PRECALL", count)
        self.write_placed("CALL", count)


class Placed(Writer):
    """All that is written has the same place in the source."""

    def write(self, name: str, argument: int = 0) -> None:
        self.write_placed(name, argument)

    def jump(self, target: Label, name: str = "JUMP_FORWARD") -> None:
        self.parts.append(Item(opcode.opmap[name], 0, target, self.place, self.handler))

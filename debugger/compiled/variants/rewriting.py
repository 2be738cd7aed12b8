"""A code object as parts that can be added to, and their assembly.

Parts are items (instructions), runs of plain ones, and labels between them: jumps and handlers name
labels, so that items can be put anywhere.  Caches, EXTENDED_ARG prefixes, jump arguments, the
exception table and the line table are made by `assembled`; what is taken apart and not changed
comes back to the byte.
"""

from __future__ import annotations

import opcode
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import CodeType
from typing import final

from debugger.frames import assigned
from debugger.frames.assemble import add_location
from debugger.frames.decode import (
    CACHE_ENTRIES,
    Instruction,
    Position,
    covered,
    exception_entries,
)
from debugger.frames.records import Record

NOWHERE = Position(None, None, None, None)
"""The position of everything that was not compiled from the user's source."""

OPTIMIZED = 1
"""The flag of code whose variables are not in a namespace."""

CACHES = [CACHE_ENTRIES.get(name, 0) for name in opcode.opname]
UNITS = [1 + count for count in CACHES]
"""What instructions take without prefixes, by opcode."""
ONE_PREFIX, TWO_PREFIXES, THREE_PREFIXES = 1 << 8, 1 << 16, 1 << 24
FORWARD = opcode.opmap["JUMP_FORWARD"]
BACKWARD = opcode.opmap["JUMP_BACKWARD_NO_INTERRUPT"]
BACKWARDS = frozenset(number for name, number in opcode.opmap.items() if "BACKWARD" in name)
INTERRUPTIBLE = BACKWARDS - {BACKWARD}
"""Jumps back at which a signal handler may run: those of loops."""
ENDS = assigned.ENDS | {"RETURN_CONST"}
"""Opcodes behind which nothing goes on."""


@final
class Label:
    """A place between two items, known when they are assembled."""

    __slots__ = ("unit",)

    unit: int


class Handler(Record):
    """Where an error goes: to `target`, the stack cut to `depth`, the offset pushed if `lasti`."""

    target: Label
    depth: int
    lasti: bool


class Item:
    """One instruction; a jump has a `target` instead of an argument.

    How many `prefixes` and `units` it has and where it ends is known when it is assembled.
    """

    __slots__ = ("argument", "end", "handler", "number", "position", "prefixes", "target", "units")

    prefixes: int
    units: int
    end: int

    def __init__(
        self,
        number: int,
        argument: int = 0,
        target: Label | None = None,
        position: Position = NOWHERE,
        handler: Handler | None = None,
    ) -> None:
        self.number = number
        self.argument = argument
        self.target = target
        self.position = position
        self.handler = handler

    @property
    def opcode_unit(self) -> int:
        """Where the opcode is, behind the prefixes."""
        return self.end - CACHES[self.number] - 1

    @property
    def name(self) -> str:
        """The name of the opcode."""
        return opcode.opname[self.number]


@final
class Run:
    """Instructions in a row that are no jumps and have no place in the source, as they are."""

    __slots__ = ("code", "end", "handler", "units")

    position = NOWHERE
    units: int
    end: int

    def __init__(self, handler: Handler | None) -> None:
        self.code = bytearray()
        self.handler = handler


Solid = Item | Run
Part = Solid | Label


def item(name: str, argument: int = 0, handler: Handler | None = None) -> Item:
    """An instruction that has no place in the source."""
    return Item(opcode.opmap[name], argument, None, NOWHERE, handler)


def jump(name: str, target: Label, handler: Handler | None = None) -> Item:
    """A jump; a JUMP_FORWARD may go either way, and lets no signal handler in between."""
    return Item(opcode.opmap[name], 0, target, NOWHERE, handler)


class Body:
    """A code object taken apart: its items by ordinal, and the labels that stand before some.

    `instructions` are those of the code.  `start`: the ordinal behind the first RESUME, where the
    user's own code begins.
    """

    def __init__(self, code: CodeType, instructions: Sequence[Instruction]) -> None:
        covering = covered(exception_entries(code))
        ordinals = {instruction.offset: i for i, instruction in enumerate(instructions)}
        self.labels: dict[int, Label] = {}
        self._passed_by: dict[int, Label] = {}
        self._ahead: dict[int, Sequence[Part]] = {}
        handlers = {
            row: Handler(self._label(ordinals[row.target]), row.depth, row.lasti)
            for row in set(covering.values())
        }
        self.items: list[Item] = []
        for offset, _, number, argument, target, position in instructions:
            label = None if target is None else self._label(ordinals[target])
            row = covering.get(offset)
            handler = None if row is None else handlers[row]
            self.items.append(Item(number, argument, label, position, handler))
        self._jumps: dict[Label, list[int]] = {}
        for ordinal, item in enumerate(self.items):
            if item.target is not None:
                self._jumps.setdefault(item.target, []).append(ordinal)
        resume = opcode.opmap["RESUME"]
        self.start = next(n for n, item in enumerate(self.items, 1) if item.number == resume)

    def _label(self, ordinal: int) -> Label:
        label = self.labels.get(ordinal)
        if label is None:
            label = self.labels[ordinal] = Label()
        return label

    def pass_by(self, ordinal: int, entry: Label) -> None:
        """What comes to an instruction from before it, within its line, arrives at `entry`."""
        target, label = self.items[ordinal], self.labels.get(ordinal)
        jumps = () if label is None else self._jumps.get(label, ())
        for instruction in (self.items[each] for each in jumps if each < ordinal):
            if instruction.target is label and instruction.position.line == target.position.line:
                instruction.target = entry
        last = self.items[ordinal - 1]
        is_entry = last.name == "RESUME" and last.argument == 0
        if last.position.line == target.position.line and not is_entry and last.name not in ENDS:
            self._passed_by[ordinal] = entry

    def detour(self, ordinal: int, parts: Sequence[Part]) -> tuple[Item, ...]:
        """Put parts before an instruction where only jumps back arrive; returns these jumps.

        The first of the parts is a label.
        """
        way, label = parts[0], self.labels[ordinal]
        assert isinstance(way, Label)
        jumps = [one for one in self.items if one.target is label and one.number in INTERRUPTIBLE]
        for one in jumps:
            one.target = way
        self._ahead[ordinal] = parts
        return tuple(jumps)

    def _past(self, ordinal: int) -> Iterator[Part]:
        """What comes from before goes past what only jumps back arrive at."""
        last = self.items[ordinal - 1]
        if last.name in ENDS or ordinal in self._passed_by:
            return
        place = NOWHERE if last.name == "RESUME" else last.position
        forward = opcode.opmap["JUMP_FORWARD"]
        yield Item(forward, 0, self.labels[ordinal], place, last.handler)

    def ends(self) -> tuple[int, ...]:
        """Where the items end, in units, as they were assembled last."""
        return tuple(instruction.end for instruction in self.items)

    def parts(self, inserted: Mapping[int, Sequence[Part]]) -> list[Part]:
        """All parts in order; what is inserted before an item is where jumps to the item arrive."""
        parts: list[Part] = []
        for ordinal, instruction in enumerate(self.items):
            if ordinal in self._passed_by:
                handler = self.items[ordinal - 1].handler
                parts.append(jump("JUMP_FORWARD", self._passed_by[ordinal], handler))
            if ordinal in self._ahead:
                parts += self._past(ordinal)
                parts += self._ahead[ordinal]
            if ordinal in self.labels:
                parts.append(self.labels[ordinal])
            if ordinal in inserted:
                parts += inserted[ordinal]
            parts.append(instruction)
        return parts


class Assembled(Record):
    """What `CodeType.replace` takes as co_code, co_exceptiontable and co_linetable."""

    units: bytes
    exception_table: bytes
    line_table: bytes


def assembled(parts: Sequence[Part], first_line: int) -> Assembled:
    """Assemble `parts`, every label of which stands among them."""
    _settle(parts)
    solid = [part for part in parts if type(part) is not Label]
    return Assembled(_units(solid), _exception_table(solid), _line_table(solid, first_line))


@cache
def encoded(number: int, argument: int, prefixes: int = 0) -> bytes:
    """An instruction with its prefixes and caches."""
    digits = argument.to_bytes(prefixes + 1, "big")
    numbers = (*[opcode.EXTENDED_ARG] * prefixes, number)
    pairs = [bytes(pair) for pair in zip(numbers, digits, strict=True)]
    return b"".join(pairs) + bytes(2 * CACHES[number])


def _units(solid: Sequence[Solid]) -> bytes:
    units = [
        part.code if type(part) is Run else encoded(part.number, part.argument, part.prefixes)
        for part in solid
    ]
    return b"".join(units)


def _settle(parts: Sequence[Part]) -> None:
    """Give jumps their arguments, and all parts their places."""
    jumps = []
    for part in parts:
        if type(part) is Item:
            part.units, part.prefixes = UNITS[part.number], 0
            if part.target is not None:
                jumps.append(part)
            elif part.argument >= ONE_PREFIX:
                part.prefixes = _prefixes(part.argument)
                part.units += part.prefixes
        elif type(part) is Run:
            part.units = len(part.code) // 2
    _place(parts)
    while _grow(jumps):
        _place(parts)


def _place(parts: Sequence[Part]) -> None:
    unit = 0
    for part in parts:
        if type(part) is Label:
            part.unit = unit
        else:
            unit += part.units
            part.end = unit


def _grow(jumps: Sequence[Item]) -> bool:
    """Compute the arguments of all jumps; whether some need more prefixes than they have."""
    grown = False
    for instruction in jumps:
        assert instruction.target is not None
        argument = instruction.target.unit - instruction.end
        if argument < 0:
            argument = -argument
            if instruction.number == FORWARD:
                instruction.number = BACKWARD
            assert instruction.number in BACKWARDS, (instruction.name, argument)
        instruction.argument = argument
        if argument >= ONE_PREFIX and _prefixes(argument) > instruction.prefixes:
            instruction.units += _prefixes(argument) - instruction.prefixes
            instruction.prefixes = _prefixes(argument)
            grown = True
    return grown


def _prefixes(argument: int) -> int:
    return (argument >= ONE_PREFIX) + (argument >= TWO_PREFIXES) + (argument >= THREE_PREFIXES)


def _exception_table(items: Sequence[Solid]) -> bytes:
    """CPython: Objects/exception_handling_notes.txt."""
    table = bytearray()
    for handler, start, end in _ranges(items):
        first = len(table)
        table += _big_endian(start)
        table += _big_endian(end - start)
        table += _big_endian(handler.target.unit)
        table += _big_endian(handler.depth << 1 | handler.lasti)
        table[first] |= 0x80
    return bytes(table)


def _ranges(items: Sequence[Solid]) -> Iterator[tuple[Handler, int, int]]:
    """The runs of items that have the same handler, in units."""
    current, start, end = None, 0, 0
    for instruction in items:
        if instruction.handler is not current:
            if current is not None:
                yield current, start, end
            current, start = instruction.handler, end
        end = instruction.end
    if current is not None:
        yield current, start, end


@cache
def _big_endian(value: int) -> bytes:
    """Six bits a byte, the highest first; all but the last are marked."""
    digits = [value & 63]
    while value := value >> 6:
        digits.append(64 | value & 63)
    return bytes(reversed(digits))


def _line_table(items: Sequence[Solid], first_line: int) -> bytes:
    table = bytearray()
    line = first_line
    for position, units in _places(items):
        add_location(table, units, line, position)
        line = line if position.line is None else position.line
    return bytes(table)


def _places(items: Sequence[Solid]) -> Iterator[tuple[Position, int]]:
    """The runs of items at the same place in the source, and their lengths in units."""
    current, start, end = NOWHERE, 0, 0
    for instruction in items:
        position = instruction.position
        if position is not current and position != current:
            if end > start:
                yield current, end - start
            current, start = position, end
        end = instruction.end
    if end > start:
        yield current, end - start

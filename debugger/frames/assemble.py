"""Assemble the code object that executes one statement.

Such a code object is straight-line code with at most one forward jump, all of it at the one
source position of its statement, in the name of the user's function: what it calls sees the
user's place in `sys._getframe(1)`, and so does a traceback.
"""

from __future__ import annotations

import opcode
from collections.abc import Callable
from functools import partial
from types import CodeType
from typing import Any

from debugger.frames.decode import CACHE_ENTRIES, Position
from debugger.frames.missing import MISSING
from debugger.frames.opcodes import table

REGISTERS = 1
"""The local variable of a step that holds the registers."""

OPTIMIZED_NEWLOCALS = 0x3
GENERATOR_KINDS = 0x20 | 0x80 | 0x100 | 0x200
FUTURES = 0xFFE0000
"""The flags of `from __future__` imports, which `compile` and `exec` take from their caller."""


def _template(frame: object, registers: list[object]) -> None: ...


class Assembler:
    """Collects the units of one small code object."""

    def __init__(self, *, prologue: bool = True) -> None:
        self.units = bytearray()
        self.constants: list[object] = [None]
        self.names: list[str] = []
        self.depth = 8
        if prologue:
            self.emit("RESUME", 0)

    def emit(self, opname: str, argument: int = 0) -> None:
        """One instruction, with its prefixes and caches."""
        for shift in (24, 16, 8):
            if argument >> shift:
                self.units += bytes((opcode.EXTENDED_ARG, argument >> shift & 255))
        self.units += bytes((opcode.opmap[opname], argument & 255))
        self.units += bytes(2 * CACHE_ENTRIES.get(opname, 0))

    def constant(self, value: object) -> int:
        """The index of `value` among the constants."""
        self.constants.append(value)
        return len(self.constants) - 1

    def load_constant(self, value: object) -> None:
        """Push `value`."""
        self.emit("LOAD_CONST", self.constant(value))

    def name(self, name: str) -> int:
        """The index of `name` among the names."""
        self.names.append(name)
        return len(self.names) - 1

    def load(self, register: int) -> None:
        """Push the value of a register."""
        self._address(register)
        self.emit("BINARY_SUBSCR")

    def store(self, register: int) -> None:
        """Pop into a register."""
        self._address(register)
        self.emit("STORE_SUBSCR")

    def clear(self, register: int) -> None:
        """Empty a register."""
        self.load_constant(MISSING)
        self.store(register)

    def give(self, pc: int) -> None:
        """Return the pc to go on at."""
        self.load_constant(pc)
        self.emit("RETURN_VALUE")

    def jump(self, opname: str) -> int:
        """A forward jump, to be landed later; returns the mark for `land`."""
        self.emit(opname, 0)
        return len(self.units)

    def land(self, mark: int, opname: str) -> None:
        """The jump that left `mark` arrives here."""
        argument = mark - 1 - 2 * CACHE_ENTRIES.get(opname, 0)
        self.units[argument] = (len(self.units) - mark) // 2

    def call_constant(
        self, callee: Callable[..., object], arguments: tuple[object, ...], keywords: dict[str, Any]
    ) -> None:
        """Call something that is known already, and return the result.

        It is one constant, that can be hashed, and so the code with it.
        """
        self.push_callee(partial(callee, *arguments, **keywords))
        self.load_constant(())
        self.emit("CALL_FUNCTION_EX", 0)
        self.emit("RETURN_VALUE")

    def push_callee(self, callee: object) -> None:
        """Push something known to be called, with the NULL beside it."""
        if table().null_first:
            self.emit("PUSH_NULL")
        self.load_constant(callee)
        if not table().null_first:
            self.emit("PUSH_NULL")

    def call_one(self) -> None:
        """Call what was pushed with one argument."""
        if table().precall:
            self.emit("PRECALL", 1)
        self.emit("CALL", 1)

    def _address(self, register: int) -> None:
        self.emit("LOAD_FAST", REGISTERS)
        self.load_constant(register)

    def code(
        self,
        original: CodeType,
        position: Position,
        kinds: int = 0,
        variables: tuple[str, ...] = (".frame", ".registers"),
    ) -> CodeType:
        """The finished code object, in the name of `original` and all at `position`.

        `variables` are its parameters, `kinds` the flags of a generator that it takes on.
        """
        flags = original.co_flags & (FUTURES | kinds) | OPTIMIZED_NEWLOCALS
        return _template.__code__.replace(
            co_code=bytes(self.units),
            co_consts=tuple(self.constants),
            co_names=tuple(self.names),
            co_argcount=len(variables),
            co_nlocals=len(variables),
            co_varnames=variables,
            co_stacksize=self.depth,
            co_flags=flags,
            co_filename=original.co_filename,
            co_name=original.co_name,
            co_qualname=original.co_qualname,
            co_firstlineno=original.co_firstlineno,
            co_linetable=line_table(len(self.units) // 2, original.co_firstlineno, position),
        )


def dress(template: CodeType, original: CodeType, position: Position) -> CodeType:
    """`template` in the name of `original`, all of it at `position`."""
    return template.replace(
        co_varnames=hidden(template.co_varnames),
        co_freevars=hidden(template.co_freevars),
        co_filename=original.co_filename,
        co_name=original.co_name,
        co_qualname=original.co_qualname,
        co_firstlineno=original.co_firstlineno,
        co_flags=template.co_flags | original.co_flags & FUTURES,
        co_linetable=line_table(len(template.co_code) // 2, original.co_firstlineno, position),
    )


def hidden(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names of locals that are no names of the user's."""
    return tuple(f".{name}" for name in names)


MORE = 64
LONG, NO_COLUMNS, NO_LOCATION = 14, 13, 15
ONE_LINE, ONE_LINE_DELTAS, ONE_LINE_COLUMNS = 10, range(3), 128
"""The short form: on one line, at most two below the one before, and columns below 128."""


LONGEST = 8
"""Units that one entry of a line table can cover."""


def line_table(units: int, first_line: int, position: Position) -> bytes:
    """A line table that gives all `units` one position (CPython: Objects/locations.md)."""
    table = bytearray()
    add_location(table, units, first_line, position)
    return bytes(table)


def add_location(table: bytearray, units: int, before: int, position: Position) -> None:
    """Add to a line table where the next `units` are; what comes before is on the line `before`."""
    _add_entry(table, min(units, LONGEST), before, position)
    if units > LONGEST:
        line = before if position.line is None else position.line
        full, rest = divmod(units - LONGEST, LONGEST)
        again = bytearray()
        _add_entry(again, LONGEST, line, position)
        table += full * again
        if rest:
            _add_entry(table, rest, line, position)


def _add_entry(table: bytearray, length: int, before: int, position: Position) -> None:
    line, end_line, column, end_column = position
    kind = 0x80 | length - 1
    if line is None:
        table.append(kind | NO_LOCATION << 3)
        return
    below = line - before
    if column is None or end_line is None or end_column is None:
        table.append(kind | NO_COLUMNS << 3)
        _add_signed(table, below)
        return
    is_short = line == end_line and column < ONE_LINE_COLUMNS and end_column < ONE_LINE_COLUMNS
    if is_short and below in ONE_LINE_DELTAS:
        table.append(kind | ONE_LINE + below << 3)
        table.append(column)
        table.append(end_column)
        return
    table.append(kind | LONG << 3)
    _add_signed(table, below)
    _add_unsigned(table, end_line - line)
    _add_unsigned(table, column + 1)
    _add_unsigned(table, end_column + 1)


def _add_unsigned(table: bytearray, value: int) -> None:
    while value >= MORE:
        table.append(MORE | value & 63)
        value >>= 6
    table.append(value)


def _add_signed(table: bytearray, value: int) -> None:
    _add_unsigned(table, -value << 1 | 1 if value < 0 else value << 1)

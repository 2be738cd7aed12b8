"""A code object's instructions and exception table, decoded.

Caches and EXTENDED_ARG prefixes are folded away; jump targets are offsets.
"""

from __future__ import annotations

import opcode
from collections.abc import Iterable, Iterator
from functools import partial
from types import CodeType
from typing import NamedTuple

CACHE_ENTRIES: dict[str, int] = (
    dict(opcode._inline_cache_entries)  # type: ignore[attr-defined]  # noqa: SLF001
    if isinstance(opcode._inline_cache_entries, dict)  # type: ignore[attr-defined]  # noqa: SLF001
    else dict(zip(opcode.opname, opcode._inline_cache_entries, strict=False))  # type: ignore[attr-defined]  # noqa: SLF001
)
"""Opcode name -> the number of cache units behind it."""


LENGTHS = [2 + 2 * CACHE_ENTRIES.get(name, 0) for name in opcode.opname]
"""Bytes that an instruction takes with its caches, by opcode."""

DIRECTIONS = [
    (-2 if "BACKWARD" in name else 2) if number in opcode.hasjrel else 0
    for number, name in enumerate(opcode.opname)
]
"""Bytes that a jump goes for each one of its argument, by opcode; 0 for what is no jump."""


class Position(NamedTuple):
    """A place in the source: lines from 1, columns as UTF-8 byte offsets from 0."""

    line: int | None
    end_line: int | None
    column: int | None
    end_column: int | None


class Instruction(NamedTuple):
    """One instruction; `offset` is that of its first prefix, `target` where a jump goes."""

    offset: int
    name: str
    opcode: int
    argument: int
    target: int | None
    position: Position


_instruction = partial(tuple.__new__, Instruction)
"""Makes one from all it consists of, faster than its class does."""


class ExceptionEntry(NamedTuple):
    """One row of the exception table: offsets in bytes, `end` exclusive."""

    start: int
    end: int
    target: int
    depth: int
    lasti: bool


def decode(code: CodeType) -> list[Instruction]:
    """All instructions of `code`, in order; those in a row at one place share its position."""
    units, names = code.co_code, opcode.opname
    positions = list(code.co_positions())
    position = Position(None, None, None, None)
    result = []
    extended = 0
    start = offset = 0
    while offset < len(units):
        number = units[offset]
        argument = units[offset + 1] | extended
        after = offset + LENGTHS[number]
        if number == opcode.EXTENDED_ARG:
            extended = argument << 8
        else:
            extended = 0
            direction = DIRECTIONS[number]
            target = after + direction * argument if direction else None
            place = positions[offset // 2]
            if place != position:
                position = Position(*place)
            result.append(_instruction((start, names[number], number, argument, target, position)))
            start = after
        offset = after
    return result


def exception_entries(code: CodeType) -> Iterator[ExceptionEntry]:
    """The rows of the exception table (CPython: Objects/exception_handling_notes.txt)."""
    numbers = _varints(code.co_exceptiontable)
    for start in numbers:
        length, target, depth_lasti = next(numbers), next(numbers), next(numbers)
        yield ExceptionEntry(
            2 * start,
            2 * (start + length),
            2 * target,
            depth_lasti >> 1,
            bool(depth_lasti & 1),
        )


def covered(table: Iterable[ExceptionEntry]) -> dict[int, ExceptionEntry]:
    """Offset -> the row that says where an error at that offset goes."""
    return {offset: row for row in table for offset in range(row.start, row.end, 2)}


def _varints(table: bytes) -> Iterator[int]:
    value = 0
    for byte in table:
        value = (value << 6) | (byte & 63)
        if not byte & 64:
            yield value
            value = 0

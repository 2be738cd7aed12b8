"""What crosses between a real frame and the interpreter at a point, and its form on the way.

`Crossing.writes_out` moves the operand stack of a point into a list; `writes_in` puts it there
again; `bring_out` and `bring_in` are their counterparts on the side of the interpreter.

Out, the values come as a list, the deepest first.  In, they are a tuple that UNPACK_SEQUENCE puts
on the stack, the deepest last; where an entry is no plain value the tuple ends at it, and the
entry comes first, followed by the tuple of the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import CellType
from typing import Any

from debugger.compiled.variants.writing import Writer
from debugger.frames.ir import Cell, Const, Null, Operand, Saved, Slot, Taken, Temp
from debugger.frames.missing import MISSING
from debugger.frames.opcodes import table
from debugger.frames.points import Point

SPECIAL = (Saved, Taken, Null)
"""Entries of the operand stack that are no plain values."""

NULLS = (Taken, Null)
"""Entries that may be NULL."""


class Crossing:
    """How state crosses at one point; `needs_spare`: a local is needed in between."""

    __slots__ = ("is_plain", "needs_spare", "point", "segments")

    def __init__(self, point: Point) -> None:
        self.point = point
        self.segments = segments(point.stack)
        self.is_plain = len(self.segments) == 1
        self.needs_spare = any(isinstance(special, NULLS) for _, special in self.segments)

    # ------------------------------------------------------------------ in the real frame

    def write_out(self, work: Writer, spare: int) -> None:
        """Move the operand stack into a list, and give back the handled exceptions."""
        stack = self.point.stack
        if self.is_plain:
            work.write("BUILD_LIST", len(stack))
            return
        work.write("BUILD_LIST", 0)
        for depth in range(len(stack) - 1, -1, -1):
            _write_entry_out(work, stack[depth], spare)
        if self.needs_spare:
            work.unbind(spare)

    def write_in(self, work: Writer) -> None:
        """Put the values of the tuple on top of the stack where they were, and handle again."""
        for values, special in self.segments:
            count = len(values) + (special is not None) + isinstance(special, Saved | Taken)
            if count:
                work.write("UNPACK_SEQUENCE", count)
            else:
                work.write("POP_TOP")
            if special is None:
                continue
            if isinstance(special, Saved):
                work.write_all("PUSH_EXC_INFO", "POP_TOP")
            elif isinstance(special, Taken):
                work.null_if_missing()
            else:
                work.write("PUSH_NULL")
            work.swap(2)

    # ------------------------------------------------------------------ on our side

    def bring_out(self, stack: list[Any]) -> list[Any]:
        """The entries, deepest first, from what `write_out` made; methods are bound.

        MISSING for NULL; for what PUSH_EXC_INFO saved, the exception handled since.
        """
        if self.is_plain:
            return stack
        stack.reverse()
        for depth, operand in enumerate(self.point.stack):
            if isinstance(operand, NULLS):
                stack[depth] = content(stack[depth])
            if isinstance(operand, Null) and stack[depth] is not MISSING:
                _bind(stack, depth)
        return stack

    def bring_in(self, stack: Sequence[Any]) -> tuple[Any, ...]:
        """What `write_in` expects, from the entries as `bring_out` gives them."""
        if self.is_plain:
            return tuple(reversed(stack))
        brought: tuple[Any, ...] = ()
        for values, special in reversed(self.segments):
            plain = tuple(stack[depth] for depth in reversed(values))
            if special is None:
                brought = plain
            elif isinstance(special, Null):
                brought = (brought, *plain)
            else:
                brought = (stack[values.stop], brought, *plain)
        return brought

    def fill(self, registers: list[Any], entries: Sequence[Any]) -> tuple[BaseException, ...]:
        """Put the entries into the temporaries; returns the exceptions that are handled."""
        handled = []
        for operand, entry in zip(self.point.stack, entries, strict=True):
            if isinstance(operand, Saved):
                handled.append(entry)
                registers[operand.register] = None
            elif isinstance(operand, Temp):
                registers[operand.register] = entry
        return tuple(handled)

    def entries(self, registers: Sequence[Any], handled: Sequence[BaseException]) -> list[Any]:
        """The entries of the operand stack of a frame of the interpreter at the point."""
        found: list[Any] = []
        exceptions = iter(handled)
        for operand in self.point.stack:
            if isinstance(operand, Saved):
                found.append(next(exceptions))
            elif isinstance(operand, Temp | Slot | Cell):
                found.append(registers[operand.register])
            else:
                found.append(operand.value if isinstance(operand, Const) else MISSING)
        return found


def _write_entry_out(work: Writer, operand: Operand, spare: int) -> None:
    if isinstance(operand, Saved):
        # Makes what is handled a value; then what was handled before is handled again.
        work.constant(None)
        work.write_all("PUSH_EXC_INFO", "POP_TOP")
        work.write("LIST_APPEND", 1)
        work.swap(2)
        work.write("POP_EXCEPT")
        return
    work.swap(2)
    if isinstance(operand, NULLS):
        work.write("STORE_FAST", spare)
        work.load_in_cell(spare)
    work.write("LIST_APPEND", 1)


EMPTY = CellType()


def content(cell: CellType) -> Any:
    """What a cell holds, or MISSING."""
    return MISSING if cell == EMPTY else cell.cell_contents


def _bind(stack: list[Any], depth: int) -> None:
    """CPython has put an unbound method and its object where we have NULL and the method."""
    low = depth if table().null_first else depth - 1
    method, owner = stack[low : low + 2]
    stack[depth] = MISSING
    stack[2 * low + 1 - depth] = method.__get__(owner, type(owner))


Segment = tuple[range, Operand | None]


def segments(stack: Sequence[Operand]) -> tuple[Segment, ...]:
    """The runs of depths of plain values, each with the special entry above it, None at the end."""
    found: list[Segment] = []
    start = 0
    for depth, operand in enumerate(stack):
        if isinstance(operand, SPECIAL):
            found.append((range(start, depth), operand))
            start = depth + 1
    found.append((range(start, len(stack)), None))
    return tuple(found)

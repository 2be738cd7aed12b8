"""The lowered form of a framecode as lines of text, with the marks a debugger shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.framecode import FrameCode


class ListingLine(Record):
    """One statement: its number, source line and columns, text, and marks."""

    pc: int
    line: int | None
    columns: tuple[int | None, int | None]
    text: str
    breakpoint: bool
    current: bool

    def __str__(self) -> str:
        marks = ("*" if self.breakpoint else " ") + (">" if self.current else " ")
        start, end = self.columns
        columns = "" if start is None else f"{start}-{end}"
        line = "" if self.line is None else self.line
        return f"{marks}{self.pc:4}  {line:>5} {columns:>7}  {self.text}".rstrip()


def listing(framecode: FrameCode, current: int | None = None) -> list[ListingLine]:
    """All statements of a framecode; `current` is the pc to mark."""
    return [
        ListingLine(
            pc,
            position.line,
            (position.column, position.end_column),
            str(statement),
            bool(framecode.breakpoints[pc]),
            pc == current,
        )
        for pc, (statement, position) in enumerate(
            zip(framecode.statements, framecode.positions, strict=True)
        )
    ]


def last_jump_to(framecode: FrameCode, header: int) -> int:
    """The last statement that jumps back to a header."""
    statements = enumerate(framecode.statements)
    jumps = (pc for pc, each in statements if getattr(each, "pc", -1) == header)
    return max(jumps, default=header)


def loop_line(framecode: FrameCode, header: int) -> int | None:
    """The line on which the loop of a header begins: that of `while` comes after its body, too."""
    inside = framecode.positions[header : last_jump_to(framecode, header) + 1]
    return min((each.line for each in inside if each.line is not None), default=None)

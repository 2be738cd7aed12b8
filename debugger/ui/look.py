"""The lines that the looking commands print: stacks, variables, listings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.frames.viewing import is_native
from debugger.ui.loop_lines import compiled_statements
from debugger.ui.show import Window, lines_with_breakpoints, window_lines
from debugger.ui.source import file_and_line, line_at, lines_of, short_name, short_path
from debugger.ui.values import clipped, short

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from debugger.frames.frame import Frame
    from debugger.frames.listing import ListingLine
    from debugger.frames.stack import NativeFrame, StackEntry
    from debugger.ui.session import Session
    from debugger.ui.show import Layout

    # The lines for native frames (and the number of their frame), and those below a frame.
    Between = Callable[[Sequence[NativeFrame], int], list[str]]
    Below = Callable[[Session, Frame], list[str]]

#: how many lines are shown without being asked for
_SCREEN = 30


def assignments(session: Session, variables: Mapping[str, object]) -> list[str]:
    """One line `name = value` for each variable."""
    label = session.layout.label
    shown = {name: value for name, value in variables.items() if not name.startswith("__")}
    return [f"{label(name, value)} = {short(value, 200)}" for name, value in shown.items()]


def stack_lines(session: Session, argument: str) -> list[str]:
    """The stack as `where` prints it, oldest frame first."""
    entries = session.entries()
    count = _count(argument, len(entries))
    rows = _rows(session, entries[:count], *_DETAILS.get(argument, (_native_summary, _nothing)))
    older = len(entries) - count
    hidden = [f"       ({older:,} older frames; where all)"] if older > 0 and not argument else []
    shown = [*hidden, *(line for row in reversed(rows) for line in row)]
    return [*shown, *_inside(session, argument)]


def _inside(session: Session, argument: str) -> list[str]:
    """What the innermost frame waits for, if another thread is looked at."""
    thread = session.threads.looked_at
    inside = () if thread is None else thread.view.inside
    if not inside:
        return []
    if argument == "all":
        return _native_names(inside, 0)
    return [f"       ({_native_count(inside)} inside 1; where all)"]


def _count(argument: str, size: int) -> int:
    """How many frames `where` shows: no more than a screen unless asked."""
    if argument.isdecimal():
        return int(argument)
    if argument and argument not in _DETAILS:
        raise UserError(f"'{argument}' is not a number of frames; where [count | all | v].")
    return size if argument or size <= _SCREEN else _SCREEN


def source_lines(session: Session, first: int, last: int) -> list[str]:
    """Some lines of the current file with the usual marks."""
    frame = session.frame
    lines = lines_of(frame)[first - 1 : last]
    window = Window(
        lines, first, frame.line, lines_with_breakpoints(frame, session.engine.breakpoints), {}
    )
    return window_lines(window, session.layout)


def extent(frame: Frame) -> tuple[int, int]:
    """The first and last line of the function, or of the whole file for a module."""
    code = frame.framecode.code
    if code.co_name == "<module>":
        return 1, len(lines_of(frame))
    return code.co_firstlineno, _last_line(frame)


def statement_lines(session: Session, listed: Iterable[ListingLine]) -> list[str]:
    """Statements around the current one, with the line each belongs to."""
    rows = list(listed)
    at = next((index for index, row in enumerate(rows) if row.current), 0)
    rows = rows[max(at - 6, 0) : at + 10]
    compiled = compiled_statements(session.loops, session.frame)
    lines = [_statement_line(session, row, before, compiled) for before, row in _pairs(rows)]
    is_marked = any(row.pc in compiled for row in rows)
    return [*lines, *(["   (c: in a compiled loop)"] if is_marked else [])]


def _last_line(frame: Frame) -> int:
    """Code says where a function's last operation is; an inner function may end later still."""
    pending = [frame.framecode.code]
    last = 0
    while pending:
        code = pending.pop()
        last = max(last, *(end or 0 for _, end, _, _ in code.co_positions()))
        pending += [inner for inner in code.co_consts if hasattr(inner, "co_positions")]
    return last


def _rows(
    session: Session, entries: Sequence[StackEntry], between: Between, below: Below
) -> list[list[str]]:
    """For each frame, innermost first, its lines: the native ones that called it belong to it."""
    widths = _widths([entry.frame for entry in entries])
    layout = session.layout
    return [
        [
            *(between(entry.native, number) if entry.native else ()),
            _frame_line(layout, entry.frame, number, widths, session.selected_number),
            *below(session, entry.frame),
        ]
        for number, entry in enumerate(entries, 1)
    ]


def _widths(frames: Sequence[Frame]) -> tuple[int, int]:
    names = max(len(short_name(frame.name)) for frame in frames)
    places = max(len(file_and_line(frame)) for frame in frames)
    return min(names, 30), min(places, 40)


def _frame_line(
    layout: Layout, frame: Frame, number: int, widths: tuple[int, int], selected: int
) -> str:
    mark = layout.theme.current if number == selected else " "
    name, place = widths
    where = (
        f" {mark} {number:>2}  {short_name(frame.name):<{name}}  {file_and_line(frame):<{place}}"
    )
    mark = "(native)  " if is_native(frame) else ""
    return clipped(f"{where}  {mark}{line_at(frame, frame.line)}".rstrip(), layout.width)


def _native_summary(native: Sequence[NativeFrame], number: int) -> list[str]:
    return [f"       ({_native_count(native)} between {number + 1} and {number}; where all)"]


def _native_count(native: Sequence[NativeFrame]) -> str:
    return f"{len(native)} native frame{'s' * (len(native) != 1)}"


def _native_names(native: Sequence[NativeFrame], number: int) -> list[str]:
    del number
    return [f"       {_native_name(each)}" for each in reversed(native)]


def _native_name(native: NativeFrame) -> str:
    return f"{native.name}  {short_path(native.filename)}:{native.line or '?'}"


def _variables(session: Session, frame: Frame) -> list[str]:
    return [f"         {line}" for line in assignments(session, frame.variables())]


def _nothing(session: Session, frame: Frame) -> list[str]:
    del session, frame
    return []


_DETAILS = {
    "": (_native_summary, _nothing),
    "all": (_native_names, _nothing),
    "v": (_native_summary, _variables),
}


def _pairs(rows: Sequence[ListingLine]) -> list[tuple[ListingLine | None, ListingLine]]:
    return list(zip([None, *rows], rows, strict=False))


def _statement_line(
    session: Session, row: ListingLine, before: ListingLine | None, compiled: Collection[int]
) -> str:
    theme = session.layout.theme
    stop = theme.breakpoint if row.breakpoint else " "
    arrow = theme.current if row.current else " "
    line = "" if before is not None and before.line == row.line else str(row.line or "")
    mark = "c" if row.pc in compiled else " "
    return f"{stop}{arrow}{line:>4} {mark}{row.pc:>4}  {row.text}"

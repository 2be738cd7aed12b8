"""The screen of a stop: why, where, what comes next, and the values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import TYPE_CHECKING

from debugger.frames.locations import LineLocation
from debugger.frames.source import canonical
from debugger.ui.parse import end_of_code
from debugger.ui.setters import set_on_lines
from debugger.ui.settings import AFTER, BEFORE, bare
from debugger.ui.source import lines_of, place
from debugger.ui.values import clipped

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from debugger.frames.breakpoints import Breakpoints
    from debugger.frames.frame import Frame
    from debugger.ui.reasons import Why
    from debugger.ui.theme import Theme

_VALUE_COLUMN = 48
# Marks, line number and blanks before the source.
_MARGIN = 8
_NAME_VALUE_LIMIT = 40


@dataclass(frozen=True, slots=True)
class Layout:
    """How a screen is drawn: its marks and colours, its width, how much of the source it shows.

    `label` says how a variable is called.
    """

    theme: Theme
    width: int
    before: int = BEFORE
    after: int = AFTER
    label: Callable[[str, object], str] = bare


@dataclass(frozen=True, slots=True)
class Window:
    """Some lines of a file, with what is marked in them."""

    lines: Sequence[str]
    first: int
    current: int | None
    breakpoints: Collection[int]
    values: Mapping[int, str]


def headline(why: Why, frame: Frame, layout: Layout) -> list[str]:
    """The reason on the left, the place on the right; on two lines where one is too short."""
    right = place(frame)
    if len(str(why)) + 2 + len(right) <= layout.width:
        return [_left_and_right(str(why), right, layout)]
    note = f"  ({why.note})" if why.note else ""
    return [clipped(why.text, layout.width), _left_and_right(note, right, layout)]


def _left_and_right(left: str, right: str, layout: Layout) -> str:
    gap = " " * (layout.width - len(left) - len(right))
    return f"{left}{gap}{layout.theme.paint(right, 'place')}"


@dataclass(frozen=True, slots=True)
class View:
    """What is shown of a frame.

    `marked`: the columns of the current line to underline; `following`: what runs next;
    `texts`: the values of the variables, most recently changed first; `breakpoints`: the
    lines that have one.
    """

    frame: Frame
    marked: tuple[int, int] | None
    following: str | None
    texts: Mapping[str, str]
    breakpoints: Collection[int]


def frame_lines(view: View, layout: Layout) -> list[str]:
    """Source, what runs next, and the variables of one frame."""
    frame = view.frame
    lines = [clipped(text, layout.width - _MARGIN) for text in lines_of(frame)]
    line = frame.line or 0
    first, last = max(line - layout.before, 1), min(line + layout.after, len(lines))
    values = {
        number: texts
        for number, texts in _values_at_lines(view, layout, first, last).items()
        if _fits("   ".join(texts.values()), lines[number - 1], layout)
    }
    window = Window(lines[first - 1 : last], first, line, view.breakpoints, _texts(values))
    shown = {name for names in values.values() for name in names}
    below = variables_line(frame, view.texts, shown, layout)
    return [
        *window_lines(window, layout, view.marked),
        *([f"   next: {clipped(view.following, layout.width - 9)}"] if view.following else []),
        *([f"   {below}"] if below else []),
    ]


def window_lines(
    window: Window, layout: Layout, marked: tuple[int, int] | None = None
) -> list[str]:
    """Numbered lines of source; the `marked` columns of the current one are underlined."""
    if not window.lines:
        return ["   (no source)"]
    theme = layout.theme
    coloured = theme.colour(window.lines)
    digits = max(4, len(str(window.first + len(window.lines))))
    shown = []
    for number, (text, painted) in enumerate(
        zip(window.lines, coloured, strict=True), window.first
    ):
        current = number == window.current
        stop = theme.paint(theme.breakpoint, "breakpoint") if number in window.breakpoints else " "
        arrow = theme.paint(theme.current, "current") if current else " "
        value = _at_column(window.values.get(number, ""), text, layout)
        shown.append(f"{stop}{arrow}{number:>{digits}}  {painted}{value}".rstrip())
        if current and marked:
            shown.append(" " * (digits + 4) + theme.paint(_underline(text, marked), "current"))
    return shown


def variables_line(
    frame: Frame, texts: Mapping[str, str], shown: Collection[str], layout: Layout
) -> str:
    """`n = 8   dt = 0.01   + 2 more (vars)`: as many variables as fit, in the given order."""
    variables = frame.variables()
    unseen = [name for name in texts if name in variables and name not in shown]
    names = [name for name in unseen if _worth_showing(name, variables[name])]
    if frame.namespace is None:
        names += [name for name in unseen if name not in names]
    labels = {name: layout.label(name, variables[name]) for name in names}
    shown_texts = [_assignment(labels[name], texts[name]) for name in names]
    return _as_many_as_fit(shown_texts, layout.width - 3)


def line_columns(frame: Frame) -> tuple[int, int] | None:
    """The columns of what is about to run: at its start all of a line, later one operation."""
    text = _current_text(frame)
    if text is not None and frame.pc in frame.framecode.line_starts:
        return len(text) - len(text.lstrip()), end_of_code(text)
    return operation_columns(frame)


def operation_columns(frame: Frame) -> tuple[int, int] | None:
    """The columns of the current operation: in a caller, the call that is running."""
    text, position = _current_text(frame), frame.position
    if text is None or position.column is None or position.end_column is None:
        return None
    # An operation that goes on in later lines is marked to the end of this one.
    ends_here = position.end_line == frame.line
    end = position.end_column if ends_here else len(text.encode())
    return _characters(text, position.column, end)


def _current_text(frame: Frame) -> str | None:
    lines = lines_of(frame)
    return lines[frame.line - 1] if frame.line and frame.line <= len(lines) else None


def lines_with_breakpoints(frame: Frame, breakpoints: Breakpoints) -> set[int]:
    """The lines of the frame's file that have a breakpoint."""
    framecode = frame.framecode
    own = {
        position.line
        for position, at in zip(framecode.positions, framecode.breakpoints, strict=True)
        if at
    }
    locations = [each.location for each in breakpoints]
    path = canonical(frame.filename)
    others = {
        location.line
        for location in locations
        if isinstance(location, LineLocation) and location.path == path
    }
    return {line for line in own | others if line is not None}


def _characters(text: str, start: int, end: int) -> tuple[int, int]:
    """Positions count bytes of UTF-8."""
    encoded = text.encode()
    first = len(encoded[:start].decode(errors="replace"))
    return first, max(len(encoded[:end].decode(errors="replace")), first + 1)


def _underline(text: str, marked: tuple[int, int]) -> str:
    start, end = min(marked[0], len(text)), min(marked[1], len(text))
    return re.sub(r"[^\t]", " ", text[:start]) + "~" * (end - start)


def _values_at_lines(
    view: View, layout: Layout, first: int, last: int
) -> dict[int, dict[str, str]]:
    """For each line in sight the variables that only it sets, with their values."""
    variables = view.frame.variables()
    found: dict[int, dict[str, str]] = {}
    for name, line in set_on_lines(view.frame).items():
        if first <= line <= last and name in variables and _worth_showing(name, variables[name]):
            label = layout.label(name, variables[name])
            found.setdefault(line, {})[name] = _assignment(label, view.texts[name])
    return found


def _texts(values: Mapping[int, Mapping[str, str]]) -> dict[int, str]:
    return {line: "   ".join(texts.values()) for line, texts in values.items()}


def _worth_showing(name: str, value: object) -> bool:
    """Modules, functions and classes are seldom what one looks for."""
    hidden = (FunctionType, BuiltinFunctionType, ModuleType, type)
    return not name.startswith("__") and not issubclass(type(value), hidden)


def _assignment(label: str, text: str) -> str:
    return f"{label} = {clipped(text, _NAME_VALUE_LIMIT)}"


def _at_column(value: str, text: str, layout: Layout) -> str:
    """The value, right of the source."""
    return " " * _gap(text) + layout.theme.paint(value, "value") if value else ""


def _gap(text: str) -> int:
    return max(_VALUE_COLUMN - len(text), 3)


def _fits(value: str, text: str, layout: Layout) -> bool:
    return len(text) + _gap(text) + len(value) + _MARGIN <= layout.width


def _as_many_as_fit(texts: Sequence[str], width: int) -> str:
    line = ""
    for count, text in enumerate(texts):
        more = f"   + {len(texts) - count} more (vars)" if count else ""
        longer = f"{line}   {text}" if line else text
        rest = len(texts) - count - 1
        reserve = len(f"   + {rest} more (vars)") if rest else 0
        if len(longer) + reserve > width:
            return line + more if line else clipped(text, width)
        line = longer
    return line

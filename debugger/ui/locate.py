"""From a location as typed to a breakpoint in the engine, and the sentence that says so."""

from __future__ import annotations

import sys
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.frames.locations import LineLocation
from debugger.frames.texts import TEXTS
from debugger.ui.parse import LineText, breakpoint_text, is_dotted
from debugger.ui.source import find_file, matches, short_name, short_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from debugger.frames.breakpoints import Breakpoint, Place, Resolution
    from debugger.ui.parse import LocationText
    from debugger.ui.session import Session


def add_breakpoint(session: Session, text: str) -> None:
    """Set a breakpoint at a location with perhaps a condition, and say where it is."""
    breakpoints = session.engine.breakpoints
    _add(session, text, breakpoints.add_line, breakpoints.add_function)


def add_temporary(session: Session, text: str) -> None:
    """The same, for one stop only."""
    breakpoints = session.engine.breakpoints
    _add(
        session,
        text,
        partial(breakpoints.add_line, temporary=True),
        partial(breakpoints.add_function, temporary=True),
    )


def breakpoints_at(session: Session, location: LocationText) -> list[Breakpoint]:
    """The breakpoints at a location as typed."""
    breakpoints = list(session.engine.breakpoints)
    if isinstance(location, LineText):
        file = line_file(session, location)
        return [each for each in breakpoints if _is_line(each, file, location.line)]
    return [each for each in breakpoints if str(each.location).endswith(location.name)]


def line_file(session: Session, location: LineText) -> str:
    """The file a line is meant in: the current one, a file by name, or a function's."""
    if location.file is None:
        return session.frame.filename
    try:
        return find_file(location.file, session.current_file)
    except UserError:
        function = find_function(session, location.file) if is_dotted(location.file) else None
        if function is None:
            raise
        return function.__code__.co_filename


def find_function(session: Session, name: str) -> FunctionType | None:
    """The function that a dotted name means at this point, or None."""
    value = meaning(session, name)
    value = getattr(value, "__func__", value)
    return value if isinstance(value, FunctionType) else None


def meaning(session: Session, name: str) -> object:
    """What a dotted name means here; the name itself when it means nothing yet."""
    try:
        return session.evaluate(name)
    except UserError:
        return _imported(name) or name


def described(resolution: Resolution) -> str:
    """`Breakpoint 1 at orbit.py:18 in advance, if energy < 0`."""
    made = resolution.breakpoint
    kind = "Temporary breakpoint" if made.temporary else "Breakpoint"
    condition = f", if {made.condition}" if made.condition else ""
    return f"{kind} {made.number} at {_places(resolution)}{condition}"


def _add(
    session: Session,
    text: str,
    add_line: Callable[..., Resolution],
    add_function: Callable[..., Resolution],
) -> None:
    wanted = breakpoint_text(text)
    location, condition = wanted.location, wanted.condition
    if isinstance(location, LineText):
        file = line_file(session, location)
        session.write_lines(session.screen.changes.notes(file, TEXTS.of_file(file)))
        resolution = add_line(file, location.line, condition=condition)
    else:
        resolution = add_function(meaning(session, location.name), condition=condition)
    if resolution.moved_from is not None:
        line = resolution.places[0].line
        session.write(f"line {resolution.moved_from} has no code; moved to line {line}")
    session.write(described(resolution))
    if session.engine.breakpoints.is_out_of_reach(resolution.breakpoint):
        session.write(
            "It is running natively already, called from C: it stops from its next call on."
        )


def _places(resolution: Resolution) -> str:
    if resolution.pending or not resolution.places:
        return f"{resolution.breakpoint.location} (pending: nothing loaded so far matches)"
    first, *more = map(_place, resolution.places)
    return f"{first} and {len(more)} more place{'s' * (len(more) > 1)}" if more else first


def _place(place: Place) -> str:
    return f"{short_path(place.filename)}:{place.line} in {short_name(place.name)}"


def _is_line(found: Breakpoint, file: str, line: int) -> bool:
    location = found.location
    if not isinstance(location, LineLocation):
        return False
    return location.line == line and matches(file, location.path)


def _imported(name: str) -> object:
    """`package.module.function` of the imported modules, whether the frame sees them or not."""
    module_name, _, rest = name.rpartition(".")
    module = sys.modules.get(module_name)
    return getattr(module, rest, None) if module else None

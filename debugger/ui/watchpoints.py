"""Watchpoints as the user sees them: from what was typed to what is watched, and what is told."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any
from weakref import ref

from debugger.frames.errors import UserError
from debugger.frames.locations import Watched
from debugger.frames.missing import MISSING
from debugger.frames.stops import Hit
from debugger.ui.conveniences import translated
from debugger.ui.parse import check_expression, split_condition
from debugger.ui.source import lines_of, short_name, short_path
from debugger.ui.values import short

if TYPE_CHECKING:
    from collections.abc import Iterator

    from debugger.frames.breakpoints import Breakpoint
    from debugger.frames.frame import Frame
    from debugger.frames.stops import Stop
    from debugger.frames.watchpoints import Change
    from debugger.ui.session import Session

_LIMIT = 60


def add_watchpoint(session: Session, text: str) -> None:
    """Watch what was typed, under a condition if there is one, and say so."""
    frame = session.steppable()
    place, condition = split_condition(text)
    if condition is not None:
        check_expression(condition)
    location = watched(session, frame, place)
    made = session.engine.breakpoints.add_watch(location, condition=condition)
    suffix = f", if {condition}" if condition else ""
    session.write(f"Watchpoint {made.number} on {described(made)}{suffix}: {_now(made.kept)}")


def watched(session: Session, frame: Frame, text: str) -> Watched:
    """What is to be watched; raises UserError if it cannot be."""
    from debugger.frames.watched import variable

    check_expression(translated(text))
    tree = ast.parse(translated(text).strip(), mode="eval").body
    if isinstance(tree, ast.Name):
        return variable(frame, tree.id)
    raise UserError(f"{text} cannot be watched: only variables can.")


def is_watchpoint(each: Breakpoint) -> bool:
    """Whether a breakpoint watches something."""
    return isinstance(each.location, Watched)


def kind(each: Breakpoint) -> str:
    """What a breakpoint is called at the beginning of a sentence."""
    return "Watchpoint" if is_watchpoint(each) else "Breakpoint"


def placed(each: Breakpoint) -> str:
    """`at LOCATION`, or `on` what is watched."""
    return f"on {each.location}" if is_watchpoint(each) else f"at {each.location}"


def described(each: Breakpoint) -> str:
    """What is watched, with the function whose variable it is."""
    from debugger.frames.watched import Variable

    at = each.location
    return f"{at} in {short_name(at.code.co_qualname)}" if isinstance(at, Variable) else str(at)


def ended(session: Session) -> Iterator[str]:
    """Tell of the watchpoints of which nothing is left, and remove them."""
    breakpoints = session.engine.breakpoints
    for each in breakpoints.watching.ended():
        yield f"Watchpoint {each.number} on {each.location} is gone: {each.location.ending()}."
        breakpoints.remove(each.number)


def change_lines(stop: Stop) -> list[str]:
    """What has changed: `total = 7   [was 3]   line 12: total += 4`."""
    found = stop.reason.changes if isinstance(stop.reason, Hit) else ()
    late = (f"watchpoint {change.watchpoint.number}: {_change(change)}" for change in stop.changes)
    return [*(f"{_change(change)}{_line(stop.frame, change)}" for change in found), *late]


def _change(change: Change) -> str:
    return f"{change.watchpoint.location} {_is(change.new)}   [{_was(change.old)}]"


def _line(frame: Frame, change: Change) -> str:
    if change.line is None:
        return ""
    if change.filename != frame.filename:
        return f"   {short_path(change.filename)}:{change.line}"
    lines = lines_of(frame)
    text = lines[change.line - 1].strip() if change.line <= len(lines) else ""
    return f"   line {change.line}: {text}"


def _is(value: object) -> str:
    return "is unset" if value is MISSING else f"= {short(value, _LIMIT)}"


def _was(kept: object) -> str:
    return "was unset" if kept is MISSING else f"was {_text(kept)}"


def _now(kept: object) -> str:
    return "it is not set yet" if kept is MISSING else f"it is {_text(kept)}"


def _text(kept: Any) -> str:
    """What was kept of a value: the value, or what it was."""
    from debugger.frames.recording.keeping import Copied, Lost

    if type(kept) is ref:
        value = kept()
        return "an object that is gone" if value is None else short(value, _LIMIT)
    if type(kept) is Copied:
        return short(kept.copy, _LIMIT)
    return f"another {kept.kind}" if type(kept) is Lost else short(kept, _LIMIT)

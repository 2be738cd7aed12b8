"""The public functions: running a call under the debugger, breakpoints, stops from the source."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

from debugger.frames.breakpoints import Breakpoint
from debugger.frames.errors import ProgramQuit, UserError
from debugger.frames.hosts import outward, real_frame
from debugger.frames.stops import SourceBreak
from debugger.frames.tracebacks import is_ours
from debugger.ui.as_pdb import Pdb
from debugger.ui.attaching import look_back, stop_where
from debugger.ui.interrupts import Interrupts
from debugger.ui.opening import PROCESS
from debugger.ui.parse import LineText, check_expression, location_text
from debugger.ui.source import find_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = [
    "Pdb",
    "break_off",
    "break_on",
    "breakpoint",
    "breakpoints",
    "disable",
    "enable",
    "enter",
    "pm",
    "post_mortem",
    "remove",
    "run",
    "set_trace",
    "toggle",
]

Value = TypeVar("Value")


def run(function: Callable[..., Value], /, *args: object, **kwargs: object) -> Value | None:
    """Call a function, stopping at breakpoints and uncaught errors; None if the user quits."""
    return _call(PROCESS.session.engine.call, function, *args, **kwargs)


def enter(function: Callable[..., Value], /, *args: object, **kwargs: object) -> Value | None:
    """Call a function under the debugger and stop at its first line."""
    return _call(PROCESS.session.engine.enter, function, *args, **kwargs)


def breakpoint(where: object, line: int | None = None, condition: str | None = None) -> Breakpoint:
    """Set a breakpoint in a function, at a line of a function's file or a file, or by name."""
    if condition is not None:
        check_expression(condition)
    breakpoints = PROCESS.session.engine.breakpoints
    if line is not None:
        return breakpoints.add_line(_file_of(where), line, condition=condition).breakpoint
    place = location_text(where) if isinstance(where, str) else where
    if isinstance(place, LineText):
        return breakpoint(place.file, place.line, condition)
    return breakpoints.add_function(where, condition=condition).breakpoint


def breakpoints() -> list[Breakpoint]:
    """All breakpoints, in the order of their numbers."""
    return list(PROCESS.session.engine.breakpoints)


def enable(which: Breakpoint | int | None = None) -> None:
    """Let a breakpoint stop the program again; without one, all of them."""
    _set_enabled(_chosen(which), lambda _: True)


def disable(which: Breakpoint | int | None = None) -> None:
    """Keep a breakpoint but do not stop at it; without one, all of them."""
    _set_enabled(_chosen(which), lambda _: False)


def toggle(which: Breakpoint | int | None = None) -> None:
    """Enable what is disabled and disable what is enabled."""
    _set_enabled(_chosen(which), lambda each: not each.enabled)


def remove(which: Breakpoint | int | None = None) -> None:
    """Remove a breakpoint; without one, all of them."""
    for each in _chosen(which):
        PROCESS.session.engine.breakpoints.remove(each.number)


def break_on(*kinds: str) -> None:
    """Stop at exceptions: "error" when uncaught, "throw" always, "user" leaving your code."""
    for kind in kinds or ("error",):
        PROCESS.session.engine.break_on.on(kind)


def break_off(*kinds: str) -> None:
    """Do not stop at exceptions of these kinds; without one, at none."""
    for kind in kinds or (None,):
        PROCESS.session.engine.break_on.off(kind)


def set_trace(header: str | None = None, commands: Sequence[str] | None = None) -> None:
    """Stop where this is called; in a program that runs under the debugger, at what comes next.

    `header` is shown with the stop; `commands` are run before the user is asked.
    """
    session = PROCESS.session
    session.prepare(commands or ())
    # `breakpoint` may lead here by way of our own hook.
    host = next(frame for frame in outward(real_frame(1)) if not is_ours(frame.f_code))
    stop_where(session, host, SourceBreak(header))


def post_mortem(error: BaseException | None = None) -> None:
    """Look at the frames that an error has come through; without one, at that being handled.

    Raises ValueError if none is.
    """
    chosen = sys.exception() if error is None else error
    if chosen is None:
        raise ValueError("No error is being handled; pass the one to look at.")
    look_back(PROCESS.session, chosen)


def pm() -> None:
    """Look at the frames of the error that was last reported (`sys.last_value`).

    Raises ValueError if there was none.
    """
    error = getattr(sys, "last_value", None)
    if error is None:
        raise ValueError("No error was reported.")
    look_back(PROCESS.session, error)


def _call(
    call: Callable[..., Value], function: Callable[..., Value], *args: object, **kwargs: object
) -> Value | None:
    try:
        with Interrupts(PROCESS.session):
            return call(function, *args, **kwargs)
    except ProgramQuit:
        return None


def _file_of(where: object) -> str:
    if isinstance(where, str):
        return find_file(where, None)
    code = getattr(where, "__code__", None)
    if code is None:
        raise UserError(f"{where!r} is neither a file nor a function.")
    return str(code.co_filename)


def _chosen(which: Breakpoint | int | None) -> Iterable[Breakpoint]:
    if which is None:
        return breakpoints()
    number = which.number if isinstance(which, Breakpoint) else which
    return [PROCESS.session.engine.breakpoints.get(number)]


def _set_enabled(chosen: Iterable[Breakpoint], decide: Callable[[Breakpoint], bool]) -> None:
    for each in chosen:
        PROCESS.session.engine.breakpoints.set_enabled(each.number, decide(each))

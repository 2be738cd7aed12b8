"""Watching.

Expressions that are shown by themselves at a stop, and variables that stop when they change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.ui.break_commands import row
from debugger.ui.conveniences import translated
from debugger.ui.parse import check_expression, first_word, number
from debugger.ui.table import command
from debugger.ui.watchpoints import add_watchpoint, is_watchpoint

if TYPE_CHECKING:
    from debugger.ui.session import Session


@command("watch", arguments="[add expression | rm [number]]")
def watch(session: Session, argument: str) -> None:
    """Show an expression at every stop; `watch` lists them, `watch rm` removes one or all."""
    word, rest = first_word(argument)
    if not argument:
        session.write_lines(session.watches.lines(session) or ["No watches"])
    elif word == "rm":
        session.watches.remove(number(rest, "watch number") if rest.strip() else None)
    else:
        expression = rest.strip() if word == "add" else argument
        _check(expression)
        session.watches.add(expression)
        session.write(session.watches.lines(session)[-1])


@command("display", arguments="[expression]")
def display(session: Session, argument: str) -> None:
    """Show an expression at stops in this function when it has changed; without one, list them."""
    if not argument:
        session.write_lines(
            session.displays.lines(session.frame) or ["No displays in this function"]
        )
        return
    _check(argument)
    session.write(session.displays.add(session.frame, argument))


@command("undisplay", arguments="[expression]")
def undisplay(session: Session, argument: str) -> None:
    """Do not show an expression any more; without one, none of this function's."""
    session.displays.remove(session.frame, argument)


@command("wbreak", arguments="[name [if condition]]")
def wbreak(session: Session, argument: str) -> None:
    """Stop when a variable is assigned another value, or deleted; without a name, list them.

    `wbreak total`, `wbreak total if total > 100`. What was and what is are shown, with the line
    that has done it; the stop is at the statement after it. Another object is another value, but an
    equal number or text is not. A local variable is that of the selected frame, until this returns;
    a global is watched in all code in focus. Watchpoints are numbered with the breakpoints:
    `clear`, `enable`, `disable`, `condition`, `ignore` and `commands` work on them.
    """
    if argument:
        add_watchpoint(session, argument)
    else:
        found = filter(is_watchpoint, session.engine.breakpoints)
        session.write_lines([row(session, each) for each in found] or ["No watchpoints"])


def _check(expression: str) -> None:
    if not expression:
        raise UserError("Expected an expression.")
    check_expression(translated(expression))

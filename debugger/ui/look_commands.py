"""Looking around.

The stack, the variables, the source and the statements of a frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.frames.listing import listing
from debugger.ui import look
from debugger.ui.chain import chain_lines, look_at_error
from debugger.ui.parse import number, numbers, optional_number
from debugger.ui.source import lines_of, short_name
from debugger.ui.table import command
from debugger.ui.values import short

if TYPE_CHECKING:
    from debugger.ui.session import Session


@command("where", "w", "bt", arguments="[count | all | v]")
def where(session: Session, argument: str) -> None:
    """Show the stack, the innermost frame last and numbered 1.

    With a number only that many of the innermost frames; `where all` names native
    frames in between too; `where v` shows each frame's variables.
    """
    session.require_stop()
    session.write_lines(look.stack_lines(session, argument))


@command("up", "u", arguments="[count]")
def up(session: Session, argument: str) -> None:
    """Select the frame that called this one, or one `count` frames further out."""
    _select(
        session, session.selected_number + optional_number(argument, "number of frames", default=1)
    )


@command("down", "d", arguments="[count]")
def down(session: Session, argument: str) -> None:
    """Select the frame that this one has called, or one `count` frames further in."""
    _select(
        session, session.selected_number - optional_number(argument, "number of frames", default=1)
    )


@command("frame", "f", arguments="[number]")
def frame(session: Session, argument: str) -> None:
    """Select a frame by its number in `where`; without one, the innermost."""
    session.select(optional_number(argument, "frame number", default=1))
    session.screen.show_selected()


@command("vars", "fr", arguments="[number]")
def variables(session: Session, argument: str) -> None:
    """Show all variables of the selected frame, or of the frame with the given number."""
    chosen = session.frame_number(number(argument, "frame number")) if argument else session.frame
    session.write_lines(look.assignments(session, chosen.variables()) or ["no variables"])


@command("args", "a")
def arguments(session: Session, argument: str) -> None:
    """Show the arguments of the selected frame with their present values."""
    del argument
    session.write_lines(look.assignments(session, session.frame.arguments()) or ["no arguments"])


@command("list", "l", arguments="[first[, last] | .]")
def list_source(session: Session, argument: str) -> None:
    """Show eleven lines of source around the current one; again, to go on from there.

    `list .` returns to the current line; `list 20` centres on line 20; `list 20, 30`
    shows from one line to the other; a last line below the first is a count.
    """
    first, last = _range(session, argument)
    lines = lines_of(session.frame)
    if first > len(lines):
        raise UserError(f"The file has {len(lines):,} lines." if lines else "There is no source.")
    session.write_lines(look.source_lines(session, first, last))
    session.listed_to = last
    # An empty line goes on with the listing, wherever this one was.
    session.last_line = "list"


@command("longlist", "ll")
def list_function(session: Session, argument: str) -> None:
    """Show the whole source of the current function or module."""
    del argument
    first, last = look.extent(session.frame)
    session.write_lines(look.source_lines(session, first, last))


@command("status", "st")
def status(session: Session, argument: str) -> None:
    """Show the stop again: source, next call, variables and watches."""
    del argument
    session.require_stop()
    session.screen.show_stop()


@command("+")
def more_lines(session: Session, argument: str) -> None:
    """Show a line more of source before the current one and after it, at all stops."""
    del argument
    _widen(session, 1)


@command("-")
def fewer_lines(session: Session, argument: str) -> None:
    """Show a line less of source before the current one and after it, at all stops."""
    del argument
    _widen(session, -1)


@command("vartypes", "T")
def types(session: Session, argument: str) -> None:
    """Show the types of variables, as in `n: int = 3`; again, with their modules; again, none."""
    del argument
    session.write(_TYPES[session.settings.next_types()])
    session.screen.show_selected_stop()


@command("lowered", "L")
def lowered(session: Session, argument: str) -> None:
    """Show the statements that the source of this frame was lowered to, around the current one.

    A `c` marks those in a compiled loop.
    """
    del argument
    chosen = session.frame
    session.write_lines(look.statement_lines(session, listing(chosen.framecode, chosen.pc)))


@command("exceptions", arguments="[number]")
def exceptions(session: Session, argument: str) -> None:
    """List the error of this stop with those that led to it; with a number, look at one of them.

    The oldest comes first; what a group consists of stands below the group. `where`, `up`, `p` and
    the like then are about the frames that the error has come through.
    """
    if argument:
        look_at_error(session, number(argument, "number of an error"))
    else:
        session.write_lines(chain_lines(session))


@command("retval", "rv")
def returned(session: Session, argument: str) -> None:
    """Show the value that a function has returned just now."""
    del argument
    session.require_stop()
    if session.returned is None:
        raise UserError("Nothing has returned at this stop.")
    session.write(
        f"{short_name(session.returned.name)} returned {short(session.returned.value, 2000)}"
    )


_TYPES = {
    "off": "Variables are shown without their types.",
    "short": "Variables are shown with their types.",
    "full": "Variables are shown with their types and the modules of these.",
}


def _widen(session: Session, lines: int) -> None:
    count = session.settings.widen(lines)
    session.write(f"{count} lines of source." if count > 1 else "1 line of source.")
    session.screen.show_selected_stop()


def _select(session: Session, wanted: int) -> None:
    count = len(session.frames)
    edge = "innermost" if wanted < 1 else "outermost"
    nearest = min(max(wanted, 1), count)
    if nearest == session.selected_number and nearest != wanted:
        raise UserError(f"This is the {edge} frame.")
    session.select(nearest)
    session.screen.show_selected()


def _range(session: Session, argument: str) -> tuple[int, int]:
    line = session.frame.line or 1
    if argument == "." or (not argument and session.listed_to is None):
        first = max(line - 5, 1)
        return first, first + 10
    if not argument:
        first = (session.listed_to or 0) + 1
        return first, first + 10
    values = numbers(argument, "line number")
    if len(values) == 1:
        first = max(values[0] - 5, 1)
        return first, first + 10
    first, last, *_ = values
    return first, last if last >= first else first + last

"""Breakpoints.

A location is a line of the current file (`12`), a line of a file (`orbit.py:12`) or a
function (`advance`, `orbit.advance`); a condition follows after a comma.
"""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.frames.locations import LineLocation
from debugger.ui import locate, step_commands
from debugger.ui.parse import first_word, location_text, number, numbers
from debugger.ui.source import short_path
from debugger.ui.table import command, group_of
from debugger.ui.watchpoints import described, is_watchpoint, kind, placed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from debugger.frames.breakpoints import Breakpoint
    from debugger.ui.session import Session


@command("break", "b", arguments="[location[, condition]]")
def set_break(session: Session, argument: str) -> None:
    """Stop at a location, always or when the condition is true; without one, list breakpoints.

    `break 12 if x > 3` is the same as `break 12, x > 3`.
    """
    if argument:
        locate.add_breakpoint(session, argument)
    else:
        _list(session)


@command("tbreak", arguments="location[, condition]")
def set_temporary(session: Session, argument: str) -> None:
    """Stop at a location once."""
    locate.add_temporary(session, argument)


@command("bp", arguments="[add | rm | toggle | enable | disable | on | off] ...")
def breakpoints(session: Session, argument: str) -> None:
    """Everything about breakpoints in one command; `bp` lists them.

    `bp add LOCATION[, CONDITION]`, `bp rm [N]`, `bp toggle [N]`, `bp enable [N]`,
    `bp disable [N]`; `bp on error|throw|user [TYPE]` stops at errors that nothing
    catches, at every raise, or at errors that leave your own code; `bp off [...]` undoes it.
    """
    if not argument:
        _list(session)
        return
    word, rest = first_word(argument)
    action = _ACTIONS.get(word)
    if action is None:
        locate.add_breakpoint(session, argument)
    else:
        action(session, rest.strip())


@command("clear", "cl", arguments="[location | number ...]")
def clear(session: Session, argument: str) -> None:
    """Remove the breakpoints at a location or with the given numbers; without any, all of them."""
    chosen = _at_location_or_numbered(session, argument) if argument else _all(session)
    question = f"Remove all breakpoints ({len(chosen)})?"
    if not argument and not session.confirm(question):
        return
    _remove(session, chosen)


@command("enable", arguments="[number ...]")
def enable(session: Session, argument: str) -> None:
    """Let breakpoints stop the program again; without a number, all of them."""
    for each in _numbered_or_all(session, argument):
        session.engine.breakpoints.set_enabled(each.number, True)
        session.write(f"{kind(each)} {each.number} is enabled")


@command("disable", arguments="[number ...]")
def disable(session: Session, argument: str) -> None:
    """Keep breakpoints but do not stop at them; without a number, all of them."""
    for each in _numbered_or_all(session, argument):
        session.engine.breakpoints.set_enabled(each.number, False)
        session.write(f"{kind(each)} {each.number} is disabled")


@command("ignore", arguments="number [count]")
def ignore(session: Session, argument: str) -> None:
    """Pass a breakpoint `count` times before it stops again; without a count, stop at once."""
    which, rest = _number_and_rest(argument)
    found = session.engine.breakpoints.get(which)
    found.ignore = max(number(rest, "count"), 0) if rest else 0
    ignored = f"ignores the next {found.ignore:,} hit{'s' * (found.ignore != 1)}"
    effect = ignored if found.ignore else "stops at the next hit"
    session.write(f"{kind(found)} {which} {effect}")


@command("condition", arguments="number [condition]")
def condition(session: Session, argument: str) -> None:
    """Stop at a breakpoint only when the condition is true; without one, always."""
    which, rest = _number_and_rest(argument)
    session.engine.breakpoints.set_condition(which, rest or None)
    found = session.engine.breakpoints.get(which)
    session.write(f"{kind(found)} {which} {f'stops if {rest}' if rest else 'always stops'}")


@command("commands", arguments="[number]")
def commands(session: Session, argument: str) -> None:
    """Type commands that run each time the breakpoint is hit, up to a line `end`.

    `silent` as the first one leaves out the screen of the stop. A command that goes on,
    such as `continue`, is the last one, and needs no `end` after it. No commands but `end`
    removes them. Without a number the last breakpoint is meant.
    """
    known = _all(session)
    if not argument and not known:
        raise UserError("There are no breakpoints.")
    which = number(argument, "breakpoint number") if argument else known[-1].number
    found = session.engine.breakpoints.get(which)
    found.commands = _lines_to_end(session)


@command("end")
def end(session: Session, argument: str) -> None:
    """End the list that `commands` reads; elsewhere this does nothing."""
    del session, argument


@command("break_on", arguments="error | throw | user [type]")
def break_on(session: Session, argument: str) -> None:
    """Stop at exceptions: `error` if uncaught, `throw` always, `user` if they leave your code.

    With a type only at exceptions of that type.
    """
    kind, rest = first_word(argument)
    session.engine.break_on.on(_kind(kind), _exception_type(session, rest.strip()))
    session.write(_KINDS[kind].format(rest.strip() or "exception"))


@command("break_off", arguments="[error | throw | user]")
def break_off(session: Session, argument: str) -> None:
    """Do not stop at exceptions any more."""
    session.engine.break_on.off(_kind(argument) if argument else None)
    session.write(f"No stop at {argument or 'exceptions'} any more")


GOING_ON = group_of(step_commands).commands

_KINDS = {
    "error": "Stops when nothing will catch an {}",
    "throw": "Stops when an {} is raised",
    "user": "Stops when an {} leaves your code",
}


def _add(session: Session, argument: str) -> None:
    locate.add_breakpoint(session, argument)


def _remove_numbered(session: Session, argument: str) -> None:
    _remove(session, _numbered_or_all(session, argument))


def _toggle(session: Session, argument: str) -> None:
    for each in _numbered_or_all(session, argument):
        (disable if each.enabled else enable).handler(session, str(each.number))


_ACTIONS: dict[str, Callable[[Session, str], object]] = {
    "add": _add,
    "rm": _remove_numbered,
    "toggle": _toggle,
    "enable": enable.handler,
    "disable": disable.handler,
    "on": break_on.handler,
    "off": break_off.handler,
}


def _kind(word: str) -> str:
    if word in _KINDS:
        return word
    raise UserError(f"'{word}' is not one of error, throw, user.")


def _exception_type(session: Session, name: str) -> type[BaseException] | None:
    if not name:
        return None
    found = getattr(builtins, name, None) or session.evaluate(name)
    if isinstance(found, type) and issubclass(found, BaseException):
        return found
    raise UserError(f"{name} is not an exception type.")


def _all(session: Session) -> list[Breakpoint]:
    return list(session.engine.breakpoints)


def _numbered_or_all(session: Session, argument: str) -> list[Breakpoint]:
    if not argument:
        return _all(session)
    # All numbers are looked up first, so that a wrong one changes nothing.
    return [session.engine.breakpoints.get(each) for each in numbers(argument, "breakpoint number")]


def _at_location_or_numbered(session: Session, argument: str) -> list[Breakpoint]:
    if argument.replace(",", " ").replace(" ", "").isdecimal():
        return _numbered_or_all(session, argument)
    found = locate.breakpoints_at(session, location_text(argument))
    if not found:
        raise UserError(f"There is no breakpoint at {argument}.")
    return found


def _remove(session: Session, chosen: Iterable[Breakpoint]) -> None:
    for each in chosen:
        session.engine.breakpoints.remove(each.number)
        session.write(f"Removed {kind(each).lower()} {each.number} {placed(each)}")


def _number_and_rest(argument: str) -> tuple[int, str]:
    first, _, rest = argument.partition(" ")
    return number(first, "breakpoint number"), rest.strip()


def _lines_to_end(session: Session) -> list[str]:
    lines: list[str] = []
    while (line := _next_line(session)) is not None and line.strip() != "end":
        lines += [line.strip()] if line.strip() else []
        if session.commands.find(first_word(line)[0]) in GOING_ON:
            break
    return lines


def _next_line(session: Session) -> str | None:
    """A file of commands goes on with what belongs to the breakpoint."""
    given = session.next_given()
    return session.ask("(commands) ") if given is None else given


def _list(session: Session) -> None:
    lines = [row(session, each) for each in _all(session)] or ["No breakpoints"]
    armed = ", ".join(session.engine.break_on.kinds)
    session.write_lines([*lines, *([f"Stops at exceptions: {armed}"] if armed else [])])


def _where(session: Session, each: Breakpoint) -> str:
    """The location as it was given, and for a function where that is."""
    if isinstance(each.location, LineLocation):
        return str(each.location)
    if is_watchpoint(each):
        return f"watches {described(each)}"
    places = [
        f"{short_path(at.filename)}:{at.line}" for at in session.engine.breakpoints.places(each)
    ]
    return f"{each.location} at {', '.join(places)}" if places else f"{each.location} (pending)"


def row(session: Session, each: Breakpoint) -> str:
    """A breakpoint as it is listed."""
    notes = [
        f"if {each.condition}" if each.condition else "",
        "" if each.enabled else "disabled",
        "out of focus" if session.engine.breakpoints.is_out_of_focus(each) else "",
        "temporary" if each.temporary else "",
        f"hit {each.hits:,} time{'s' * (each.hits != 1)}" if each.hits else "",
        f"ignores the next {each.ignore:,}" if each.ignore else "",
        f"{len(each.commands)} command{'s' * (len(each.commands) != 1)}" if each.commands else "",
    ]
    return f"{each.number:>3}  {_where(session, each)}  {', '.join(filter(None, notes))}".rstrip()

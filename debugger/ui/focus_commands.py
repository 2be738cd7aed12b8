"""Focus.

Code in focus is under the debugger: it can be stepped into, and stopped in. All other code
runs natively.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.frames.functions import files
from debugger.ui.parse import first_word
from debugger.ui.table import command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from debugger.frames.breakpoints import Breakpoint
    from debugger.ui.session import Session

#: how many modules are named without more ado
_SHOWN = 20


def _words(session: Session) -> Iterator[str]:
    """What may follow the command."""
    yield from _ACTIONS
    yield "stdlib"
    yield from (rule.name for rule in session.engine.focus.rules)
    yield from list(sys.modules)


@command("focus", arguments="[add | remove] [name]", words=_words)
def focus(session: Session, argument: str) -> None:
    """Show which code can be stopped in; `focus add json` and `focus remove json` change it.

    A name is that of a module, package or file, or `stdlib`. What is said last counts, and
    holds from the next call of each function on; calls under way go on as they are.
    Breakpoints in code out of focus are kept, and stop again when it is in focus again.
    """
    word, rest = first_word(argument)
    if not argument:
        session.write_lines(_state(session))
    elif word in _ACTIONS and rest.strip():
        _ACTIONS[word](session, rest.strip())
    else:
        raise UserError("Expected focus, focus add NAME or focus remove NAME.")


def _add(session: Session, name: str) -> None:
    effect = f"{name} is in focus from its next call on."
    _change(session, session.engine.focus.add, name, effect)


def _remove(session: Session, name: str) -> None:
    effect = f"{name} is out of focus: it runs natively from its next call on."
    _change(session, session.engine.focus.remove, name, effect)


_ACTIONS = {"add": _add, "remove": _remove}


def _change(session: Session, say: Callable[[str], None], name: str, effect: str) -> None:
    before = _silent(session)
    say(name)
    session.engine.refocus()
    after = _silent(session)
    session.write(effect)
    for each in session.engine.breakpoints:
        if (each in after) != (each in before):
            stops = "does not stop while it is out of focus" if each in after else "stops again"
            session.write(f"Breakpoint {each.number} at {each.location} {stops}.")


def _silent(session: Session) -> set[Breakpoint]:
    breakpoints = session.engine.breakpoints
    return {each for each in breakpoints if breakpoints.is_out_of_focus(each)}


def _state(session: Session) -> Iterator[str]:
    import textwrap

    yield "In focus is all code but the standard library and site-packages."
    for rule in session.engine.focus.rules:
        yield f"   {'also' if rule.is_in else 'not '} {rule.name}"
    names = sorted(
        name
        for name, file in files(sys.modules).items()
        if file.endswith(".py") and session.engine.focus.contains_file(file)
    )
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    text = f"Modules in focus: {', '.join(names[:_SHOWN]) or 'none'}{more}"
    yield from textwrap.wrap(text, session.layout.width, subsequent_indent="   ")

"""Aliases.

The commands in `.debuggerrc` of the home folder are run before the first question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.ui.table import command

if TYPE_CHECKING:
    from collections.abc import Iterable

    from debugger.ui.session import Session


def _names(session: Session) -> Iterable[str]:
    return session.aliases


@command("alias", arguments="[name [command]]")
def alias(session: Session, argument: str) -> None:
    """Let a name stand for a command: `alias pi p vars(%1)`; with a name only, show what it does.

    `%1`, `%2` and so on are replaced by the words after the name, `%*` by all of them. The
    command may be several with `;;` between them, and may begin with another alias. An alias
    hides a command of its name; `!!name` is the command all the same. Without a name, list all.
    """
    name, _, text = argument.partition(" ")
    if text:
        session.aliases.define(name, " ".join(text.split()))
    elif name:
        session.write(session.aliases.line(name))
    else:
        session.write_lines([session.aliases.line(each) for each in session.aliases])


@command("unalias", arguments="name", words=_names)
def unalias(session: Session, argument: str) -> None:
    """Forget an alias."""
    if not argument:
        raise UserError("Expected the name of an alias.")
    session.aliases.remove(argument)

"""Help.

An empty line repeats the last command; `;;` separates commands.  Anything else is Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.ui.names import suggestion
from debugger.ui.table import command

if TYPE_CHECKING:
    from debugger.ui.session import Session
    from debugger.ui.table import Command, Group

_FOOTER = (
    "Anything else is Python, run in the selected frame. An empty line repeats the last",
    "command. `;;` separates commands. `!x` is Python even where x is a command; `!!p (x)`",
    "is the command even where p is a variable. `$x` is a variable of yours, unseen by the",
    "program, until that goes on. `help NAME` explains a command.",
)


@command("help", "h", "?", arguments="[command]")
def show_help(session: Session, argument: str) -> None:
    """List the commands, or explain one of them."""
    if not argument:
        session.write_lines(
            [line for group in session.commands.groups for line in _overview(group)]
        )
        session.write_lines(list(_FOOTER))
        return
    found = session.commands.find(argument)
    if found is None and argument in set(session.aliases):
        session.write(f"alias {session.aliases.line(argument)}")
        return
    if found is None:
        raise UserError(f"No command '{argument}'.{suggestion(argument, session.commands.names)}")
    session.write_lines(_explanation(found))


def _overview(group: Group) -> list[str]:
    names = ["/".join((each.name, *each.aliases)) for each in group.commands]
    return [f"{group.title}:", *_wrapped("   ".join(names))]


def _wrapped(text: str) -> list[str]:
    import textwrap

    return textwrap.wrap(
        text, 76, initial_indent="   ", subsequent_indent="   ", break_on_hyphens=False
    )


def _explanation(found: Command) -> list[str]:
    return [found.usage, *(f"   {line}".rstrip() for line in found.help.splitlines())]

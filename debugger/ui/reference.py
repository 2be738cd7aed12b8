"""Writes `docs/commands.md` from the command table: `python -m debugger.ui.reference FILE`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from debugger.ui.table import all_commands

if TYPE_CHECKING:
    from debugger.ui.table import Command, CommandTable, Group

_HEAD = """\
# Commands

<!-- generated from the command table by `python -m debugger.ui.reference`: do not edit -->

At the prompt `debug>` a line is a command or Python. Python runs in the selected frame, sees its
variables and can assign them. A variable of the program's wins over a command of the same name
when the line is valid Python, so `c = 5` and `c + 1` work in a function with a variable `c`;
`!!c + 1` is then the command, and `!x` is always Python. What is a command of pdb is always the
command when it stands alone: `c` goes on, and `p c` or `!c` shows the variable. An empty line
repeats the last command. `;;` separates commands; those behind one that lets the program go on are
done at the next stop, whichever thread that is in, as in pdb.

`$name` is a variable of yours, of which the program sees nothing; it lasts until the program goes
on. `$_frame`, `$_retval` and `$_exception` are the selected frame, the value that was returned and
the error, where there are such at this stop.
"""


def reference(table: CommandTable) -> str:
    """The whole page."""
    return "\n".join([_HEAD, *map(_group, table.groups)])


def _group(group: Group) -> str:
    return "\n".join([f"## {group.title}\n", *map(_command, group.commands)])


def _command(each: Command) -> str:
    names = ", ".join(f"`{name}`" for name in (each.name, *each.aliases))
    arguments = f" `{each.arguments}`" if each.arguments else ""
    return f"### {names}{arguments}\n\n{each.help}\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(reference(all_commands()), "utf-8")

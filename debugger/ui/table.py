"""What a command is, and the table in which all of them are found.

To add a command: a decorated function in one of the `*_commands.py` files.  Its docstring
is its help; it gets the session and the text after its name and returns a plan if the
program is to go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import ModuleType

    from debugger.frames.stepping import Plan
    from debugger.ui.session import Session

    Handler = Callable[[Session, str], Plan | None]
    Words = Callable[[Session], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the debugger; `words` gives what may follow it, where that is no Python."""

    name: str
    aliases: tuple[str, ...]
    arguments: str
    handler: Handler
    words: Words | None

    @property
    def help(self) -> str:
        """The docstring, without its indentation."""
        lines = (self.handler.__doc__ or "").strip().splitlines()
        return "\n".join(line.strip() for line in lines)

    @property
    def summary(self) -> str:
        """The first sentence of the help."""
        return self.help.partition("\n")[0]

    @property
    def usage(self) -> str:
        """Names and arguments, such as `until | unt [line]`."""
        return " ".join(filter(None, [" | ".join((self.name, *self.aliases)), self.arguments]))


def command(
    name: str, *aliases: str, arguments: str = "", words: Words | None = None
) -> Callable[[Handler], Command]:
    """Declare a function to be the handler of a command."""

    def declare(handler: Handler) -> Command:
        return Command(name, aliases, arguments, handler, words)

    return declare


@dataclass(frozen=True, slots=True)
class Group:
    """The commands of one file, under the title that the file's docstring begins with."""

    title: str
    commands: tuple[Command, ...]


def group_of(module: ModuleType) -> Group:
    """The commands that a module declares, in its order."""
    title = (module.__doc__ or "").partition("\n")[0].rstrip(".")
    return Group(title, tuple(item for item in vars(module).values() if isinstance(item, Command)))


class CommandTable:
    """Finds commands by any of their names."""

    def __init__(self, groups: Iterable[Group]) -> None:
        """Two commands with the same name are a mistake in this program."""
        self.groups = tuple(groups)
        self._by_name: dict[str, Command] = {}
        for each in self:
            for name in (each.name, *each.aliases):
                assert name not in self._by_name, f"two commands are called {name}"
                self._by_name[name] = each

    def __iter__(self) -> Iterator[Command]:
        """All commands, group by group."""
        return (each for group in self.groups for each in group.commands)

    def find(self, name: str) -> Command | None:
        """The command with this name or alias."""
        return self._by_name.get(name)

    @property
    def names(self) -> list[str]:
        """All names and aliases."""
        return list(self._by_name)


def all_commands() -> CommandTable:
    """The table of everything that can be typed at a stop."""
    from debugger.ui import (
        alias_commands,
        back_commands,
        break_commands,
        config_commands,
        evaluate_commands,
        focus_commands,
        help_commands,
        history_commands,
        look_commands,
        loop_commands,
        snip_commands,
        step_commands,
        thread_commands,
        watch_commands,
    )

    modules = (
        step_commands,
        back_commands,
        history_commands,
        snip_commands,
        look_commands,
        evaluate_commands,
        break_commands,
        watch_commands,
        focus_commands,
        thread_commands,
        loop_commands,
        alias_commands,
        config_commands,
        help_commands,
    )
    return CommandTable(map(group_of, modules))

"""Configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.ui.config_keys import KEYS, key_of
from debugger.ui.parse import first_word
from debugger.ui.table import command

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from debugger.ui.config_keys import Key
    from debugger.ui.session import Session


@command("config", arguments="[key [value]]", words=lambda _: KEYS)
def config(session: Session, argument: str) -> None:
    """Show what is configured, and where; `config lines 12` changes it for this session.

    To have it in every session, write `lines = 12` into `debugger/config.toml` of your
    configuration folder (`~/.config`, unless `XDG_CONFIG_HOME` is set), for a project into the
    table `[tool.debugger]` of its `pyproject.toml`, and for a while set `DEBUGGER_LINES=12` in the
    environment. Of these the last counts; options of the command line come after all of them.
    """
    name, value = first_word(argument)
    if value.strip():
        session.require_program()
        key_of(name).put(session, value.strip())
        session.configured[name] = "here"
    session.write_lines(_rows(session, [key_of(name)] if name else KEYS.values()))


def _rows(session: Session, keys: Iterable[Key]) -> Iterator[str]:
    rows = [(key.name, _value(session, key), key.meaning) for key in keys]
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    for name, value, meaning in rows:
        yield f"   {name:{first}}  {value:{second}}  {meaning}"


def _value(session: Session, key: Key) -> str:
    """What something is, and where that was chosen."""
    origin = session.configured.get(key.name)
    return f"{key.now(session) or 'nothing'}{f' ({origin})' if origin else ''}"

"""The page of commands is the one the table makes, and every command explains itself."""

from __future__ import annotations

import pdb  # noqa: T100 - its names are compared
from pathlib import Path

from debugger.ui.dispatch import OF_PDB
from debugger.ui.reference import reference
from debugger.ui.table import all_commands

PAGE = Path(__file__).parent.parent.parent / "docs" / "commands.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == reference(all_commands())


def test_every_command_has_a_help() -> None:
    for each in all_commands():
        assert each.summary.endswith("."), each.name


def test_pdb_names() -> None:
    theirs = {name.removeprefix("do_") for name in dir(pdb.Pdb) if name.startswith("do_")}
    assert theirs - set(all_commands().names) == set()
    assert theirs <= OF_PDB <= set(all_commands().names)

"""Opening the user's editor at a line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.ui.own_child import unheard

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT = "vi"
_WITH_COLON = ("code", "codium", "subl", "hx", "zed")
"""Editors that take FILE:LINE; the others take +LINE FILE."""


def edit(path: str, line: int) -> None:
    """Open $VISUAL or $EDITOR and wait for its end; raises UserError if it cannot be begun."""
    import shlex
    import subprocess

    if not os.path.isfile(path):
        raise UserError(f"There is no file {path} to edit.")
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or DEFAULT
    words = shlex.split(editor)
    try:
        with unheard():
            subprocess.run([*words, *_place(words[0], path, line)], check=False)  # noqa: S603
    except OSError as error:
        raise UserError(f"{editor}: {error.strerror}; $EDITOR says which editor to use.") from None


def _place(editor: str, path: str, line: int) -> Sequence[str]:
    name = os.path.basename(editor)
    if name in _WITH_COLON:
        return [*(["-g"] if name.startswith("cod") else []), f"{path}:{line}"]
    return [f"+{line}", path]

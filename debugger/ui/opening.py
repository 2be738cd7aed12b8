"""Opening the session of this process: there is one user, so there is one session."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from debugger.compiled.loops.loops import Loops
from debugger.compiled.loops.policy import Background, Policy
from debugger.compiled.tiered import TieredInterpreter
from debugger.frames.engine import Engine
from debugger.frames.entries import Entries
from debugger.frames.errors import UserError
from debugger.frames.focus import Focus
from debugger.frames.recording.recorder import Recording
from debugger.ui.completing import completions
from debugger.ui.config_keys import KEYS, put_all
from debugger.ui.configuration import Choice, configured
from debugger.ui.console import open_console
from debugger.ui.session import Session
from debugger.ui.start_up import HOME, start_up_lines
from debugger.ui.table import all_commands

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

POLICY: type[Policy] = Background
"""When and on which thread loops are compiled."""


class Process:
    """Holds the session once something has asked for it."""

    def __init__(self) -> None:
        """No session yet: importing the debugger opens nothing."""
        self.opened: Session | None = None

    def open(
        self,
        focus: Focus,
        prepared: Sequence[str],
        make_entries: type[Entries] = Entries,
        folders: Sequence[str] = (HOME,),
        chosen: Iterable[Choice] = (),
    ) -> Session:
        """Open the session; somebody is there to look, so it stops at uncaught errors.

        The start-up files of `folders` come before what is `prepared`.  Raises UserError where
        something was `chosen` that makes no sense.
        """
        commands = [*start_up_lines(folders), *prepared]
        loops = Loops(POLICY())
        make_engine = partial(
            Engine,
            focus=focus,
            make_interpreter=partial(TieredInterpreter, loops=loops),
            recorder=Recording(),
            make_entries=make_entries,
        )
        session = Session(open_console(), all_commands(), make_engine, commands, loops)
        session.console.complete_with(partial(completions, session))
        session.engine.break_on.on("error")
        put_all(session, chosen)
        self.opened = session
        return session

    @property
    def session(self) -> Session:
        """The session, opened if need be."""
        return self.opened or self._open_amid_program()

    def _open_amid_program(self) -> Session:
        """A mistake in what is configured is no error of the program that has come here."""
        from debugger.compiled.variants.attaching import AttachedEntries

        mistake = None
        try:
            chosen = configured(Path.cwd(), os.environ, KEYS)
            return self.open(Focus(), (), AttachedEntries, chosen=chosen)
        except UserError as error:
            mistake = str(error)
        session = self.open(Focus(), (), AttachedEntries)
        session.write(mistake)
        return session


PROCESS = Process()

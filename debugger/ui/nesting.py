"""A session within a stop of another one: `debug` steps through an expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import ProgramQuit, UserError
from debugger.frames.evaluation import NOTHING
from debugger.frames.nesting import debug
from debugger.frames.stepping import Quit
from debugger.ui.conveniences import offered, translated
from debugger.ui.interrupts import Interrupts
from debugger.ui.session import Session
from debugger.ui.source import remember
from debugger.ui.values import error_text, full

if TYPE_CHECKING:
    from debugger.frames.stepping import Plan


class Nested(Session):
    """A session that has what another one has, except for its stops."""

    def __init__(self, outer: Session) -> None:
        """What the user says here holds for the other one, too."""
        super().__init__(outer.console, outer.commands, lambda _: outer.engine, loops=outer.loops)
        self.depth: int = outer.depth + 1 if isinstance(outer, Nested) else 1
        self.aliases, self.settings = outer.aliases, outer.settings
        self.watches, self.displays = outer.watches, outer.displays
        self.end_replay = outer.end_replay

    def quit(self) -> Plan:
        """Leave what is debugged here, and go on with the stop."""
        return Quit()

    def forget_values(self) -> None:
        """They belong to the stop of the other session."""

    def prompt(self) -> str:
        """With parentheses, as many as there are sessions around this one."""
        text = super().prompt().removesuffix("> ")
        return f"{'(' * self.depth}{text}{')' * self.depth}> "


def debug_nested(session: Session, source: str) -> None:
    """Step through source in the selected frame, and show its value; raises UserError."""
    session.require_program()
    session.threads.require_own()
    frame, engine = session.frame, session.engine
    assert session.stop is not None
    leaf = session.stop.frame
    nested = Nested(session)
    filename = f"<debug {nested.depth}>"
    remember(filename, source)
    listener, engine.listener = engine.listener, nested
    try:
        with Interrupts(nested):
            value = debug(frame, translated(source), filename, leaf)
    except ProgramQuit:
        return
    except BaseException as error:
        raise UserError(error_text(error)) from None
    finally:
        engine.listener = listener
        engine.conveniences.offered = offered(session)
    if value is not NOTHING and value is not None:
        session.write(full(value))

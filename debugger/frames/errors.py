"""The exceptions of the debugger itself, as opposed to those of the program."""

from __future__ import annotations


class UserError(Exception):
    """The user asked for something that cannot be done; the message is one line for him."""


class NotRecordedError(UserError):
    """The user asked for what is not recorded, or no longer."""


class ProgramQuit(BaseException):
    """Unwinds the program because the user quit; the program's own handlers do not run."""


class LiftError(Exception):
    """A code object that cannot be lifted: unknown opcode, or stack depths that disagree."""

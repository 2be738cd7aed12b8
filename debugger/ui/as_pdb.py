"""A `Pdb` class, for what makes one: `pytest --pdbcls=debugger:Pdb`.

It has what pytest uses of Python's own class.  Whoever derives from it is told by `do_continue` and
`do_quit` how the user has left the prompt.
"""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Any

from debugger.frames.errors import ProgramQuit
from debugger.frames.stepping import Continue
from debugger.frames.stops import Entered, SourceBreak
from debugger.ui.attaching import attach, look_back, stop_next, stop_where
from debugger.ui.opening import PROCESS

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType, TracebackType

    from debugger.frames.stepping import Plan
    from debugger.frames.stops import Reason, Stop


class Pdb:
    """The debugger, as pytest knows debuggers; `quitting`: whether the user has quit."""

    def __init__(self, **_: object) -> None:
        """Make ready: the session is opened where input and output are not captured."""
        self.session = PROCESS.session
        self.quitting = False

    def reset(self) -> None:
        """Nothing is left from before."""

    def set_trace(self, frame: FrameType | None = None) -> None:
        """Stop in a frame, by default in the one that calls."""
        host = sys._getframe(1) if frame is None else frame  # noqa: SLF001
        self._listen()
        stop_where(self.session, host, SourceBreak())

    def runcall(self, function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
        """Call a function, and stop at the first line in focus."""
        self._listen()
        reason: Reason = Entered()
        stop_next(self.session, reason)
        return function(*arguments, **keywords)

    def interaction(self, frame: object, error: BaseException | TracebackType | None) -> None:
        """Look at an error that is over; it may be told by its traceback."""
        del frame
        if look_back(self.session, _error_of(error)):
            self.do_continue("")
        else:
            self.quitting = True

    def do_continue(self, argument: str) -> bool:
        """The user has let the program go on."""
        del argument
        return True

    def do_quit(self, argument: str) -> bool:
        """The user has quit."""
        del argument
        self.quitting = True
        return True

    def _listen(self) -> None:
        """From the next stop on, be told how it is left."""
        attach(self.session)
        self.session.abandon = _nothing
        self.session.engine.listener = self

    def on_stop(self, stop: Stop) -> Plan:
        """Ask the user, as the listener of the engine."""
        engine = self.session.engine
        try:
            plan = self.session.on_stop(stop)
        except ProgramQuit:
            engine.listener, engine.is_quitting = self.session, False
            self.do_quit("")
            raise
        if type(plan) is Continue:
            engine.listener = self.session
            self.do_continue("")
        return plan


def _nothing() -> None:
    pass


def _error_of(error: BaseException | TracebackType | None) -> BaseException:
    """The error that is meant; who has only its traceback holds the error, too, or another does."""
    if isinstance(error, BaseException):
        return error
    for each in gc.get_referrers(error):
        if isinstance(each, BaseException) and each.__traceback__ is error:
            return each
    return RuntimeError("an error of which only the traceback is known").with_traceback(error)

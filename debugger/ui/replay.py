"""A replay: a forked copy of the stopped program goes back and runs again what was recorded.

The copy has all frames and objects, so the program itself stays as it is.  It asks the user through
the process it comes from (`relay.py`), which waits, and is cut off from all else (`isolation.py`).
"""

from __future__ import annotations

import os
import signal
import threading
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from debugger.frames.errors import UserError
from debugger.frames.recording.ending import End
from debugger.frames.recording.walls import Replaying
from debugger.frames.stops import Stop, WentBack
from debugger.ui.going import what_stays
from debugger.ui.interrupts import Interrupts
from debugger.ui.isolation import Isolation, require_nothing_shared
from debugger.ui.own_child import exit_status, unheard
from debugger.ui.relay import Pipes, RelayConsole, serve
from debugger.ui.values import error_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from debugger.frames.stepping import Plan
    from debugger.ui.going import Destination
    from debugger.ui.session import Session


def replay(session: Session, beginning: Destination) -> Plan | None:
    """Replay from where `beginning` is.

    This returns twice, as a fork does.  In the copy: how to go on from there.  In the process
    that was stopped: None, when the copy has ended.  Raises UserError if no copy can be made.
    """
    if not hasattr(os, "fork"):
        raise UserError("A replay needs a process that can be forked, as on Linux and macOS.")
    require_nothing_shared()
    remarks = [*remarks_on_threads(), *filter(None, [what_stays(session, beginning.place)])]
    with unheard():
        (requested, requests), (answered, answers) = os.pipe(), os.pipe()
        child = os.fork()
        if not child:
            os.close(requested)
            os.close(answers)
            return begun(session, beginning, remarks, Pipes(answered, requests))
        os.close(requests)
        os.close(answered)
        with Pipes(requested, answers) as pipes, session.patience.resting():
            serve(session.console, pipes.source, pipes.target, session.next_given)
        status = exit_status(child)
    session.write_lines(how_it_ended(status))
    session.screen.show_stop()
    return None


def remarks_on_threads() -> list[str]:
    """What to say where the program has other threads: they have no copy."""
    others = [each.name for each in threading.enumerate() if each is not threading.current_thread()]
    if not others:
        return []
    return [f"The replay is of this thread only, without {', '.join(others)}."]


def how_it_ended(status: int | None) -> list[str]:
    """What to say if a replay did not end as it should."""
    if not status:
        return []
    how = f"exit status {status}" if status > 0 else signal.Signals(-status).name
    return [f"The replay has broken off ({how}). The program is as it was."]


# ---------------------------------------------------------------------- in the copy


def begun(session: Session, beginning: Destination, remarks: Sequence[str], pipes: Pipes) -> Plan:
    """Make this process a replay, which asks how to go on from the beginning; does not raise."""
    try:
        session.console = RelayConsole(session.console.theme, pipes.target, pipes.source)
        session.end_replay = end
        copy = Copy(session, Isolation(pipes.numbers))
        session.write_lines(remarks)
        return copy.back_to(beginning)
    except BaseException as error:
        session.write(f"The replay could not begin: {error_text(error)}")
        os._exit(0)


def end() -> NoReturn:
    """End the replay, and nothing of the program with it: neither its handlers nor its files."""
    os._exit(0)


class Copy:
    """The copy of the program: the listener that takes its stops to the session."""

    def __init__(self, session: Session, isolation: Isolation) -> None:
        """The session talks to the user already."""
        self._session = session
        self._isolation = isolation
        session.forget_given()
        session.loops.is_on = False
        session.engine.entries.interpret_all()
        session.engine.listener = self
        session.engine.stop_in_this_process()
        # Objects that die here live on in the program, so what is tied to their end waits for it.
        # What our modules import is a copy (`own_builtins.py`).
        import_module("weakref").finalize._shutdown = True  # noqa: SLF001
        Interrupts(session).__enter__()

    def back_to(self, beginning: Destination) -> Plan:
        """Go back to where the replay begins; answers how to go on from there."""
        session = self._session
        stop = session.stop
        assert stop is not None
        interpreter = session.engine.interpreter()
        ending = End(stop, beginning.place.length)
        went = beginning.arrive()
        root = went.frame.root()
        session.engine.go_on_recording(Replaying(interpreter.log.limit, ending, root, self.leave))
        session.write_lines(went.gone)
        return self.on_stop(Stop(went.frame, WentBack(beginning.text)))

    def on_stop(self, stop: Stop) -> Plan:
        """The user decides; what he prints himself is seen."""
        self._isolation.be_loud()
        try:
            return self._session.on_stop(stop)
        finally:
            self._isolation.be_quiet()

    def leave(self) -> NoReturn:
        """The outermost frame of the recording has ended in another way than it did."""
        self._session.write("The replay has left what is recorded.")
        end()

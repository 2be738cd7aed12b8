"""Stops in a program that was begun without the debugger, and looks at errors that are over."""

from __future__ import annotations

import atexit
import os
from contextlib import ExitStack
from types import FrameType
from typing import TYPE_CHECKING

from debugger.compiled.variants.attaching import AttachedEntries
from debugger.compiled.variants.followed import stop_natively, view_of
from debugger.frames.errors import ProgramQuit, UserError
from debugger.frames.past import all_frames_of, frames_of
from debugger.frames.stops import PostMortem, Reason, Stop
from debugger.ui import script
from debugger.ui.interrupts import Interrupts

if TYPE_CHECKING:
    from collections.abc import Callable

    from debugger.ui.session import Session


def stop_where(session: Session, host: FrameType, reason: Reason) -> None:
    """Stop where the program is, in a real frame that has called us.

    Where the debugger has begun the program, or goes on with that frame, at the next statement.
    """
    engine = session.engine
    entries = engine.entries
    if not isinstance(entries, AttachedEntries):
        engine.interrupt(reason)
        return
    if not engine.may_stop():
        return
    focus_on(session, host)
    attach(session)
    if entries.runs_natively(host):
        stop_natively(engine, view_of(engine, host), reason)
    else:
        engine.interrupt(reason)


def focus_on(session: Session, host: FrameType) -> None:
    """What asks for a stop is in focus from here on, wherever it lies."""
    filename = host.f_code.co_filename
    if not session.engine.focus.contains(host.f_code) and os.path.isfile(filename):
        session.engine.focus.add(filename)
        session.engine.refocus()


def attach(session: Session) -> None:
    """Have what is called from now on under the debugger, to the end of the process."""
    entries = session.engine.entries
    if not isinstance(entries, AttachedEntries) or entries.is_attached:
        return
    staying = ExitStack()
    atexit.register(staying.close)
    staying.enter_context(session.engine.active())
    entries.attach()
    session.abandon = script.abandon
    session.at_stop = Interrupts(session).taken


def stop_next(session: Session, reason: Reason) -> None:
    """Stop at what this thread comes to next of what is in focus, called by whomever."""
    session.engine.interrupt(reason)
    entries = session.engine.entries
    if isinstance(entries, AttachedEntries):
        entries.await_calls()


def look_back(session: Session, error: BaseException) -> bool:
    """Ask the user at the frames that an error has come through; whether he goes on.

    Those in focus, if there are such; raises UserError without any.  When he quits, nothing ends.
    """
    engine = session.engine
    frames = frames_of(engine, error) or all_frames_of(engine, error)
    if not frames:
        raise UserError("This error has come through no frames.")
    stop = Stop(frames[0], PostMortem(error, tuple(frames), "unknown"))
    abandon: Callable[[], None] = session.abandon
    session.abandon = lambda: None
    try:
        with Interrupts(session):
            session.on_stop(stop)
    except ProgramQuit:
        return False
    finally:
        session.abandon, engine.is_quitting = abandon, False
    return True

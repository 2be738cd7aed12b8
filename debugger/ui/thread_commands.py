"""Threads.

One thread stops at a time. The others run on meanwhile, or are held; one that comes to a stop,
too, waits until this one goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.ui.parse import number
from debugger.ui.source import line_at, place, short_name
from debugger.ui.table import command
from debugger.ui.threads import STOPPED
from debugger.ui.values import clipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from debugger.ui.session import Session
    from debugger.ui.threads import Thread


@command("threads", arguments="[hold | run]", words=lambda _: _ACTIONS)
def threads(session: Session, argument: str) -> None:
    """List the threads of the program: what each of them is doing, and where.

    One is `stopped`, and the others are `running`, which includes waiting for something; those
    that have come to a stop, too, `wait to stop` until this one goes on.

    `threads hold`: while one is stopped, each of the others is `held` where it comes to its next
    line in focus. In code out of focus, and in calls that wait for something, it goes on. All go on
    when you do, by whichever command. `threads run`: they run on while one is stopped, as at first.
    """
    if not argument:
        session.write_lines([*_rows(session, session.threads.all(session)), session.threads.words])
    elif argument in _ACTIONS:
        _ACTIONS[argument](session)
        session.write(session.threads.words)
    else:
        raise UserError(f"'{argument}' is neither hold nor run.")


def _hold(session: Session) -> None:
    session.threads.are_held = True
    if session.stop is not None:
        session.threads.hold_others(session.engine)


def _run(session: Session) -> None:
    session.threads.are_held = False
    session.engine.let_go()
    if session.stop is not None and session.threads.looked_at is not None:
        # Its frames go on.
        session.stop_at(session.stop)


_ACTIONS: dict[str, Callable[[Session], None]] = {"hold": _hold, "run": _run}


def _numbers(session: Session) -> Iterator[str]:
    """What may follow `thread`."""
    return map(str, session.threads.numbers)


@command("thread", arguments="[number]", words=_numbers)
def thread(session: Session, argument: str) -> None:
    """Look at another thread, by its number in `threads`; without one, at the one that has stopped.

    `where`, `up`, `down`, `vars`, `list`, `p` and the like then are about its frames, as they
    were when you came to look: a thread that is running goes on, and variables can only be
    assigned in one that is not. What steps, and what goes back,
    needs the thread that has stopped.
    """
    wanted = number(argument, "thread number") if argument else None
    found = session.threads.all(session)
    chosen = next((each for each in found if wanted in (each.number, None)), None)
    if wanted is None or (chosen is not None and chosen.state == STOPPED):
        assert session.stop is not None
        session.stop_at(session.stop)
        session.screen.show_stop()
        return
    if chosen is None:
        raise UserError(f"There is no thread {wanted}; 'threads' lists them.")
    if not chosen.view.entries:
        raise UserError(f"Thread {wanted} is not in Python code.")
    session.look_at(chosen)
    session.screen.show_selected()


def _rows(session: Session, found: Sequence[Thread]) -> Iterator[str]:
    looked_at = session.threads.looked_at
    names = max(len(each.name) for each in found)
    states = max(len(each.state) for each in found)
    for each in found:
        is_shown = each.state == STOPPED if looked_at is None else each.number == looked_at.number
        mark = session.layout.theme.current if is_shown else " "
        start = f" {mark} {each.number:>2}  {each.name:<{names}}  {each.state:<{states}}  "
        yield clipped(f"{start}{_doing(each)}", session.layout.width)


def _doing(found: Thread) -> str:
    """Where a thread is, and what its frame in focus waits for."""
    if not found.view.entries:
        return "not in Python code"
    innermost = found.view.entries[0].frame
    inside = found.view.inside
    calling = f"calling {short_name(inside[-1].name)}" if inside else ""
    return f"{place(innermost)}  {calling or line_at(innermost, innermost.line)}"

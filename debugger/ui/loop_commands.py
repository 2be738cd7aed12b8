"""Compiled loops.

Loops that come round often run as machine code, and stop all the same wherever they have to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.ui import loop_lines
from debugger.ui.parse import first_word, number
from debugger.ui.table import command

if TYPE_CHECKING:
    from debugger.compiled.loops.loop import Loop
    from debugger.ui.session import Session


@command("loops", arguments="[number]")
def loops(session: Session, argument: str) -> None:
    """List the loops that have come round: what became of each; with a number, all about one.

    `counting`: not hot yet; `compiled`: how often its machine code was entered, the
    iterations made there, and why it was left; `refused`: it stays interpreted, with
    the statement that stands in the way. Times are for compiling, in milliseconds.
    """
    if argument:
        session.write_lines(loop_lines.detail(_loop(session, argument), session.layout.width))
        return
    found = sorted(session.loops, key=lambda loop: loop.number)
    session.write_lines(loop_lines.table(found, session.layout.width))
    if found and not session.loops.is_on:
        session.write("(compiled off: all of them run interpreted)")


@command("guards", arguments="number")
def guards(session: Session, argument: str) -> None:
    """Show what must hold for the machine code of a loop to be entered.

    Nothing that is implied by the rest is shown. Where something did not hold, the loop
    ran interpreted or was compiled again: how often, and the value seen last.
    """
    session.write_lines(loop_lines.guard_lines(_loop(session, argument), session.layout.width))


@command("compiled", arguments="[frames] [on | off]", words=lambda _: ("frames", "on", "off"))
def compiled(session: Session, argument: str) -> None:
    """Say whether hot loops run as machine code; switch it on or off.

    Machine code and interpreter differ in nothing but speed. What you do not step through runs at
    Python's own speed, and is not recorded. `compiled frames off` has all code in focus interpreted
    and recorded, from the next call of each function on; so it is from the beginning, and stays, in
    a session begun with `--no-compiled-frames`.
    """
    word, rest = first_word(argument)
    about, wanted = (_frames, rest.strip()) if word == "frames" else (_loops, argument)
    if wanted not in ("", "on", "off"):
        raise UserError(f"'{wanted}' is neither on nor off.")
    if wanted:
        session.require_program()
    session.write(about(session, wanted))


def _loops(session: Session, wanted: str) -> str:
    if wanted:
        session.loops.is_on = wanted == "on"
    return "Hot loops run as machine code." if session.loops.is_on else "All loops run interpreted."


def _frames(session: Session, wanted: str) -> str:
    from debugger.compiled.variants.installing import CompiledEntries

    entries = session.engine.entries
    if not isinstance(entries, CompiledEntries):
        if wanted == "on":
            raise UserError("This session was begun with --no-compiled-frames.")
        return "All code in focus is interpreted."
    if wanted:
        entries.is_on = wanted == "on"
        session.engine.refocus()
    if entries.is_on:
        return "What is not stepped through runs at Python's own speed."
    return "All code in focus is interpreted."


def _loop(session: Session, argument: str) -> Loop:
    wanted = number(argument, "loop number")
    for loop in session.loops:
        if loop.number == wanted:
            return loop
    raise UserError(f"There is no loop {wanted}; 'loops' lists them.")

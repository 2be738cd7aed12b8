"""Going on.

Every command here answers with a plan; the program then runs until the plan says stop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames import stepping
from debugger.frames.errors import UserError
from debugger.frames.stops import Stop
from debugger.ui.parse import number
from debugger.ui.table import command

if TYPE_CHECKING:
    from debugger.frames.stepping import Plan
    from debugger.ui.session import Session


@command("next", "n")
def next_line(session: Session, argument: str) -> Plan:
    """Run to the next line of the selected frame; the calls on this line run in full.

    When the frame returns, stop in its caller.
    """
    del argument
    return stepping.Next(session.steppable())


@command("step", "s")
def step(session: Session, argument: str) -> Plan:
    """Run into the next call on this line, or to the next line when there is none."""
    del argument
    return stepping.Step(session.steppable_leaf())


@command("stepout", "so", "finish")
def step_out(session: Session, argument: str) -> Plan:
    """Run until the selected frame has returned, and stop in its caller."""
    del argument
    return stepping.StepOut(session.steppable())


@command("return", "r", "sr")
def run_to_return(session: Session, argument: str) -> Plan | None:
    """Run until the selected frame is about to return, and show the value."""
    del argument
    frame = session.steppable()
    returning = stepping.about_to_return(frame) if frame is session.leaf else None
    if returning is None or session.is_returning():
        return stepping.Return(frame)
    session.stop_at(Stop(frame, returning))
    session.screen.show_stop()
    return None


@command("steplast", "sl")
def step_last(session: Session, argument: str) -> Plan:
    """Run into the last call on this line; the calls before it run in full."""
    del argument
    return stepping.StepLast(session.steppable_finely())


@command("stepgen", "sg")
def step_generator(session: Session, argument: str) -> Plan:
    """Run into the generator or coroutine that this line resumes, or to the next line.

    Functions that are called on the way, unlike by `step`, run in full.
    """
    del argument
    return stepping.StepGenerator(session.steppable_leaf())


@command("nextcall", "nc")
def next_call(session: Session, argument: str) -> Plan:
    """Run to the next call in this frame, and stop before it."""
    del argument
    return stepping.NextCall(session.steppable_finely())


@command("stepexpr", "se")
def step_expression(session: Session, argument: str) -> Plan:
    """Run one operation of this line; a call runs in full."""
    del argument
    return stepping.StepExpression(session.steppable_finely())


@command("stepin", "si")
def step_in(session: Session, argument: str) -> Plan:
    """Run one operation of this line; stop inside it if it is a call."""
    del argument
    return stepping.StepIn(session.steppable_finely())


@command("until", "unt", arguments="[line]")
def until(session: Session, argument: str) -> Plan:
    """Run to a line after the current one, or to the given line or a later one.

    Leaves a loop without stopping in every round. Stops too when the frame returns.
    """
    frame = session.steppable()
    if not argument:
        return stepping.Until(frame)
    line = number(argument, "line number")
    if frame.line is not None and line <= frame.line:
        raise UserError(f"Line {line} is not after the current line {frame.line}.")
    return stepping.Until(frame, line)


@command("continue", "c", "cont")
def go_on(session: Session, argument: str) -> Plan:
    """Run to a breakpoint, an error or the end."""
    del argument
    session.require_stop()
    return stepping.Continue()


@command("jump", "j", arguments="line")
def jump(session: Session, argument: str) -> None:
    """Make the given line the next one to run, without running what lies between."""
    frame = session.steppable_finely()
    if session.is_raising():
        raise UserError("An error is under way: only going 'back' leads away from it.")
    stepping.jump(frame, number(argument, "line number"))
    session.screen.show_frame("jumped")


@command("run", "restart", arguments="[argument ...]")
def run_anew(session: Session, argument: str) -> None:
    """Run the program anew from its beginning, with other arguments if some are given.

    It is a new process. Breakpoints, watches, aliases and what stops at exceptions are kept; what
    the program has registered for its end is not done.
    """
    import shlex

    session.require_program()
    try:
        arguments = shlex.split(argument)
    except ValueError as error:
        raise UserError(f"These are no arguments: {error}.") from None
    session.restart(arguments or None)


@command("quit", "q", "exit", "EOF")
def leave(session: Session, argument: str) -> Plan:
    """End the program and the debugger; at the Python prompt, only the program."""
    del argument
    session.require_stop()
    return session.quit()

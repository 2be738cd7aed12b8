"""Replaying a run: the engine runs its first part again, the interpreter the rest, recorded.

Nothing stops on the way, and nothing is printed: there were no calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.events import CALL, ONE, PUSHED, RETURN
from debugger.frames.interpreter import ANSWERS
from debugger.frames.quiet import with_handled
from debugger.frames.recording.going_back import stand
from debugger.frames.recording.runs import standing

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.interpreter import Interpreter
    from debugger.frames.recording.runs import Ran, Run


class ReplayError(Exception):
    """A run did not go again as it went before."""


def replay(frame: Frame, run: Run, ran: Ran, edges: int) -> None:
    """Go through a run again; the last back edges, about `edges` of them, are interpreted.

    `frame` is where it was when the run began, and then where it was at its end.
    """
    made = enter(frame, run, ran, ran.edges - edges)
    interpreter = frame.interpreter
    with interpreter.engine.not_stopping(), interpreter.alone():
        interpret(frame, ran, made)


def enter(frame: Frame, run: Run, ran: Ran, edges: int) -> int:
    """Let the engine take so many back edges, or some more; answers how many."""
    if edges <= 0:
        stand(frame, run.pc)
        frame.previous = ran.start
        return 0
    frame.pc, frame.callee = ran.start, None
    made = run.again(frame, edges)
    if made is None or made > ran.edges:
        raise ReplayError
    return made


def interpret(frame: Frame, ran: Ran, edges: int) -> None:
    """Interpret to the end of the run, after so many back edges."""
    current, interpreter = frame.innermost(), frame.interpreter
    pc = ran.ended[0][1]
    while edges < ran.edges or current.pc != pc or standing(current, frame) != ran.ended:
        following = one(interpreter, current)
        edges += following is current and current.pc <= current.previous
        if edges > ran.edges:
            raise ReplayError
        current = following
    interpreter.leaf = current


def one(interpreter: Interpreter, frame: Frame) -> Frame:
    """Interpret one statement; answers the frame that goes on."""
    interpreter.leaf = frame
    handled, step = frame.handling(), interpreter.one
    event = step(frame) if handled is None else with_handled(handled, step, frame)
    if event not in (ONE, PUSHED, CALL, RETURN):
        frame.value = None
        raise ReplayError
    following = ANSWERS[event](interpreter, frame)
    if following is None:
        raise ReplayError
    return following

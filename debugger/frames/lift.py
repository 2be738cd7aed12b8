"""Lift a code object to statements, by running it on a symbolic operand stack.

A load of a local or a constant only pushes its name; every other instruction becomes a
statement that works on registers.  Symbolic values are *spilled* to their temporary where
paths merge and before their local changes.  Which method lowers which opcode is said by
the table of the running version (`opcodes/`); a new opcode needs a row there and, if it
cannot be executed as it stands, a method in `lower_values.py`, `lower_calls.py` or
`lower_control.py`.
"""

from __future__ import annotations

from itertools import pairwise
from types import CodeType

from debugger.frames.lifting import Lifted
from debugger.frames.lower_calls import Calls
from debugger.frames.lower_control import Control
from debugger.frames.lower_values import Values
from debugger.frames.opcodes import table


class Lifter(Values, Calls, Control):
    """Lifts one code object."""


def lift(code: CodeType) -> Lifted:
    """Lift `code`; raises LiftError if it holds an unknown opcode or its depths disagree."""
    return Lifter(code, table()).lift()


def line_starts(lifted: Lifted, beginnings: frozenset[int]) -> frozenset[int]:
    """The pcs at which a new line may begin, coming from the statement before or by a jump.

    `beginnings` are the `new_lines`.
    """
    return beginnings | {pc for pc in lifted.entries if lifted.positions[pc].line is not None}


def new_lines(lifted: Lifted) -> frozenset[int]:
    """Those at which one does begin: a jump forward within a line begins none."""
    lines = [position.line for position in lifted.positions]
    starts = {0} | {handler.pc for handler in lifted.handlers if handler is not None}
    starts |= {pc for pc, (before, line) in enumerate(pairwise(lines), 1) if before != line}
    for pc, statement in enumerate(lifted.statements):
        target: int = getattr(statement, "pc", len(lines))
        if target <= pc or (target < len(lines) and lines[target] != lines[pc]):
            starts.add(target)
    return frozenset(pc for pc in starts if pc < len(lines) and lines[pc] is not None)

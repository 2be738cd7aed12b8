"""Liveness: which variables of a function are read again before they are assigned.

Where one is not, compiled code keeps it only for the interpreter, to which it may have to leave.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from debugger.compiled.loops.region import Touching, successors

if TYPE_CHECKING:
    from debugger.compiled.loops.program import Activation, Program
    from debugger.frames.framecode import FrameCode

Live = dict[int, frozenset[int]]


class Liveness:
    """What is live where in a program, which may grow."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[Activation, Live] = {}

    def is_live(self, pc: int, register: int) -> bool:
        """Whether compiled statements from `pc` on may read a register before they assign it."""
        activation = self._program.activation_at(pc)
        while register < activation.registers and activation.caller is not None:
            pc, activation = activation.call + 1, activation.caller
        own = register - activation.registers
        return own in self._live(activation).get(activation.own(pc), ())

    def _live(self, activation: Activation) -> Live:
        found = self._known.get(activation)
        if found is None:
            count = len(activation.framecode.statements)
            inside = {pc for pc in range(count) if activation.pcs + pc in self._program.inside}
            found = self._known[activation] = live_registers(activation.framecode, inside)
        return found


def live_registers(framecode: FrameCode, inside: AbstractSet[int]) -> Live:
    """By pc, the registers that the statements inside may read before they assign them."""
    found: Live = dict.fromkeys(inside, frozenset())
    effects = {pc: _effect(framecode, pc) for pc in inside}
    changed = True
    while changed:
        changed = False
        for pc in sorted(inside, reverse=True):
            read, assigned = effects[pc]
            after = [found[s] for s in successors(framecode, pc) if s in inside]
            live = read | (frozenset().union(*after) - assigned)
            changed = changed or live != found[pc]
            found[pc] = live
    return found


def _effect(framecode: FrameCode, pc: int) -> tuple[frozenset[int], frozenset[int]]:
    """The registers that a statement reads, and those that it assigns."""
    touching = Touching(framecode, names_are_global=True)
    touching.visit(framecode.statements[pc])
    read, assigned = (
        frozenset(v for v in touched if isinstance(v, int))
        for touched in (touching.read, touching.assigned)
    )
    return read, assigned

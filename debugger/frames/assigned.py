"""Which loads of locals may find them unbound.

From 3.12 on the compiler marks them (LOAD_FAST_CHECK); for 3.11 this module finds them: a
forward must-analysis over the instructions, exception edges included.  A load that may
fail has to be a statement of its own, or the handler that should catch it would not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import CodeType

from debugger.frames.decode import ExceptionEntry, Instruction

ENDS = frozenset(
    {
        "RETURN_VALUE",
        "RERAISE",
        "RAISE_VARARGS",
        "JUMP_FORWARD",
        "JUMP_BACKWARD",
        "JUMP_BACKWARD_NO_INTERRUPT",
    }
)


def maybe_unbound(
    code: CodeType, instructions: Sequence[Instruction], covering: Mapping[int, ExceptionEntry]
) -> frozenset[int]:
    """The offsets of the LOAD_FAST instructions whose local may be unbound."""
    loads = [i for i in instructions if i.name == "LOAD_FAST"]
    deleted = {i.argument for i in instructions if i.name == "DELETE_FAST"}
    always = range(_parameters(code))
    if all(i.argument in always and i.argument not in deleted for i in loads):
        return frozenset()
    states = _states(code, instructions, covering)
    return frozenset(i.offset for i in loads if not states.get(i.offset, 0) >> i.argument & 1)


def _states(
    code: CodeType, instructions: Sequence[Instruction], covering: Mapping[int, ExceptionEntry]
) -> dict[int, int]:
    """Offset -> bit set of the locals that are bound on every way to it."""
    following = {a.offset: b.offset for a, b in pairwise(instructions)}
    by_offset = {i.offset: i for i in instructions}
    states = {0: (1 << _parameters(code)) - 1}
    work = [0]
    while work:
        offset = work.pop()
        instruction, before = by_offset[offset], states[offset]
        after = _after(instruction, before)
        reached = []
        if instruction.name not in ENDS and offset in following:
            reached.append((following[offset], after))
        if instruction.target is not None:
            reached.append((instruction.target, after))
        if offset in covering:
            reached.append((covering[offset].target, before & after))
        for target, state in reached:
            merged = states.get(target, state) & state
            if states.get(target) != merged:
                states[target] = merged
                work.append(target)
    return states


def _after(instruction: Instruction, before: int) -> int:
    bit = 1 << instruction.argument
    if instruction.name == "STORE_FAST":
        return before | bit
    if instruction.name == "DELETE_FAST":
        return before & ~bit
    return before | bit if instruction.name == "LOAD_FAST" else before


def _parameters(code: CodeType) -> int:
    extra = bool(code.co_flags & 4) + bool(code.co_flags & 8)
    return code.co_argcount + code.co_kwonlyargcount + extra

"""`min` and `max` of several numbers: the result is one of the operands, the very object.

Of numbers of one kind it is selected; those of different kinds go different ways from there on.
"""

from __future__ import annotations

from typing import Any

from debugger.compiled.loops.emit.compare import compare
from debugger.compiled.loops.emit.convert import truth
from debugger.compiled.loops.emit.kinds import Value
from debugger.compiled.loops.emit.machine import integer
from debugger.compiled.loops.emit.path import NOWHERE, Path
from debugger.compiled.loops.reasons import UnsupportedError

COMPARISONS = {"min": "<", "max": ">"}
"""How a later operand has to compare with the best so far to take its place."""


def choose(path: Path, operator: str, operands: list[Value], target: int) -> None:
    """Write the best operand to the register `target`, and go on; ends the path."""
    best, *others = operands
    for index, other in enumerate(others, 1):
        is_better = truth(path, compare(path, operator, other, best))
        if other.kind != best.kind:
            rest = operands[index + 1 :]
            part_ways(path, is_better, ([other, *rest], [best, *rest]), operator, target)
            return
        best = selected(path, is_better, other, best)
    path.write(target, best)
    path.go(path.pc + 1)


def part_ways(
    path: Path,
    is_better: Any,
    operands: tuple[list[Value], list[Value]],
    operator: str,
    target: int,
) -> None:
    """Choose among the first operands if `is_better`, among the second if not."""
    statement = path.emitter.program.statements[path.pc]
    for way, rest in zip(path.branch(is_better), operands, strict=True):
        # Iterations in a row would double the ways each time.
        way.header = NOWHERE
        try:
            choose(way, operator, rest, target)
        except UnsupportedError as refused:
            way.leave(f"{refused}: {statement}")


def selected(path: Path, condition: Any, x: Value, y: Value) -> Value:
    """`x` if the condition (an i1) is true, else `y`, two numbers of one kind."""
    part = path.builder.select(condition, x.part, y.part)
    if x.object is None and y.object is None:
        return Value(x.kind, [part])
    objects = [integer(0) if each.object is None else each.object for each in (x, y)]
    return Value(x.kind, [part], path.builder.select(condition, *objects))

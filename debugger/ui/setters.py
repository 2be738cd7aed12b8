"""Which line has last set a variable, for the variables where the code alone tells.

A variable that only one line sets was set by that line.  Variables that several lines set,
or that other functions may set, are left out: their values stand below the source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames import ir

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType

    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode


def set_on_lines(frame: Frame) -> dict[str, int]:
    """The line that set it, for each variable of which that is certain."""
    lines: dict[str, set[int]] = {}
    framecode = frame.framecode
    for position, statement in zip(framecode.positions, framecode.statements, strict=True):
        for name in _names_set(statement):
            lines.setdefault(name, set()).add(position.line or 0)
    uncertain = {*_parameters(framecode), *_set_by_inner(framecode.code)}
    return {name: at for name, (at, *more) in lines.items() if not more and name not in uncertain}


def _names_set(statement: ir.Statement) -> Iterator[str]:
    if isinstance(statement, ir.StoreName | ir.DeleteName):
        yield statement.name
    elif isinstance(statement, ir.StoreCell | ir.DeleteCell):
        yield statement.cell.name
    elif isinstance(statement, ir.DeleteSlot | ir.Take):
        yield statement.slot.name
    else:
        yield from (target.name for target in targets_of(statement) if isinstance(target, ir.Slot))


def targets_of(statement: ir.Statement) -> Iterator[ir.Target]:
    """The registers that a statement writes."""
    for target in (getattr(statement, "target", None), *getattr(statement, "targets", ())):
        if isinstance(target, ir.Target):
            yield target


def _parameters(framecode: FrameCode) -> tuple[str, ...]:
    code = framecode.code
    count = code.co_argcount + code.co_kwonlyargcount
    stars = bool(code.co_flags & 0x04) + bool(code.co_flags & 0x08)
    return code.co_varnames[: count + stars]


def _set_by_inner(code: CodeType) -> Iterator[str]:
    """Names that functions defined in this code set with `nonlocal` or `global`."""
    import dis

    for inner in code.co_consts:
        if hasattr(inner, "co_consts"):
            yield from _set_by_inner(inner)
            for instruction in dis.get_instructions(inner):
                if instruction.opname in _OUTWARD:
                    yield str(instruction.argval)


_OUTWARD = frozenset({"STORE_GLOBAL", "STORE_DEREF", "DELETE_GLOBAL", "DELETE_DEREF"})

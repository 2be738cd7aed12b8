"""The steps that log what a statement changes beyond the registers: cells, names, handlers, loops.

`LOGGED` has a row for each kind of statement; those that change objects are in `objects.py`,
those that call in `calling.py`, those that leave a frame in `leaving.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.class_attributes import kind_of
from debugger.frames.missing import MISSING
from debugger.frames.recording.activation import activated
from debugger.frames.recording.keeping import keep
from debugger.frames.recording.paths import maker
from debugger.frames.recording.segments import entrances, headers
from debugger.frames.recording.sites import (
    Barrier,
    CellChange,
    HandledPopped,
    HandledPushed,
    LoopBegun,
    NameChange,
    Registers,
    TurnsBegun,
    contents,
)

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode, Step

Values = list[Any]
Logger = Callable[["FrameCode", int, "Step"], "Step"]


def cell(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A statement that assigns or deletes a closure variable."""
    statement: Any = framecode.statements[pc]
    register = statement.cell.register
    site = CellChange(pc, register, statement.cell.name)

    def step(frame: Frame, registers: Values) -> int:
        record = frame.record or activated(frame)
        record((keep(contents(registers[register])), site))
        return plain(frame, registers)

    return step


def name(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A statement that assigns or deletes a name of the namespace."""
    statement: Any = framecode.statements[pc]
    key = statement.name
    site = NameChange(pc, key)
    barrier = Barrier(pc)

    def step(frame: Frame, registers: Values) -> int:
        record = frame.record or activated(frame)
        namespace = frame.data.namespace
        if type(namespace) is dict:
            record((keep(namespace.get(key, MISSING)), site))
        else:
            record((f"{kind_of(namespace)}.__setitem__", barrier))
        return plain(frame, registers)

    return step


def drop(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A temporary is dropped: an iterator, for one, where a loop is left by `break`.

    The result of a call made in the same line is nothing to come back to.
    """
    statement: Any = framecode.statements[pc]
    register = statement.source.register
    site = Registers(pc, 1)
    made, positions = maker(framecode, pc, register), framecode.positions
    if made is not None and positions[made].line == positions[pc].line:
        return plain

    def step(frame: Frame, registers: Values) -> int:
        record = frame.record or activated(frame)
        record((((register, keep(registers[register])),), site))
        return plain(frame, registers)

    return step


def push_handled(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A handler is entered."""
    entry = (HandledPushed(pc),)

    def step(frame: Frame, registers: Values) -> int:
        (frame.record or activated(frame))(entry)
        return plain(frame, registers)

    return step


def pop_handled(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A handler is left."""
    site = HandledPopped(pc, 1)

    def step(frame: Frame, registers: Values) -> int:
        record = frame.record or activated(frame)
        record((keep(frame.data.handled[-1]), site))
        return plain(frame, registers)

    return step


def replace_handled(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """In `except*` another error takes the place of the handled one."""
    pushed, popped = HandledPushed(pc), HandledPopped(pc, 1)

    def step(frame: Frame, registers: Values) -> int:
        record = frame.record or activated(frame)
        old = keep(frame.data.handled[-1])
        following = plain(frame, registers)
        if following < 0:
            record((old, popped, pushed))
        return following

    return step


def begins_loop(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """The step of a statement, logging first that it leads into a loop, if it does."""
    for header in headers(framecode):
        loop = framecode.statements[header]
        if not isinstance(loop, ir.ForNext):
            continue
        register = loop.iterator.register
        if (
            pc < header
            and maker(framecode, header, register) == pc
            and makes_iterator(framecode, pc)
        ):
            source: Any = framecode.statements[pc].operands[0]  # type: ignore[attr-defined]
            return iterating(LoopBegun(pc, register), source.register, plain)
    for target in entrances(framecode, pc, headers(framecode)):
        if not isinstance(framecode.statements[target], ir.ForNext):
            return counting(TurnsBegun(pc, target), plain)
    return plain


def makes_iterator(framecode: FrameCode, pc: int) -> bool:
    """Whether a statement makes the iterator of a loop."""
    statement = framecode.statements[pc]
    return isinstance(statement, ir.Operation) and statement.original.opname == "GET_ITER"


def counting(site: TurnsBegun, plain: Step) -> Step:
    """A statement that leads to a `while`."""
    header = site.header

    def step(frame: Frame, registers: Values) -> int:
        record = frame.record or activated(frame)
        turns = frame.activation.turns  # type: ignore[union-attr]
        entry = turns.get(header, 0), site
        turns[header] = 0
        record(entry)
        return plain(frame, registers)

    return step


def iterating(site: LoopBegun, source: int, plain: Step) -> Step:
    """The statement that makes the iterator of a `for`."""
    register = site.iterator

    def step(frame: Frame, registers: Values) -> int:
        record = frame.record or activated(frame)
        iterables = frame.activation.iterables  # type: ignore[union-attr]
        kept = keep(registers[source])
        entry = iterables.get(register), site
        iterables[register] = kept
        record(entry)
        return plain(frame, registers)

    return step


LOGGED: dict[type, Logger] = {
    ir.StoreCell: cell,
    ir.DeleteCell: cell,
    ir.StoreName: name,
    ir.DeleteName: name,
    ir.Drop: drop,
    ir.PushHandled: push_handled,
    ir.PopHandled: pop_handled,
    ir.ReplaceHandled: replace_handled,
}

"""The steps that log what a statement changes beyond the registers: cells, names, handlers, loops.

`LOGGED` has a row for each kind of statement; those that change objects are in `objects.py`,
those that call in `calling.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.missing import MISSING
from debugger.frames.recording.activation import activated, remade_function, temps_in_use
from debugger.frames.recording.iterators import REWINDERS, can_be_set_back
from debugger.frames.recording.keeping import Remade, keep
from debugger.frames.recording.paths import maker
from debugger.frames.recording.segments import entrances, headers
from debugger.frames.recording.sites import (
    Barrier,
    CellChange,
    Exhausted,
    HandledPopped,
    HandledPushed,
    Left,
    LoopBegun,
    NameChange,
    Registers,
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
        activation = frame.activation or activated(frame)
        try:
            value = keep(registers[register].cell_contents)
        except ValueError:
            value = MISSING
        activation.append((site, activation, value))
        return plain(frame, registers)

    return step


def name(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A statement that assigns or deletes a name of the namespace."""
    statement: Any = framecode.statements[pc]
    key = statement.name
    site = NameChange(pc, key)
    barrier = Barrier(pc)

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        namespace = frame.data.namespace
        if type(namespace) is dict:
            activation.append((site, activation, keep(namespace.get(key, MISSING))))
        else:
            activation.append((barrier, activation, f"{type(namespace).__name__}.__setitem__"))
        return plain(frame, registers)

    return step


def for_next(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A `for` that asks for the next element: it may come to its end."""
    statement: Any = framecode.statements[pc]
    register, end = statement.iterator.register, statement.pc
    site, barrier = Exhausted(pc, register), Barrier(pc)

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        if register in activation.fixed:
            activation.append((barrier, activation, "the next element of the loop"))
        following = plain(frame, registers)
        if following == end:
            iterable = activation.iterables.get(register)
            activation.append((site, activation, iterable, activation.turns.get(pc, 0)))
        return following

    return step


def drop(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A temporary is dropped: an iterator, for one, where a loop is left by `break`.

    The result of a call made in the same line is nothing to come back to.
    """
    statement: Any = framecode.statements[pc]
    register = statement.source.register
    site = Registers(pc)
    made, positions = maker(framecode, pc, register), framecode.positions
    if made is not None and positions[made].line == positions[pc].line:
        return plain

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        activation.append((site, activation, (register, keep(registers[register]))))
        return plain(frame, registers)

    return step


def push_handled(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A handler is entered."""
    site = HandledPushed(pc)

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        activation.append((site, activation))
        return plain(frame, registers)

    return step


def pop_handled(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A handler is left."""
    site = HandledPopped(pc)

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        activation.append((site, activation, keep(frame.data.handled[-1])))
        return plain(frame, registers)

    return step


def replace_handled(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """In `except*` another error takes the place of the handled one."""
    pushed, popped = HandledPushed(pc), HandledPopped(pc)

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        old = keep(frame.data.handled[-1])
        following = plain(frame, registers)
        if following < 0:
            activation.append((popped, activation, old))
            activation.append((pushed, activation))
        return following

    return step


def give_back(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """A frame returns."""
    site = Left(pc)
    own = range(framecode.first_temp)

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        activation.append((site, activation, *left(frame, own)))
        return plain(frame, registers)

    return step


def left(frame: Frame, own: range) -> tuple[Any, ...]:
    """What a `Left` keeps of a frame that is about to be left."""
    registers = frame.data.registers
    finish: Any = frame.finish
    if finish is not None:
        cells = finish.__closure__ or ()
        kept = (keep(each.cell_contents) for each in cells)
        finish = Remade(remade_function, (finish.__code__, finish.__globals__, *kept))
    handled = tuple(map(keep, frame.data.handled))
    mine = tuple((i, keep(registers[i])) for i in own if registers[i] is not MISSING)
    caller = None if frame.is_root else frame.caller
    return handled, finish, mine, () if caller is None else mid_line(caller)


def mid_line(frame: Frame) -> tuple[tuple[int, Any], ...]:
    """The temporaries of a frame amid a line, but for the iterators of its loops."""
    used = temps_in_use(frame)
    return tuple((i, keep(value)) for i, value in used if type(value) not in REWINDERS)


def begins_loop(framecode: FrameCode, pc: int, plain: Step) -> Step:
    """The step of a statement, logging first that it leads into a loop, if it does."""
    found = headers(framecode)
    entered = entrances(framecode, pc, found)
    if not entered:
        return plain
    (target, *_) = entered
    statement: Any = framecode.statements[pc]
    following = framecode.statements[target]
    is_iter = getattr(getattr(statement, "original", None), "opname", "") == "GET_ITER"
    if not is_iter or not isinstance(following, ir.ForNext):
        return counting(LoopBegun(pc, target, None), plain)
    site = LoopBegun(pc, target, following.iterator.register)
    return iterating(site, statement.operands[0].register, plain)


def counting(site: LoopBegun, plain: Step) -> Step:
    """A statement that leads to a `while`."""
    header = site.header

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        activation.append((site, activation, activation.turns.get(header, 0), None))
        activation.turns[header] = 0
        return plain(frame, registers)

    return step


def iterating(site: LoopBegun, source: int, plain: Step) -> Step:
    """The statement that makes the iterator of a `for`."""
    header, register = site.header, site.iterator
    assert register is not None

    def step(frame: Frame, registers: Values) -> int:
        activation = frame.activation or activated(frame)
        iterables = activation.iterables
        old = activation.turns.get(header, 0)
        activation.append((site, activation, old, iterables.get(register)))
        activation.turns[header] = 0
        iterables[register] = keep(registers[source])
        following = plain(frame, registers)
        made = registers[register]
        if type(made) in REWINDERS and can_be_set_back(made):
            activation.fixed.discard(register)
        elif type(made) in REWINDERS or not is_interpreted(made):
            activation.fixed.add(register)
        return following

    return step


def is_interpreted(iterator: Any) -> bool:
    """Whether an iterator is a generator whose body is interpreted, and so recorded itself."""
    from debugger.frames.generators import body_frame

    return body_frame(iterator) is not None


LOGGED: dict[type, Logger] = {
    ir.StoreCell: cell,
    ir.DeleteCell: cell,
    ir.StoreName: name,
    ir.DeleteName: name,
    ir.ForNext: for_next,
    ir.Drop: drop,
    ir.PushHandled: push_handled,
    ir.PopHandled: pop_handled,
    ir.ReplaceHandled: replace_handled,
    ir.Return: give_back,
}

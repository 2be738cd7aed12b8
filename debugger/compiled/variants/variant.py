"""The variant of a code object: the same code with exits, and with re-entry wherever a line begins.

At an exit the frame is *parked*: a stub moves the operand stack, the locals and what is handled out
of the real frame and calls `leave`, which decides how the frame goes on.  Its answer is a triple:

* `(index, locals, stack)`: natively, from the point of that index, in the same real frame;
* `(RETURN, None, value)` and `(RAISED, None, error)`: the frame returns, or is left by an error,
  whose traceback is not touched;
* in generators also `(YIELD, (handled, resume), value)` and `(DELEGATE, (handled, resume),
  iterator)`: the frame is suspended, with `handled` (or None) the handled exception; then
  `resume([sent, thrown])` gives the next answer.

Nothing of this runs, or costs anything, before an exit is reached.  The constants, names and
variables of the user's code keep their places; what is added stands behind them and has no place
in the source, so that tracebacks and tracers see the user's lines only.
"""

from __future__ import annotations

import opcode
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from types import CodeType, FunctionType, MappingProxyType
from typing import Any, cast

from debugger.compiled.variants.conditions import Conditions, condition_code
from debugger.compiled.variants.counting import (
    Counted,
    Shortcut,
    Turns,
    write_count,
    write_used_up,
)
from debugger.compiled.variants.crossing import Crossing
from debugger.compiled.variants.doors import DEEPEST, write_depths
from debugger.compiled.variants.failing import Covering, Hook, write_failing
from debugger.compiled.variants.layout import Answer, Layout, Leave
from debugger.compiled.variants.parking import Parking
from debugger.compiled.variants.rewriting import (
    OPTIMIZED,
    Body,
    Handler,
    Item,
    Label,
    Part,
    Solid,
    assembled,
    jump,
)
from debugger.compiled.variants.sources import Exchange, Running, running_calls
from debugger.compiled.variants.writing import IF_NOT_NONE, Constants, Writer
from debugger.frames.decode import Position
from debugger.frames.framecode import FrameCode
from debugger.frames.guise import raw
from debugger.frames.headroom import HEADROOM, INSIDE
from debugger.frames.missing import MISSING
from debugger.frames.points import Point
from debugger.frames.records import Record

FOR_ITER = opcode.opmap["FOR_ITER"]
PAIR = 2
UNCONDITIONAL: Mapping[int, tuple[str, ...]] = MappingProxyType({})
INDEXED = frozenset(
    number
    for number in (*opcode.haslocal, *opcode.hasfree)
    if opcode.opname[number].count("FAST") < PAIR
)
"""Opcodes whose argument is the index of a local or cell; not those of a pair of locals."""

SPARE = ".spare"
ROOM = 8
"""What a stub needs of the operand stack beyond what it moves."""


class Variant(Record):
    """The code to run in place of the user's, and what is known of it.

    `shortcuts`: the jumps back of loops that are counted.
    """

    code: CodeType
    layout: Layout
    shortcuts: tuple[Shortcut, ...] = ()


def make_variant(
    framecode: FrameCode,
    leave: Leave,
    exits: Collection[int],
    hook: Hook | None = None,
    conditions: Mapping[int, tuple[str, ...]] = UNCONDITIONAL,
    counted: Collection[Turns] = (),
    exchange: Exchange | None = None,
) -> Variant:
    """The variant of a framecode's code that exits before the statements `exits`.

    `exits` are pcs; only where there is a point of the framecode is there an exit.  Those that have
    `conditions` are taken only if one of them holds.  Re-entry is
    possible at all points.  `hook` is told of errors (see `failing`).  The loops `counted` exit
    at their headers when their turns are used up.  `exchange`: see `sources`.
    """
    body = Body(framecode.code, framecode.instructions)
    layout = Layout(framecode.code)
    layout.describe(framecode, body)
    if not layout.crossings:
        assembled(body.parts({}), framecode.code.co_firstlineno)
        layout.ends = body.ends()
        return Variant(framecode.code, layout)
    running = {} if exchange is None else running_calls(framecode, exchange)
    making = _Making(body, layout, leave, exits, hook, conditions, counted, running)
    code = making.code()
    shortcuts = tuple(shortcut for one in making.counted for shortcut in one.shortcuts())
    return Variant(code, layout, shortcuts)


def leave_function(leave: Leave) -> FunctionType:
    """What the stubs call: a function, for CPython calls functions without taking C stack.

    Handlers of signals run where CPython looks for signals: where a function begins, at jumps back
    and behind calls.  Whatever they raise once the frame is taken apart, `leave` is told of; the
    function itself does not look, and before its `try` and behind it there is neither of these.
    """

    def leave_at(arguments: list[Any]) -> Answer:
        layout, era, raised = arguments[4], NO_ERA, None
        # Taken out at the end: what an error is raised in, its traceback may keep for a while.
        answers: list[Answer] = []
        try:
            era = HEADROOM.make(INSIDE)
            answers.append(leave(layout, arguments))
            HEADROOM.give_back(era, INSIDE)
        except RecursionError:
            # The stack is used up: no handler has raised that, and nothing can be done here.
            HEADROOM.give_back(era, INSIDE)
            raise
        except BaseException as error:
            raised = error
        if raised is not None:
            try:
                answers[:] = [leave(layout, arguments, raised)]
            finally:
                raised = None
                HEADROOM.give_back(era, INSIDE)
        if arguments and arguments[4] is not layout:
            # The frame that was made of them goes on natively: nothing else may hold what it held.
            # Done here, and not by a function, at whose beginning CPython would look for signals.
            frame = arguments[4]
            frame.data.registers[:] = frame.framecode.template  # A traceback may still show it.
            frame.data.handled = ()
        return answers.pop()

    leave_at.__code__ = without_looking(leave_at.__code__)
    return cast(FunctionType, leave_at)


NO_ERA = -1
"""None that there is: nothing was added to the limit."""


@cache
def without_looking(code: CodeType) -> CodeType:
    """Code of a function at whose beginning CPython does not look for signals."""
    units = bytearray(code.co_code)
    resume = next(at for at in range(0, len(units), 2) if units[at] == opcode.opmap["RESUME"])
    units[resume + 1] = AFTER_YIELD_FROM
    return code.replace(co_code=bytes(units))


AFTER_YIELD_FROM = 2
"""The argument of a RESUME at which CPython does not look, as the innermost generator does."""


def objects(leave_at: FunctionType, layout: Layout, turns: Sequence[Turns]) -> list[object]:
    """What a variant has of this process: these come first among the constants added.

    Behind them comes what is told of errors, then what can be written to a file, and the layout.
    """
    ours = [leave_at, layout, MISSING, RecursionError]
    return [*ours, *[each.source for each in turns], *turns]


def variables_of(code: CodeType, spares: int) -> dict[str, Any]:
    """What `CodeType.replace` is told of the variables: the user's, and the spare ones.

    Locals of class and module bodies are those of inlined comprehensions; code that is made
    from Python cannot hide them from 3.12's `locals()`, but names that are none do, and ones
    that are not like any name are not suggested for a misspelt one.
    """
    is_function = code.co_flags & OPTIMIZED
    if is_function and not spares:
        return {}
    names, cells = raw(code, "co_varnames"), raw(code, "co_cellvars")
    if not is_function:
        cells = tuple(hidden(name) if name in names else name for name in cells)
        names = tuple(map(hidden, names))
    names += (SPARE,) * spares
    return {"co_varnames": names, "co_cellvars": cells, "co_nlocals": len(names)}


def hidden(name: str) -> str:
    """What a local of an inlined comprehension is called."""
    return f".comprehension.{name}"


class _Making:
    """The state of making one variant.

    `entries`: where native code goes on, by index; `spares`: how many locals are added.
    """

    def __init__(
        self,
        body: Body,
        layout: Layout,
        leave: Leave,
        exits: Collection[int],
        hook: Hook | None,
        conditions: Mapping[int, tuple[str, ...]],
        counted: Collection[Turns],
        running: Mapping[int, Running],
    ) -> None:
        self.body = body
        self.layout = layout
        self.original = layout.code
        self.leave = leave_function(leave)
        self.exits = exits
        self.conditions = conditions
        self.asking: list[Solid] = []
        self.turns = {turns.header: turns for turns in counted}
        self.running = running
        self.counted: list[Counted] = []
        self.hook = hook
        self.failing: list[Covering] = []
        self.spares = int(any(crossing.needs_spare for crossing in layout.crossings))
        ours = objects(self.leave, layout, list(counted))
        self.constants = Constants(self.original.co_consts, ours)
        # What is made here must not know itself: it would be garbage that is found late.
        place = partial(_place, self.original.co_nlocals, self.spares)
        self.writing = Conditions(self.original, layout.cells, place)
        self.entries = [Label() for _ in layout.crossings]
        self.stubs_start = Label()
        self.parking = Parking(self.original, layout, self.leave, place, self.entries)

    def code(self) -> CodeType:
        stubs, inserted = self.stubs()
        self.make_room()
        main = self.body.parts(inserted)
        dispatch = self.parking.dispatch(self.constants)
        # Where CPython looks for the kinds of what lies on the stack, to let a tracer jump, the
        # later code wins; so what enters loops stands before them.
        if any(instruction.number == FOR_ITER for instruction in self.body.items):
            start = _start(main)
            over = Label()
            parts = [*main[:start], jump("JUMP_FORWARD", over), *dispatch, over, *main[start:]]
        else:
            parts = main + dispatch
        parts += stubs
        made = assembled(parts, self.original.co_firstlineno)
        self.note_places()
        return self.original.replace(
            co_code=made.units,
            co_exceptiontable=made.exception_table,
            co_linetable=made.line_table,
            co_consts=(*self.constants.values, self.layout),
            co_names=tuple(self.writing.names.values),
            co_stacksize=max(self.original.co_stacksize, self.layout.first_temp)
            + max(ROOM, self.writing.deepest),
            **variables_of(self.original, self.spares),
        )

    def make_room(self) -> None:
        """Cells come behind the locals, of which there are more now."""
        own = self.original.co_nlocals
        for instruction in self.body.items if self.spares else ():
            if instruction.number in INDEXED and instruction.argument >= own:
                instruction.argument += self.spares

    # ------------------------------------------------------------------ out

    def stubs(self) -> tuple[list[Part], dict[int, list[Part]]]:
        """The stubs with what they have in common, and what is put into the user's code."""
        line = self.original.co_firstlineno
        work = Writer(self.constants, Position(line, line, None, None))
        inserted: dict[int, list[Part]] = {}
        own = self.original.co_nlocals
        spares = range(own, own + self.spares)
        work.land(self.stubs_start)
        if self.hook is not None:
            self.failing = write_failing(work, self.body, self.hook)
        for index, crossing in enumerate(self.layout.crossings):
            point = crossing.point
            inserted[point.ordinal] = [self.entries[index]]
            if point.pc in self.turns:
                self.write_turns(work, crossing)
            if point.pc not in self.exits:
                continue
            stub = Label()
            inserted[point.ordinal] = [*self.way_out(work, point, stub), self.entries[index]]
            self.body.pass_by(point.ordinal, self.entries[index])
            work.land(stub)
            self.write_exit(work, crossing, index)
        for ordinal, running in self.running.items():
            before = running.parts(self.constants, self.body.items[ordinal])
            inserted[ordinal] = [*inserted.get(ordinal, ()), *before]
        depths = Label()
        self.write_way_to_doors(work, depths)
        self.layout.doors.write(work, self.parking.parked, spares)
        self.parking.write(work)
        self.write_depths(work, depths)
        return work.parts, inserted

    def write_exit(self, work: Writer, crossing: Crossing, reason: object) -> None:
        """Leave at a point."""
        crossing.write_out(work, self.original.co_nlocals)
        work.constant(reason)
        work.jump(self.parking.parked)

    def write_turns(self, work: Writer, crossing: Crossing) -> None:
        """Count the loop that begins at a point.

        A signal handler that fails when the loop jumps back fails, for CPython, in the instruction
        before the one that is jumped to.
        """
        point, before, used_up = crossing.point, Writer(self.constants), Label()
        before.handler = self.body.items[point.ordinal - 1].handler
        turns = self.turns[point.pc]
        before.land(Label())
        write_count(before, self.writing.names, turns, used_up)
        jumps = self.body.detour(point.ordinal, before.parts)
        self.counted.append(Counted(turns, self.body.labels[point.ordinal], jumps))
        write_used_up(work, used_up)
        self.write_exit(work, crossing, turns)

    def way_out(self, work: Writer, point: Point, stub: Label) -> list[Part]:
        """What stands before a point: a jump to its stub, or its conditions."""
        found = [condition_code(self.original, text) for text in self.conditions.get(point.pc, ())]
        codes = [condition for condition in found if condition is not None]
        if not codes or len(codes) < len(found):
            return [jump("JUMP_FORWARD", stub, self.body.items[point.ordinal].handler)]
        failed = Label()
        before = Writer(self.constants, work.place)
        before.handler = Handler(failed, len(point.stack), lasti=False)
        self.writing.write(before, codes, stub)
        self.asking += [part for part in before.parts if type(part) is not Label]
        work.land(failed)
        work.write("POP_TOP")
        return before.parts

    def write_way_to_doors(self, work: Writer, depths: Label) -> None:
        """Passes an error in the first instruction on; see `doors`."""
        way, start = Label(), Label()
        self.body.items[0].handler = Handler(start, 0, lasti=True)
        work.land(start)
        work.constant(None)
        work.jump(way, IF_NOT_NONE)
        work.write("RERAISE", 1)
        work.land(way)
        self.layout.doors.write_way(work, depths)

    def write_depths(self, work: Writer, depths: Label) -> None:
        """Where the user's code or ours is deeper than CPython's scan can tell, help it out."""
        deepest = max(self.original.co_stacksize, self.layout.first_temp + ROOM)
        points = [crossing.point for crossing in self.layout.crossings]
        pairs = zip(points, self.entries, strict=True) if deepest >= DEEPEST else ()
        write_depths(work, depths, list(pairs))

    def note_places(self) -> None:
        """Tell others where things are, once this is known."""
        self.layout.asking = frozenset(
            unit for one in self.asking for unit in range(one.end - one.units, one.end)
        )
        self.layout.failing = tuple(covering.units() for covering in self.failing)
        self.layout.ends = self.body.ends()
        doors = self.layout.doors
        doors.beyond = 2 * self.stubs_start.unit
        for index, crossing in enumerate(self.layout.crossings):
            instruction = self.body.items[crossing.point.ordinal]
            doors.offsets[2 * self.entries[index].unit] = index
            doors.offsets[2 * instruction.opcode_unit] = index


def _place(own: int, spares: int, register: int) -> int:
    """The index of the local or cell that is in a register of the interpreter."""
    return register if register < own else register + spares


def _start(parts: Sequence[Part]) -> int:
    """The place behind the first RESUME."""
    return next(
        i for i, part in enumerate(parts, 1) if type(part) is Item and part.name == "RESUME"
    )

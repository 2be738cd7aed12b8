"""What both sides of a variant have to know: how its state crosses at each point, in which form.

For a stub, what it hands over and what it is answered; for the interpreter, the frame that this
makes.  The variant itself is made in `variant.py`.
"""

from __future__ import annotations

import opcode
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import Any

from debugger.compiled.variants.counting import Turns
from debugger.compiled.variants.crossing import Crossing, content
from debugger.compiled.variants.doors import Doors, Sent
from debugger.compiled.variants.rewriting import Body
from debugger.frames.entries import Places
from debugger.frames.frame import Frame, FrameData
from debugger.frames.framecode import FrameCode
from debugger.frames.guise import raw
from debugger.frames.lifting import variables
from debugger.frames.missing import MISSING

Answer = tuple[int, Any, Any]
Find = Callable[[CodeType, Sequence[Turns]], "Layout"]
"""Gives the layout of a variant without exits that is made now, of this code, counting that."""

Leave = Callable[..., Answer]
"""What a stub calls: with the layout, and a list of the stack, the index of the point, the values
of all locals and cells, the namespace (None in a function, and where it is not known), and the
layout.  In place of the index there is None where the frame was sent to a door, and the `Turns` of
a loop where they are used up.  If a signal handler raises meanwhile it is called once more, with
what the list holds by then, and the error."""

FACTS = (
    *("asking", "cells", "certain", "crossings", "doors", "doubtful", "ends", "failing"),
    *("first_temp", "indices", "kind", "moved", "own_ends", "template"),
)
"""What there is to know of a variant; see `Layout`."""

UNBINDING = frozenset(
    number
    for name, number in opcode.opmap.items()
    if name in ("DELETE_FAST", "LOAD_FAST_AND_CLEAR")
)
MAKE_CELL = opcode.opmap["MAKE_CELL"]


class Layout(Places):
    """What both sides have to know of a variant.

    `crossings` by index of the point; `moved`: the registers of the locals that leave the frame
    (prologue cells stay in it), `certain` those among them that can never be unbound and `doubtful`
    the others; `indices`: the index of the point before a statement, by pc.  When the variant is
    made it is noted where things are: `ends`, behind which unit of the variant each of the user's
    instructions ends; `asking`, the units of the conditions of breakpoints; `failing`, those that
    each handler of `failing.py` is told of.

    Of a variant that was made earlier there is only `code`, until something else is asked for: what
    is known of it is then found out by `find`, which is told what is `counted`.
    """

    __slots__ = ("_counted", "_find", "_found", "code", *FACTS)

    asking: frozenset[int]
    cells: frozenset[int]
    certain: frozenset[int]
    crossings: tuple[Crossing, ...]
    doors: Doors
    doubtful: tuple[int, ...]
    failing: tuple[frozenset[int], ...]
    first_temp: int
    indices: dict[int, int]
    kind: int
    moved: tuple[int, ...]
    own_ends: tuple[int, ...]
    template: list[object]

    def __init__(
        self, code: CodeType, find: Find | None = None, counted: Sequence[Turns] = ()
    ) -> None:
        self.code = code
        self._find = find
        self._counted = counted
        self._found: Layout | None = None

    def __getattr__(self, name: str) -> Any:
        """Called where an attribute is not there yet."""
        if name not in FACTS or self._find is None:
            raise AttributeError(name)
        found = self._find(self.code, self._counted)
        # Another thread may have been faster; all must have the same doors.
        if self._found is None:
            self._found = found
        for fact in FACTS:
            setattr(self, fact, getattr(self._found, fact))
        return getattr(self, name)

    def describe(self, framecode: FrameCode, body: Body) -> None:
        """Take down all but the places, which are not known yet."""
        self.kind = framecode.kind
        self.asking = frozenset()
        self.failing = ()
        self.cells = framecode.cell_registers
        self.template = framecode.template
        self.first_temp = framecode.first_temp
        self.crossings = tuple(Crossing(point) for point in framecode.points)
        self.doors = Doors(self.crossings)
        self.own_ends = own_ends(framecode)
        self.indices = {point.pc: index for index, point in enumerate(framecode.points)}
        made = _cells_made(body)
        self.moved = tuple(
            register
            for register in range(framecode.first_temp)
            if register not in framecode.cell_registers or register in made
        )
        unbound = {each.argument for each in body.items if each.number in UNBINDING} | made
        self.certain = frozenset(range(framecode.parameters)) - unbound
        self.doubtful = tuple(r for r in self.moved if r not in self.certain)

    def name(self, code: CodeType, register: int) -> str:
        """What `code`, the variant, calls the local or cell in a register."""
        own = self.code.co_nlocals
        return (
            raw(code, "co_varnames")[register] if register < own else variables(self.code)[register]
        )

    def taken_out(
        self, arguments: list[Any], host: FrameType
    ) -> tuple[int, list[Any], list[Any], Any]:
        """Index, values by register, entries of the stack and namespace, from what `Leave` gets.

        `arguments` is emptied, so that nothing else holds what was moved; `host` is the real frame.
        """
        stack, index, values, namespace, _ = arguments
        arguments.clear()
        for register in self.doubtful:
            values[register] = content(values[register])
        if type(index) is Turns:
            index = self.indices[index.header]
        elif index is None:
            index = self.doors.arrived(host)
        if type(index) is Sent:
            sent, index = index, index.index
            for register in sent.unbound:
                values[register] = MISSING if values[register] is None else values[register]
        return index, values, self.crossings[index].bring_out(stack), namespace

    def data(self, index: int, values: list[Any], entries: list[Any], namespace: Any) -> FrameData:
        """The state as a frame of the interpreter has it."""
        registers = self.template.copy()
        registers[: self.first_temp] = values
        handled = self.crossings[index].fill(registers, entries)
        data = FrameData(registers, namespace)
        data.handled = handled
        return data

    def go_on(self, frame: Frame) -> Answer:
        """Go on natively with the current statement of a frame; to empty it is left to others."""
        data = frame.data
        index = self.indices[frame.pc]
        entries = self.crossings[index].entries(data.registers, data.handled)
        return self.answer(index, data.registers, entries)

    def answer(self, index: int, values: Sequence[Any], stack: Sequence[Any]) -> Answer:
        """Go on natively at a point, with these values by register and entries of the stack."""
        moved = tuple(values[register] for register in self.moved)
        return index, moved, self.crossings[index].bring_in(stack)


def own_ends(framecode: FrameCode) -> tuple[int, ...]:
    """Behind which unit of it each instruction of some code ends."""
    starts = [instruction.offset // 2 for instruction in framecode.instructions]
    return (*starts[1:], len(framecode.code.co_code) // 2)


def _cells_made(body: Body) -> frozenset[int]:
    """The registers of the cells that are made in the body, for inlined comprehensions."""
    own = body.items[body.start :]
    return frozenset([each.argument for each in own if each.number == MAKE_CELL])

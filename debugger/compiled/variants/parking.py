"""What all exits of a variant share: taking the frame apart, and putting it together again.

Stubs jump to `parked` with the operand stack of their point as a list, and what stands for the
point, on the stack.  The answer of `leave` says how to go on; natively, that leads through
`dispatch` to the entry of a point.
"""

from __future__ import annotations

import opcode
from collections.abc import Callable, Sequence
from types import CodeType, FunctionType

from debugger.compiled.variants.layout import Layout
from debugger.compiled.variants.rewriting import OPTIMIZED, Label, Part
from debugger.compiled.variants.suspending import write_suspensions
from debugger.compiled.variants.writing import LOAD_CELL, Constants, Writer
from debugger.frames.events import RAISED, RETURN, YIELD


class Parking:
    """Writes it for one variant.

    `place` gives the index of the local or cell that is in a register of the interpreter; `entries`
    are where native code goes on, by index of the point; `leave` is what is called.
    """

    def __init__(
        self,
        original: CodeType,
        layout: Layout,
        leave: FunctionType,
        place: Callable[[int], int],
        entries: Sequence[Label],
    ) -> None:
        self.original = original
        self.layout = layout
        self.leave = leave
        self.place = place
        self.entries = entries
        self.parked, self.entering = Label(), Label()

    # ------------------------------------------------------------------ out

    def write(self, work: Writer) -> None:
        """Take everything out of the frame, ask how to go on, and do that."""
        work.land(self.parked)
        registers = range(self.layout.first_temp)
        for register in registers:
            self.write_load(work, register)
        work.write("BUILD_LIST", len(registers))
        for register in self.layout.moved:
            work.unbind(self.place(register))
        if not self.original.co_flags & OPTIMIZED and "LOAD_LOCALS" in opcode.opmap:
            work.write("LOAD_LOCALS")
        else:
            work.constant(None)
        work.constant(self.layout)
        work.write("BUILD_LIST", 5)
        work.constant(self.leave)
        work.swap(2)
        work.call_below()
        self.write_answer(work)

    def write_load(self, work: Writer, register: int) -> None:
        place = self.place(register)
        if register not in self.layout.moved:
            work.write(LOAD_CELL, place)
        elif register in self.layout.certain:
            work.write("LOAD_FAST", place)
        else:
            work.load_in_cell(place)

    def write_answer(self, work: Writer) -> None:
        """Do what an answer says; see the module."""
        answered, natively, special, raising = Label(), Label(), Label(), Label()
        work.land(answered)
        work.write("UNPACK_SEQUENCE", 3)
        work.jump_unless_less(0, natively)
        work.jump_unless_is(RETURN, special)
        work.write_all("POP_TOP", "POP_TOP", "RETURN_VALUE")
        work.land(special)
        if self.layout.kind:
            self.write_generator_answer(work, answered, raising)
        work.land(raising)
        work.write_all("POP_TOP", "POP_TOP")
        work.write("RERAISE", 0)
        work.land(natively)
        work.jump(self.entering)

    def write_generator_answer(self, work: Writer, answered: Label, raising: Label) -> None:
        yielding, delegating, suspending = Label(), Label(), Label()
        work.jump_unless_is(RAISED, suspending)
        work.jump(raising)
        work.land(suspending)
        work.jump_unless_is(YIELD, delegating)
        work.write("POP_TOP")
        work.jump(yielding)
        work.land(delegating)
        work.write("POP_TOP")
        write_suspensions(work, self.original, yielding)
        work.jump(answered)

    # ------------------------------------------------------------------ in

    def dispatch(self, constants: Constants) -> list[Part]:
        """Put the locals and the stack back, and jump to the point."""
        work = Writer(constants)
        work.land(self.entering)
        work.swap(2)
        moved = self.layout.moved
        if moved:
            work.write("UNPACK_SEQUENCE", len(moved))
        else:
            work.write("POP_TOP")
        for register in moved:
            if register not in self.layout.certain:
                work.null_if_missing()
            work.write("STORE_FAST", self.place(register))
        self.write_choice(work, 0, len(self.entries))
        return work.parts

    def write_choice(self, work: Writer, first: int, end: int) -> None:
        """Find the point whose index, among those from `first` to `end`, is on the stack."""
        if end - first == 1:
            work.write("POP_TOP")
            self.layout.crossings[first].write_in(work)
            work.jump(self.entries[first])
            return
        middle = (first + end) // 2
        upper = Label()
        work.jump_unless_less(middle, upper)
        self.write_choice(work, first, middle)
        work.land(upper)
        self.write_choice(work, middle, end)

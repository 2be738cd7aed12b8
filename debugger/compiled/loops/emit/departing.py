"""Departing: the end of every exit, when the variables have been given back.

The frame comes to stand before the statement of the exit, if nothing is left for Python to do; the
account is kept; and what is buried dies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from llvmlite import ir as llvm

from debugger.compiled.loops import account, layouts
from debugger.compiled.loops.emit.kinds import INT
from debugger.compiled.loops.emit.machine import (
    I1,
    I64,
    VOID,
    address_of,
    integer,
    load,
    store,
)
from debugger.compiled.loops.extras import LEFT, NOTE, NUMBER, USED
from debugger.frames.frame import Frame

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.emitter import Emitter


def depart(emitter: Emitter, builder: llvm.IRBuilder, number: Any, is_incomplete: Any) -> None:
    """Leave by the exit with a number; `is_incomplete` (an i1): the parts of a value were left."""
    inputs = emitter.inputs
    used = builder.sub(builder.load(emitter.tank), builder.load(emitter.fuel))
    function = emitter.helpers.function(
        "depart", VOID, [I64, I64, I64, I64, I64, I1], Departing(emitter).emit
    )
    arguments = [inputs.frame, inputs.items, inputs.started, used, number, is_incomplete]
    builder.call(function, arguments)


class Departing:
    """Emits the function that all exits end with."""

    def __init__(self, emitter: Emitter) -> None:
        self.account = emitter.inputs.account
        self.helpers = emitter.helpers
        self.journaling = emitter.journaling
        self.builder: Any = None

    def emit(self, builder: llvm.IRBuilder, arguments: Sequence[Any]) -> None:
        """The body of the function."""
        frame, items, started, used, number, is_incomplete = arguments
        self.builder = builder
        row = builder.add(self.word(account.ROWS), builder.mul(number, integer(8 * account.ROW)))
        left, flags = (load(builder, row, 8 * word) for word in (account.EXIT, account.FLAGS))
        self.add(builder.add(row, integer(8 * account.COUNT)), integer(1))
        self.give_object(items, LEFT, left)
        self.give_number(items, USED, used)
        self.journaling.collect(builder, items, self.helpers)
        is_noted = builder.or_(self.count(started, used), self.has(flags, account.NOTED))
        with builder.if_then(is_noted):
            self.give_object(items, NOTE, address_of(value=True))
        is_open = builder.or_(is_incomplete, self.has(flags, account.COMPLETED))
        with builder.if_else(is_open) as (then, otherwise):
            with then:
                self.give_number(items, NUMBER, number)
            with otherwise:
                self.stand(frame, left)
        builder.call(self.helpers.finish(), [])
        builder.ret_void()

    def has(self, flags: Any, flag: int) -> Any:
        """Whether a row has a flag."""
        return self.builder.icmp_unsigned("!=", self.builder.and_(flags, integer(flag)), integer(0))

    def count(self, started: Any, used: Any) -> Any:
        """Keep the account of a run; whether it was remarkable."""
        builder = self.builder
        self.add(integer(self.account.address(account.ITERATIONS)), used)
        taken = builder.sub(builder.call(self.helpers.now(), []), started)
        store(builder, taken, integer(self.account.address(account.LATEST)))
        busy = self.add(integer(self.account.address(account.BUSY)), taken)
        is_long = builder.icmp_signed(">", busy, self.word(account.PATIENCE))
        return builder.or_(is_long, builder.icmp_signed("==", used, integer(0)))

    def word(self, word: int) -> Any:
        """A word of the account."""
        return load(self.builder, integer(self.account.address(word)))

    def add(self, place: Any, more: Any) -> Any:
        """Add to a word in memory; the sum."""
        total = self.builder.add(load(self.builder, place), more)
        store(self.builder, total, place)
        return total

    def stand(self, frame: Any, left: Any) -> None:
        """Let the frame stand where an exit leads to."""
        from debugger.compiled.loops.emit.emitter import SideExit

        for name in ("pc", "previous"):
            found = load(self.builder, left, layouts.slot(SideExit, name))
            place = self.builder.add(frame, integer(layouts.slot(Frame, name)))
            self.builder.call(self.helpers.give_object(), [place, found])

    def give_object(self, items: Any, index: int, found: Any) -> None:
        """Leave an object in the extras."""
        place = self.builder.add(items, integer(8 * index))
        self.builder.call(self.helpers.give_object(), [place, found])

    def give_number(self, items: Any, index: int, number: Any) -> None:
        """Leave an int in the extras."""
        place = self.builder.add(items, integer(8 * index))
        self.builder.call(self.helpers.give_number(INT), [place, number, integer(0)])

"""Errors: a hook that is called where one arrives in a frame that runs compiled.

It is called once for each error and frame, before the handlers of the user's code; then the error
goes on as if nothing had been there.  Nothing is added to what runs while there is no error.

`write_failing` puts handlers of ours before those of the user's code, and where it has none.  The
operand stack is cut to what the user's handler keeps by then.  `sys.monitoring` would tell of
errors, too, but where the stack is used up CPython puts the failure of that in place of the error.
"""

from __future__ import annotations

import opcode
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

from debugger.compiled.variants.known import layout_of
from debugger.compiled.variants.rewriting import Body, Handler, Item, Label
from debugger.compiled.variants.writing import IF_FALSE, Writer
from debugger.frames.headroom import HEADROOM, INSIDE
from debugger.frames.hosts import real_frame
from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.compiled.variants.layout import Layout

Failed = Callable[["Layout", FrameType, BaseException], None]
"""What is called with an error that has arrived in a frame; the first entry of its traceback is
the frame's, unless a `raise` without an error has raised it again (then it may have none)."""


class Wanted(list[bool]):
    """True while errors are wanted: not empty.  To ask for that costs a variant next to nothing."""

    __hash__ = object.__hash__  # type: ignore[assignment]  # a constant has one


class Hook(Record):
    """Who is told of errors: `tell`, while they are `wanted`.

    `is_settled`: whether it is known at once that telling of an error somewhere leads to nothing.
    """

    tell: Failed
    is_settled: Callable[[FrameType, int, BaseException], bool]
    wanted: Wanted
    handlers: list[Failing]

    def told_by(self, count: int) -> list[object]:
        """The constants that so many handlers of a variant have of this process, in their order."""
        while len(self.handlers) < count:
            self.handlers.append(Failing(self, len(self.handlers)))
        return [self.wanted, *self.handlers[:count]]

    def concerns(self, host: FrameType, offset: int, error: BaseException) -> bool:
        """Whether to tell of an error, as far as that is known at once."""
        try:
            return not self.is_settled(host, offset, error)
        except RecursionError:
            return True

    def tell_with_room(self, layout: Layout, host: FrameType, error: BaseException) -> None:
        """Tell, however little of the stack is left."""
        era = HEADROOM.make(INSIDE)
        try:
            self.tell(layout, host, error)
        finally:
            HEADROOM.give_back(era, INSIDE)


PROTOCOL = frozenset(
    number for name, number in opcode.opmap.items() if name in ("CLEANUP_THROW", "END_ASYNC_FOR")
)
"""What begins handlers that the user did not write; what is an error there is raised by them."""

RERAISE = opcode.opmap["RERAISE"]


class Failing:
    """What handlers of ours call, with a list of the unit that failed and the error.

    `number`: which of the handlers of its variant calls.
    """

    __slots__ = ("hook", "number")

    def __init__(self, hook: Hook, number: int) -> None:
        self.hook = hook
        self.number = number

    def __call__(self, pushed: list[Any]) -> None:
        """Tell the hook, if this is news."""
        unit, error = pushed
        pushed.clear()
        host, hook = real_frame(1), self.hook
        layout = layout_of(host.f_code)
        assert layout is not None
        if hook.concerns(host, 2 * unit, error) and unit in layout.failing[self.number]:
            hook.tell_with_room(layout, host, error)


class Covering(Record):
    """A handler of ours: `arrivals` are the instructions in its range, `then` the user's handler.

    An error that is raised again comes from others, and has been told already.
    """

    handler: Handler
    then: Handler | None
    arrivals: list[Item]

    def units(self) -> frozenset[int]:
        """Where the instructions are, caches included, once this is known."""
        return frozenset().union(
            *[range(item.end - item.units, item.end) for item in self.arrivals]
        )


def write_failing(work: Writer, body: Body, hook: Hook) -> list[Covering]:
    """Cover the body, from behind its first RESUME, with handlers of ours that are written here."""
    protocol = {
        id(label)
        for ordinal, label in body.labels.items()
        if body.items[ordinal].number in PROTOCOL
    }
    made: dict[int, Covering] = {}
    for instruction in body.items[body.start :]:
        handler = instruction.handler
        if handler is not None and id(handler.target) in protocol:
            continue
        covering = made.get(id(handler))
        if covering is None:
            depth = 0 if handler is None else handler.depth
            covering = Covering(Handler(Label(), depth, lasti=True), handler, [])
            made[id(handler)] = covering
        instruction.handler = covering.handler
        if instruction.number != RERAISE:
            covering.arrivals.append(instruction)
    _, *told = hook.told_by(len(made))
    for covering, failing in zip(made.values(), told, strict=True):
        _write_handler(work, covering, hook, failing)
    return list(made.values())


def _write_handler(work: Writer, covering: Covering, hook: Hook, failing: object) -> None:
    """Call, and go on with the user's handler, if there is one.

    Where there is no room on the stack for the call nobody is told, but in a calling frame.
    """
    handler, (full, other, told) = covering.then, (Label(), Label(), Label())
    work.land(covering.handler.target)
    work.jump_unless(hook.wanted, told)
    work.handler = Handler(full, covering.handler.depth + 2, lasti=False)
    work.write("COPY", 2)
    work.write("COPY", 2)
    work.write("BUILD_LIST", 2)
    work.constant(failing)
    work.swap(2)
    work.call_below()
    work.write("POP_TOP")
    work.handler = None
    work.jump(told)
    work.land(full)
    work.constant(RecursionError)
    work.write("CHECK_EXC_MATCH")
    work.jump(other, IF_FALSE)
    work.write("POP_TOP")
    work.land(told)
    _write_going_on(work, handler)
    work.land(other)
    work.write("RERAISE", 0)


def _write_going_on(work: Writer, handler: Handler | None) -> None:
    """Let the error go where it would have gone, as from the instruction that has failed.

    So the next line is new to a tracer where it would have been, and the user's handler is told
    of the offset it would have been told of.
    """
    work.handler = handler
    work.write("RERAISE", 1)
    work.handler = None

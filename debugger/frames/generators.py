"""Interpreted bodies behind real generator, coroutine and async generator objects.

The object the program holds is a real one.  Its small body asks `resume` to interpret the user's
frame up to the next yield and does the yielding, the delegation and the raising itself, so
`send`, `throw`, `close`, `await` and the life cycle are CPython's.  Nothing is kept in the locals
of the body while it is suspended, and `raise` in it leaves no trace (`quiet.py`).  It has the
user's globals, so it looks nothing up: what it needs are its arguments.  A frame that
yields while it handles an exception has the body yield inside an `except` with that exception.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterator
from opcode import opmap
from types import CodeType, CoroutineType, FunctionType, GeneratorType
from typing import TYPE_CHECKING, Any

from debugger.frames.assemble import dress
from debugger.frames.decode import Position
from debugger.frames.events import DELEGATE, RAISED, RETURN, YIELD
from debugger.frames.quiet import quiet_code
from debugger.frames.tracebacks import add_entry
from debugger.frames.with_names import function_with

if TYPE_CHECKING:
    from debugger.frames.frame import Frame

GENERATOR, COROUTINE, ITERABLE_COROUTINE, ASYNC_GENERATOR = 0x20, 0x80, 0x100, 0x200
Resume = Callable[["Frame"], int]


def _generator(
    resume: Resume, frame: Frame, every: type[BaseException]
) -> Generator[Any, Any, Any]:
    while True:
        event = resume(frame)
        if event == -2:
            return frame.take()
        if event == -3:
            raise frame.take()  # type: ignore[misc]
        try:
            if frame.data.handled:
                try:
                    raise frame.data.handled[-1]
                except every:
                    if event == -5:
                        frame.value = yield frame.take()
                    else:
                        frame.value = yield from frame.take()  # type: ignore[misc]
            elif event == -5:
                frame.value = yield frame.take()
            else:
                frame.value = yield from frame.take()  # type: ignore[misc]
        except every as thrown:
            frame.thrown = thrown


async def _coroutine(
    resume: Resume, frame: Frame, every: type[BaseException], awaitable: Callable[[Any], Any]
) -> Any:
    while True:
        event = resume(frame)
        if event == -2:
            return frame.take()
        if event == -3:
            raise frame.take()  # type: ignore[misc]
        try:
            if frame.data.handled:
                try:
                    raise frame.data.handled[-1]
                except every:
                    frame.value = await awaitable(frame.take())
            else:
                frame.value = await awaitable(frame.take())
        except every as thrown:
            frame.thrown = thrown


async def _async_generator(
    resume: Resume, frame: Frame, every: type[BaseException], awaitable: Callable[[Any], Any]
) -> AsyncGenerator[Any, Any]:
    while True:
        event = resume(frame)
        if event == -2:
            frame.take()
            return
        if event == -3:
            raise frame.take()  # type: ignore[misc]
        try:
            if frame.data.handled:
                try:
                    raise frame.data.handled[-1]
                except every:
                    if event == -5:
                        frame.value = yield frame.take()
                    else:
                        frame.value = await awaitable(frame.take())
            elif event == -5:
                frame.value = yield frame.take()
            else:
                frame.value = await awaitable(frame.take())
        except every as thrown:
            frame.thrown = thrown


assert (RETURN, RAISED, YIELD, DELEGATE) == (-2, -3, -5, -6), "the bodies spell events out"


def _delegating(code: CodeType) -> CodeType:
    """`code` without asking for iterators: the user's frame did that before it delegated."""
    units = bytearray(code.co_code)
    for offset in range(0, len(units), 2):
        if units[offset] == opmap["GET_YIELD_FROM_ITER"]:
            units[offset] = opmap["NOP"]
    return code.replace(co_code=bytes(units))


TEMPLATES: dict[int, CodeType] = {
    GENERATOR: _delegating(quiet_code(_generator.__code__)),
    COROUTINE: quiet_code(_coroutine.__code__),
    ASYNC_GENERATOR: quiet_code(_async_generator.__code__),
}


class Awaited:
    """Makes the iterator that a coroutine delegates to awaitable again."""

    __slots__ = ("iterator",)

    def __init__(self, iterator: Iterator[Any]) -> None:
        self.iterator = iterator

    def __await__(self) -> Iterator[Any]:
        return self.iterator


def awaitable(value: Any) -> Any:
    """Something whose `await` delegates to `value`, the result of GET_AWAITABLE."""
    if type(value) is CoroutineType:
        return value
    if type(value) is GeneratorType and value.gi_code.co_flags & ITERABLE_COROUTINE:
        return value
    return Awaited(value)


def body_code(code: CodeType) -> CodeType:
    """The body of the generator objects made for `code`, in its name."""
    template = TEMPLATES[code.co_flags & (GENERATOR | COROUTINE | ASYNC_GENERATOR)]
    line = Position(code.co_firstlineno, code.co_firstlineno, None, None)
    dressed = dress(template, code, line)
    return dressed.replace(co_flags=dressed.co_flags | code.co_flags & ITERABLE_COROUTINE)


def make_generator(
    function: FunctionType, frame: Frame
) -> Generator[Any, Any, Any] | Coroutine[Any, Any, Any]:
    """The object that a call of a generator or coroutine function gives; `frame` is its body."""
    frame.caller = None
    frame.inherited = None
    frame.is_root = True
    code = frame.interpreter.engine.generator_body(function.__code__)
    body = function_with(code, function.__globals__, function.__name__)
    body.__qualname__ = function.__qualname__
    arguments: tuple[Any, ...] = (resume, frame, BaseException)
    if frame.framecode.kind != GENERATOR:
        arguments += (awaitable,)
    leaf = frame.interpreter.leaf
    if leaf is None or not sys.get_coroutine_origin_tracking_depth():
        return body(*arguments)  # type: ignore[no-any-return]
    return leaf.binding.call(leaf.pc, body, arguments, {})  # type: ignore[return-value]


NOT_STARTED = 0


def resume(frame: Frame, error: BaseException | None = None) -> int:
    """Interpret a generator's frame up to its next event; `frame.value` goes with it.

    `error`: what a signal handler has raised at its current statement.
    """
    interpreter = frame.interpreter.engine.interpreter()
    frame.interpreter = interpreter
    recorder = interpreter.engine.recorder
    recorder.resuming(frame)
    if error is None and frame.thrown is None and frame.state != NOT_STARTED:
        deliver(frame)
    outcome = interpreter.run(frame, error)
    frame.state = outcome.event
    frame.value = outcome.take()
    recorder.suspended(frame)
    return outcome.event


def link_awaiters(frame: Frame, below: Frame | None) -> Frame:
    """Make the frames that await `frame` its callers; returns the outermost, called by `below`."""
    linked = [frame]
    while (awaiter := frame.awaiter) is not None and awaiter.state == DELEGATE:
        if awaiter in linked:  # generators can delegate in a circle; CPython refuses to run it
            break
        frame.caller = awaiter
        frame = awaiter
        linked.append(frame)
    frame.caller = below
    return frame


def body_frame(value: object) -> Frame | None:
    """The frame behind a generator or coroutine object, if its body is interpreted."""
    if type(value) is CoroutineType:
        host = value.cr_frame
    elif type(value) is GeneratorType:
        host = value.gi_frame
    else:
        return None
    if host is None or host.f_code.co_varnames[:2] != (".resume", ".frame"):
        return None
    return host.f_locals.get(".frame")


def deliver(frame: Frame) -> None:
    """What was sent, or what the delegation gave, is the result of the statement that yielded."""
    statement: Any = frame.framecode.statements[frame.pc]
    frame.data.registers[statement.target.register] = frame.take()
    frame.previous = frame.pc
    frame.pc = frame.pc + 1 if frame.state == YIELD else statement.pc


def caught_thrown(frame: Frame) -> BaseException:
    """The error thrown into a suspended frame, its traceback beginning in that frame."""
    thrown, frame.thrown = frame.thrown, None
    assert thrown is not None
    entry = thrown.__traceback__
    # The first entry is that of the body of the generator object, which stands for the frame.
    thrown.__traceback__ = None if entry is None else entry.tb_next
    add_entry(thrown, frame)
    return thrown

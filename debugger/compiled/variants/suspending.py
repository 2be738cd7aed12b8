"""Generators: how a stub suspends the real frame on behalf of the interpreter.

The stub yields, or delegates as `yield from` does, with the exception handled that the interpreted
frame handles, and passes on what is sent or thrown.  So the generator object, its `send`, `throw`,
`close` and what it awaits are CPython's own.  While it is suspended the operand stack holds what
was handled before, and the callable that resumes the interpreted frame.
"""

from __future__ import annotations

import opcode
from collections.abc import Generator, Iterable
from types import CodeType
from typing import Any

from debugger.compiled.variants.rewriting import Handler, Label
from debugger.compiled.variants.writing import Writer
from debugger.frames.decode import decode
from debugger.frames.framecode import ASYNC_GENERATOR

WRAP_ASYNC = 4
"""The intrinsic that marks what an async generator yields to its caller."""

KEPT = 2
"""Values that lie on the operand stack while the frame is suspended."""


def _suspended(value: Iterable[Any]) -> Generator[Any, Any, Any]:
    try:  # CPython does not resume a suspended frame to close it unless there is a `try`.
        yield value
        yield from value
    except GeneratorExit:
        return


def _arguments(name: str) -> list[int]:
    return [i.argument for i in decode(_suspended.__code__) if i.name == name]


HAS_CLEANUP = "CLEANUP_THROW" in opcode.opmap
"""An error that ends what was delegated to is told from others by an instruction of its own."""

YIELD, YIELD_FROM = _arguments("YIELD_VALUE")
RESUME, RESUME_FROM = _arguments("RESUME")[-2:]


def write_suspensions(work: Writer, code: CodeType, yielding: Label) -> None:
    """Suspend, and resume the interpreted frame afterwards.

    At the start (to delegate) and at `yielding` the stack holds an iterator or value, and the pair
    (handled exception or None, callable).  At the end it holds the callable's answer to a list of
    what was sent and what was thrown.
    """
    resuming, thrown, received = Label(), Label(), Label()
    handler = Handler(thrown, KEPT, lasti=False)
    _write_handled(work)
    work.handler = handler
    _write_delegation(work, received)
    work.handler = None
    work.land(yielding)
    _write_handled(work)
    if code.co_flags & ASYNC_GENERATOR:
        _write_wrapped(work)
    work.handler = handler
    work.write_placed("YIELD_VALUE", YIELD)
    work.write("RESUME", RESUME)
    work.handler = None
    work.land(received)
    _write_unhandled(work)
    work.constant(None)
    work.write("BUILD_LIST", 2)
    work.jump(resuming)
    work.land(thrown)
    _write_unhandled(work)
    work.constant(None)
    work.swap(2)
    work.write("BUILD_LIST", 2)
    work.land(resuming)
    work.call_below()


def _write_handled(work: Writer) -> None:
    """From value, pair to: what was handled before, callable, value."""
    work.write("UNPACK_SEQUENCE", 2)
    work.write_all("PUSH_EXC_INFO", "POP_TOP")
    work.swap(3)


def _write_unhandled(work: Writer) -> None:
    """From what was handled before, callable, value to: callable, value."""
    work.swap(3)
    work.write("POP_EXCEPT")
    work.swap(2)


def _write_wrapped(work: Writer) -> None:
    if "ASYNC_GEN_WRAP" in opcode.opmap:
        work.write("ASYNC_GEN_WRAP")
    else:
        work.write("CALL_INTRINSIC_1", WRAP_ASYNC)


def _write_delegation(work: Writer, received: Label) -> None:
    """`yield from` the iterator on top of the stack, exactly as the compiler lays it out."""
    again, done, cleanup = Label(), Label(), Label()
    outer = work.handler
    work.constant(None)
    work.land(again)
    work.jump(done, "SEND")
    if HAS_CLEANUP:
        work.handler = Handler(cleanup, KEPT + 2, lasti=False)
    work.write_placed("YIELD_VALUE", YIELD_FROM)
    work.handler = outer
    work.write("RESUME", RESUME_FROM)
    work.jump(again, "JUMP_BACKWARD_NO_INTERRUPT")
    if HAS_CLEANUP:
        work.land(cleanup)
        work.write("CLEANUP_THROW")
    work.land(done)
    if HAS_CLEANUP:
        work.write("END_SEND")
    work.jump(received)

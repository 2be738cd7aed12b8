"""The tracers of other threads, which CPython 3.11 has no way to set.

What `sys.settrace` writes into the state of the thread that calls it, the tracer and the C function
that calls it, is written into the state of another one.  It is done in one piece of machine code:
while that runs no other thread does, so none can end, and none of the program's code is called.

Where the fields of a thread's state are is checked with the own thread before it is relied on.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from threading import get_ident
from typing import Any

from llvmlite import ir as llvm

from debugger.compiled.loops.emit.machine import (
    I64,
    VOID,
    address_of,
    call_address,
    integer,
    load,
    python_api,
    store,
)
from debugger.compiled.loops.layouts import LayoutError
from debugger.compiled.loops.toolchains.bare import QUICK, Bare

CALLER, TRACER, THREAD = 72, 88, 152
"""In the state of a thread: what calls the tracer, the tracer, and the thread's identity."""

Exchange = Callable[[int, object, object], None]
"""Gives a thread that has the one tracer the other one; None: no tracer."""


def exchange_function() -> Exchange:
    """Make machine code that exchanges tracers; raises LayoutError if this Python is not known.

    The tracers have to live as long as any thread may call them.
    """
    exchange: Any = Bare().compile(lambda module: _build(module, _caller()), QUICK)
    return exchange  # type: ignore[no-any-return]


def _caller() -> int:
    """The address of the C function that calls what was set by `sys.settrace`."""
    get_state = ctypes.pythonapi.PyThreadState_Get
    get_state.restype = ctypes.c_void_p
    state = get_state()
    before = sys.gettrace()
    sys.settrace(_ignores)
    try:
        caller, tracer, thread = (
            ctypes.c_uint64.from_address(state + offset).value
            for offset in (CALLER, TRACER, THREAD)
        )
    finally:
        sys.settrace(before)
    if not caller or (tracer, thread) != (id(_ignores), get_ident()):
        raise LayoutError("unknown layout of the states of threads")
    return caller


def _ignores(*event: object) -> None:
    """A tracer."""


def _build(module: llvm.Module, caller: int) -> llvm.Function:
    """The machine code: over the states of all threads, of which it changes the one."""
    kind = llvm.FunctionType(VOID, [I64, I64, I64])
    region = llvm.Function(module, kind, "region")
    builder = llvm.IRBuilder(region.append_basic_block())
    identity, *tracers = region.args
    thread = call_address(builder, python_api("PyLong_AsUnsignedLong"), I64, identity)
    before, after = [_null_for_none(builder, tracer) for tracer in tracers]
    interpreter = call_address(builder, python_api("PyInterpreterState_Get"), I64)
    first = call_address(builder, python_api("PyInterpreterState_ThreadHead"), I64, interpreter)
    entry, head, body, end = builder.block, *(region.append_basic_block() for _ in range(3))
    builder.branch(head)

    builder.position_at_end(head)
    state = builder.phi(I64)
    state.add_incoming(first, entry)
    builder.cbranch(_is_null(builder, state), end, body)

    builder.position_at_end(body)
    fits = builder.and_(
        builder.icmp_unsigned("==", load(builder, state, THREAD), thread),
        _has(builder, state, before, caller),
    )
    with builder.if_then(fits):
        _set(builder, state, before, after, caller)
    following = call_address(builder, python_api("PyThreadState_Next"), I64, state)
    state.add_incoming(following, builder.block)
    builder.branch(head)

    builder.position_at_end(end)
    builder.ret_void()
    return region


def _has(builder: Any, state: Any, tracer: Any, caller: int) -> Any:
    """Whether a thread has a tracer; one that is set in C may have no object."""
    return builder.and_(
        builder.icmp_unsigned("==", load(builder, state, TRACER), tracer),
        builder.icmp_unsigned(
            "==", load(builder, state, CALLER), _caller_of(builder, tracer, caller)
        ),
    )


def _set(builder: Any, state: Any, before: Any, after: Any, caller: int) -> None:
    """Replace a tracer that is referred to elsewhere, too."""
    store(builder, after, state, TRACER)
    store(builder, _caller_of(builder, after, caller), state, CALLER)
    # Together these have the thread notice: it traces, or profiles, or neither.
    for name in ("PyThreadState_EnterTracing", "PyThreadState_LeaveTracing"):
        call_address(builder, python_api(name), VOID, state)
    call_address(builder, python_api("Py_IncRef"), VOID, after)
    call_address(builder, python_api("Py_DecRef"), VOID, before)


def _caller_of(builder: Any, tracer: Any, caller: int) -> Any:
    return builder.select(_is_null(builder, tracer), integer(0), integer(caller))


def _null_for_none(builder: Any, value: Any) -> Any:
    is_none = builder.icmp_unsigned("==", value, address_of(None))
    return builder.select(is_none, integer(0), value)


def _is_null(builder: Any, value: Any) -> Any:
    return builder.icmp_unsigned("==", value, integer(0))

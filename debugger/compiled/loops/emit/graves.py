"""Graves: objects that were replaced, and die when compiled code leaves."""

from __future__ import annotations

import ctypes
from typing import Any

from llvmlite import ir as llvm

from debugger.compiled.loops.emit.machine import (
    I64,
    VOID,
    call_address,
    integer,
    load,
    python_api,
    store,
)

ROOM = 1024


class Graves:
    """Room for the addresses of `ROOM` objects, and how many are there.

    Only the code of one unit uses it, and only from entry to exit, with the GIL held.
    """

    room = ROOM

    def __init__(self, top: llvm.IRBuilder) -> None:
        self.count = top.alloca(I64, name="buried")
        top.store(integer(0), self.count)
        self.memory: ctypes.Array[ctypes.c_int64] | None = None

    def add(self, builder: llvm.IRBuilder, found: Any) -> None:
        """Bury an object."""
        if self.memory is None:
            self.memory = (ctypes.c_int64 * ROOM)()
        count = builder.load(self.count)
        store(builder, found, self.place(builder, count))
        builder.store(builder.add(count, integer(1)), self.count)

    def place(self, builder: llvm.IRBuilder, index: Any) -> Any:
        base = integer(ctypes.addressof(self.memory))  # type: ignore[arg-type]
        return builder.add(base, builder.mul(index, integer(8)))

    def finish(self, function: llvm.Function) -> None:
        """Complete the function that lets the buried objects die."""
        builder = llvm.IRBuilder(function.append_basic_block())
        if self.memory is None:
            builder.ret_void()
            return
        (count,) = function.args
        start = builder.block
        test, body, end = (function.append_basic_block() for _ in range(3))
        builder.branch(test)
        builder.position_at_end(test)
        index = builder.phi(I64)
        index.add_incoming(integer(0), start)
        builder.cbranch(builder.icmp_unsigned("<", index, count), body, end)
        builder.position_at_end(body)
        call_address(
            builder, python_api("Py_DecRef"), VOID, load(builder, self.place(builder, index))
        )
        index.add_incoming(builder.add(index, integer(1)), body)
        builder.branch(test)
        builder.position_at_end(end)
        builder.ret_void()

"""Journaling: code that keeps what it overwrites in arrays, where these are not copied at entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from llvmlite import ir as llvm

from debugger.compiled.loops import reasons
from debugger.compiled.loops.emit.machine import (
    I1,
    I8,
    I64,
    VOID,
    address_of,
    call_address,
    integer,
    intrinsic,
    load,
    pointer,
    python_api,
    store,
)
from debugger.compiled.loops.extras import WRITTEN
from debugger.compiled.loops.journal import (
    COUNT,
    FIRST_RECORD,
    FIRST_TAG,
    PAGE,
    PAGE_BITS,
    RECORD,
    ROOM,
    TAGS,
    WORD,
)

if TYPE_CHECKING:
    from debugger.compiled.loops.emit.helpers import Helpers
    from debugger.compiled.loops.emit.path import Path
    from debugger.compiled.loops.journal import Journal

LIKELY = (1000, 1)


class NotJournaling:
    """What code overwrites is copied when it is entered, or nobody asks for it."""

    def note(self, path: Path, address: Any) -> None:
        """An element of an array, at an address, is about to be overwritten."""

    def collect(self, builder: llvm.IRBuilder, items: Any, helpers: Helpers) -> None:
        """The code is left: leave what was kept in the extras."""


class Journaling(NotJournaling):
    """Keeps pages in a journal; leaves before a statement for which there is no room."""

    def __init__(self, journal: Journal) -> None:
        self._count, self._room, self._tags, self._records = (
            integer(journal.address(word)) for word in (COUNT, ROOM, FIRST_TAG, FIRST_RECORD)
        )

    def note(self, path: Path, address: Any) -> None:
        builder, emitter = path.builder, path.emitter
        page = builder.lshr(builder.ptrtoint(address, I64), integer(PAGE_BITS))
        tag = self._tag(builder, page)
        is_kept = builder.icmp_unsigned("==", load(builder, tag), page)
        new, done = emitter.block("page"), emitter.block()
        builder.cbranch(is_kept, done, new).set_weights(LIKELY)
        builder.position_at_end(new)
        keep = emitter.helpers.function("keep_page", I1, [I64, I64], self._emit_keep)
        has_room = builder.call(keep, [page, tag])
        builder.cbranch(has_room, done, path.way_out(reasons.JOURNAL)).set_weights(LIKELY)
        builder.position_at_end(done)

    def _tag(self, builder: llvm.IRBuilder, page: Any) -> Any:
        number = builder.and_(page, integer(TAGS - 1))
        return builder.add(self._tags, builder.mul(number, integer(WORD)))

    def _emit_keep(self, builder: llvm.IRBuilder, arguments: Sequence[Any]) -> None:
        """`(number of a page, its tag) -> whether there was room`."""
        page, tag = arguments
        count = load(builder, self._count)
        is_full = builder.icmp_unsigned(">=", count, load(builder, self._room))
        with builder.if_then(is_full, likely=False):
            builder.ret(integer(0, I1))
        start = builder.shl(page, integer(PAGE_BITS))
        record = builder.add(self._records, builder.mul(count, integer(RECORD)))
        store(builder, start, record)
        copy(builder, pointer(builder, record, WORD), pointer(builder, start, 0))
        store(builder, page, tag)
        store(builder, builder.add(count, integer(1)), self._count)
        builder.ret(integer(1, I1))

    def collect(self, builder: llvm.IRBuilder, items: Any, helpers: Helpers) -> None:
        count = load(builder, self._count)
        with builder.if_then(builder.icmp_unsigned("!=", count, integer(0))):
            make = python_api("PyBytes_FromStringAndSize")
            size = builder.mul(count, integer(RECORD))
            made = call_address(builder, make, I64, self._records, size)
            place = builder.add(items, integer(WORD * WRITTEN))
            is_made = builder.icmp_unsigned("!=", made, integer(0))
            with builder.if_else(is_made, likely=True) as (then, otherwise):
                with then:
                    builder.call(helpers.put(), [place, made])
                with otherwise:
                    call_address(builder, python_api("PyErr_Clear"), VOID)
                    builder.call(helpers.give_object(), [place, address_of(value=True)])
            self._forget(builder)

    def _forget(self, builder: llvm.IRBuilder) -> None:
        """Nothing is kept any more."""
        store(builder, integer(0), self._count)
        tags = pointer(builder, self._tags, 0)
        size = integer(WORD * TAGS)
        intrinsic(builder, "llvm.memset.p0.i64", VOID, tags, integer(0, I8), size, integer(0, I1))


def copy(builder: llvm.IRBuilder, target: Any, source: Any) -> None:
    """Copy a page."""
    intrinsic(builder, "llvm.memcpy.p0.p0.i64", VOID, target, source, integer(PAGE), integer(0, I1))


def journaling(journal: Journal | None) -> NotJournaling:
    """What keeps what code overwrites in a journal, if there is one."""
    return NotJournaling() if journal is None else Journaling(journal)

"""Run a program natively, leaving and entering frames at their line events.

    python -m tests.variants.run_armed [--count FILE] FILE [ARGUMENTS]

All code of the program is made into variants with one exit, where their first line begins.
Whenever a frame leaves, it and its callers are armed, and it goes on natively where it was; so
frames leave by their doors at about every line.  `--count` writes down how many did.  Errors are
told, too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from threading import get_ident
from types import CodeType, FrameType
from typing import Any

from debugger.compiled.variants.arming import Arming, anywhere
from debugger.compiled.variants.failing import Hook, Wanted
from debugger.compiled.variants.layout import Answer, Layout
from debugger.compiled.variants.variant import make_variant
from debugger.frames.framecode import FrameCode
from debugger.frames.hosts import real_frame
from tests.variants import natively

DOORS: Counter[str] = Counter()
ARMING = Arming()
CALLERS = 5
"""How many frames are armed at a time."""


def go_on_armed(layout: Layout, arguments: list[Any]) -> Answer:
    """Go on at once where the frame was left, until the next line of it or a caller."""
    host = real_frame(2)
    DOORS["doors"] += arguments[1] is None
    index, values, stack, _ = layout.taken_out(arguments, host)
    with suppress(RecursionError):  # `Leave` arms nothing where there is no room, either.
        ARMING.arm(islice(with_callers(host), CALLERS), anywhere, get_ident())
    return layout.answer(index, values, stack)


def with_callers(host: FrameType | None) -> Iterator[FrameType]:
    """A frame and those that it was called from."""
    while host is not None:
        yield host
        host = host.f_back


def failed(layout: Layout, host: FrameType, error: BaseException) -> None:
    """Be told of an error."""
    assert isinstance(error, BaseException)
    assert layout.code.co_name == host.f_code.co_name


def never(*_: object) -> bool:
    """No error is known to lead to nothing."""
    return False


def armed(code: CodeType) -> CodeType:
    """The variant of `code` that exits where its first line begins."""
    framecode = FrameCode(code)
    exits = [point.pc for point in framecode.points[:1]]
    return make_variant(framecode, go_on_armed, exits, Hook(failed, never, Wanted([True]), [])).code


if __name__ == "__main__":
    words = sys.argv[1:]
    natively.count_into(natively.options(words).get("count"), DOORS)
    natively.main(words, armed)

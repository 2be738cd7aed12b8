"""The stack as the user sees it: interpreted frames, and the native ones between them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import CodeType, FrameType
from typing import TYPE_CHECKING

from debugger.frames.records import Record
from debugger.frames.tracebacks import is_ours

if TYPE_CHECKING:
    from debugger.frames.frame import Frame


class NativeFrame(Record):
    """A frame that runs natively."""

    name: str
    filename: str
    line: int | None


class StackEntry(Record):
    """An interpreted frame, and the native ones between it and the next older, newest first."""

    frame: Frame
    native: tuple[NativeFrame, ...]


def stack(leaf: Frame) -> list[StackEntry]:
    """The stack from `leaf` outward; to be called during a stop, on the program's thread."""
    stubs = leaf.interpreter.engine.entries.originals
    between = _native_groups(sys._getframe(), stubs)  # noqa: SLF001
    entries: list[StackEntry] = []
    segment = 0
    frame: Frame | None = leaf
    while frame is not None:
        native: tuple[NativeFrame, ...] = ()
        if frame.is_root and (frame.awaiter is None or frame.caller is not frame.awaiter):
            native = between[segment] if segment < len(between) else ()
            segment += 1
            native = native if frame.caller is not None else ()
        entries.append(StackEntry(frame, native))
        frame = frame.caller
    return entries


def _native_groups(
    host: FrameType | None, stubs: Mapping[int, CodeType]
) -> list[tuple[NativeFrame, ...]]:
    """The native frames below each running segment, innermost segment first."""
    groups: list[list[NativeFrame]] = []
    while host is not None:
        code = host.f_code
        if is_ours(code):
            if code.co_name == "drive":
                groups.append([])
        elif groups and id(code) not in stubs and not is_stand_in(code):
            groups[-1].append(NativeFrame(code.co_qualname, code.co_filename, host.f_lineno))
        host = host.f_back
    return [tuple(group) for group in groups]


def is_stand_in(code: CodeType) -> bool:
    """Whether code only stands for an interpreted frame: a step, a relay, a generator's body."""
    names = code.co_varnames[: code.co_argcount]
    return names in STAND_INS


STAND_INS = frozenset(
    {
        ("frame", "registers"),
        ("rest", "step", "frame", "registers"),
        ("callee", "arguments", "keywords"),
        ("frame", "registers", "source", "event"),
        ("run",),
        ("resume", "frame"),
        ("resume", "frame", "awaitable"),
    }
)
"""The parameters of everything that runs in a user's name on our behalf."""

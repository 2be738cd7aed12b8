"""The threads of the program, as one of them sees the others while these run or wait.

What is seen of a thread that goes on meanwhile is a copy.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from time import sleep
from types import CodeType, FrameType
from typing import TYPE_CHECKING

from debugger.frames.frame import Frame
from debugger.frames.guise import raw
from debugger.frames.hosts import outward_elsewhere
from debugger.frames.records import Record
from debugger.frames.stack import (
    NativeFrame,
    StackEntry,
    groups_above,
    is_awaited,
    native_frame,
    parked_hosts,
    seen,
    to_the_end,
)
from debugger.frames.tracebacks import is_ours
from debugger.frames.viewing import viewed

if TYPE_CHECKING:
    from debugger.frames.engine import Engine

TRIES = 50
"""How often to look until a thread has not gone on while it was looked at."""
A_MOMENT = 0.0002
"""How long to wait in between, in seconds."""


class ThreadView(Record):
    """What a thread is doing.

    `entries`: its stack, innermost frame first; `inside`: the native frames that the innermost
    frame waits for, innermost first.
    """

    entries: tuple[StackEntry, ...]
    inside: tuple[NativeFrame, ...]


def thread_names() -> dict[int, str]:
    """The names of the threads of the program by their identities, in the order they began in.

    Those that were not started by way of `threading` come last, and have no name.
    """
    # Without the lock of `enumerate`, which a thread that is at a stop may hold.
    threads = dict(threading._active)  # type: ignore[attr-defined]  # noqa: SLF001
    frames = sys._current_frames()  # noqa: SLF001
    # The frame of this function must not know itself: it would live on, and all below it.
    del frames[threading.get_ident()]
    main, own = threading.main_thread().ident, threading.get_ident()
    names = {identity: thread.name for identity, thread in threads.items()}
    return {
        identity: names.get(identity, "")
        for identity in [*names, *(each for each in frames if each not in names)]
        if identity in (main, own) or (identity in frames and not is_our_thread(frames[identity]))
    }


def is_our_thread(host: FrameType | None) -> bool:
    """Whether the debugger has started a thread, of which this is the innermost frame."""
    outermost = None
    for frame in outward_elsewhere(host):
        if frame.f_code.co_filename != threading.__file__:
            outermost = frame.f_code
    return outermost is not None and is_ours(outermost)


def look_at(engine: Engine, identity: int) -> ThreadView:
    """What another thread is doing at a moment."""
    for _ in range(TRIES):
        before = _moment(engine, identity)
        looked = _looked(engine, identity, copied)
        if looked.is_whole and _moment(engine, identity) == before:
            break
        sleep(A_MOMENT)
    return looked.view()


def look_at_waiting(engine: Engine, identity: int) -> ThreadView:
    """The same for a thread that does not go on: its interpreted frames are shown themselves."""
    return _looked(engine, identity, lambda frame: frame).view()


def _moment(engine: Engine, identity: int) -> tuple[object, ...]:
    host = sys._current_frames().get(identity)  # noqa: SLF001
    interpreter = engine.at_work_in(identity)
    leaf = None if interpreter is None else interpreter.leaf
    at = None if leaf is None else leaf.pc
    return id(host), None if host is None else raw(host, "f_lasti"), id(leaf), at


Taking = Callable[[Frame], Frame]


def _looked(engine: Engine, identity: int, take: Taking) -> Looking:
    host = sys._current_frames().get(identity)  # noqa: SLF001
    interpreter = engine.at_work_in(identity)
    leaf = None if interpreter is None else interpreter.leaf
    looking = Looking(engine, take, engine.focus.contains)
    looking.over(host, leaf)
    if looking.entries or not looking.is_whole:
        return looking
    looking = Looking(engine, take, lambda _: True)
    looking.over(host, leaf)
    return looking


class Looking:
    """Collects the stack of another thread; `is_shown` says of which code frames are shown.

    `take` gives what is shown of a frame; `is_whole`: nothing could not be read.
    """

    def __init__(self, engine: Engine, take: Taking, is_shown: Callable[[CodeType], bool]) -> None:
        self.interpreter = engine.interpreter()
        self.entries: list[StackEntry] = []
        self.inside: list[NativeFrame] = []
        self.is_whole = True
        self._entries = engine.entries
        self._take = take
        self._is_shown = is_shown
        self._frame: Frame | None = None
        self._native: list[NativeFrame] = []

    def over(self, host: FrameType | None, leaf: Frame | None) -> None:
        """Look at the real frames from `host` outward, and at the interpreted ones from `leaf`."""
        hosts = outward_elsewhere(host)
        groups = to_the_end(groups_above(hosts, self._entries, parked_hosts(leaf), []))
        self._pass(next(groups, []))
        frame = leaf
        while frame is not None:
            self._found(self._take(frame))
            if frame.is_root and not is_awaited(frame):
                self._pass(each for each in next(groups, []) if each is not frame.host)
            frame = frame.caller
        self._end()
        if self.entries:
            self.entries[-1] = StackEntry(self.entries[-1].frame, ())

    def view(self) -> ThreadView:
        """All that was found."""
        return ThreadView(tuple(self.entries), tuple(self.inside))

    def _pass(self, hosts: Iterable[FrameType]) -> None:
        for host in hosts:
            if not self._is_shown(host.f_code):
                self._native.append(native_frame(host))
            elif (frame := self._read(host)) is not None:
                # What stands for a real frame passes on what is assigned to it: also what that
                # frame itself has changed meanwhile.
                self._found(self._take(frame))
            else:
                self.is_whole = False

    def _read(self, host: FrameType) -> Frame | None:
        """What stands for a real frame; None if that has gone on, or its variables are elsewhere.

        They are when it is on its way to the interpreter or back.
        """
        offset = raw(host, "f_lasti")
        native = self._entries.variants.get(id(host.f_code))
        if native is not None and offset // 2 >= native.places.ends[-1]:
            return None
        frame = self._seen(host, offset)
        return frame if raw(host, "f_lasti") == offset else None

    def _seen(self, host: FrameType, offset: int) -> Frame:
        engine = self.interpreter.engine
        if engine.focus.contains(host.f_code):
            return seen(host, offset, self.interpreter)
        code, ordinal = self._entries.place(host.f_code, offset)
        return viewed(host, engine.passing_framecode(code), ordinal, self.interpreter)

    def _found(self, frame: Frame) -> None:
        self._end()
        self._frame, self._native = frame, []

    def _end(self) -> None:
        if self._frame is None:
            self.inside = self._native
        else:
            self.entries.append(StackEntry(self._frame, tuple(self._native)))


def copied(frame: Frame) -> Frame:
    """A frame as it is now, which can be looked at while the original goes on."""
    copy = Frame(
        frame.framecode, frame.binding, frame.data.copy(), frame.interpreter, None, frame.depth
    )
    copy.pc, copy.previous, copy.extras = frame.pc, frame.previous, frame.extras
    return copy

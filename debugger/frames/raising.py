"""Break on errors: what was asked for, and the watch over every raise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import CodeType, FrameType, TracebackType
from typing import TYPE_CHECKING

from debugger.frames.catching import Fate, View, native_view, view
from debugger.frames.errors import UserError
from debugger.frames.fates import Fates
from debugger.frames.frame import Frame
from debugger.frames.framecode import FrameCode
from debugger.frames.guise import raw
from debugger.frames.hosts import real_frame
from debugger.frames.ir import Operation
from debugger.frames.stack import host_groups, to_the_end
from debugger.frames.stops import PostMortem, Raised
from debugger.frames.swallowing import swallowed
from debugger.frames.viewing import viewed

if TYPE_CHECKING:
    from debugger.frames.engine import Engine

Types = tuple[type[BaseException], ...]
KINDS = ("error", "throw", "user")


class BreakOn:
    """Which raises stop: kind -> the exception types it is for.

    'error': nothing will catch it; 'throw': every raise; 'user': it escapes from code in focus.
    `changed` is called when it was changed.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self.kinds: dict[str, Types] = {}
        self._changed = changed

    def on(self, kind: str, error: type[BaseException] | None = None) -> None:
        """Stop at such raises; without a type, at all of them."""
        known = self.kinds.get(self._checked(kind), ())
        self.kinds[kind] = (BaseException,) if error is None else (*known, error)
        self._changed()

    def off(self, kind: str | None = None) -> None:
        """No longer stop at such raises; without a kind, at none at all."""
        if kind is None:
            self.kinds.clear()
        else:
            self.kinds.pop(self._checked(kind), None)
        self._changed()

    def wants(self, kind: str, error: BaseException) -> bool:
        """Whether a raise of `error` stops, if it is one of that kind."""
        return isinstance(error, self.kinds.get(kind, ()))

    @staticmethod
    def _checked(kind: str) -> str:
        if kind not in KINDS:
            raise UserError(f"Break on 'error', 'throw' or 'user', not on {kind!r}.")
        return kind


NO_ERRORS = (SystemExit, GeneratorExit, StopIteration, StopAsyncIteration, KeyboardInterrupt)
"""Exceptions that end something in an orderly way; 'error' does not stop at them."""


class RaiseWatch:
    """Sees every error that arrives in an interpreted frame, and stops where that was asked for.

    `ends` says of native code that runs the program, as a runner of tests does, whether an error
    that comes to it has left the program, whatever is done with it there.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.ends: Callable[[CodeType, BaseException], bool] = never_ends
        self.fates = Fates()
        self._native_code: dict[int, FrameCode] = {}
        self._reported: int | None = None

    def saw(self, frame: Frame, error: BaseException) -> None:
        """An error is about to unwind from the current statement of `frame`."""
        kinds = self.engine.break_on.kinds
        if not kinds or not self.engine.may_stop() or not is_new(frame, error):
            return
        wants = self.engine.break_on.wants
        fate, leaves = self.foretold(frame, error)
        is_error = fate == "uncaught" and not isinstance(error, NO_ERRORS)
        if (is_error and wants("error", error)) or wants("throw", error):
            self._stop(frame, error, fate)
        elif leaves and not isinstance(error, NO_ERRORS) and wants("user", error):
            self._stop(frame, error, "leaves user code")

    def proved_uncaught(self, error: BaseException) -> None:
        """An error has left the program; stop where it was raised, unless that was done."""
        wanted = self.engine.break_on.wants("error", error) and not isinstance(error, NO_ERRORS)
        frames = tuple(self.frames_of(error))
        if wanted and frames and id(error) != self._reported:
            self.engine.stop(frames[0], PostMortem(error, frames))
        self._reported = None

    def _stop(self, frame: Frame, error: BaseException, fate: str) -> None:
        self._reported = id(error)
        frame.interpreter.failing = frame
        try:
            self.engine.stop(frame, Raised(error, fate))
        finally:
            frame.interpreter.failing = None

    def frames_of(self, error: BaseException) -> list[Frame]:
        """The frames in focus in the traceback of an error, innermost first."""
        found: list[Frame] = []
        entry = error.__traceback__
        while entry is not None:
            frame = stands_for(entry.tb_frame) or self.native(entry, found[:1])
            if frame is not None and frame not in found:
                found.insert(0, frame)
            entry = entry.tb_next
        return found

    def native(self, entry: TracebackType, callers: Sequence[Frame]) -> Frame | None:
        """What stands for the frame of an entry, if that is a real one that is shown."""
        host, engine = entry.tb_frame, self.engine
        if not engine.entries.shows(host.f_code):
            return None
        code, ordinal = engine.entries.place(host.f_code, raw(entry, "tb_lasti"))
        frame = viewed(host, engine.framecode(code), ordinal, engine.interpreter())
        frame.caller = callers[0] if callers else None
        return frame

    # ------------------------------------------------------------------ foretelling

    def foretold(self, frame: Frame, error: BaseException) -> tuple[str, bool]:
        """('caught', 'uncaught' or 'unknown', whether the error leaves the frames in focus)."""
        leaves, inner = False, None
        current: Frame | None = frame
        # Not from our own frame: it would know itself if the fate is clear before the first group.
        hosts = to_the_end(host_groups(real_frame(1), frame))
        while current is not None:
            fate = self._fate_in(view(current), error, inner)
            if fate is not Fate.PASSES:
                return fate.value, leaves
            inner = None
            if current.is_root and (
                current.awaiter is None or current.caller is not current.awaiter
            ):
                # What stands for a real frame may have been called by another one in focus.
                leaves = leaves or current.host is None
                between = [host for host in next(hosts, []) if host is not current.host]
                inner = current.framecode.code.co_name
                fate, left = self._through(between, error, inner)
                inner = between[-1].f_code.co_name if between else inner
                leaves = leaves or left
                if fate is not Fate.PASSES:
                    return fate.value, leaves
            current = current.caller
        return "uncaught", True

    def _through(
        self, hosts: list[FrameType], error: BaseException, inner: str
    ) -> tuple[Fate, bool]:
        """What becomes of an error in the native frames between two segments.

        And whether it comes to one that is not in focus.  `inner`: the function that it leaves.
        """
        leaves = False
        for host in hosts:
            if self.ends(host.f_code, error):
                return Fate.ENDS, True
            leaves = leaves or not self.engine.entries.shows(host.f_code)
            code, ordinal = self.engine.entries.place(host.f_code, raw(host, "f_lasti"))
            interpreter = self.engine.interpreter()
            seen = native_view(interpreter, host, self._lifted(code), ordinal)
            fate = self._fate_in(seen, error, inner)
            if fate is not Fate.PASSES:
                return fate, leaves
            inner = code.co_name
        return Fate.PASSES, leaves

    def _fate_in(self, seen: View, error: BaseException, inner: str | None) -> Fate:
        """What becomes of an error in a frame, or before, if it comes from a function through C."""
        fate = Fate.PASSES if inner is None else swallowed(seen, error, inner)
        return self.fates.passes(seen, error) if fate is Fate.PASSES else fate

    def _lifted(self, code: CodeType) -> FrameCode:
        if self.engine.entries.passes(code):
            return self.engine.framecode(code)
        found = self.engine.met(code) or self._native_code.get(id(code))
        if found is None:
            found = self._native_code[id(code)] = FrameCode(code)
        return found


def never_ends(code: CodeType, error: BaseException) -> bool:
    """Errors leave the program at its end."""
    return False


def is_new(frame: Frame, error: BaseException) -> bool:
    """Whether no frame in focus has seen this raise: it does not pass through from below."""
    variants = frame.interpreter.engine.entries.variants
    statement = frame.framecode.statements[frame.pc]
    if isinstance(statement, Operation) and statement.original.opname == "RAISE_VARARGS":
        return True
    entry = error.__traceback__
    below = None if entry is None else entry.tb_next
    while below is not None:
        if stands_for(below.tb_frame) is not None or id(below.tb_frame.f_code) in variants:
            return False
        below = below.tb_next
    return True


def stands_for(host: FrameType) -> Frame | None:
    """The interpreted frame that a frame object in a traceback stands for, if it says so."""
    if host.f_code.co_varnames[:1] != (".frame",):
        return None
    frame = host.f_locals.get(".frame")
    return frame if isinstance(frame, Frame) else None

"""What the recording knows of one activation of a frame, also after it has ended.

The frame itself is referred to weakly, so that it and its variables live no longer than before.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CellType, CodeType, FunctionType
from typing import TYPE_CHECKING, Any
from weakref import ref

from debugger.frames.frame import Frame, FrameData
from debugger.frames.ir import ForNext
from debugger.frames.recording.keeping import rest_of
from debugger.frames.recording.segments import headers
from debugger.frames.recording.sites import Entered

if TYPE_CHECKING:
    from debugger.frames.framecode import Binding, FrameCode

NEW_LOCALS = 0x2
UNKNOWN = float("nan")
"""How often a loop came round, where nobody has counted: counting on from there changes nothing."""
COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})


class Iterables(dict[int, Any]):
    """What loops go over; None where nobody has seen them begin."""

    def __missing__(self, register: int) -> None:
        return None


class Activation:
    """One activation of a frame.

    `caller` and `call_pc`: who called it within its segment, and where.  `made_iterables`: the
    `iterables`, None until they are asked for.
    """

    __slots__ = (
        "_frame",
        "_is_over",
        "_names",
        "_turns",
        "binding",
        "call_pc",
        "caller",
        "framecode",
        "made_iterables",
    )

    def __init__(self, frame: Frame, caller: Activation | None) -> None:
        self._frame = ref(frame)
        self.framecode: FrameCode = frame.framecode
        self.binding: ref[Binding] = ref(frame.binding)
        self._names = id(frame.binding.globals)
        self.caller = caller
        self.call_pc = -1 if frame.caller is None else frame.caller.pc
        self._is_over = False
        self._turns: dict[int, int] | None = None
        self.made_iterables: dict[int, Any] | None = None

    @property
    def frame(self) -> Frame | None:
        """The frame, if it is alive and has not ended."""
        return None if self._is_over else self._frame()

    @property
    def turns(self) -> dict[int, int]:
        """How often each `while` under way came round, by the pc of its header."""
        if self._turns is None:
            self._turns = {}
        return self._turns

    @property
    def iterables(self) -> dict[int, Any]:
        """What each `for` under way goes over, in the form in which it is kept, by register."""
        if self.made_iterables is None:
            self.made_iterables = Iterables()
        return self.made_iterables

    def can_be_revived(self) -> bool:
        """Whether the frame can be entered again after it has returned: that of a function."""
        code = self.framecode.code
        is_function = code.co_flags & NEW_LOCALS and not self.framecode.kind
        return bool(is_function) and code.co_name not in COMPREHENSIONS and self.caller is not None

    def revive(self) -> Frame | None:
        """A frame that goes on where the one that has returned was; None if there can be none."""
        caller = None if self.caller is None else self.caller.frame
        binding = None if caller is None else self._bound(caller)
        if caller is None or binding is None or not self.can_be_revived():
            self._is_over = True
            return None
        data = FrameData(self.framecode.template.copy(), None)
        depth = caller.depth + 1
        frame = Frame(self.framecode, binding, data, caller.interpreter, caller, depth)
        frame.inherited = caller.handling()
        frame.activation = self
        frame.record = caller.record
        self._frame = ref(frame)
        caller.callee = frame
        caller.pc = self.call_pc
        return frame

    def _bound(self, caller: Frame) -> Binding | None:
        """The steps of the code; made anew if those that were used are gone."""
        binding = self.binding()
        if binding is None and id(caller.globals) == self._names:
            return self.framecode.bound(caller.globals)
        return binding


ENTERED = Entered()
Record = Callable[[tuple[Any, ...]], None]
"""Logs all items of one entry, or of several."""


def activated(frame: Frame) -> Record:
    """Note that a frame runs its first statement; answers the function that logs."""
    log = frame.interpreter.log
    log.renew()
    caller = frame.caller
    below = None
    if not frame.is_root and caller is not None:
        if caller.activation is None:
            activated(caller)
        below = caller.activation
    activation = Activation(frame, below)
    if frame.leaving is not None:
        lose_count(frame, activation)  # it was left amid its code
    record, entry = log.extend, (log.current, ENTERED)
    frame.activation = log.current = activation
    frame.record = record
    record(entry)
    return record


def lose_count(frame: Frame, activation: Activation) -> None:
    """Nobody knows how often the loops came round that a frame is in, nor where they began."""
    framecode = frame.framecode
    for header in headers(framecode):
        loop = framecode.statements[header]
        if isinstance(loop, ForNext):
            register = loop.iterator.register
            activation.iterables[register] = rest_of(frame.data.registers[register])
        else:
            activation.turns[header] = UNKNOWN  # type: ignore[assignment]


def remade_function(code: CodeType, names: dict[str, Any], *values: object) -> FunctionType:
    """A function over cells that hold `values`."""
    return FunctionType(code, names, closure=tuple(map(CellType, values)))

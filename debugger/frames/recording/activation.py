"""What the recording knows of one activation of a frame, also after it has ended.

The frame itself is referred to weakly, so that it and its variables live no longer than before.
"""

from __future__ import annotations

from types import CellType, CodeType, FunctionType
from typing import TYPE_CHECKING, Any
from weakref import ref

from debugger.frames.frame import Frame, FrameData
from debugger.frames.missing import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from debugger.frames.framecode import Binding, FrameCode
    from debugger.frames.interpreter import Interpreter
    from debugger.frames.recording.log import Entry, Log

COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})


class Activation:
    """One activation of a frame.

    `caller` and `call_pc`: who called it within its segment, and where; `turns`: how often each
    loop header was reached since its loop was entered; `iterables`: by register, what the loops
    under way go over, in the form in which it is kept; `fixed`: the registers of iterators that
    cannot be set back.
    """

    __slots__ = (
        "_frame",
        "append",
        "binding",
        "call_pc",
        "caller",
        "fixed",
        "framecode",
        "interpreter",
        "iterables",
        "log",
        "turns",
    )

    def __init__(self, frame: Frame, caller: Activation | None, log: Log) -> None:
        self._frame = ref(frame)
        self.framecode: FrameCode = frame.framecode
        self.interpreter: Interpreter = frame.interpreter
        self.binding: ref[Binding] = ref(frame.binding)
        self.caller = caller
        self.call_pc = -1 if frame.caller is None else frame.caller.pc
        self.log = log
        self.append: Callable[[Entry], None] = log.append
        self.turns: dict[int, int] = {}
        self.iterables: dict[int, Any] = {}
        self.fixed: set[int] = set()

    @property
    def frame(self) -> Frame | None:
        """The frame, if it is alive."""
        return self._frame()

    def can_be_revived(self) -> bool:
        """Whether the frame can be entered again after it has returned: that of a function."""
        code = self.framecode.code
        is_function = code.co_flags & 3 and not self.framecode.kind  # noqa: PLR2004
        return bool(is_function) and code.co_name not in COMPREHENSIONS and self.caller is not None

    def revive(self, registers: list[object], finish: Any) -> Frame | None:
        """A frame that goes on where the one that has returned was; None if its code is gone."""
        caller = None if self.caller is None else self.caller.frame
        binding = self.binding()
        if caller is None or binding is None:
            return None
        data = FrameData(registers, None)
        depth = caller.depth + 1
        frame = Frame(self.framecode, binding, data, self.interpreter, caller, depth)
        frame.inherited = caller.handling()
        frame.finish = finish
        frame.activation = self
        self._frame = ref(frame)
        caller.callee = frame
        caller.pc = self.call_pc
        return frame


def activated(frame: Frame) -> Activation:
    """The activation of a frame that has just begun; its callers in the segment have theirs."""
    log = frame.interpreter.log
    log.renew()
    caller = frame.caller
    below = None
    if not frame.is_root and caller is not None:
        below = caller.activation or activated(caller)
    frame.activation = made = Activation(frame, below, log)
    return made


def temps_in_use(frame: Frame) -> tuple[tuple[int, object], ...]:
    """The temporaries of a frame that hold something, each with its register."""
    framecode, registers = frame.framecode, frame.data.registers
    used = range(framecode.first_temp, framecode.first_constant)
    return tuple((i, registers[i]) for i in used if registers[i] is not MISSING)


def remade_function(
    code: CodeType, names: dict[str, Any], *values: object
) -> FunctionType:
    """A function over cells that hold `values`."""
    return FunctionType(code, names, closure=tuple(map(CellType, values)))

"""FrameData and Frame: the dynamic half of an interpreted activation."""

from __future__ import annotations

from types import CellType, FrameType
from typing import TYPE_CHECKING, Final

from debugger.frames.decode import Position
from debugger.frames.missing import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from debugger.frames.framecode import Binding, FrameCode
    from debugger.frames.interpreter import Interpreter
    from debugger.frames.recording.activation import Activation


ARRIVED: Final = -2
"""`Frame.previous` where it no longer matters: the arrival at the statement was checked before."""


class FrameData:
    """All that a snapshot of a frame must hold.

    `registers`: see FrameCode; `handled`: the exceptions this frame is handling, outermost
    first; `namespace`: where the names of a class or module body live, None in a function.
    """

    __slots__ = ("handled", "namespace", "registers")

    def __init__(self, registers: list[object], namespace: dict[str, object] | None) -> None:
        self.registers = registers
        self.namespace = namespace
        self.handled: tuple[BaseException, ...] = ()

    def copy(self) -> FrameData:
        """A copy that shares the values but not the registers."""
        data = FrameData(self.registers.copy(), self.namespace)
        data.handled = self.handled
        return data


class Frame:
    """One interpreted activation.

    `pc` is the statement about to run (in the leaf) or running (in its callers), `previous`
    the one that ran before it, -1 at entry, or ARRIVED.  `caller` is the frame below, also across
    native frames, `awaiter` the suspended frame that delegates to this one; `is_root` marks the
    first frame of a segment, which returns to native code; `is_shown`: a traceback may hold it.
    `value` is what the latest event carries, `state` that event (of a suspended generator),
    `thrown` an error thrown into it; `finish` turns a returned value into the outcome of the
    call (class construction); `inherited` is the exception that the caller was handling at
    the call; `extras` are names the user introduced at a prompt; `activation` is what the
    recording knows of this frame, `record` adds the items of an entry to it (None: not yet, or none
    is made);
    `leaving` is asked before a statement of a root frame whether it goes on natively from there,
    which needs the real frame `host` that is parked meanwhile.
    """

    __slots__ = (
        "__weakref__",
        "activation",
        "awaiter",
        "binding",
        "callee",
        "caller",
        "data",
        "depth",
        "extras",
        "finish",
        "framecode",
        "host",
        "inherited",
        "interpreter",
        "is_root",
        "is_shown",
        "leaving",
        "locals_dict",
        "pc",
        "previous",
        "record",
        "state",
        "thrown",
        "value",
    )

    def __init__(
        self,
        framecode: FrameCode,
        binding: Binding,
        data: FrameData,
        interpreter: Interpreter,
        caller: Frame | None,
        depth: int,
    ) -> None:
        self.framecode = framecode
        self.binding = binding
        self.data = data
        self.interpreter = interpreter
        self.caller = caller
        self.depth = depth
        self.pc = 0
        self.previous = -1
        self.callee: Frame | None = None
        self.is_root = False
        self.is_shown = False
        self.value: object = None
        self.finish: Callable[[Frame, object], object] | None = None
        self.inherited: BaseException | None = None
        self.thrown: BaseException | None = None
        self.state = 0
        self.awaiter: Frame | None = None
        self.locals_dict: dict[str, object] | None = None
        self.extras: dict[str, CellType] | None = None
        self.activation: Activation | None = None
        self.record: Callable[[tuple[object, ...]], None] | None = None
        self.leaving: Callable[[Frame], bool] | None = None
        self.host: FrameType | None = None

    def __repr__(self) -> str:
        return f"<Frame {self.name} at {self.filename}:{self.line}>"

    # ------------------------------------------------------------------ where it is

    @property
    def name(self) -> str:
        """The qualified name of the function."""
        return self.framecode.code.co_qualname

    @property
    def filename(self) -> str:
        """The file of the code, as the code object has it."""
        return self.framecode.code.co_filename

    @property
    def position(self) -> Position:
        """The place of the current statement."""
        return self.framecode.positions[self.pc]

    @property
    def line(self) -> int | None:
        """The line of the current statement."""
        return self.framecode.positions[self.pc].line

    @property
    def globals(self) -> dict[str, object]:
        """The global names this frame sees."""
        return self.binding.globals

    @property
    def namespace(self) -> dict[str, object] | None:
        """Where the names of a class or module body live; None in a function."""
        return self.data.namespace

    def handling(self) -> BaseException | None:
        """What `sys.exc_info()` tells in this frame, as far as interpreted frames know."""
        handled = self.data.handled
        return handled[-1] if handled else self.inherited

    def on_new_line(self) -> bool:
        """The current statement begins a line: coming from another one, or by a jump back."""
        framecode = self.framecode
        if self.pc not in framecode.line_starts or self.previous == ARRIVED:
            return False
        if self.previous < 0 or self.pc <= self.previous:
            return True
        return framecode.positions[self.previous].line != framecode.positions[self.pc].line

    def innermost(self) -> Frame:
        """The last of the frames of this segment that the calls of this one lead to."""
        frame = self
        while frame.callee is not None:
            frame = frame.callee
        return frame

    def take(self) -> object:
        """The value of the latest event, which the frame then no longer holds."""
        value, self.value = self.value, None
        return value

    def root(self) -> Frame:
        """The first of the frames of this segment."""
        frame = self
        while not frame.is_root and frame.caller is not None:
            frame = frame.caller
        return frame

    # ------------------------------------------------------------------ what it holds

    def settle(self) -> None:
        """Something was assigned to variables of it from outside."""

    def fast_variables(self) -> dict[str, object]:
        """The bound locals, cells and free variables, in CPython's order, hidden ones too."""
        found = {}
        cells = self.framecode.cell_registers
        for register, name in enumerate(self.framecode.names):
            value = self.data.registers[register]
            if register in cells and type(value) is CellType:
                value = value.cell_contents if _is_full(value) else MISSING
            if value is not MISSING:
                found[name] = value
        return found

    def variables(self) -> dict[str, object]:
        """What the user knows as the variables of this frame, by name."""
        found = {n: v for n, v in self.fast_variables().items() if n.isidentifier()}
        if self.namespace is not None:
            own = self.framecode.code.co_varnames
            return {**self.namespace, **{n: v for n, v in found.items() if n in own}}
        for name, cell in (self.extras or {}).items():
            if _is_full(cell):
                found[name] = cell.cell_contents
        return found

    def arguments(self) -> dict[str, object]:
        """The parameters that are still bound, by name."""
        names = self.framecode.names[: self.framecode.parameters]
        return {n: v for n, v in self.fast_variables().items() if n in names}


def _is_full(cell: CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True

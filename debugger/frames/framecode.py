"""FrameCode: what is known of a code object before it runs, shared by all its frames.

Breakpoints are held here: arming a statement puts None where its step was, which the
interpreter's loop notices in every frame of the code, running or not, at no cost elsewhere.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import TYPE_CHECKING, cast
from weakref import WeakValueDictionary

from debugger.frames import ir
from debugger.frames.assemble import Assembler, dress
from debugger.frames.decode import Position
from debugger.frames.guise import raw
from debugger.frames.hosts import real_frame
from debugger.frames.lift import lift, line_starts, new_lines
from debugger.frames.lifting import variables
from debugger.frames.living import living
from debugger.frames.missing import MISSING
from debugger.frames.native import NativeSteps
from debugger.frames.opcodes import table
from debugger.frames.points import Point
from debugger.frames.sites import NOWHERE, sites_of
from debugger.frames.with_names import function_with, with_builtins

if TYPE_CHECKING:
    from debugger.frames.breakpoints import Breakpoint
    from debugger.frames.frame import Frame
    from debugger.frames.recording.segments import Flow
    from debugger.frames.watchpoints import Watchpoint

Step = Callable[["Frame", list[object]], int]
StepMaker = Callable[["Binding", int], Step]

OPTIMIZED, VARIADIC = 0x01, 0x04 | 0x08
COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
COROUTINE, GENERATOR, ASYNC_GENERATOR = 0x80, 0x20, 0x200


def _place(frame: Frame) -> Iterator[None]:
    # Never started: its frame object stands in tracebacks.  A generator's frame has no f_back,
    # which would keep the host's frames alive, and the error in them.  `frame` stays in its
    # locals: a traceback keeps the variables of its frames alive.
    yield


def _call(
    callee: Callable[..., object], arguments: tuple[object, ...], keywords: dict[str, object]
) -> object:
    return callee(*arguments, **keywords)


def _relay(rest: list[Step], step: Step, frame: Frame, registers: list[object]) -> int:
    if rest:
        return rest.pop()(rest, step, frame, registers)  # type: ignore[call-arg,arg-type]
    return step(frame, registers)


def native_relay(host: FrameType) -> Step:
    """A function that calls on, appearing as a native frame does now."""
    positions = list(raw(host.f_code, "co_positions")())
    position = Position(*positions[max(raw(host, "f_lasti"), 0) // 2])
    code = dress(_relay.__code__, host.f_code, position)
    return cast(Step, function_with(code, host.f_globals))


class FrameCode:
    """The static half of a frame.

    `statements`, `positions`, `handlers`, `breakpoints` and `line_starts` are by pc.
    Registers: `names` (locals and cells), temporaries from `first_temp`, constants from
    `first_constant`; `template` is what they hold before the arguments come.  `cells`: the
    registers of closure variables of its own; `cell_registers`: with those of enclosing functions.
    `points`: where lines begin, and where native code can be left and entered; `instructions` are
    those of the code, by ordinal.
    `flow` is what the recording knows of it, once it was asked for anything.
    `watched`: the watchpoints held, and where.
    `version` counts the changes to all these; `make_step` makes the steps (None: plain ones).
    `waiting`: by pc of a call, the temporaries that stay in use during it, as far as asked for.
    `is_kept`: it lives as long as the debugger, so that it is known by its id.
    """

    __slots__ = (
        "__weakref__",
        "_bindings",
        "_passing",
        "_starts",
        "breakpoints",
        "cell_registers",
        "cells",
        "code",
        "entries",
        "first_constant",
        "first_temp",
        "flow",
        "handlers",
        "instructions",
        "is_kept",
        "is_simple",
        "kind",
        "line_starts",
        "make_step",
        "names",
        "native",
        "new_lines",
        "no_temps",
        "ordinals",
        "parameters",
        "points",
        "positions",
        "results",
        "stacks",
        "statements",
        "template",
        "version",
        "waiting",
        "watched",
    )

    def __init__(self, code: CodeType, make_step: StepMaker | None = None) -> None:
        lifted = lift(code)
        self.code = code
        self.make_step = make_step
        self.is_kept = True
        self.statements = lifted.statements
        self.positions = lifted.positions
        self.ordinals = lifted.ordinals
        self.instructions = lifted.instructions
        self.stacks = lifted.stacks
        self.handlers = lifted.handlers
        self.entries = lifted.entries
        self.new_lines = new_lines(lifted)
        self.line_starts = line_starts(lifted, self.new_lines)
        self.points = tuple(
            Point(code, arrival.ordinal, arrival.pc, arrival.stack)
            for arrival in lifted.arrivals
            if arrival.pc in self.new_lines
        )
        self.names = variables(code)
        self.first_temp = len(self.names)
        self.first_constant = self.first_temp + lifted.temps
        self.no_temps = [MISSING] * lifted.temps
        self.template: list[object] = [MISSING] * self.first_constant + list(code.co_consts)
        self.results = tuple(_result(statement) for statement in self.statements)
        self.cells = tuple(self.names.index(name) for name in code.co_cellvars)
        free = range(self.first_temp - len(code.co_freevars), self.first_temp)
        self.cell_registers = frozenset((*self.cells, *free))
        self.kind = code.co_flags & (GENERATOR | COROUTINE | ASYNC_GENERATOR)
        extra = bool(code.co_flags & 4) + bool(code.co_flags & 8)
        self.parameters = code.co_argcount + code.co_kwonlyargcount + extra
        self.is_simple = not code.co_flags & VARIADIC and not code.co_kwonlyargcount
        self.breakpoints: list[tuple[Breakpoint, ...]] = [()] * len(self.statements)
        self.watched = NOWHERE
        self.native = NativeSteps(code, table())
        self.version = 0
        self.waiting: dict[int, tuple[int, ...]] = {}
        self.flow: Flow | None = None
        self._starts: dict[int, list[int]] | None = None
        self._bindings: dict[int, Binding] = {}
        self._passing: WeakValueDictionary[int, Binding] = WeakValueDictionary()

    def __repr__(self) -> str:
        return f"<FrameCode {self.code.co_qualname}, {len(self.statements)} statements>"

    def bound(self, names: dict[str, object]) -> Binding:
        """The steps of this code for frames whose globals are `names`.

        Those of code that runs once are not kept: the module may be gone soon.
        """
        binding = self._bindings.get(id(names)) or self._passing.get(id(names))
        if binding is None:
            binding = Binding(self, names, self.make_step or _plain_steps())
            is_kept = not runs_once(self.code) and is_module(names)
            bindings = self._bindings if is_kept else self._passing
            bindings[id(names)] = binding
        return binding

    def pc_of(self, ordinal: int) -> int:
        """The statement that an instruction of the code belongs to."""
        return max(bisect_right(self.ordinals, ordinal) - 1, 0)

    def starts_of(self, line: int) -> list[int]:
        """The statements with which a line begins."""
        if self._starts is None:
            starts: dict[int, list[int]] = {}
            for pc in sorted(self.line_starts):
                starts.setdefault(self.positions[pc].line or 0, []).append(pc)
            self._starts = starts
        return self._starts.get(line, [])

    def point(self, pc: int) -> Point:
        """The place before statement `pc` at which other engines can take over."""
        return Point(self.code, self.ordinals[pc], pc, self.stacks[pc])

    def bindings(self) -> list[Binding]:
        """All bindings of this code that are in use."""
        return [*self._bindings.values(), *living(self._passing)]

    def set_breakpoints(self, pc: int, breakpoints: tuple[Breakpoint, ...]) -> None:
        """Hold these breakpoints at `pc`; takes effect at once, in running frames too."""
        self.breakpoints[pc] = breakpoints
        self.version += 1
        for binding in self.bindings():
            binding.arm(pc)

    def set_watchpoints(self, watchpoints: tuple[Watchpoint, ...]) -> None:
        """Hold these watchpoints; takes effect at once, in running frames too."""
        before, self.watched = self.watched, sites_of(self, watchpoints)
        self.version += 1
        for binding in self.bindings():
            for pc in before.noticed | self.watched.noticed:
                binding.arm(pc)

    def stops_at(self, pc: int) -> bool:
        """Whether there may be something to stop at before a statement."""
        return bool(self.breakpoints[pc]) or pc in self.watched.noticed

    def make_steps_by(self, make_step: StepMaker | None) -> None:
        """Make all steps anew, by another maker; takes effect at once, in running frames too."""
        self.make_step = make_step
        for binding in self.bindings():
            binding.make_anew(make_step or _plain_steps())

    def arm_all(self) -> None:
        """Make the next statement of any frame of this code an event, whichever it is."""
        for binding in self.bindings():
            binding.steps[:] = [None] * len(binding.steps)

    def disarm_all(self) -> None:
        """Undo `arm_all`; breakpoints stay armed."""
        for binding in self.bindings():
            for pc in range(len(binding.steps)):
                binding.arm(pc)


def _plain_steps() -> StepMaker:
    from debugger.frames.steps import make_step

    return make_step


def _result(statement: ir.Statement) -> int:
    """The register that the outcome of a call made by this statement goes to, or -1."""
    target = getattr(statement, "target", None)
    return getattr(target, "register", -1)


def runs_once(code: CodeType) -> bool:
    """Whether some code is that of a module, or of a class or comprehension that stands in one."""
    is_called = code.co_flags & OPTIMIZED and code.co_name not in COMPREHENSIONS
    return not is_called and "<locals>" not in code.co_qualname


def is_module(names: dict[str, object]) -> bool:
    """Whether some globals are those of a module; others may be gone soon, and must not be kept."""
    name = names.get("__name__")
    module = sys.modules.get(name) if type(name) is str else None
    return type(module) is ModuleType and vars(module) is names


class Binding:
    """The steps of a framecode over one dictionary of globals, made when first needed.

    `steps` is what the interpreter runs (None: armed); `natives` are the code objects of
    the steps that run in the user's name, by which tracebacks recognise them.
    """

    __slots__ = (
        "__weakref__",
        "_built",
        "_callers",
        "_make_step",
        "_places",
        "_relays",
        "framecode",
        "globals",
        "natives",
        "steps",
    )

    def __init__(
        self, framecode: FrameCode, names: dict[str, object], make_step: StepMaker
    ) -> None:
        self._make_step = make_step
        self.framecode = framecode
        self.globals = names
        count = len(framecode.statements)
        self.steps: list[Step | None] = [self._build] * count
        self.natives: list[tuple[CodeType, ...]] = [()] * count
        self._built: list[Step] = [self._build] * count
        self._places: dict[int, FunctionType] = {}
        self._relays: dict[int, Step] = {}
        self._callers: dict[int, FunctionType] = {}
        for pc, held in enumerate(framecode.breakpoints):
            if held:
                self.steps[pc] = None
        for pc in framecode.watched.noticed:
            self.steps[pc] = None

    def step(self, pc: int) -> Step:
        """The step of a statement, armed or not."""
        return self._built[pc]

    def make_anew(self, make_step: StepMaker) -> None:
        """Forget the steps, which are made anew by another maker when needed."""
        self._make_step = make_step
        self._built[:] = [self._build] * len(self._built)
        for pc, armed in enumerate([step is None for step in self.steps]):
            self.steps[pc] = None if armed else self._build

    def arm(self, pc: int) -> None:
        """Bring `steps` in line with what is held at `pc`."""
        self.steps[pc] = None if self.framecode.stops_at(pc) else self._built[pc]

    def _build(self, frame: Frame, registers: list[object]) -> int:
        """The step of a statement that was never executed: make the real one, and run it."""
        pc = frame.pc
        step = self._make_step(self, pc)
        self._built[pc] = step
        if self.steps[pc] is not None:
            self.steps[pc] = step
        return step(frame, registers)

    def in_name_of_user(self, code: CodeType, pc: int) -> Step:
        """A native step's code object as a function; tracebacks will know it."""
        self.natives[pc] = (*self.natives[pc], code)
        return cast(Step, function_with(code, self.globals))

    def dressed(self, template: Callable[..., object], pc: int) -> FunctionType:
        """A helper as a function that appears as the statement at `pc`."""
        assert isinstance(template, FunctionType)
        position = self.framecode.positions[pc]
        code = dress(template.__code__, self.framecode.code, position)
        return function_with(code, self.globals, code.co_name, closure=template.__closure__)

    def dressed_step(self, template: Step, pc: int) -> Step:
        """A step written in Python, in the user's name.

        What it needs comes from its closure.  No step may have defaults: CPython 3.12 crashes
        where one call comes to many functions, some of them with defaults, for it tells them
        apart by versions that are not unique.
        """
        step = self.dressed(template, pc)
        self.natives[pc] = (*self.natives[pc], step.__code__)
        return cast(Step, step)

    def place(self, frame: Frame) -> FrameType:
        """A real frame object at the statement of `frame`, for tracebacks."""
        function = self._places.get(frame.pc)
        if function is None:
            function = self.dressed(_place, frame.pc)
            self._places[frame.pc] = function
        frame.is_shown = True
        return function(frame).gi_frame  # type: ignore[no-any-return]

    def populated_place(self, frame: Frame, position: Position) -> FrameType:
        """A frame object at a position in the code, with the variables of `frame` as its locals."""
        function, values = self.populated(frame, position, real_frame, (), {})
        return cast(FrameType, function(*values))

    def left_place(self, frame: Frame, position: Position) -> FrameType:
        """Like `place`, with the variables of a frame that is being left as its locals.

        While raises are watched the frame itself is among them, for a post-mortem.
        """
        variables = frame.fast_variables()
        if frame.interpreter.engine.break_on.kinds:
            variables = {".frame": frame, **variables}
        work = Assembler(prologue=False)
        work.emit("RETURN_GENERATOR")
        work.emit("POP_TOP")
        work.emit("RESUME")
        work.load_constant(None)
        work.emit("RETURN_VALUE")
        code = work.code(self.framecode.code, position, variables=tuple(variables))
        code = code.replace(co_flags=code.co_flags | GENERATOR)
        return function_with(code, self.globals)(*variables.values()).gi_frame  # type: ignore[no-any-return]

    def populated(
        self,
        frame: Frame,
        position: Position,
        callee: Callable[..., object],
        arguments: tuple[object, ...],
        keywords: dict[str, object],
    ) -> tuple[Callable[..., object], tuple[object, ...]]:
        """A stand-in that calls `callee`, and the arguments it takes: the variables of `frame`."""
        work = Assembler()
        work.call_constant(callee, arguments, keywords)
        if frame.namespace is not None:
            code = work.code(self.framecode.code, position, variables=()).replace(co_flags=0)
            return eval, (code, with_builtins(self.globals), frame.namespace)
        names = frame.fast_variables()
        code = work.code(self.framecode.code, position, variables=tuple(names))
        return function_with(code, self.globals), tuple(names.values())

    def relay(self, pc: int) -> Step:
        """A function that calls on, appearing as the statement at `pc`."""
        function = self._relays.get(pc)
        if function is None:
            function = cast(Step, self.dressed(_relay, pc))
            self._relays[pc] = function
        return function

    def call(
        self,
        pc: int,
        callee: Callable[..., object],
        arguments: tuple[object, ...],
        keywords: dict[str, object],
    ) -> object:
        """Call natively, from a stand-in frame at the statement `pc`."""
        function = self._callers.get(pc)
        if function is None:
            function = self._callers[pc] = self.dressed(_call, pc)
            self.natives[pc] = (*self.natives[pc], function.__code__)
        return function(callee, arguments, keywords)

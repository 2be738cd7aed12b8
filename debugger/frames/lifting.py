"""Lifting a code object: the walk over its instructions, and the tools of the lowerings.

The walk runs the code on a symbolic operand stack.  `Lifting` has no lowerings itself; these are
the methods of `Values`, `Calls` and `Control`, which `lift.py` puts together.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType

from debugger.frames import ir
from debugger.frames.assigned import maybe_unbound
from debugger.frames.decode import (
    ExceptionEntry,
    Instruction,
    Position,
    covered,
    decode,
    exception_entries,
)
from debugger.frames.errors import LiftError
from debugger.frames.ir import Cell, Const, Null, Operand, Original, Saved, Slot, Statement, Temp
from debugger.frames.opcodes import Table
from debugger.frames.records import Record, replaced

PROLOGUE = frozenset({"RESUME", "MAKE_CELL", "COPY_FREE_VARS", "RETURN_GENERATOR"})
"""Opcodes that belong to entering a frame: a line of theirs alone holds no breakpoint."""


UNBREAKABLE = frozenset(
    {
        "RESUME",
        "SEND",
        "PUSH_EXC_INFO",
        "RERAISE",
        "END_ASYNC_FOR",
        "END_FOR",
        "END_SEND",
        "CLEANUP_THROW",
        "WITH_EXCEPT_START",
    }
)
"""Opcodes that CPython expects right behind what is before them."""

UNITED = frozenset({"KW_NAMES", "PRECALL", "YIELD_VALUE", "ASYNC_GEN_WRAP", "CALL_INTRINSIC_1"})
"""Opcodes that must be followed by what comes after them."""

ENDING_FOR = ("END_FOR", "POP_TOP")
"""Two opcodes that CPython skips together, where there are both."""


class Arrival(Record):
    """A line begins with instruction `ordinal`, statement `pc`, on the operands `stack`."""

    ordinal: int
    pc: int
    stack: tuple[Operand, ...]


class Handler(Record):
    """Where an error goes: statement, the stack depth it is cut to, whether lasti is pushed."""

    pc: int
    depth: int
    lasti: bool


class Lifted(Record):
    """The statements of a code object and what is parallel to them, by pc.

    `ordinals`: the original instruction's number; `stacks`: the symbolic operand stack
    before it; `handlers`: where an error in it goes.  `entries` are the pcs that are
    jumped to, `arrivals` the instructions that begin a line, of all the `instructions`.
    Registers: locals and cells, then `temps` temporaries, then the constants.
    """

    statements: tuple[Statement, ...]
    positions: tuple[Position, ...]
    ordinals: tuple[int, ...]
    stacks: tuple[tuple[Operand, ...], ...]
    handlers: tuple[Handler | None, ...]
    entries: frozenset[int]
    arrivals: tuple[Arrival, ...]
    instructions: list[Instruction]
    temps: int


def variables(code: CodeType) -> tuple[str, ...]:
    """The names of the registers that hold locals and cells, in CPython's own order."""
    cells = tuple(name for name in code.co_cellvars if name not in code.co_varnames)
    return code.co_varnames + cells + code.co_freevars


class Lifting:
    """The state of lifting one code object.

    `live` is the symbolic operand stack, where the code `is_reached`.
    """

    def __init__(self, code: CodeType, rules: Table) -> None:
        self.code = code
        self.rules = rules
        self.names = variables(code)
        self.instructions = decode(code)
        self.table = list(exception_entries(code))
        self.covering = covered(self.table)
        self.guarding: ExceptionEntry | None = None
        self.first_constant = len(self.names) + code.co_stacksize + 1
        self.unbound = (
            maybe_unbound(code, self.instructions, self.covering)
            if rules.unchecked_loads
            else frozenset()
        )
        self.statements: list[Statement] = []
        self.positions: list[Position] = []
        self.ordinals: list[int] = []
        self.stacks: list[tuple[Operand, ...]] = []
        self.live: list[Operand] = []
        self.is_reached = True
        self.entry_stacks: dict[int, tuple[Operand, ...]] = {}
        self.pcs: dict[int, int] = {}
        self.keywords: tuple[str, ...] = ()
        self.ordinal = 0
        self.emitted_at = -1
        self.started = False
        self.popped: tuple[Operand, ...] = ()
        self.instruction = self.instructions[0]
        self.deepest = 0
        self.line_start = 0
        self.arrivals: list[Arrival] = []

    # ------------------------------------------------------------------ the walk

    def lift(self) -> Lifted:
        targets = {i.target for i in self.instructions if i.target is not None}
        targets |= {entry.target for entry in self.table}
        for ordinal, instruction in enumerate(self.instructions):
            self.ordinal, self.instruction = ordinal, instruction
            self.visit(targets)
        return self.finished(targets)

    def visit(self, targets: set[int]) -> None:
        offset = self.instruction.offset
        self.keep_line()
        if offset in targets or offset in self.entry_stacks:
            self.merge(offset)
        if self.is_reached and self.covering.get(offset) is not self.guarding:
            self.guard(self.covering.get(offset))
        self.pcs[offset] = len(self.statements)
        if not self.is_reached:
            return
        if self.begins_line(is_target=offset in targets):
            self.arrivals.append(Arrival(self.ordinal, len(self.statements), tuple(self.live)))
        name = self.instruction.name
        lowering = self.rules.lowerings.get(name)
        if lowering is not None:
            getattr(self, lowering)()
        elif name in self.rules.shapes:
            self.execute()
        else:
            message = (
                f"{self.code.co_qualname}: no row for opcode {name} in the table of this Python"
            )
            raise LiftError(message)
        self.deepest = max(self.deepest, len(self.live))

    def guard(self, entry: ExceptionEntry | None) -> None:
        """Entering a range with a handler: what lies below must be there for the handler."""
        self.guarding = entry
        if entry is None:
            return
        self.spill()
        if entry.target in self.entry_stacks:
            return
        below = self.live[: entry.depth]
        if self.instruction.name == "PUSH_EXC_INFO" and len(below) == len(self.live):
            below[-1] = self.saved(below[-1])  # it cannot fail itself
        above = range(entry.depth, entry.depth + entry.lasti + 1)
        pushed = tuple(self.temp(depth) for depth in above)
        self.entry_stacks[entry.target] = (*below, *pushed)
        if entry.target in self.pcs:
            message = f"{self.code.co_qualname}: the handler at {entry.target} precedes its range"
            raise LiftError(message)

    def keep_line(self) -> None:
        """Give a line whose instructions made no statement one that does nothing."""
        if not self.ordinal or not self.is_reached:
            self.line_start = len(self.statements)
            return
        before = self.instructions[self.ordinal - 1]
        if before.position.line == self.instruction.position.line:
            return
        if len(self.statements) == self.line_start and before.name not in PROLOGUE:
            self.emit(ir.Nothing(), before)
        self.line_start = len(self.statements)

    def begins_line(self, *, is_target: bool) -> bool:
        """Whether other code can be put before the instruction at hand, which begins a line."""
        line = self.instruction.position.line
        if not self.started or line is None or self.instruction.name in UNBREAKABLE:
            return False
        before = self.instructions[self.ordinal - 1]
        if before.name in UNITED or (before.name, self.instruction.name) == ENDING_FOR:
            return False
        return is_target or before.position.line != line or before.name == "RESUME"

    def merge(self, offset: int) -> None:
        """Arrive at a place that others jump to: spill, and agree with them on the depth."""
        if self.is_reached:
            self.spill()
            self.flow(offset)
        else:
            self.guarding = None
        known = self.entry_stacks.get(offset)
        self.is_reached = known is not None
        self.live = [*(known or ())]

    def flow(self, offset: int, dropped: int = 0) -> None:
        """The stack as it is, less `dropped` values, reaches `offset`."""
        arriving = tuple(self.live[: len(self.live) - dropped])
        known = self.entry_stacks.setdefault(offset, arriving)
        if len(known) != len(arriving):
            message = (
                f"{self.code.co_qualname}: stack depth {len(arriving)} at offset {offset},"
                f" {len(known)} on another way to it"
            )
            raise LiftError(message)

    def finished(self, targets: set[int]) -> Lifted:
        ends = len(self.statements)
        resolved = tuple(self.resolve(statement) for statement in self.statements)
        offsets = [self.instructions[ordinal].offset for ordinal in self.ordinals]
        handlers = tuple(self.handler(offset) for offset in offsets)
        assert self.deepest <= self.code.co_stacksize, (self.code, self.deepest)
        entries = {self.pcs[t] for t in targets | set(self.entry_stacks) if t in self.pcs}
        return Lifted(
            resolved,
            tuple(self.positions),
            tuple(self.ordinals),
            tuple(self.stacks),
            handlers,
            frozenset(pc for pc in entries if pc < ends),
            tuple(arrival for arrival in self.arrivals if arrival.pc < ends),
            self.instructions,
            self.first_constant - len(self.names),
        )

    def resolve(self, statement: Statement) -> Statement:
        """While lifting, a jump's `pc` is an offset."""
        pc = getattr(statement, "pc", None)
        return statement if pc is None else replaced(statement, pc=self.pcs[pc])

    def handler(self, offset: int) -> Handler | None:
        entry = self.covering.get(offset)
        return entry and Handler(self.pcs[entry.target], entry.depth, entry.lasti)

    # ------------------------------------------------------------------ tools

    def temp(self, depth: int) -> Temp:
        return Temp(len(self.names) + depth, depth)

    def saved(self, error: Operand) -> Saved:
        """What PUSH_EXC_INFO leaves where `error` was."""
        assert isinstance(error, Temp)
        return Saved(error.register, error.depth)

    def constant(self, index: int) -> Const:
        return Const(self.first_constant + index, self.code.co_consts[index])

    def slot(self, index: int) -> Slot:
        return Slot(index, self.names[index])

    def cell(self, index: int) -> Cell:
        return Cell(index, self.names[index])

    def is_free(self, index: int) -> bool:
        return index >= len(self.names) - len(self.code.co_freevars)

    @property
    def argument(self) -> int:
        return self.instruction.argument

    @property
    def name(self) -> str:
        return self.code.co_names[self.argument]

    @property
    def target(self) -> int:
        assert self.instruction.target is not None
        return self.instruction.target

    def emit(self, statement: Statement, instruction: Instruction | None = None) -> None:
        self.statements.append(statement)
        self.positions.append((instruction or self.instruction).position)
        self.emitted_at = self.ordinal - (instruction is not None)
        self.ordinals.append(self.emitted_at)
        self.stacks.append((*self.live, *self.popped))

    def next_temp(self) -> Temp:
        return self.temp(len(self.live))

    def pop_operands(self, count: int) -> tuple[Operand, ...]:
        operands = tuple(self.live[len(self.live) - count :])
        assert len(operands) == count, (self.code, self.instruction)
        del self.live[len(self.live) - count :]
        return operands

    def spill(self, variable: str | None = None) -> None:
        """Give symbolic values (only those of `variable`, if given) their temporaries."""
        for depth, operand in enumerate(self.live):
            if isinstance(operand, Temp | Null) or (
                variable is not None and getattr(operand, "name", None) != variable
            ):
                continue
            self.emit(ir.Move(self.temp(depth), operand))
            self.live[depth] = self.temp(depth)

    def original(self, argument: int | None = None) -> Original:
        """The instruction at hand, to be executed again (with another argument, if given)."""
        opname, name = self.instruction.name, None
        argument = self.argument if argument is None else argument
        shift = self.rules.name_shift.get(opname)
        if shift is not None:
            name = self.code.co_names[self.argument >> shift]
        return Original(opname, argument, name)

    def consume(self, make: Callable[[Operand], Statement]) -> None:
        """Pop a value and emit the statement that uses it up."""
        source = self.live.pop()
        self.emit(make(source))
        self.stacks[-1] += (source,)

    def operate(self, original: Original, inputs: int, kept: int, pushes: int) -> None:
        """Execute `original` on the top `inputs` values."""
        before = tuple(self.live)
        operands = self.pop_operands(inputs)
        self.live.extend(operands[:kept])
        targets = tuple(self.temp(len(self.live) + i) for i in range(pushes))
        self.emit(ir.Operation(original, operands, kept, targets))
        self.stacks[-1] = before
        self.live.extend(targets)

    def spill_below(self, popped: Operand, variable: str | None = None) -> None:
        """Spill while `popped` is no longer on the symbolic stack, but still a value to keep."""
        self.popped = (popped,)
        self.spill(variable)
        self.popped = ()

    def execute(self) -> None:
        shape = self.rules.shapes[self.instruction.name]
        inputs, kept = shape.inputs(self.argument), shape.kept(self.argument)
        self.operate(self.original(), inputs, kept, shape.pushes(self.argument))

"""Lift a code object to statements, by running it on a symbolic operand stack.

A load of a local or a constant only pushes its name; every other instruction becomes a
statement that works on registers.  Symbolic values are *spilled* to their temporary where
paths merge and before their local changes.  Which method lowers which opcode is said by
the table of the running version (`opcodes/`); a new opcode needs a row there and, if it
cannot be executed as it stands, a method here.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
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
from debugger.frames.ir import NULL, Cell, Const, Null, Operand, Original, Slot, Statement, Temp
from debugger.frames.opcodes import Table, table
from debugger.frames.records import Record, replaced


class Handler(Record):
    """Where an error goes: statement, the stack depth it is cut to, whether lasti is pushed."""

    pc: int
    depth: int
    lasti: bool


class Lifted(Record):
    """The statements of a code object and what is parallel to them, by pc.

    `ordinals`: the original instruction's number; `stacks`: the symbolic operand stack
    before it; `handlers`: where an error in it goes.  `entries` are the pcs that are
    jumped to.  Registers: locals and cells, then `temps` temporaries, then the constants.
    """

    statements: tuple[Statement, ...]
    positions: tuple[Position, ...]
    ordinals: tuple[int, ...]
    stacks: tuple[tuple[Operand, ...], ...]
    handlers: tuple[Handler | None, ...]
    entries: frozenset[int]
    temps: int


def lift(code: CodeType) -> Lifted:
    """Lift `code`; raises LiftError if it holds an unknown opcode or its depths disagree."""
    return Lifter(code, table()).lift()


def variables(code: CodeType) -> tuple[str, ...]:
    """The names of the registers that hold locals and cells, in CPython's own order."""
    cells = tuple(name for name in code.co_cellvars if name not in code.co_varnames)
    return code.co_varnames + cells + code.co_freevars


class Lifter:
    """The state of lifting one code object.

    `stack` is the symbolic operand stack, `None` in code that cannot be reached.
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
        self.stack: list[Operand] | None = []
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
        if self.stack is not None and self.covering.get(offset) is not self.guarding:
            self.guard(self.covering.get(offset))
        self.pcs[offset] = len(self.statements)
        if self.stack is None:
            return
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
        self.deepest = max(self.deepest, len(self.stack or ()))

    def guard(self, entry: ExceptionEntry | None) -> None:
        """Entering a range with a handler: what lies below must be there for the handler."""
        self.guarding = entry
        if entry is None:
            return
        self.spill()
        if entry.target in self.entry_stacks:
            return
        above = range(entry.depth, entry.depth + entry.lasti + 1)
        pushed = tuple(self.temp(depth) for depth in above)
        self.entry_stacks[entry.target] = (*self.live[: entry.depth], *pushed)
        if entry.target in self.pcs:
            message = f"{self.code.co_qualname}: the handler at {entry.target} precedes its range"
            raise LiftError(message)

    def keep_line(self) -> None:
        """Give a line whose instructions made no statement one that does nothing."""
        if not self.ordinal or self.stack is None:
            self.line_start = len(self.statements)
            return
        before = self.instructions[self.ordinal - 1]
        if before.position.line == self.instruction.position.line:
            return
        if len(self.statements) == self.line_start and before.name not in PROLOGUE:
            self.emit(ir.Nothing(), before)
        self.line_start = len(self.statements)

    def merge(self, offset: int) -> None:
        """Arrive at a place that others jump to: spill, and agree with them on the depth."""
        if self.stack is not None:
            self.spill()
            self.flow(offset)
        else:
            self.guarding = None
        known = self.entry_stacks.get(offset)
        self.stack = None if known is None else list(known)

    def flow(self, offset: int, dropped: int = 0) -> None:
        """The stack as it is, less `dropped` values, reaches `offset`."""
        assert self.stack is not None
        arriving = tuple(self.stack[: len(self.stack) - dropped])
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

    def constant(self, index: int) -> Const:
        return Const(self.first_constant + index, self.code.co_consts[index])

    def slot(self, index: int) -> Slot:
        return Slot(index, self.names[index])

    def cell(self, index: int) -> Cell:
        return Cell(index, self.names[index])

    def is_free(self, index: int) -> bool:
        return index >= len(self.names) - len(self.code.co_freevars)

    @property
    def live(self) -> list[Operand]:
        assert self.stack is not None
        return self.stack

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

    # ------------------------------------------------------------------ lowerings: plain

    def skip(self) -> None:
        """No statement of its own."""

    def execute(self) -> None:
        shape = self.rules.shapes[self.instruction.name]
        inputs, kept = shape.inputs(self.argument), shape.kept(self.argument)
        self.operate(self.original(), inputs, kept, shape.pushes(self.argument))

    def operate(self, original: Original, inputs: int, kept: int, pushes: int) -> None:
        """Execute `original` on the top `inputs` values."""
        before = tuple(self.live)
        operands = self.pop_operands(inputs)
        self.live.extend(operands[:kept])
        targets = tuple(self.temp(len(self.live) + i) for i in range(pushes))
        self.emit(ir.Operation(original, operands, kept, targets))
        self.stacks[-1] = before
        self.live.extend(targets)

    def push_constant(self) -> None:
        self.live.append(self.constant(self.argument))

    def push_null(self) -> None:
        self.live.append(NULL)

    def push_generator(self) -> None:
        # The generator object is made by the call; its POP_TOP drops this.
        self.live.append(NULL)

    def push_local(self) -> None:
        if self.instruction.offset in self.unbound:
            self.emit(ir.Check(self.slot(self.argument)))
        self.live.append(self.slot(self.argument))

    def push_checked_local(self) -> None:
        self.emit(ir.Check(self.slot(self.argument)))
        self.live.append(self.slot(self.argument))

    def push_two_locals(self) -> None:
        self.live.extend((self.slot(self.argument >> 4), self.slot(self.argument & 15)))

    def push_cell(self) -> None:
        self.live.append(self.cell(self.argument))

    def take_local(self) -> None:
        slot = self.slot(self.argument)
        self.spill(slot.name)
        self.emit(ir.Take(self.next_temp(), slot))
        self.live.append(self.next_temp())

    def store_local(self) -> None:
        self.store(self.argument)

    def store(self, index: int) -> None:
        slot = self.slot(index)
        source = self.live.pop()
        statements = len(self.statements)
        self.spill_below(source, slot.name)
        if statements == len(self.statements) and self.retarget(source, slot):
            return
        self.emit(ir.Move(slot, source))
        self.stacks[-1] += (source,)

    def retarget(self, source: Operand, slot: Slot) -> bool:
        """Let the statement that just made `source` write to `slot` directly."""
        if not self.can_retarget():
            return False
        last = self.statements[-1]
        if isinstance(last, ir.Operation) and last.targets == (source,):
            self.statements[-1] = replaced(last, targets=(slot,))
        elif isinstance(last, RETARGETED) and last.target == source:
            self.statements[-1] = replaced(last, target=slot)
        else:
            return False
        return True

    def can_retarget(self) -> bool:
        """The producer stands directly before, on the same line and under the same handler."""
        if not self.statements or self.instruction.offset in self.entry_stacks:
            return False
        producer = self.instructions[self.emitted_at]
        return (
            self.emitted_at == self.ordinal - 1
            and self.positions[-1].line == self.instruction.position.line
            and self.covering.get(producer.offset) == self.covering.get(self.instruction.offset)
        )

    def store_and_push_local(self) -> None:
        self.store(self.argument >> 4)
        self.live.append(self.slot(self.argument & 15))

    def store_two_locals(self) -> None:
        self.store(self.argument >> 4)
        self.store(self.argument & 15)

    def delete_local(self) -> None:
        slot = self.slot(self.argument)
        self.spill(slot.name)
        self.emit(ir.DeleteSlot(slot))

    def pop(self) -> None:
        source = self.live.pop()
        if isinstance(source, Temp):
            self.emit(ir.Drop(source))
            self.stacks[-1] += (source,)

    def copy(self) -> None:
        operand = self.live[-self.argument]
        if isinstance(operand, Temp):
            self.emit(ir.Copy(self.next_temp(), operand))
            operand = self.next_temp()
        self.live.append(operand)

    def swap(self) -> None:
        stack = self.live
        high, low = len(stack) - 1, len(stack) - self.argument
        if isinstance(stack[high], Temp) or isinstance(stack[low], Temp):
            self.emit(ir.Swap(self.temp(low), self.temp(high)))
        stack[high], stack[low] = stack[low], stack[high]
        for depth in (high, low):
            if isinstance(stack[depth], Temp):
                stack[depth] = self.temp(depth)

    # ------------------------------------------------------------------ lowerings: names

    def load_global(self) -> None:
        null = bool(self.argument & 1)
        if null and self.rules.null_first:
            self.live.append(NULL)
        self.operate(self.original(self.argument & ~1), 0, 0, 1)
        if null and not self.rules.null_first:
            self.live.append(NULL)

    def load_attribute(self) -> None:
        method = self.rules.name_shift["LOAD_ATTR"] and self.argument & 1
        self.attribute(self.original(self.argument - method), 1, method)

    def load_method(self) -> None:
        original = Original("LOAD_ATTR", self.argument, self.name)
        self.attribute(original, 1, 1)

    def load_super_attribute(self) -> None:
        original = self.original(self.argument & ~1)
        explicit = replaced(original, argument=original.argument | SUPER_WITH_ARGUMENTS)
        before = tuple(self.live)
        operands = self.pop_operands(3)
        method = self.argument & 1
        target = self.method_target(method)
        self.emit(ir.LoadSuper(original, explicit, operands, target))
        self.stacks[-1] = before
        self.push_method(target, method)

    def attribute(self, original: Original, inputs: int, method: int) -> None:
        """Load an attribute; a method is loaded bound, with the NULL that belongs beside it."""
        before = tuple(self.live)
        operands = self.pop_operands(inputs)
        target = self.method_target(method)
        self.emit(ir.Operation(original, operands, 0, (target,)))
        self.stacks[-1] = before
        self.push_method(target, method)

    def method_target(self, method: int) -> Temp:
        """Where an attribute goes: one higher if NULL has to lie below it."""
        return self.temp(len(self.live) + (1 if method and self.rules.null_first else 0))

    def push_method(self, target: Temp, method: int) -> None:
        if not method:
            self.live.append(target)
        elif self.rules.null_first:
            self.live.extend((NULL, target))
        else:
            self.live.extend((target, NULL))

    def load_name(self) -> None:
        self.emit(ir.LoadName(self.name, self.next_temp()))
        self.live.append(self.next_temp())

    def store_name(self) -> None:
        self.consume(lambda source: ir.StoreName(self.name, source))

    def consume(self, make: Callable[[Operand], Statement]) -> None:
        """Pop a value and emit the statement that uses it up."""
        source = self.live.pop()
        self.emit(make(source))
        self.stacks[-1] += (source,)

    def delete_name(self) -> None:
        self.emit(ir.DeleteName(self.name))

    def load_cell(self) -> None:
        cell, free = self.cell(self.argument), self.is_free(self.argument)
        self.emit(ir.LoadCell(cell, self.next_temp(), free))
        self.live.append(self.next_temp())

    def store_cell(self) -> None:
        cell = self.cell(self.argument)
        self.consume(lambda source: ir.StoreCell(cell, source))

    def make_cell(self) -> None:
        # Those before RESUME are made with the frame; from 3.12 on, inlined comprehensions
        # make theirs where they stand.
        if self.started:
            self.emit(ir.MakeCell(self.cell(self.argument)))

    def start(self) -> None:
        self.started = True

    def delete_cell(self) -> None:
        self.emit(ir.DeleteCell(self.cell(self.argument), self.is_free(self.argument)))

    def load_class_cell(self) -> None:
        cell, free = self.cell(self.argument), self.is_free(self.argument)
        self.emit(ir.LoadMappedCell(None, cell, free, self.next_temp()))
        self.live.append(self.next_temp())

    def load_from_mapping_or_cell(self) -> None:
        mapping = self.live.pop()
        cell, free = self.cell(self.argument), self.is_free(self.argument)
        self.emit(ir.LoadMappedCell(mapping, cell, free, self.next_temp()))
        self.stacks[-1] += (mapping,)
        self.live.append(self.next_temp())

    def load_from_mapping_or_globals(self) -> None:
        mapping = self.live.pop()
        self.emit(ir.LoadMappedGlobal(mapping, self.name, self.next_temp()))
        self.stacks[-1] += (mapping,)
        self.live.append(self.next_temp())

    def load_locals(self) -> None:
        self.emit(ir.LoadLocals(self.next_temp()))
        self.live.append(self.next_temp())

    def setup_annotations(self) -> None:
        self.emit(ir.SetupAnnotations())

    def import_star(self) -> None:
        self.consume(ir.ImportStar)

    def make_function(self) -> None:
        extra = 0 if self.rules.keywords_on_stack else (self.argument & 15).bit_count()
        before = tuple(self.live)
        operands = self.pop_operands(1 + extra)
        self.emit(ir.MakeFunction(self.original(), operands, 0, (self.next_temp(),)))
        self.stacks[-1] = before
        self.live.append(self.next_temp())

    def call_intrinsic(self) -> None:
        if self.argument == INTRINSIC_IMPORT_STAR:
            self.consume(ir.ImportStar)
            self.live.append(NULL)  # the None that its POP_TOP drops
        elif self.argument != INTRINSIC_WRAP_ASYNC:
            self.operate(self.original(), 1, 0, 1)

    # ------------------------------------------------------------------ lowerings: calls

    def keyword_names(self) -> None:
        self.keywords = self.code.co_consts[self.argument]

    def call(self) -> None:
        originals = [Original("CALL", self.argument)]
        if self.rules.precall:
            originals.insert(0, Original("PRECALL", self.argument))
        if self.keywords:
            originals.insert(0, Original("KW_NAMES", 0, constant=self.keywords))
        self.emit_call(tuple(originals), self.argument + 2)

    def call_keywords(self) -> None:
        names = self.live.pop()
        assert isinstance(names, Const)
        self.keywords = names.value  # type: ignore[assignment]
        original = Original("CALL_KW", self.argument, constant=self.keywords)
        self.emit_call((original,), self.argument + 2)

    def emit_call(self, originals: tuple[Original, ...], inputs: int) -> None:
        before = tuple(self.live)
        operands = self.pop_operands(inputs)
        callee, arguments = self.split(operands)
        target = self.next_temp()
        self.emit(ir.Call(callee, arguments, self.keywords, originals, operands, target))
        self.stacks[-1] = before
        self.ordinals[-1] -= len(originals) - 1
        self.keywords = ()
        self.live.append(target)

    def split(self, operands: tuple[Operand, ...]) -> tuple[Operand, tuple[Operand, ...]]:
        """Callee and arguments: of the two lowest, one may be NULL, else both count."""
        null = 0 if self.rules.null_first else 1
        if isinstance(operands[null], Null):
            return operands[1 - null], operands[2:]
        return operands[0], operands[1:]

    def call_unpacked(self) -> None:
        before = tuple(self.live)
        operands = self.pop_operands(3 + (self.argument & 1))
        callee = operands[1 if self.rules.null_first else 0]
        keywords = operands[3] if self.argument & 1 else None
        target = self.next_temp()
        originals = (self.original(),)
        self.emit(ir.CallUnpacked(callee, operands[2], keywords, originals, operands, target))
        self.stacks[-1] = before
        self.live.append(target)

    def enter_with(self) -> None:
        self.enter(("__enter__", "__exit__"))

    def enter_async_with(self) -> None:
        self.enter(("__aenter__", "__aexit__"))

    def enter(self, names: tuple[str, str]) -> None:
        self.spill()
        manager = self.live.pop()
        low, high = self.temp(len(self.live)), self.temp(len(self.live) + 1)
        self.emit(ir.Enter(manager, names, self.original(), low, high))
        self.stacks[-1] += (manager,)
        self.live.extend((low, high))

    def exit_with_error(self) -> None:
        operands = tuple(self.live[-4:])
        exit_method, error, target = operands[0], operands[3], self.next_temp()
        assert isinstance(exit_method, Temp)
        assert isinstance(error, Temp)
        self.emit(ir.ExitWithError(exit_method, error, self.original(), operands, target))
        self.live.append(target)

    # ------------------------------------------------------------------ lowerings: control

    def goto(self) -> None:
        self.spill()
        self.emit(ir.Goto(self.target))
        self.flow(self.target)
        self.stack = None

    def jump_if_true(self) -> None:
        self.jump_if(when=True)

    def jump_if_false(self) -> None:
        self.jump_if(when=False)

    def jump_if(self, *, when: bool) -> None:
        condition = self.condition()
        self.emit(ir.GotoIf(condition, when, self.truth(when=when), self.target))
        self.stacks[-1] += (condition,)
        self.flow(self.target)

    def truth(self, *, when: bool) -> Original:
        """A forward jump of the running version that tests truth."""
        middle = "FORWARD_" if self.rules.precall else ""
        return Original(f"POP_JUMP_{middle}IF_{'TRUE' if when else 'FALSE'}", 0)

    def condition(self) -> Operand:
        condition = self.live.pop()
        self.spill_below(condition)
        return condition

    def spill_below(self, popped: Operand, variable: str | None = None) -> None:
        """Spill while `popped` is no longer on the symbolic stack, but still a value to keep."""
        self.popped = (popped,)
        self.spill(variable)
        self.popped = ()

    def jump_if_none(self) -> None:
        self.jump_if_none_is(when=True)

    def jump_if_not_none(self) -> None:
        self.jump_if_none_is(when=False)

    def jump_if_none_is(self, *, when: bool) -> None:
        condition = self.condition()
        self.emit(ir.GotoIfNone(condition, when, self.target))
        self.stacks[-1] += (condition,)
        self.flow(self.target)

    def jump_or_pop_if_true(self) -> None:
        self.jump_or_pop(when=True)

    def jump_or_pop_if_false(self) -> None:
        self.jump_or_pop(when=False)

    def jump_or_pop(self, *, when: bool) -> None:
        self.spill()
        condition = self.live[-1]
        assert isinstance(condition, Temp)
        self.emit(ir.GotoOrDrop(condition, when, self.truth(when=when), self.target))
        self.flow(self.target)
        self.live.pop()

    def for_next(self) -> None:
        self.spill()
        iterator = self.live[-1]
        assert isinstance(iterator, Temp)
        end = self.after_loop()
        self.emit(ir.ForNext(iterator, self.next_temp(), end))
        self.flow(end, dropped=1)
        self.live.append(self.next_temp())

    def after_loop(self) -> int:
        """Where an exhausted iterator goes on: behind the instructions that FOR_ITER skips."""
        return self.target + 2 * len(self.rules.after_for)

    def delegate(self) -> None:
        value = self.live.pop()
        self.spill_below(value)
        receiver = self.live[-1]
        assert isinstance(receiver, Temp)
        # From 3.12 on the receiver stays until END_SEND.
        target = self.next_temp() if "END_SEND" in self.rules.lowerings else receiver
        self.emit(ir.Delegate(receiver, target, self.target))
        self.stacks[-1] += (value,)
        if target is not receiver:
            self.live.append(target)
        self.flow(self.target)
        # What follows is the loop that the real generator runs for us.
        self.stack = None

    def end_delegate(self) -> None:
        value = self.live.pop()
        receiver = self.live.pop()
        assert isinstance(receiver, Temp)
        self.emit(ir.Move(receiver, value))
        self.stacks[-1] += (receiver, value)
        self.live.append(receiver)

    def cleanup_throw(self) -> None:
        before = tuple(self.live)
        operands = self.pop_operands(3)
        error = operands[2]
        assert isinstance(error, Temp)
        low, high = self.temp(len(self.live)), self.temp(len(self.live) + 1)
        self.emit(ir.CleanupThrow(error, low, high))
        self.stacks[-1] = before
        self.live.extend((low, high))

    def yield_value(self) -> None:
        source = self.live.pop()
        self.emit(ir.Yield(source, self.next_temp()))
        self.stacks[-1] += (source,)
        self.live.append(self.next_temp())

    def return_value(self) -> None:
        self.consume(ir.Return)
        self.stack = None

    def return_constant(self) -> None:
        self.emit(ir.Return(self.constant(self.argument)))
        self.stack = None

    # ------------------------------------------------------------------ lowerings: errors

    def raise_error(self) -> None:
        if self.argument:
            self.operate(self.original(), self.argument, 0, 0)
        else:
            self.emit(ir.RaiseAgain())
        self.stack = None

    def reraise(self) -> None:
        self.consume(ir.Reraise)
        self.stack = None

    def push_handled(self) -> None:
        error = self.live.pop()
        assert isinstance(error, Temp)
        above = self.temp(error.depth + 1)
        self.emit(ir.PushHandled(error, above))
        self.stacks[-1] += (error,)
        self.live.extend((error, above))

    def pop_handled(self) -> None:
        self.consume(ir.PopHandled)

    def match_group(self) -> None:
        self.operate(self.original(), 2, 0, 2)
        match = self.live[-1]
        assert isinstance(match, Temp)
        self.emit(ir.ReplaceHandled(match))

    def end_async_for(self) -> None:
        before = tuple(self.live)
        iterator, error = self.pop_operands(2)
        assert isinstance(iterator, Temp)
        assert isinstance(error, Temp)
        self.emit(ir.EndAsyncFor(iterator, error))
        self.stacks[-1] = before


PROLOGUE = frozenset({"RESUME", "MAKE_CELL", "COPY_FREE_VARS", "RETURN_GENERATOR"})
RETARGETED = (ir.Call, ir.CallUnpacked, ir.LoadCell, ir.ForNext)
SUPER_WITH_ARGUMENTS = 2
INTRINSIC_IMPORT_STAR = 2
INTRINSIC_WRAP_ASYNC = 4


def line_starts(positions: tuple[Position, ...], entries: frozenset[int]) -> frozenset[int]:
    """The pcs at which a new line begins, coming from the statement before or by a jump."""
    starts = {0} | set(entries)
    starts |= {pc for pc, (a, b) in enumerate(pairwise(positions), 1) if a.line != b.line}
    return frozenset(pc for pc in starts if pc < len(positions) and positions[pc].line is not None)

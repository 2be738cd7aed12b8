"""The step of a statement that is executed by its original instruction.

A *step* is a function `(frame, registers) -> pc`: it executes one statement and returns the
pc of the next, or one of the (negative) events of `events.py`.  The steps made here push the
operands from the registers, run the user's own instruction, and pop the results back; so value,
errors, messages and order of evaluation are CPython's.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import CodeType

from debugger.frames import ir
from debugger.frames.assemble import GENERATOR_KINDS, Assembler
from debugger.frames.decode import Position
from debugger.frames.ir import Const, Null, Operand, Original, Slot, Temp
from debugger.frames.opcodes import Table

ASKS_KIND = frozenset({"GET_YIELD_FROM_ITER", "GET_AWAITABLE", "CALL_INTRINSIC_1"})
"""Instructions that look whether their frame is a generator or a coroutine."""


NO_NULL = Const(-1, None)


class NativeSteps:
    """Makes the native steps of one code object."""

    def __init__(self, code: CodeType, rules: Table) -> None:
        self.code = code
        self.rules = rules

    def operation(self, statement: ir.Operation, pc: int, position: Position) -> CodeType:
        """An instruction that is executed as it stands."""
        work = Assembler()
        # A kept NULL is only in the way, and cannot be popped again: None takes its place.
        for operand in statement.operands[: statement.kept]:
            self._push(work, (NO_NULL if isinstance(operand, Null) else operand,))
        self._push(work, statement.operands[statement.kept :])
        self._clear(work, statement.operands[statement.kept :])
        self._original(work, statement.original)
        for target in reversed(statement.targets):
            work.store(target.register)
        for _ in range(statement.kept):
            work.emit("POP_TOP")
        work.give(pc + 1)
        work.depth += len(statement.operands) + len(statement.targets)
        kinds = GENERATOR_KINDS if statement.original.opname in ASKS_KIND else 0
        return work.code(self.code, position, kinds)

    def move(self, statement: ir.Move, pc: int, position: Position) -> CodeType:
        """A move; what the target held before may run code when it dies."""
        work = Assembler()
        self._push(work, (statement.source,))
        self._clear(work, (statement.source,))
        assert isinstance(statement.target, Slot | Temp)
        work.store(statement.target.register)
        work.give(pc + 1)
        return work.code(self.code, position)

    def drop(self, statement: ir.Drop, pc: int, position: Position) -> CodeType:
        """Forget a temporary, which may run code when it dies."""
        work = Assembler()
        work.clear(statement.source.register)
        work.give(pc + 1)
        return work.code(self.code, position)

    def load_super(
        self, statement: ir.LoadSuper, original: Original, pc: int, position: Position
    ) -> CodeType:
        """The instruction that loads an attribute of `super()`, in the form given."""
        operation = ir.Operation(original, statement.operands, 0, (statement.target,))
        return self.operation(operation, pc, position)

    def call(self, statement: ir.Call | ir.CallUnpacked, pc: int, position: Position) -> CodeType:
        """A call; the temporaries are given away to the callee before it starts."""
        work = Assembler()
        self._push(work, statement.operands)
        self._clear(work, statement.operands)
        for original in statement.originals:
            self._original(work, original)
        work.store(statement.target.register)
        work.give(pc + 1)
        work.depth += len(statement.operands)
        return work.code(self.code, position)

    def enter(self, statement: ir.Enter, pc: int, position: Position) -> CodeType:
        """The instruction that enters a `with`."""
        work = Assembler()
        self._push(work, (statement.manager,))
        self._clear(work, (statement.manager,))
        self._original(work, statement.original)
        work.store(statement.target.register)
        work.store(statement.exit.register)
        work.give(pc + 1)
        return work.code(self.code, position)

    def exit_with_error(self, statement: ir.ExitWithError, pc: int, position: Position) -> CodeType:
        """The instruction that tells a `with` of an error."""
        work = Assembler()
        self._push(work, statement.operands)
        self._original(work, statement.original)
        work.store(statement.target.register)
        for _ in statement.operands:
            work.emit("POP_TOP")
        work.give(pc + 1)
        return work.code(self.code, position)

    def for_next(self, statement: ir.ForNext, pc: int, position: Position) -> CodeType:
        """FOR_ITER, with the iterator left in its register until it is exhausted."""
        work = Assembler()
        work.load(statement.iterator.register)
        mark = work.jump("FOR_ITER")
        work.store(statement.target.register)
        work.emit("POP_TOP")
        work.give(pc + 1)
        work.land(mark, "FOR_ITER")
        for opname in self.rules.after_for:
            work.emit(opname)
        work.clear(statement.iterator.register)
        work.give(statement.pc)
        return work.code(self.code, position)

    def goto_if(self, statement: ir.GotoIf, pc: int, position: Position) -> CodeType:
        """A jump that asks an object for its truth."""
        work = Assembler()
        self._push(work, (statement.condition,))
        self._clear(work, (statement.condition,))
        mark = work.jump(statement.original.opname)
        work.give(pc + 1)
        work.land(mark, statement.original.opname)
        work.give(statement.pc)
        return work.code(self.code, position)

    def goto_or_drop(self, statement: ir.GotoOrDrop, pc: int, position: Position) -> CodeType:
        """A jump that keeps the value it tested."""
        work = Assembler()
        work.load(statement.condition.register)
        mark = work.jump(statement.original.opname)
        work.clear(statement.condition.register)
        work.give(pc + 1)
        work.land(mark, statement.original.opname)
        work.give(statement.pc)
        return work.code(self.code, position)

    def _push(self, work: Assembler, operands: Iterable[Operand]) -> None:
        for operand in operands:
            if isinstance(operand, Null):
                work.emit("PUSH_NULL")
            elif isinstance(operand, Const):
                work.load_constant(operand.value)
            else:
                work.load(operand.register)

    def _clear(self, work: Assembler, operands: Iterable[Operand]) -> None:
        """The operand stack now owns the temporaries: empty their registers."""
        for operand in operands:
            if isinstance(operand, Temp):
                work.clear(operand.register)

    def _original(self, work: Assembler, original: Original) -> None:
        argument = original.argument
        shift = self.rules.name_shift.get(original.opname)
        if original.name is not None and shift is not None:
            argument = work.name(original.name) << shift | argument & (1 << shift) - 1
        elif original.opname == "KW_NAMES":
            argument = work.constant(original.constant)
        elif original.opname == "CALL_KW":
            work.load_constant(original.constant)
        work.emit(original.opname, argument)

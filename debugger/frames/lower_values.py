"""Lowerings of what moves, names and computes values."""

from __future__ import annotations

from debugger.frames import ir
from debugger.frames.ir import NULL, Operand, Original, Slot, Temp
from debugger.frames.lifting import Lifting
from debugger.frames.records import replaced

RETARGETED = (ir.Call, ir.CallUnpacked, ir.LoadCell, ir.ForNext)
"""Statements whose one result can go to a local directly."""

SUPER_WITH_ARGUMENTS = 2
INTRINSIC_IMPORT_STAR = 2
INTRINSIC_WRAP_ASYNC = 4


class Values(Lifting):
    """Locals, cells, globals, attributes, and every instruction that is executed as it stands."""

    def skip(self) -> None:
        """No statement of its own."""

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
        target = self.next_temp()
        self.emit(ir.Take(target, slot))
        self.live.append(ir.Taken(target.register, target.depth))

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
            operand = stack[depth]
            if isinstance(operand, Temp):
                stack[depth] = replaced(operand, register=len(self.names) + depth, depth=depth)

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

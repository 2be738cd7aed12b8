"""Lowerings of jumps, loops, generators and handlers."""

from __future__ import annotations

from debugger.frames import ir
from debugger.frames.ir import Operand, Original, Temp
from debugger.frames.lifting import Lifting


class Control(Lifting):
    """Everything that decides which statement comes next."""

    def goto(self) -> None:
        self.spill()
        self.emit(ir.Goto(self.target))
        self.flow(self.target)
        self.is_reached = False

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
        self.is_reached = False

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
        self.is_reached = False

    def return_constant(self) -> None:
        self.emit(ir.Return(self.constant(self.argument)))
        self.is_reached = False

    def raise_error(self) -> None:
        if self.argument:
            self.operate(self.original(), self.argument, 0, 0)
        else:
            self.emit(ir.RaiseAgain())
        self.is_reached = False

    def reraise(self) -> None:
        self.consume(ir.Reraise)
        self.is_reached = False

    def push_handled(self) -> None:
        error = self.live.pop()
        assert isinstance(error, Temp)
        above = self.temp(error.depth + 1)
        self.emit(ir.PushHandled(error, above))
        self.stacks[-1] += (error,)
        self.live.extend((self.saved(error), above))

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

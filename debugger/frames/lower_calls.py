"""Lowerings of calls, and of entering and leaving `with`."""

from __future__ import annotations

from debugger.frames import ir
from debugger.frames.ir import Const, Null, Operand, Original, Temp
from debugger.frames.lifting import Lifting


class Calls(Lifting):
    """The call instructions of all versions come down to `Call` and `CallUnpacked`."""

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

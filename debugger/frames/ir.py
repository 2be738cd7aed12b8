"""Statements, the operands they work on, and how both print.

One bytecode operation is one statement.  Operands are *registers*: slots (named locals),
cells, temporaries `$0 $1 ...` (what was the operand stack) and constants.  To add a
statement: a frozen class here, its lowering in `lift.py` and its step in `steps.py`.
"""

from __future__ import annotations

from types import CodeType

from debugger.frames.opnames import describe
from debugger.frames.records import Record

LONGEST = 40
"""Characters of a constant that a listing shows."""


class Slot(Record):
    """A named local variable, in register `register`."""

    register: int
    name: str

    def __str__(self) -> str:
        return self.name


class Cell(Record):
    """The cell object itself of a closure variable (not what it holds)."""

    register: int
    name: str

    def __str__(self) -> str:
        return f"&{self.name}"


class Temp(Record):
    """The value at `depth` of the operand stack."""

    register: int
    depth: int

    def __str__(self) -> str:
        return f"${self.depth}"


class Saved(Temp):
    """Where PUSH_EXC_INFO keeps what was handled before; what is handled since is the frame's."""


class Taken(Temp):
    """What LOAD_FAST_AND_CLEAR took from a local, which may have been unbound."""


class Const(Record):
    """A constant, preloaded in register `register`; equal only to itself, as 1 and 1.0 are not."""

    register: int
    value: object

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __str__(self) -> str:
        if isinstance(self.value, CodeType):
            return f"<code {self.value.co_qualname}>"
        text = repr(self.value)
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


class Null(Record):
    """The NULL that CPython pushes beside a callable that is not a method."""

    def __str__(self) -> str:
        return "NULL"


NULL = Null()
Operand = Slot | Cell | Temp | Const | Null
Target = Slot | Temp


class Original(Record):
    """An original instruction, to be executed again: its name, argument, what that refers to."""

    opname: str
    argument: int
    name: str | None = None
    constant: object = None


def listed(operands: tuple[Operand, ...]) -> str:
    """The operands with commas between them."""
    return ", ".join(map(str, operands))


class Statement(Record):
    """What all statements have in common."""


class Operation(Statement):
    """`targets = operands`, by the original instruction; `kept` operands are only looked at."""

    original: Original
    operands: tuple[Operand, ...]
    kept: int
    targets: tuple[Target, ...]

    def __str__(self) -> str:
        text = describe(
            self.original.opname, self.original.argument, self.original.name, self.operands
        )
        return f"{listed(self.targets)} = {text}" if self.targets else text


class MakeFunction(Operation):
    """Make a function of its last operand, a code object."""


class LoadSuper(Statement):
    """`target = super().name`; `explicit` passes class and instance, `original` is as compiled."""

    original: Original
    explicit: Original
    operands: tuple[Operand, ...]
    target: Temp

    def __str__(self) -> str:
        return f"{self.target} = super({listed(self.operands[1:])}).{self.original.name}"


class Call(Statement):
    """`target = callee(arguments)`; `originals` and `operands`: the instructions, their stack."""

    callee: Operand
    arguments: tuple[Operand, ...]
    keywords: tuple[str, ...]
    originals: tuple[Original, ...]
    operands: tuple[Operand, ...]
    target: Target

    def __str__(self) -> str:
        positional = len(self.arguments) - len(self.keywords)
        texts = [str(operand) for operand in self.arguments[:positional]]
        named = zip(self.keywords, self.arguments[positional:], strict=True)
        texts += [f"{name}={operand}" for name, operand in named]
        return f"{self.target} = call {self.callee}({', '.join(texts)})"


class CallUnpacked(Statement):
    """`target = callee(*arguments, **keywords)`."""

    callee: Operand
    arguments: Operand
    keywords: Operand | None
    originals: tuple[Original, ...]
    operands: tuple[Operand, ...]
    target: Target

    def __str__(self) -> str:
        keywords = "" if self.keywords is None else f", **{self.keywords}"
        return f"{self.target} = call {self.callee}(*{self.arguments}{keywords})"


class Enter(Statement):
    """`with manager`: look up the exit method, call the enter method (`names`: enter, exit)."""

    manager: Operand
    names: tuple[str, str]
    original: Original
    exit: Temp
    target: Temp

    def __str__(self) -> str:
        return f"{self.exit}, {self.target} = enter {self.manager}"


class ExitWithError(Statement):
    """`target = exit(type(error), error, traceback)` of a `with` that an error leaves."""

    exit: Temp
    error: Temp
    original: Original
    operands: tuple[Operand, ...]
    target: Temp

    def __str__(self) -> str:
        return f"{self.target} = call {self.exit}(type({self.error}), {self.error}, traceback)"


class Move(Statement):
    """`target = source`; a temporary is emptied by it."""

    target: Operand
    source: Operand

    def __str__(self) -> str:
        return f"{self.target} = {self.source}"


class Copy(Statement):
    """`target = source`, both temporaries, both filled afterwards."""

    target: Temp
    source: Temp

    def __str__(self) -> str:
        return f"{self.target} = copy {self.source}"


class Take(Statement):
    """`target = slot`, which may be unbound, and unbind the slot (inlined comprehensions)."""

    target: Temp
    slot: Slot

    def __str__(self) -> str:
        return f"{self.target} = take {self.slot}"


class Swap(Statement):
    """Exchange two temporaries."""

    first: Temp
    second: Temp

    def __str__(self) -> str:
        return f"swap {self.first}, {self.second}"


class Drop(Statement):
    """Forget a temporary."""

    source: Temp

    def __str__(self) -> str:
        return f"drop {self.source}"


class Nothing(Statement):
    """Keeps the place of a line whose code does nothing (`pass`)."""

    def __str__(self) -> str:
        return "pass"


class Check(Statement):
    """Raise UnboundLocalError if the slot is unbound."""

    slot: Slot

    def __str__(self) -> str:
        return f"check {self.slot}"


class DeleteSlot(Statement):
    """`del slot`."""

    slot: Slot

    def __str__(self) -> str:
        return f"del {self.slot}"


class LoadCell(Statement):
    """`target` = what the cell holds; `free`: the variable belongs to an enclosing function."""

    cell: Cell
    target: Target
    free: bool

    def __str__(self) -> str:
        return f"{self.target} = {self.cell.name}"


class StoreCell(Statement):
    """Put a value into a cell."""

    cell: Cell
    source: Operand

    def __str__(self) -> str:
        return f"{self.cell.name} = {self.source}"


class DeleteCell(Statement):
    """Empty a cell."""

    cell: Cell
    free: bool

    def __str__(self) -> str:
        return f"del {self.cell.name}"


class MakeCell(Statement):
    """Put the value of a register, if any, into a new cell in its place."""

    cell: Cell

    def __str__(self) -> str:
        return f"new cell {self.cell.name}"


class LoadName(Statement):
    """`target` = a name of the namespace, else a global, else a builtin."""

    name: str
    target: Target

    def __str__(self) -> str:
        return f"{self.target} = name {self.name}"


class StoreName(Statement):
    """Assign a name of the namespace."""

    name: str
    source: Operand

    def __str__(self) -> str:
        return f"{self.name} = {self.source}"


class DeleteName(Statement):
    """Delete a name of the namespace."""

    name: str

    def __str__(self) -> str:
        return f"del {self.name}"


class LoadLocals(Statement):
    """`target` = the namespace."""

    target: Temp

    def __str__(self) -> str:
        return f"{self.target} = locals"


class LoadMappedCell(Statement):
    """`target` = a name of `mapping` (None: the namespace), else what the cell holds."""

    mapping: Operand | None
    cell: Cell
    free: bool
    target: Temp

    def __str__(self) -> str:
        return f"{self.target} = name {self.cell.name} in {self.mapping or 'locals'} or cell"


class LoadMappedGlobal(Statement):
    """`target` = a name of `mapping`, else a global, else a builtin."""

    mapping: Operand
    name: str
    target: Temp

    def __str__(self) -> str:
        return f"{self.target} = name {self.name} in {self.mapping} or global"


class SetupAnnotations(Statement):
    """Make sure that the namespace has `__annotations__`."""

    def __str__(self) -> str:
        return "setup __annotations__"


class ImportStar(Statement):
    """`from module import *`."""

    source: Operand

    def __str__(self) -> str:
        return f"import * from {self.source}"


class Goto(Statement):
    """Go on at statement `pc`."""

    pc: int

    def __str__(self) -> str:
        return f"goto {self.pc}"


class GotoIf(Statement):
    """Go on at `pc` if the condition is `when`; `original` decides truth where Python code may."""

    condition: Operand
    when: bool
    original: Original
    pc: int

    def __str__(self) -> str:
        return f"goto {self.pc} if {'' if self.when else 'not '}{self.condition}"


class GotoIfNone(Statement):
    """Go on at `pc` if (`condition` is None) is `when`."""

    condition: Operand
    when: bool
    pc: int

    def __str__(self) -> str:
        return f"goto {self.pc} if {self.condition} is {'' if self.when else 'not '}None"


class GotoOrDrop(Statement):
    """Keep the condition and go on at `pc` if it is `when`, else forget it (3.11's and/or)."""

    condition: Temp
    when: bool
    original: Original
    pc: int

    def __str__(self) -> str:
        return f"goto {self.pc} if {'' if self.when else 'not '}{self.condition}, else drop it"


class ForNext(Statement):
    """`target = next(iterator)`; exhausted: drop the iterator and go on at `pc`."""

    iterator: Temp
    target: Target
    pc: int

    def __str__(self) -> str:
        return f"{self.target} = next {self.iterator}, at the end goto {self.pc}"


class Return(Statement):
    """Return a value from the frame."""

    source: Operand

    def __str__(self) -> str:
        return f"return {self.source}"


class Yield(Statement):
    """Yield a value; `target` = what is sent back."""

    source: Operand
    target: Temp

    def __str__(self) -> str:
        return f"{self.target} = yield {self.source}"


class Delegate(Statement):
    """`target = yield from receiver` (or await); then go on at `pc`."""

    receiver: Temp
    target: Temp
    pc: int

    def __str__(self) -> str:
        return f"{self.target} = yield from {self.receiver}, then goto {self.pc}"


class CleanupThrow(Statement):
    """A StopIteration thrown into `yield from` ends it with its value; other errors go on."""

    error: Temp
    target: Temp
    result: Temp

    def __str__(self) -> str:
        return (
            f"{self.target}, {self.result} = value of {self.error} if StopIteration, else reraise"
        )


class PushHandled(Statement):
    """Enter a handler: `error` becomes the handled exception."""

    error: Temp
    target: Temp

    def __str__(self) -> str:
        return f"{self.target} = handle {self.error}"


class PopHandled(Statement):
    """Leave a handler."""

    source: Operand

    def __str__(self) -> str:
        return f"handled {self.source}"


class ReplaceHandled(Statement):
    """Inside `except*`: the matching part, if any, becomes the handled exception."""

    match: Temp

    def __str__(self) -> str:
        return f"handle {self.match} unless None"


class Reraise(Statement):
    """Raise `error` again as it is."""

    error: Operand

    def __str__(self) -> str:
        return f"reraise {self.error}"


class RaiseAgain(Statement):
    """A bare `raise`."""

    def __str__(self) -> str:
        return "raise"


class EndAsyncFor(Statement):
    """StopAsyncIteration ends the loop; other errors go on."""

    iterator: Temp
    error: Temp

    def __str__(self) -> str:
        ends = f"{self.error} is StopAsyncIteration"
        return f"end async for over {self.iterator} if {ends}, else reraise"

"""Conditions of breakpoints, compiled into variants: where one is false there is no exit.

Only what has no effect and calls nothing by name is compiled in.  Where the condition holds or
fails, the frame is left, and the interpreter evaluates it again.
"""

from __future__ import annotations

import opcode
from collections.abc import Callable, Sequence
from types import CodeType

from debugger.compiled.variants.rewriting import NOWHERE, OPTIMIZED, Body, Item, Label
from debugger.compiled.variants.writing import IF_TRUE, Writer
from debugger.frames.assemble import FUTURES
from debugger.frames.decode import decode
from debugger.frames.lifting import variables
from debugger.frames.opcodes import table

PLAIN = frozenset(
    {
        *("RESUME", "NOP", "POP_TOP", "COPY", "SWAP", "TO_BOOL", "RETURN_VALUE", "RETURN_CONST"),
        *("LOAD_CONST", "LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_FAST_LOAD_FAST"),
        *("LOAD_GLOBAL", "LOAD_NAME", "LOAD_ATTR", "BINARY_OP", "BINARY_SUBSCR", "BINARY_SLICE"),
        *("COMPARE_OP", "CONTAINS_OP", "IS_OP", "UNARY_NOT", "UNARY_NEGATIVE", "UNARY_INVERT"),
        *("BUILD_TUPLE", "BUILD_LIST", "BUILD_SLICE", "JUMP_FORWARD"),
        *(name for name in opcode.opmap if name.startswith(("POP_JUMP", "JUMP_IF"))),
    }
)
"""The opcodes of what can be compiled in."""

FILENAME = "<debugger>"
LOAD_CHECKED = "LOAD_FAST_CHECK" if "LOAD_FAST_CHECK" in opcode.opmap else "LOAD_FAST"
"""Loads a local, and raises if it is unbound."""
LOWEST = 15
"""What a pair of locals in one argument is masked with."""


class Names:
    """The names of a code object, and those that are added behind them."""

    def __init__(self, own: tuple[str, ...]) -> None:
        self.values = list(own)

    def index(self, name: str) -> int:
        """The index of a name, which is added if need be."""
        if name not in self.values:
            self.values.append(name)
        return self.values.index(name)


def condition_code(code: CodeType, source: str) -> CodeType | None:
    """The code of a condition in some code, None if it cannot be compiled in.

    The variables of a function are the parameters.
    """
    names = [name for name in variables(code) if name.isidentifier()]
    is_function = bool(code.co_flags & OPTIMIZED)
    text = f"lambda {', '.join(names)}: ({source}\n)" if is_function else source
    flags = code.co_flags & FUTURES
    try:
        made: CodeType = compile(text, FILENAME, "eval", flags=flags, dont_inherit=True)
    except SyntaxError:
        return None
    if is_function:
        (made,) = (constant for constant in made.co_consts if type(constant) is CodeType)
    is_plain = all(instruction.name in PLAIN for instruction in Body(made, decode(made)).items)
    return made if is_plain and not made.co_cellvars and "__" not in source else None


class Conditions:
    """Writes the conditions of one variant; `deepest`: what they need of the operand stack."""

    def __init__(self, code: CodeType, cells: frozenset[int], place: Callable[[int], int]) -> None:
        self.names = Names(code.co_names)
        self.deepest = 0
        self._variables = variables(code)
        self._cells = cells
        self._place = place

    def write(self, work: Writer, conditions: Sequence[CodeType], holds: Label) -> None:
        """Jump if one of the conditions is true."""
        for condition in conditions:
            self.deepest = max(self.deepest, condition.co_stacksize)
            self._write(work, condition)
            if "TO_BOOL" in opcode.opmap:
                work.write("TO_BOOL")
            work.jump(holds, IF_TRUE)

    def _write(self, work: Writer, condition: CodeType) -> None:
        """Push the value of a condition."""
        body, end = Body(condition, decode(condition)), Label()
        for ordinal, instruction in enumerate(body.items):
            if ordinal in body.labels:
                work.land(body.labels[ordinal])
            self._write_one(work, condition, instruction, end)
        work.land(end)

    def _write_one(self, work: Writer, condition: CodeType, one: Item, end: Label) -> None:
        number, argument = one.number, one.argument
        if one.name == "RESUME":
            return
        if one.target is not None:
            work.parts.append(Item(number, 0, one.target, NOWHERE, work.handler))
        elif number in opcode.hasconst:
            work.constant(condition.co_consts[argument])
        elif number in opcode.haslocal:
            pair = (argument >> 4, argument & LOWEST) if one.name.count("FAST") > 1 else (argument,)
            for each in pair:
                self._write_load(work, condition.co_varnames[each])
        elif number in opcode.hasname:
            shift = table().name_shift.get(one.name, 0)
            index = self.names.index(condition.co_names[argument >> shift])
            work.write(one.name, index << shift | argument & (1 << shift) - 1)
        elif one.name != "RETURN_VALUE":
            work.write(one.name, argument)
        if one.name in ("RETURN_VALUE", "RETURN_CONST"):
            work.jump(end)

    def _write_load(self, work: Writer, name: str) -> None:
        register = self._variables.index(name)
        opname = "LOAD_DEREF" if register in self._cells else LOAD_CHECKED
        work.write(opname, self._place(register))

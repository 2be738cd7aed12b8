"""The call that is about to happen, with the values of its arguments where they are known.

Known are the arguments that the program has computed already, and names, constants and
attributes found in an instance or a module itself; so nothing of the program runs.  Any other
argument is shown as it is written.
"""

from __future__ import annotations

import builtins
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING

from debugger.frames import ir
from debugger.frames.class_attributes import looked_up
from debugger.frames.missing import MISSING
from debugger.ui.setters import targets_of
from debugger.ui.source import lines_of
from debugger.ui.values import instance_attributes, short

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator, Sequence

    from debugger.frames.decode import Position
    from debugger.frames.frame import Frame

# Which call comes next is not known beyond a statement that may go elsewhere.
_BRANCHES = (ir.GotoIf, ir.GotoIfNone, ir.GotoOrDrop, ir.ForNext, ir.Goto)
_OPERAND_FIELDS = ("operands", "source", "condition", "iterator", "manager", "receiver", "error")
_LIMIT = 30


def next_call(frame: Frame) -> str | None:
    """`kinetic(-0.021)`, or None when no call follows on this line."""
    pc = _call_on_line(frame)
    if pc is None:
        return None
    call = _parsed(source_of(frame, frame.framecode.positions[pc]))
    if call is None:
        return None
    statement = frame.framecode.statements[pc]
    written = len(call.args) + len(call.keywords)
    if not isinstance(statement, ir.Call):
        return _shown(frame, call, [MISSING] * written)
    # The object of a method is one argument more.  Calls that Python makes itself (to leave
    # a `with`, say) have the place of another call, with other arguments.
    if len(statement.arguments) - written not in (0, 1):
        return None
    computed = _computed(frame, pc, statement.arguments)
    return _shown(frame, call, computed[len(computed) - written :])


def next_operation(frame: Frame) -> str | None:
    """In the middle of a line: the one operation that comes next, with the values it works on."""
    framecode = frame.framecode
    if frame.pc in framecode.line_starts:
        return None
    statement = framecode.statements[frame.pc]
    values = {operand: frame.data.registers[operand.register] for operand in _temps(statement)}
    known = [f"{operand} = {short(value, _LIMIT)}" for operand, value in values.items()]
    return "   ".join([str(statement), *known])


def source_of(frame: Frame, position: Position) -> str:
    """The source text of a range; '' when it is not known."""
    line, end_line, column, end_column = position
    lines = lines_of(frame)
    if (
        line is None
        or end_line is None
        or column is None
        or end_column is None
        or end_line > len(lines)
    ):
        return ""
    encoded = [text.encode() for text in lines[line - 1 : end_line]]
    encoded[-1] = encoded[-1][:end_column]
    encoded[0] = encoded[0][column:]
    return b"\n".join(encoded).decode(errors="replace")


def _temps(statement: ir.Statement) -> Iterator[ir.Temp]:
    """The temporaries that a statement reads."""
    fields = (getattr(statement, name) for name in _OPERAND_FIELDS if hasattr(statement, name))
    for field in fields:
        for operand in field if isinstance(field, tuple) else (field,):
            if isinstance(operand, ir.Temp):
                yield operand


def _call_on_line(frame: Frame) -> int | None:
    framecode = frame.framecode
    for pc in range(max(frame.pc, 0), len(framecode.statements)):
        statement = framecode.statements[pc]
        if framecode.positions[pc].line not in (frame.line, None) or isinstance(
            statement, _BRANCHES
        ):
            return None
        if isinstance(statement, ir.Call | ir.CallUnpacked):
            return pc
    return None


def _parsed(text: str) -> ast.Call | None:
    import ast

    try:
        expression = ast.parse(f"({text})", mode="eval").body
    except (SyntaxError, ValueError):
        return None
    return expression if isinstance(expression, ast.Call) else None


def _computed(frame: Frame, call: int, operands: Sequence[ir.Operand]) -> list[object]:
    """The values that lie ready for the call at pc `call`; MISSING for the others."""
    between = frame.framecode.statements[frame.pc : call]
    changing = {target.register for statement in between for target in targets_of(statement)}
    return [
        frame.data.registers[operand.register]
        if isinstance(operand, ir.Temp) and operand.register not in changing
        else MISSING
        for operand in operands
    ]


def _shown(frame: Frame, call: ast.Call, computed: Sequence[object]) -> str:
    import ast

    names = [
        *("" for _ in call.args),
        *(f"{each.arg}=" if each.arg else "**" for each in call.keywords),
    ]
    nodes = [*call.args, *(each.value for each in call.keywords)]
    texts = [
        name + _argument(frame, node, value)
        for name, node, value in zip(names, nodes, computed, strict=True)
    ]
    return f"{ast.unparse(call.func)}({', '.join(texts)})"


def _argument(frame: Frame, node: ast.expr, computed: object) -> str:
    import ast

    value = _known(frame, node) if computed is MISSING else computed
    if value is MISSING or issubclass(type(value), (FunctionType, type, ModuleType)):
        return ast.unparse(node)
    return short(value, _LIMIT)


def _known(frame: Frame, node: ast.expr) -> object:
    import ast

    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return lookup(frame, node.id)
    if isinstance(node, ast.Attribute):
        return attribute(_known(frame, node.value), node.attr)
    return MISSING


def lookup(frame: Frame, name: str) -> object:
    """What a name means in a frame."""
    for names in (frame.variables(), frame.globals, vars(builtins)):
        if name in names:
            return names[name]
    return MISSING


def attribute(value: object, name: str) -> object:
    """An attribute that is in an instance or a module itself."""
    if issubclass(type(value), ModuleType):
        return object.__getattribute__(value, "__dict__").get(name, MISSING)
    # A property of the class would come before the instance and may run anything.
    in_class = looked_up(type(value), name)
    if value is MISSING or looked_up(type(in_class), "__set__") is not MISSING:
        return MISSING
    return instance_attributes(value).get(name, MISSING)

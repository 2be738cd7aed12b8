"""The call that is about to happen, with the values of its arguments where they are known.

Only names, constants and attributes found in an instance or a module itself are looked up,
so nothing of the program runs; any other argument is shown as it is written.
"""

from __future__ import annotations

import builtins
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING

from debugger.frames import ir
from debugger.ui.source import lines_of
from debugger.ui.values import instance_attributes, short

if TYPE_CHECKING:
    import ast

    from debugger.frames.decode import Position
    from debugger.frames.frame import Frame

#: stands for a value that cannot be told without running the program's code
MISSING = object()
# Which call comes next is not known beyond a statement that may go elsewhere.
_BRANCHES = (ir.GotoIf, ir.GotoIfNone, ir.GotoOrDrop, ir.ForNext, ir.Goto)
_LIMIT = 30


def next_call(frame: Frame) -> str | None:
    """`kinetic(-0.021)`, or None when no call follows on this line."""
    pc = _call_on_line(frame)
    if pc is None:
        return None
    call = _parsed(source_of(frame, frame.framecode.positions[pc]))
    statement = frame.framecode.statements[pc]
    if call is None or not _same_call(statement, call):
        return None
    return _shown(frame, call)


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


def _same_call(statement: ir.Statement, call: ast.Call) -> bool:
    """Calls that Python makes itself (to leave a `with`, say) have another one's place."""
    if not isinstance(statement, ir.Call):
        return True
    written = len(call.args) + len(call.keywords)
    # The object of a method is one argument more.
    return len(statement.arguments) - written in (0, 1)


def _shown(frame: Frame, call: ast.Call) -> str:
    import ast

    arguments = [_argument(frame, argument) for argument in call.args]
    for keyword in call.keywords:
        prefix = f"{keyword.arg}=" if keyword.arg else "**"
        arguments.append(prefix + _argument(frame, keyword.value))
    return f"{ast.unparse(call.func)}({', '.join(arguments)})"


def _argument(frame: Frame, node: ast.expr) -> str:
    import ast

    value = _known(frame, node)
    if value is MISSING or isinstance(value, FunctionType | type | ModuleType):
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
    if isinstance(value, ModuleType):
        return vars(value).get(name, MISSING)
    # A property of the class would come before the instance and may run anything.
    if value is MISSING or hasattr(getattr(type(value), name, None), "__set__"):
        return MISSING
    return instance_attributes(value).get(name, MISSING)

"""Calls of Python functions: their statements are emitted in the place of the call.

The arguments are bound here by CPython's rules.  Whatever would raise an error, or does not fit,
leaves before the call, and the interpreter does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from debugger.compiled.loops.emit.kinds import Function, Iterator, Value
from debugger.compiled.loops.emit.object_kinds import BoundMethod, Method
from debugger.compiled.loops.emit.path import ENTERED, Path
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.compiled.loops.region import Default
from debugger.frames import ir


def call(
    path: Path,
    callee: Function | Method | BoundMethod,
    arguments: Sequence[Value],
    keywords: tuple[str, ...],
) -> None:
    """Call a function, or a method, which has its receiver before the other arguments."""
    if isinstance(callee, Function):
        enter(path, callee, arguments, keywords)
        return
    receiver = Value(callee.receiver) if isinstance(callee, Method) else path.read(callee.receiver)
    function: Any = path.read(callee.function).kind
    enter(path, function, [receiver, *arguments], keywords)


def enter(
    path: Path, function: Function, arguments: Sequence[Value], keywords: tuple[str, ...]
) -> None:
    """Call a function with these values, the last of them by keyword; the path goes on in it."""
    activation = path.emitter.program.activation(path.pc, function)
    bound = bind(path, function, arguments, keywords)
    for value in bound:
        path.settle(value)
        if isinstance(value.kind, Iterator):
            raise UnsupportedError("an iterator in two places")
    for register, value in enumerate(bound, activation.registers):
        path.write(register, value)
    path.stop = None
    path.previous, path.pc = ENTERED, activation.pcs
    path.emitter.work.append(path)


def bind(
    path: Path, function: Function, arguments: Sequence[Value], keywords: tuple[str, ...]
) -> list[Value]:
    """The values of the parameters, in their order."""
    assert function.framecode is not None
    code = function.framecode.code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    positional = len(arguments) - len(keywords)
    if positional > code.co_argcount:
        raise UnsupportedError(f"call of {function} with other arguments than it takes")
    found = dict(zip(names, arguments[:positional], strict=False))
    for name, value in zip(keywords, arguments[positional:], strict=True):
        if name in found or name not in names[code.co_posonlyargcount :]:
            raise UnsupportedError(f"call of {function} with other arguments than it takes")
        found[name] = value
    return [found[name] if name in found else default(path, function, name) for name in names]


def default(path: Path, function: Function, name: str) -> Value:
    """The default of a parameter."""
    if name not in function.defaults:
        raise UnsupportedError(f"call of {function} without {name}")
    return path.emitter.inputs.constant(Default(function.source, name))


def give_back(path: Path, statement: ir.Return) -> None:
    """Return to the call: the variables of the function are forgotten."""
    program = path.emitter.program
    activation = program.activation_at(path.pc)
    value = path.value(statement.source)
    if isinstance(value.kind, Iterator):
        raise UnsupportedError("an iterator in two places")
    call: Any = program.statements[activation.call]
    path.write(call.target.register, value)
    end = activation.registers + activation.framecode.first_constant
    for variable in list(path.environment):
        if type(variable) is int and activation.registers <= variable < end:
            path.forget(variable)
    path.stop = None
    path.previous, path.pc = activation.call, activation.call + 1
    path.emitter.work.append(path)

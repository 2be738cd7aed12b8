"""What each kind of statement does in compiled code; a new one needs a row in `HANDLERS`.

A handler emits the checks and the effect of a statement, and returns the next pc, or None if the
path has branched.  What it does not compile it refuses by raising UnsupportedError.
"""

from __future__ import annotations

from typing import Any

from debugger.compiled.loops.emit import branchless, inlining, iteration, operations
from debugger.compiled.loops.emit.calls import call
from debugger.compiled.loops.emit.convert import truth
from debugger.compiled.loops.emit.emitter import Handler
from debugger.compiled.loops.emit.kinds import NONE, Function, Known
from debugger.compiled.loops.emit.object_kinds import BoundMethod, Method
from debugger.compiled.loops.emit.path import Path
from debugger.compiled.loops.reasons import UnsupportedError
from debugger.frames import ir

ROUNDS = 100
"""How often a loop is taken to come round: LLVM cannot tell where several ways lead into it."""


def move(path: Path, statement: ir.Move) -> int:
    path.write(_register(statement.target), path.unsettled(statement.source))
    return path.pc + 1


def copy(path: Path, statement: ir.Copy) -> int:
    path.write(statement.target.register, path.look(statement.source))
    return path.pc + 1


def swap(path: Path, statement: ir.Swap) -> int:
    # One of them may be empty: its place on the stack holds a local or a constant.
    first, second = statement.first.register, statement.second.register
    values = {r: path.read(r) for r in (first, second) if r in path.environment}
    for register, other in ((first, second), (second, first)):
        path.environment.pop(register, None)
        if other in values:
            path.environment[register] = values[other]
            path.dirty[register] = None
    return path.pc + 1


def drop(path: Path, statement: ir.Drop) -> int:
    path.forget(statement.source.register)
    return path.pc + 1


def nothing(path: Path, statement: ir.Nothing) -> int:
    return path.pc + 1


def check(path: Path, statement: ir.Check) -> int:
    path.read(statement.slot.register)
    return path.pc + 1


def delete_slot(path: Path, statement: ir.DeleteSlot) -> int:
    path.read(statement.slot.register)
    path.forget(statement.slot.register)
    return path.pc + 1


def load_name(path: Path, statement: ir.LoadName) -> int:
    value = path.read(path.emitter.region.name(statement.name))
    path.write(_register(statement.target), value)
    return path.pc + 1


def store_name(path: Path, statement: ir.StoreName) -> int:
    variable = path.emitter.region.name(statement.name)
    path.read(variable)
    path.write(variable, path.unsettled(statement.source))
    return path.pc + 1


def load_cell(path: Path, statement: ir.LoadCell) -> int:
    value = path.read(path.emitter.program.cell_variable(statement.cell.register))
    path.write(_register(statement.target), value)
    return path.pc + 1


def store_cell(path: Path, statement: ir.StoreCell) -> int:
    variable = path.emitter.program.cell_variable(statement.cell.register)
    path.write(variable, path.unsettled(statement.source))
    return path.pc + 1


def goto(path: Path, statement: ir.Goto) -> int:
    return statement.pc


def goto_if(path: Path, statement: ir.GotoIf) -> None:
    condition = truth(path, path.value(statement.condition))
    targets = (statement.pc, path.pc + 1) if statement.when else (path.pc + 1, statement.pc)
    if branchless.branch(path, condition, targets):
        return
    weights = [ROUNDS if target <= path.pc else 1 for target in targets]
    for way, target in zip(path.branch(condition, weights), targets, strict=True):
        way.go(target)


def goto_if_none(path: Path, statement: ir.GotoIfNone) -> int:
    is_none = path.value(statement.condition).kind is NONE
    return statement.pc if is_none is statement.when else path.pc + 1


def goto_or_drop(path: Path, statement: ir.GotoOrDrop) -> None:
    condition = truth(path, path.look(statement.condition))
    true, false = path.branch(condition)
    jumping, going_on = (true, false) if statement.when else (false, true)
    going_on.forget(statement.condition.register)
    jumping.go(statement.pc)
    going_on.go(path.pc + 1)


def operation(path: Path, statement: ir.Operation) -> int:
    emit = operations.OPERATIONS.get(statement.original.opname)
    if emit is None:
        raise UnsupportedError("not compiled")
    if statement.original.opname in operations.BEGINNING:
        path.commit()
    kept = [path.look(operand) for operand in statement.operands[: statement.kept]]
    for value in kept:
        path.settle(value)
    take = path.unsettled if statement.original.opname in operations.CHAINING else path.value
    values = kept + [take(operand) for operand in statement.operands[statement.kept :]]
    results = emit(path, statement.original, values)
    for target, value in zip(statement.targets, results, strict=True):
        path.write(target.register, value)
    return path.pc + 1


def call_statement(path: Path, statement: ir.Call) -> int | None:
    callee = path.value(statement.callee)
    if isinstance(callee.kind, Function | Method | BoundMethod):
        arguments = [path.unsettled(operand) for operand in statement.arguments]
        inlining.call(path, callee.kind, arguments, statement.keywords)
        return None
    if not isinstance(callee.kind, Known):
        raise UnsupportedError(f"call of {callee.kind}, which is not compiled")
    if statement.keywords:
        raise UnsupportedError(f"call of {callee.kind} with keywords")
    arguments = [path.unsettled(operand) for operand in statement.arguments]
    return call(path, callee.kind.value, arguments, statement.target.register)


def _register(operand: Any) -> int:
    if not isinstance(operand, ir.Slot | ir.Temp):
        raise UnsupportedError("not compiled")
    return operand.register


HANDLERS: dict[type, Handler] = {
    ir.Move: move,
    ir.Copy: copy,
    ir.Swap: swap,
    ir.Drop: drop,
    ir.Nothing: nothing,
    ir.Check: check,
    ir.DeleteSlot: delete_slot,
    ir.LoadName: load_name,
    ir.StoreName: store_name,
    ir.LoadCell: load_cell,
    ir.StoreCell: store_cell,
    ir.Goto: goto,
    ir.GotoIf: goto_if,
    ir.GotoIfNone: goto_if_none,
    ir.GotoOrDrop: goto_or_drop,
    ir.Operation: operation,
    ir.Call: call_statement,
    ir.Return: inlining.give_back,
    ir.ForNext: iteration.for_next,
}

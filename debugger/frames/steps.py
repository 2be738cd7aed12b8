"""The step of every kind of statement, found through one table.

A step is `(frame, registers) -> pc or event`.  Those that only move values are the closures
below; those that may run Python code or fail are made by `native.py` or `calls.py`.  A new
statement needs a row in `MAKERS`.
"""

from __future__ import annotations

import builtins
from types import CellType, FunctionType
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.calls import make_call, make_enter, make_exit_with_error, make_unpacked_call
from debugger.frames.events import DELEGATE, PUSHED, RAISED, RETURN, YIELD
from debugger.frames.framecode import Binding, Step, StepMaker
from debugger.frames.missing import MISSING
from debugger.frames.records import replaced

if TYPE_CHECKING:
    from debugger.frames.frame import Frame

Registers = list[Any]


def make_step(binding: Binding, pc: int) -> Step:
    """The step of the statement at `pc`."""
    return MAKERS[type(binding.framecode.statements[pc])](binding, pc)


def native(maker: str) -> StepMaker:
    """A maker that leaves it to the `NativeSteps` method of that name."""

    def make(binding: Binding, pc: int) -> Step:
        framecode = binding.framecode
        build = getattr(framecode.native, maker)
        code = build(framecode.statements[pc], pc, framecode.positions[pc])
        return binding.in_name_of_user(code, pc)

    return make


# ---------------------------------------------------------------------- moving values


def copy(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    target, source, following = statement.target.register, statement.source.register, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        registers[target] = registers[source]
        return following

    return step


def take(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    target, slot, following = statement.target.register, statement.slot.register, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        registers[target], registers[slot] = registers[slot], MISSING
        return following

    return step


def swap(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    first, second, following = statement.first.register, statement.second.register, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        registers[first], registers[second] = registers[second], registers[first]
        return following

    return step


def nothing(_: Binding, pc: int) -> Step:
    following = pc + 1
    return lambda frame, registers: following


def goto(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    target = statement.pc
    return lambda frame, registers: target


def goto_if(binding: Binding, pc: int) -> Step:
    """Where TO_BOOL went before, the condition is a plain bool; else truth is asked natively."""
    if "TO_BOOL" in binding.framecode.native.rules.shapes:
        return goto_if_bool(binding, pc)
    return native("goto_if")(binding, pc)


def goto_if_bool(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    condition, when = statement.condition.register, statement.when
    target, following = statement.pc, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        return target if registers[condition] is when else following

    return step


def goto_if_none(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    condition, when = statement.condition.register, statement.when
    target, following = statement.pc, pc + 1
    emptied = isinstance(statement.condition, ir.Temp)

    def step(_: Frame, registers: Registers) -> int:
        is_none = registers[condition] is None
        if emptied:
            registers[condition] = MISSING
        return target if is_none is when else following

    return step


# ---------------------------------------------------------------------- variables


def unbound_local(name: str) -> UnboundLocalError:
    """CPython's own words for a local that is read before it is bound."""
    return UnboundLocalError(
        f"cannot access local variable '{name}' where it is not associated with a value"
    )


def unbound_cell(name: str, *, free: bool) -> NameError:
    """CPython's own words for an empty cell."""
    if not free:
        return unbound_local(name)
    return NameError(
        f"cannot access free variable '{name}' where it is not associated with a value"
        " in enclosing scope",
        name=name,
    )


def undefined(name: str) -> NameError:
    """CPython's own words for a name that nobody defines."""
    return NameError(f"name '{name}' is not defined", name=name)


def check(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    slot, name, following = statement.slot.register, statement.slot.name, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        if registers[slot] is MISSING:
            raise unbound_local(name)
        return following

    return step


def delete_slot(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    slot, name, following = statement.slot.register, statement.slot.name, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        if registers[slot] is MISSING:
            raise unbound_local(name)
        registers[slot] = MISSING
        return following

    return step


def load_cell(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    cell, name, free = statement.cell.register, statement.cell.name, statement.free
    target, following = statement.target.register, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        registers[target] = contents(registers[cell], name, free=free)
        return following

    return step


def contents(cell: CellType, name: str, *, free: bool) -> object:
    """What a cell holds; raises CPython's error if it is empty."""
    try:
        return cell.cell_contents
    except ValueError:
        pass
    raise unbound_cell(name, free=free)


def store_cell(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    cell, source, following = statement.cell.register, statement.source.register, pc + 1
    emptied = isinstance(statement.source, ir.Temp)

    def step(_: Frame, registers: Registers) -> int:
        value = registers[source]
        if emptied:
            registers[source] = MISSING
        registers[cell].cell_contents = value
        return following

    return step


def make_cell(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    cell, following = statement.cell.register, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        value = registers[cell]
        registers[cell] = CellType() if value is MISSING else CellType(value)
        return following

    return step


def delete_cell(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    cell, name, following = statement.cell.register, statement.cell.name, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        contents(registers[cell], name, free=statement.free)
        del registers[cell].cell_contents
        return following

    return step


def lookup_global(names: dict[str, Any], name: str) -> object:
    """A global, else a builtin; raises CPython's NameError."""
    if name in names:
        return names[name]
    known = names.get("__builtins__", builtins.__dict__)
    known = known if isinstance(known, dict) else known.__dict__
    try:
        return known[name]
    except KeyError:
        pass
    raise undefined(name)


def lookup(mapping: Any, names: dict[str, Any], name: str) -> object:
    """A name of `mapping`, which may be of any type, else a global or builtin."""
    try:
        return mapping[name]
    except KeyError:
        pass
    return lookup_global(names, name)


def load_name(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    name, target, following = statement.name, statement.target.register, pc + 1
    names = binding.globals

    def step(frame: Frame, registers: Registers) -> int:
        registers[target] = lookup(frame.data.namespace, names, name)
        return following

    return step


def store_name(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    name, source, following = statement.name, statement.source.register, pc + 1
    emptied = isinstance(statement.source, ir.Temp)

    def step(frame: Frame, registers: Registers) -> int:
        value = registers[source]
        if emptied:
            registers[source] = MISSING
        frame.data.namespace[name] = value  # type: ignore[index]
        return following

    return step


def delete_name(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    name, following = statement.name, pc + 1

    def step(frame: Frame, _: Registers) -> int:
        try:
            del frame.data.namespace[name]  # type: ignore[union-attr]
        except KeyError:
            missing = True
        else:
            missing = False
        if missing:
            raise undefined(name)
        return following

    return step


def load_locals(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    target, following = statement.target.register, pc + 1

    def step(frame: Frame, registers: Registers) -> int:
        registers[target] = frame.data.namespace
        return following

    return step


def load_mapped_cell(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    cell, name, free = statement.cell.register, statement.cell.name, statement.free
    mapping = None if statement.mapping is None else statement.mapping.register
    target, following = statement.target.register, pc + 1

    def step(frame: Frame, registers: Registers) -> int:
        names: Any = frame.data.namespace if mapping is None else registers[mapping]
        try:
            registers[target] = names[name]
        except KeyError:
            pass
        else:
            return following
        registers[target] = contents(registers[cell], name, free=free)
        return following

    return step


def load_mapped_global(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    mapping, name = statement.mapping.register, statement.name
    target, following = statement.target.register, pc + 1
    names = binding.globals

    def step(_: Frame, registers: Registers) -> int:
        registers[target] = lookup(registers[mapping], names, name)
        return following

    return step


def setup_annotations(_: Binding, pc: int) -> Step:
    following = pc + 1

    def step(frame: Frame, _: Registers) -> int:
        namespace: Any = frame.data.namespace
        try:
            namespace["__annotations__"]
        except KeyError:
            namespace["__annotations__"] = {}
        return following

    return step


def import_star(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    source, following = statement.source.register, pc + 1

    def step(frame: Frame, registers: Registers) -> int:
        module, registers[source] = registers[source], MISSING
        import_all(module, frame.data.namespace)
        return following

    return step


def import_all(module: Any, namespace: Any) -> None:
    """`from module import *` (CPython: Python/intrinsics.c, import_all_from)."""
    names = getattr(module, "__all__", None)
    explicit = names is not None
    if names is None:
        if not hasattr(module, "__dict__"):
            raise ImportError("from-import-* object has no __dict__ and no __all__")
        names = module.__dict__.keys()
    for name in list(names):
        if not isinstance(name, str):
            origin = "Item in" if explicit else "Key in"
            where = "__all__" if explicit else "__dict__"
            message = f"{origin} {module.__name__}.{where} must be str, not {type(name).__name__}"
            raise TypeError(message)
        if explicit or not name.startswith("_"):
            namespace[name] = getattr(module, name)


def load_super(binding: Binding, pc: int) -> Step:
    """The instruction passes class and instance only if told to, or when it is specialised."""
    framecode = binding.framecode
    statement: Any = framecode.statements[pc]
    position = framecode.positions[pc]
    code = framecode.native.load_super(statement, statement.explicit, pc, position)
    real = binding.in_name_of_user(code, pc)
    shadowed = FunctionType(
        framecode.native.load_super(statement, statement.original, pc, position), binding.globals
    )
    called = statement.operands[0].register

    def step(frame: Frame, registers: Registers) -> int:
        return (real if registers[called] is super else shadowed)(frame, registers)

    return step


def make_function(binding: Binding, pc: int) -> Step:
    """A function whose code has an entry stub is made with the stub."""
    framecode = binding.framecode
    statement: Any = framecode.statements[pc]
    plain = native("operation")(binding, pc)
    code = statement.operands[-1].value
    made: dict[int, Step] = {}

    def step(frame: Frame, registers: Registers) -> int:
        stub = frame.interpreter.engine.entries.stubs.get(id(code))
        if stub is None:
            return plain(frame, registers)
        if id(stub) not in made:
            operands = (*statement.operands[:-1], ir.Const(-1, stub))
            changed = replaced(statement, operands=operands)
            built = framecode.native.operation(changed, pc, framecode.positions[pc])
            made[id(stub)] = binding.in_name_of_user(built, pc)
        return made[id(stub)](frame, registers)

    return step


# ---------------------------------------------------------------------- leaving the frame


def _give_back(frame: Frame, registers: Registers, source: int, event: int) -> int:
    frame.value = registers[source]
    # A frame that a traceback shows keeps its variables; any other's die now, in their order.
    if not frame.is_shown:
        registers.reverse()
        registers.clear()
    return event


def give_back(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    return binding.dressed_step(_give_back.__code__, pc, statement.source.register, RETURN)


def yield_value(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    source = statement.source.register
    emptied = isinstance(statement.source, ir.Temp)

    def step(frame: Frame, registers: Registers) -> int:
        frame.value = registers[source]
        if emptied:
            registers[source] = MISSING
        return YIELD

    return step


def delegate(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    receiver = statement.receiver.register

    def step(frame: Frame, registers: Registers) -> int:
        frame.value = registers[receiver]
        return DELEGATE

    return step


# ---------------------------------------------------------------------- errors


def push_handled(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    error, target = statement.error.register, statement.target.register

    def step(frame: Frame, registers: Registers) -> int:
        handled = registers[error]
        registers[target], registers[error] = handled, None
        frame.data.handled += (handled,)
        return PUSHED

    return step


def pop_handled(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    source = statement.source.register

    def step(frame: Frame, registers: Registers) -> int:
        registers[source] = MISSING
        frame.data.handled = frame.data.handled[:-1]
        return PUSHED

    return step


def replace_handled(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    match, following = statement.match.register, pc + 1

    def step(frame: Frame, registers: Registers) -> int:
        if registers[match] is None:
            return following
        frame.data.handled = (*frame.data.handled[:-1], registers[match])
        return PUSHED

    return step


def reraise(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    error = statement.error.register

    def step(frame: Frame, registers: Registers) -> int:
        frame.value = registers[error]
        return RAISED

    return step


def raise_again(_: Binding, pc: int) -> Step:
    import sys

    def step(frame: Frame, _: Registers) -> int:
        error = sys.exc_info()[1]
        if error is None:
            raise RuntimeError("No active exception to reraise")
        frame.value = error
        return RAISED

    return step


def end_async_for(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    error, iterator, following = statement.error.register, statement.iterator.register, pc + 1

    def step(frame: Frame, registers: Registers) -> int:
        if issubclass(type(registers[error]), StopAsyncIteration):
            registers[error] = registers[iterator] = MISSING
            return following
        frame.value = registers[error]
        return RAISED

    return step


def cleanup_throw(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    error, following = statement.error.register, pc + 1
    target, result = statement.target.register, statement.result.register

    def step(frame: Frame, registers: Registers) -> int:
        thrown = registers[error]
        if issubclass(type(thrown), StopIteration):
            registers[error] = MISSING
            registers[target], registers[result] = None, thrown.value
            return following
        frame.value = thrown
        return RAISED

    return step


MAKERS: dict[type, StepMaker] = {
    ir.Operation: native("operation"),
    ir.MakeFunction: make_function,
    ir.LoadSuper: load_super,
    ir.Call: make_call,
    ir.CallUnpacked: make_unpacked_call,
    ir.Enter: make_enter,
    ir.ExitWithError: make_exit_with_error,
    ir.ForNext: native("for_next"),
    ir.GotoOrDrop: native("goto_or_drop"),
    ir.GotoIf: goto_if,
    ir.GotoIfNone: goto_if_none,
    ir.Goto: goto,
    ir.Move: native("move"),
    ir.Copy: copy,
    ir.Take: take,
    ir.Swap: swap,
    ir.Drop: native("drop"),
    ir.Nothing: nothing,
    ir.Check: check,
    ir.DeleteSlot: delete_slot,
    ir.LoadCell: load_cell,
    ir.StoreCell: store_cell,
    ir.DeleteCell: delete_cell,
    ir.MakeCell: make_cell,
    ir.LoadName: load_name,
    ir.StoreName: store_name,
    ir.DeleteName: delete_name,
    ir.LoadLocals: load_locals,
    ir.LoadMappedCell: load_mapped_cell,
    ir.LoadMappedGlobal: load_mapped_global,
    ir.SetupAnnotations: setup_annotations,
    ir.ImportStar: import_star,
    ir.Return: give_back,
    ir.Yield: yield_value,
    ir.Delegate: delegate,
    ir.CleanupThrow: cleanup_throw,
    ir.PushHandled: push_handled,
    ir.PopHandled: pop_handled,
    ir.ReplaceHandled: replace_handled,
    ir.Reraise: reraise,
    ir.RaiseAgain: raise_again,
    ir.EndAsyncFor: end_async_for,
}

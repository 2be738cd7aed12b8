"""The step of every kind of statement, found through one table.

A step is `(frame, registers) -> pc or event`.  Those that only move values are closures, here and
in `step_variables.py` and `step_control.py`; those that may run Python code are made by
`native.py` or `calls.py`.  A new statement needs a row in `MAKERS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from debugger.frames import ir, step_control, step_variables
from debugger.frames.calls import make_call, make_enter, make_exit_with_error, make_unpacked_call
from debugger.frames.framecode import Binding, Step, StepMaker
from debugger.frames.missing import MISSING
from debugger.frames.records import replaced
from debugger.frames.with_names import function_with

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
    if target <= pc:
        return lambda frame, registers: frame.interpreter.at_back_edge(frame, target)
    return lambda frame, registers: target


def goto_if(binding: Binding, pc: int) -> Step:
    """Where TO_BOOL went before, the condition is a plain bool; else truth is asked natively."""
    if "TO_BOOL" in binding.framecode.native.rules.shapes:
        step = goto_if_bool(binding, pc)
    else:
        step = native("goto_if")(binding, pc)
    statement: Any = binding.framecode.statements[pc]
    return conditional_back_edge(step, statement.pc) if statement.pc <= pc else step


def goto_if_bool(binding: Binding, pc: int) -> Step:
    statement: Any = binding.framecode.statements[pc]
    condition, when = statement.condition.register, statement.when
    target, following = statement.pc, pc + 1

    def step(_: Frame, registers: Registers) -> int:
        return target if registers[condition] is when else following

    return step


def conditional_back_edge(step: Step, target: int) -> Step:
    """A step that may jump back; where it does, other engines may take part."""

    def jump(frame: Frame, registers: Registers) -> int:
        following = step(frame, registers)
        return following if following != target else frame.interpreter.at_back_edge(frame, target)

    return jump


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

    return conditional_back_edge(step, target) if target <= pc else step


def load_super(binding: Binding, pc: int) -> Step:
    """The instruction passes class and instance only if told to, or when it is specialised."""
    framecode = binding.framecode
    statement: Any = framecode.statements[pc]
    position = framecode.positions[pc]
    code = framecode.native.load_super(statement, statement.explicit, pc, position)
    real = binding.in_name_of_user(code, pc)
    shadowed = function_with(
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
        stub = frame.interpreter.engine.entries.stub(code)
        if stub is None:
            return plain(frame, registers)
        if id(stub) not in made:
            operands = (*statement.operands[:-1], ir.Const(-1, stub))
            changed = replaced(statement, operands=operands)
            built = framecode.native.operation(changed, pc, framecode.positions[pc])
            made[id(stub)] = binding.in_name_of_user(built, pc)
        return made[id(stub)](frame, registers)

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
    ir.Check: step_variables.check,
    ir.DeleteSlot: step_variables.delete_slot,
    ir.LoadCell: step_variables.load_cell,
    ir.StoreCell: step_variables.store_cell,
    ir.DeleteCell: step_variables.delete_cell,
    ir.MakeCell: step_variables.make_cell,
    ir.LoadName: step_variables.load_name,
    ir.StoreName: step_variables.store_name,
    ir.DeleteName: step_variables.delete_name,
    ir.LoadLocals: step_variables.load_locals,
    ir.LoadMappedCell: step_variables.load_mapped_cell,
    ir.LoadMappedGlobal: step_variables.load_mapped_global,
    ir.SetupAnnotations: step_variables.setup_annotations,
    ir.ImportStar: step_variables.import_star,
    ir.Return: step_control.give_back,
    ir.Yield: step_control.yield_value,
    ir.Delegate: step_control.delegate,
    ir.CleanupThrow: step_control.cleanup_throw,
    ir.PushHandled: step_control.push_handled,
    ir.PopHandled: step_control.pop_handled,
    ir.ReplaceHandled: step_control.replace_handled,
    ir.Reraise: step_control.reraise,
    ir.RaiseAgain: step_control.raise_again,
    ir.EndAsyncFor: step_control.end_async_for,
}

"""The steps that call: a callee in focus becomes a new Frame, everything else is called natively.

A call goes three ways.  *Interpreted*: the callee comes down to a Python function in focus (a
method, a class with such an `__init__`, an instance with such a `__call__`).  *Special*: a few
builtins that look at the frame of their caller (`special.py`).  *Native*: the original
instruction; a callee that may walk the stack is reached through a chain of stand-in frames,
root first, so that `f_back` shows the user's frames.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from types import (
    BuiltinFunctionType,
    FrameType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    WrapperDescriptorType,
)
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.class_attributes import looked_up
from debugger.frames.events import CALL
from debugger.frames.framecode import Binding, Step, native_relay
from debugger.frames.generators import make_generator
from debugger.frames.hosts import real_frame
from debugger.frames.missing import MISSING
from debugger.frames.special import SPECIAL
from debugger.frames.stack import host_groups, is_awaited

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.interpreter import Interpreter

Registers = list[Any]
Finish = Callable[["Frame", object], object]

LEAVES = frozenset({BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType})
"""Types of callables in C, which see no further than the frame that calls them."""

STACK_READERS = frozenset({"warnings", "logging", "inspect", "traceback"})
"""Modules of the standard library whose functions are about the frames that call them."""

CHAIN_LIMIT = 64
"""How many of the user's frames a native callee can see above the leaf."""


def make_call(binding: Binding, pc: int) -> Step:
    """The step of `target = callee(arguments)`."""
    statement: Any = binding.framecode.statements[pc]
    native_call = native_step(binding, pc, "call")
    callee_register = register_of(statement.callee)
    gather = gatherer(statement.arguments)
    used = temporaries(statement.operands)
    keywords = statement.keywords

    def step(frame: Frame, registers: Registers) -> int:
        callee = registers[callee_register]
        kind = type(callee)
        if kind is BuiltinFunctionType and callee not in SPECIAL:
            return native_call(frame, registers)
        if kind is FunctionType:
            function, arguments = callee, gather(registers)
        elif kind is MethodType and type(callee.__func__) is FunctionType:
            function, arguments = callee.__func__, (callee.__self__, *gather(registers))
        else:
            del callee
            return other_call(
                frame,
                registers,
                registers[callee_register],
                gather(registers),
                keywords,
                native_call,
                used,
            )
        if not frame.interpreter.interprets(function.__code__):
            del arguments
            return chain_for(function)(frame, registers, native_call)
        for register in used:
            registers[register] = MISSING
        return start(frame, registers, function, arguments, keywords)

    return step


def make_unpacked_call(binding: Binding, pc: int) -> Step:
    """The step of `target = callee(*arguments, **keywords)`."""
    statement: Any = binding.framecode.statements[pc]
    native_call = native_step(binding, pc, "call")
    callee_register = register_of(statement.callee)
    positional = register_of(statement.arguments)
    named = None if statement.keywords is None else register_of(statement.keywords)
    used = temporaries(statement.operands)

    def step(frame: Frame, registers: Registers) -> int:
        callee = registers[callee_register]
        arguments = registers[positional]
        mapping = {} if named is None else registers[named]
        if type(arguments) is not tuple:
            if not is_iterable(arguments):
                return native_call(frame, registers)
            arguments = registers[positional] = tuple(arguments)
        if type(mapping) is not dict or not all(type(key) is str for key in mapping):
            return chained(frame, registers, native_call)
        keywords, values = tuple(mapping), [(*arguments, *mapping.values())]
        del arguments, mapping
        return other_call(frame, registers, callee, values.pop(), keywords, native_call, used)

    return step


def make_enter(binding: Binding, pc: int) -> Step:
    """The step that enters a `with`; an enter method in focus becomes a frame."""
    statement: Any = binding.framecode.statements[pc]
    native_enter = native_step(binding, pc, "enter")
    manager_register, exit_register = statement.manager.register, statement.exit.register
    enter_name, exit_name = statement.names

    def step(frame: Frame, registers: Registers) -> int:
        manager = registers[manager_register]
        kind = type(manager)
        enter, leave = find(kind, enter_name), find(kind, exit_name)
        if type(enter) is not FunctionType or not hasattr(type(leave), "__get__"):
            return native_enter(frame, registers)
        if not frame.interpreter.interprets(enter.__code__):
            return chained(frame, registers, native_enter)
        registers[exit_register] = type(leave).__get__(leave, manager, kind)
        return start(frame, registers, enter, (manager,), ())

    return step


def make_exit_with_error(binding: Binding, pc: int) -> Step:
    """The step that tells a `with` of an error; an exit method in focus becomes a frame."""
    statement: Any = binding.framecode.statements[pc]
    native_exit = native_step(binding, pc, "exit_with_error")
    exit_register, error_register = statement.exit.register, statement.error.register

    def step(frame: Frame, registers: Registers) -> int:
        leave, error = registers[exit_register], registers[error_register]
        if type(leave) is not MethodType or type(leave.__func__) is not FunctionType:
            return native_exit(frame, registers)
        function = leave.__func__
        if not frame.interpreter.interprets(function.__code__):
            return chained(frame, registers, native_exit)
        arguments = (leave.__self__, type(error), error, error.__traceback__)
        return start(frame, registers, function, arguments, ())

    return step


def other_call(
    frame: Frame,
    registers: Registers,
    callee: Any,
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
    used: Sequence[int],
) -> int:
    """A callee that is not a plain function or method at first sight.

    While it runs natively only the call itself holds the arguments: they die in its order.
    """
    if type(callee) is BuiltinFunctionType:
        special = SPECIAL.get(callee)
        if special is None:
            del arguments
            return native_call(frame, registers)
        return special(frame, registers, arguments, keywords, native_call)
    if callee is super and not arguments:
        return SPECIAL[super](frame, registers, arguments, keywords, native_call)
    found = interpretable(frame.interpreter, callee, arguments)
    if found is None:
        sees_no_further = type(callee) in LEAVES
        del arguments, callee
        if sees_no_further:
            return native_call(frame, registers)
        return chained(frame, registers, native_call)
    for register in used:
        registers[register] = MISSING
    function, arguments, finish = found
    return start(frame, registers, function, arguments, keywords, finish)


def start(
    frame: Frame,
    registers: Registers,
    function: FunctionType,
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    finish: Finish | None = None,
) -> int:
    """Begin the interpreted call of a function; that of a generator function is over at once."""
    called = frame.interpreter.new_frame(frame, function, arguments, keywords)
    if called.framecode.kind:
        made: object = make_generator(function, called)
        registers[frame.framecode.results[frame.pc]] = finish(called, made) if finish else made
        return frame.pc + 1
    called.finish = finish
    frame.callee = called
    return CALL


def interpretable(interpreter: Interpreter, callee: Any, arguments: tuple[Any, ...]) -> Any:
    """(function in focus, its arguments, finish) that calling `callee` comes down to, or None."""
    finish = None
    if issubclass(type(callee), type):  # isinstance would ask `__class__`
        made = instance_for(interpreter, callee, arguments)
        if made is None:
            return None
        function = find(callee, "__init__")
        arguments, finish = (made, *arguments), returns_instance(made)
    elif type(callee) is FunctionType:
        function = callee
    elif type(callee) is MethodType:
        return interpretable(interpreter, callee.__func__, (callee.__self__, *arguments))
    else:
        function, arguments = find(type(callee), "__call__"), (callee, *arguments)
    if type(function) is not FunctionType or not interpreter.interprets(function.__code__):
        return None
    return function, arguments, finish


TYPE_CALL = type.__dict__["__call__"]


def instance_for(interpreter: Interpreter, kind: type, arguments: tuple[Any, ...]) -> object:
    """A new instance, if making one is all that happens before `__init__`, in focus; or None."""
    initialise = find(kind, "__init__")
    if (
        type(initialise) is not FunctionType
        or find(kind, "__new__") is not object.__new__
        or find(type(kind), "__call__") is not TYPE_CALL
        or not interpreter.interprets(initialise.__code__)
    ):
        return None
    try:
        return object.__new__(kind, *arguments)
    except TypeError:
        return None


def returns_instance(instance: object) -> Finish:
    """The finish of a call of a class: `__init__` must return None, the call gives the instance."""

    def finish(_: Frame, value: object) -> object:
        if value is not None:
            raise TypeError(f"__init__() should return None, not '{type(value).__name__}'")
        return instance

    return finish


def find(kind: type, name: str) -> Any:
    """What a type has under a name, as special method lookup finds it: unbound, or None."""
    found = looked_up(kind, name)
    if found is MISSING:
        return None
    return object.__new__ if found is OBJECT_NEW else found


OBJECT_NEW = object.__dict__["__new__"]


def chain_for(function: FunctionType) -> Callable[[Frame, Registers, Step], int]:
    """How to reach a native function written in Python."""
    return chained_across if function.__module__ in STACK_READERS else chained


def chained(frame: Frame, registers: Registers, step: Step) -> int:
    """Run a native step below stand-ins for its callers in this segment, root first."""
    chain: list[Step] = []
    below = frame
    while not below.is_root and len(chain) < CHAIN_LIMIT:
        below = below.caller  # type: ignore[assignment]
        chain.append(below.binding.relay(below.pc))
    return run_chain(chain, frame, registers, step)


def chained_across(frame: Frame, registers: Registers, step: Step) -> int:
    """The same with all callers, those in other segments and native ones between them too.

    This costs a walk over the host's stack, so it is for callees that are known to walk it.
    """
    chain: list[Step] = []
    groups: Iterator[list[FrameType]] | None = None
    below = frame
    while len(chain) < CHAIN_LIMIT:
        if below.is_root and not is_awaited(below):
            if groups is None:
                groups = host_groups(real_frame(), frame)
            chain += [native_relay(host) for host in next(groups, [])]
        if below.caller is None:
            break
        below = below.caller
        chain.append(below.binding.relay(below.pc))
    return run_chain(chain, frame, registers, step)


def run_chain(chain: list[Step], frame: Frame, registers: Registers, step: Step) -> int:
    """Run a step below relays, the last of which is the outermost."""
    if not chain:
        return step(frame, registers)
    return chain.pop()(chain, step, frame, registers)  # type: ignore[call-arg,arg-type]


def native_step(binding: Binding, pc: int, maker: str) -> Step:
    """The original instruction of a statement as a step."""
    framecode = binding.framecode
    build = getattr(framecode.native, maker)
    code = build(framecode.statements[pc], pc, framecode.positions[pc])
    return binding.in_name_of_user(code, pc)


def register_of(operand: ir.Operand) -> int:
    """The register of an operand that is not NULL."""
    assert not isinstance(operand, ir.Null)
    return operand.register


def temporaries(operands: Sequence[ir.Operand]) -> tuple[int, ...]:
    """The registers of the temporaries among some operands."""
    return tuple(operand.register for operand in operands if isinstance(operand, ir.Temp))


def gatherer(arguments: Sequence[ir.Operand]) -> Any:
    """A function from registers to the tuple of the arguments' values."""
    registers = [register_of(operand) for operand in arguments]
    if not registers:
        return lambda _: ()
    if len(registers) == 1:
        only = registers[0]
        return lambda values: (values[only],)
    return itemgetter(*registers)


def is_iterable(value: object) -> bool:
    """Whether CPython accepts `value` after `*`."""
    return hasattr(type(value), "__iter__") or hasattr(type(value), "__getitem__")

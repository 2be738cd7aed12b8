"""Will a raise be caught?  Told beforehand, by running the handlers it would meet symbolically.

`passes` follows one frame: from the handler of a statement through the tests of its `except`
clauses to where the error is caught, raised on, or something happens that cannot be told.
Native frames are lifted for it, too.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from functools import cache
from importlib import import_module
from types import BuiltinMethodType, CellType, CodeType, FrameType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

from debugger.frames import ir
from debugger.frames.class_attributes import looked_up
from debugger.frames.decode import decode
from debugger.frames.missing import MISSING
from debugger.frames.operands import operand
from debugger.frames.records import Record
from debugger.frames.viewing import Viewed, variables_of

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode
    from debugger.frames.interpreter import Interpreter

PROGRAMS_SUPPRESS = import_module("contextlib").suppress
"""The class that programs use: in our modules there is a copy of it (`own_builtins.py`)."""


class Fate(Enum):
    """What becomes of an error in one frame."""

    CAUGHT = "caught"
    PASSES = "passes"
    UNKNOWN = "unknown"
    ENDS = "uncaught"


class Unknown:
    """A value that cannot be told without running code of the program."""


UNKNOWN = Unknown()
LookUp = tuple[ModuleType | None, str, Any]
"""A name, what it means, and in which module, or None for that of the frame."""
STEPS = 400
"""How many statements of handlers are followed before the answer is unknown."""


class View(Record):
    """A frame, interpreted or native, as far as handlers look at it.

    `original` gives the user's code behind that of a function.
    """

    original: Callable[[CodeType], CodeType]
    framecode: FrameCode
    pc: int
    globals: dict[str, Any]
    namespace: Any
    register: Callable[[int], Any]


def view(frame: Frame) -> View:
    """The view of an interpreted frame, or of one that stands for a native frame."""
    interpreter = frame.interpreter
    if isinstance(frame, Viewed) and frame.host is not None:
        ordinal = frame.framecode.ordinals[frame.pc]
        return native_view(interpreter, frame.host, frame.framecode, ordinal)
    registers = frame.data.registers

    def register(index: int) -> Any:
        return registers[index] if index < len(registers) else UNKNOWN

    original = interpreter.engine.entries.original
    return View(original, frame.framecode, frame.pc, frame.globals, frame.namespace, register)


def native_view(
    interpreter: Interpreter, host: FrameType, framecode: FrameCode, ordinal: int
) -> View:
    """The view of a native frame at an instruction."""
    variables = cache(lambda: variables_of(host, interpreter))
    pc = framecode.pc_of(ordinal)
    first = framecode.first_temp
    handler = framecode.handlers[pc]
    kept = 0 if handler is None else handler.depth

    def register(index: int) -> Any:
        if index >= framecode.first_constant:
            return framecode.template[index]
        if index < first:
            return variables().get(framecode.names[index], UNKNOWN)
        return operand(host, index - first) if index - first < kept else UNKNOWN

    namespace = None if framecode.code.co_flags & 2 else variables()
    original = interpreter.engine.entries.original
    return View(original, framecode, pc, host.f_globals, namespace, register)


class Follower:
    """Runs handlers on what is known of the registers; `known` holds what they wrote.

    Registers among these that hold values of this very frame are `particular`, those in `named`
    what a name means.  `looked_up` are the names that have mattered; it `is_general` if nothing
    else has but the type of the error.
    """

    def __init__(self, view: View, error: BaseException) -> None:
        self.view = view
        self.error = error
        self.framecode = view.framecode
        self.known: dict[int, Any] = {}
        self.particular: set[int] = set()
        self.named: dict[int, LookUp] = {}
        self.looked_up: list[LookUp] = []
        self.is_general = not isinstance(error, BaseExceptionGroup)
        self.pc = view.pc
        self.is_matched = False

    def fate(self) -> Fate:
        """Follow from handler to handler until the answer is clear."""
        if not self.enter_handler():
            return Fate.PASSES
        for _ in range(STEPS):
            statement = self.framecode.statements[self.pc]
            follow = FOLLOW.get(type(statement))
            answer = self.beyond() if follow is None else follow(self, statement)
            if answer is not None:
                return answer
        return Fate.UNKNOWN

    def enter_handler(self) -> bool:
        handler = self.framecode.handlers[self.pc]
        if handler is None:
            return False
        register = self.framecode.first_temp + handler.depth + handler.lasti
        self.known[register] = self.error
        self.pc = handler.pc
        self.is_matched = False
        return True

    def again(self) -> Fate | None:
        """The error is raised again here."""
        return None if self.enter_handler() else Fate.PASSES

    def beyond(self) -> Fate | None:
        """A statement that runs code of the program: the body of a handler, or of a `finally`."""
        if self.is_matched:
            return Fate.CAUGHT
        exit_pc = self.only_reraises()
        if exit_pc is None:
            return Fate.UNKNOWN
        self.pc = exit_pc
        return self.again()

    def only_reraises(self) -> int | None:
        """A Reraise that is the only way out of the code from here on, as from a `finally`."""
        seen: set[int] = set()
        work, found = [self.pc], None
        while work:
            pc = work.pop()
            if pc in seen:
                continue
            seen.add(pc)
            statement = self.framecode.statements[pc]
            if isinstance(statement, ir.Return | ir.PopHandled) or is_match(statement):
                return None
            if isinstance(statement, ir.Reraise):
                found = pc
                continue
            if not isinstance(statement, ir.Goto):
                work.append(pc + 1)
            if hasattr(statement, "pc"):
                work.append(statement.pc)
        return found

    def value(self, operand: ir.Operand | None) -> Any:
        """What an operand holds, if that can be told; it matters."""
        if self.is_particular(operand):
            self.is_general = False
        elif (register := getattr(operand, "register", None)) in self.named:
            self.looked_up.append(self.named[register])
        return self.peek(operand)

    def is_particular(self, operand: ir.Operand | None) -> bool:
        """Whether an operand holds what it does in this very frame only."""
        if operand is None or isinstance(operand, ir.Const | ir.Null):
            return False
        return operand.register not in self.known or operand.register in self.particular

    def peek(self, operand: ir.Operand | None) -> Any:
        """What an operand holds, if that can be told."""
        if operand is None or isinstance(operand, ir.Null):
            return UNKNOWN
        if isinstance(operand, ir.Const):
            return operand.value
        if operand.register in self.known:
            return self.known[operand.register]
        value = self.view.register(operand.register)
        return UNKNOWN if value is MISSING else value

    def write(self, target: Any, value: Any) -> None:
        self.known[target.register] = value
        self.particular.discard(target.register)
        self.named.pop(target.register, None)
        self.pc += 1

    def write_named(self, target: Any, found: LookUp) -> None:
        self.write(target, found[2])
        self.named[target.register] = found

    # ------------------------------------------------------------------ statements

    def skip(self, _: Any) -> Fate | None:
        self.pc += 1
        return None

    def push(self, statement: ir.PushHandled) -> Fate | None:
        self.write(statement.target, self.error)
        return None

    def drop(self, statement: ir.Drop) -> Fate | None:
        # Dropping the error without a test: a bare `except:`.
        if self.peek(statement.source) is self.error:
            self.is_matched = True
            self.is_general = self.is_general and not self.is_particular(statement.source)
        return self.skip(statement)

    def move(self, statement: Any) -> Fate | None:
        source, target = statement.source, statement.target
        is_particular = self.is_particular(source)
        self.write(target, self.peek(source) if is_particular else self.value(source))
        if is_particular:
            self.particular.add(target.register)
        return None

    def swap(self, statement: ir.Swap) -> Fate | None:
        first, second = self.value(statement.first), self.value(statement.second)
        self.known[statement.first.register] = second
        self.write(statement.second, first)
        return None

    def goto(self, statement: ir.Goto) -> Fate | None:
        self.pc = statement.pc
        return None

    def goto_if(self, statement: ir.GotoIf) -> Fate | None:
        condition = self.value(statement.condition)
        if not isinstance(condition, bool):
            return self.beyond()
        self.pc = statement.pc if condition is statement.when else self.pc + 1
        return None

    def goto_if_none(self, statement: ir.GotoIfNone) -> Fate | None:
        condition = self.value(statement.condition)
        if condition is UNKNOWN:
            return Fate.UNKNOWN
        self.pc = statement.pc if (condition is None) is statement.when else self.pc + 1
        return None

    def reraise(self, statement: ir.Reraise) -> Fate | None:
        raised = self.value(statement.error)
        return self.again() if raised is self.error or raised is UNKNOWN else Fate.UNKNOWN

    def raise_again(self, _: ir.RaiseAgain) -> Fate | None:
        return self.again()

    def load_name(self, statement: ir.LoadName) -> Fate | None:
        self.write_named(statement.target, self.meaning(statement.name))
        return None

    def load_cell(self, statement: ir.LoadCell) -> Fate | None:
        cell = self.value(statement.cell)
        value = cell if cell is not UNKNOWN and type(cell) is not CellType else UNKNOWN
        if type(cell) is CellType:
            with suppress(ValueError):
                value = cell.cell_contents
        self.write(statement.target, value)
        return None

    def meaning(self, name: str) -> LookUp:
        """What a name means in the frame."""
        namespace = self.view.namespace
        if isinstance(namespace, dict) and name in namespace:
            return None, name, namespace[name]
        names = self.view.globals
        value = names[name] if name in names else getattr(builtins, name, UNKNOWN)
        return None, name, value

    def operation(self, statement: ir.Operation) -> Fate | None:
        original = statement.original
        operands, value = statement.operands, self.value
        if original.opname == "LOAD_GLOBAL":
            self.write_named(statement.targets[0], self.meaning(original.name or ""))
        elif original.opname == "LOAD_ATTR":
            self.load_attribute(statement.targets[0], value(operands[0]), original.name or "")
        elif original.opname == "BUILD_TUPLE":
            values = tuple(map(value, operands))
            self.write(statement.targets[0], UNKNOWN if UNKNOWN in values else values)
        elif original.opname == "CHECK_EXC_MATCH":
            return self.match(statement, value(operands[1]))
        elif original.opname == "CHECK_EG_MATCH":
            return self.match_group(statement, value(operands[1]))
        elif original.opname in ("BUILD_LIST", "LIST_APPEND"):
            self.gather(statement)
        elif is_regrouping(original) and not self.is_matched:
            self.write(statement.targets[0], self.error)
        elif original.opname == "TO_BOOL" and isinstance(value(operands[0]), bool):
            self.write(statement.targets[0], value(operands[0]))
        else:
            return self.beyond()
        return None

    def load_attribute(self, target: Any, owner: Any, name: str) -> None:
        found = attribute(owner, name)
        if type(owner) is ModuleType:
            self.write_named(target, (owner, name, found))
        else:
            self.is_general = False
            self.write(target, found)

    def gather(self, statement: ir.Operation) -> None:
        """`except*` collects what its clauses raise."""
        for target in statement.targets:
            self.known[target.register] = UNKNOWN
        self.pc += 1

    def match(self, statement: ir.Operation, kinds: Any) -> Fate | None:
        try:
            found = issubclass(type(self.error), kinds)
        except TypeError:
            return Fate.UNKNOWN
        self.is_matched = found
        self.write(statement.targets[0], found)
        return None

    def match_group(self, statement: ir.Operation, kinds: Any) -> Fate | None:
        if kinds is UNKNOWN:
            return Fate.UNKNOWN
        error = self.error
        if isinstance(error, BaseExceptionGroup):
            match, rest = error.split(kinds)
        else:
            match, rest = (error, None) if isinstance(error, kinds) else (None, error)
        if match is not None:
            return Fate.CAUGHT if rest is None else Fate.UNKNOWN
        self.known[statement.targets[0].register] = error
        self.write(statement.targets[1], None)
        return None

    def exit_with(self, statement: ir.ExitWithError) -> Fate | None:
        answer = suppresses(self.value(statement.exit), self.error, self.view.original)
        if answer is UNKNOWN:
            return Fate.UNKNOWN
        if answer:
            return Fate.CAUGHT
        self.write(statement.target, False)  # noqa: FBT003
        return None


FOLLOW: dict[type, Callable[[Follower, Any], Fate | None]] = {
    ir.PushHandled: Follower.push,
    ir.PopHandled: Follower.skip,
    ir.ReplaceHandled: Follower.skip,
    ir.Nothing: Follower.skip,
    ir.Drop: Follower.drop,
    ir.Move: Follower.move,
    ir.Copy: Follower.move,
    ir.Swap: Follower.swap,
    ir.Goto: Follower.goto,
    ir.GotoIf: Follower.goto_if,
    ir.GotoIfNone: Follower.goto_if_none,
    ir.Reraise: Follower.reraise,
    ir.RaiseAgain: Follower.raise_again,
    ir.LoadName: Follower.load_name,
    ir.LoadCell: Follower.load_cell,
    ir.Check: Follower.skip,
    ir.Operation: Follower.operation,
    ir.ExitWithError: Follower.exit_with,
}


def is_regrouping(original: ir.Original) -> bool:
    """Whether an instruction makes the group that leaves an `except*`."""
    return original.opname == "PREP_RERAISE_STAR" or (
        original.opname == "CALL_INTRINSIC_2" and original.argument == 1
    )


def is_match(statement: ir.Statement) -> bool:
    """Whether a statement tests what an `except` clause catches."""
    return isinstance(statement, ir.Operation) and statement.original.opname in (
        "CHECK_EXC_MATCH",
        "CHECK_EG_MATCH",
    )


def attribute(owner: Any, name: str) -> Any:
    """An attribute of a module or class, found without running code."""
    if type(owner) is ModuleType:
        return vars(owner).get(name, UNKNOWN)
    if type(owner) is type:
        found = looked_up(owner, name)
        return UNKNOWN if found is MISSING else found
    return UNKNOWN


def suppresses(leave: Any, error: BaseException, original: Callable[[CodeType], CodeType]) -> Any:
    """Whether an exit method will swallow the error: True, False or UNKNOWN."""
    if leave is UNKNOWN or type(leave) is BuiltinMethodType:
        return False
    owner = getattr(leave, "__self__", None)
    if type(owner) is PROGRAMS_SUPPRESS:
        return issubclass(type(error), vars(owner)["_exceptions"])
    if type(leave) is MethodType and hasattr(leave.__func__, "__code__"):
        return False if gives_only_false(original(leave.__func__.__code__)) else UNKNOWN
    return UNKNOWN


def gives_only_false(code: CodeType) -> bool:
    """Whether every return of a function returns a false constant."""
    instructions = decode(code)
    for before, instruction in zip([None, *instructions], instructions, strict=False):
        if instruction.name == "RETURN_CONST":
            value = code.co_consts[instruction.argument]
        elif instruction.name == "RETURN_VALUE":
            if before is None or before.name != "LOAD_CONST":
                return False
            value = code.co_consts[before.argument]
        else:
            continue
        if value:
            return False
    return True

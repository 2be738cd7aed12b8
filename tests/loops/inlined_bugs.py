"""Bugs planted in the inlining of calls, each of which one of the tests of it must notice.

    python -m tests.loops.inlined_bugs BUG...

As `planted_bugs`, whose machinery this uses.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from debugger.compiled.loops import callees, program, surroundings
from debugger.compiled.loops.callees import Callees
from debugger.compiled.loops.emit import attributes, inlining, unboxing
from debugger.compiled.loops.emit.emitter import Emitter
from debugger.compiled.loops.emit.kinds import Function, Value
from debugger.compiled.loops.emit.object_kinds import Instance
from debugger.compiled.loops.emit.path import Path as EmittedPath
from debugger.compiled.loops.policy import Policy
from debugger.compiled.loops.program import Activation, Program
from debugger.compiled.loops.region import GlobalName
from debugger.compiled.tiered import tiered
from debugger.frames.engine import Engine
from debugger.frames.frame import Frame
from debugger.frames.stepping import Silent
from tests.loops.forced_stops import examine
from tests.loops.forced_worker import entering_always
from tests.loops.inlined_kernels import KERNELS
from tests.loops.inlined_stops import SCENARIOS, Stacks
from tests.loops.inlined_worker import InlinedTrial
from tests.loops.kernels import Loaded
from tests.loops.planted_bugs import (
    BATTERIES,
    Bug,
    modules,
    nothing,
    refuse_invalid,
    replace,
    replace_method,
    try_bug,
)
from tests.loops.recursion_limit import difference_at_limit

# ---------------------------------------------------------------------- batteries


def same_with_calls(name: str) -> str:
    """Run a kernel again and again: as it comes, and leaving at every other back edge."""
    loaded = Loaded(KERNELS[name])
    native = loaded.run()
    policy = Policy(hot=1)
    engine = Engine(Silent(), make_interpreter=tiered(policy))
    for fuel in (0, 0, 2):
        policy.fuel = fuel
        found = loaded.run(engine)
        if found != native:
            return native.differences(found)
    refuse_invalid(engine)
    return ""


def stacks(name: str) -> str:
    """Leave everywhere, and compare the frames."""
    with tempfile.TemporaryDirectory() as folder, entering_always():
        trial = InlinedTrial(KERNELS[name], Path(folder))
        report = trial.run()
    refuse_invalid(trial.engine)
    return report.differences[0] if report.differences else ""


def stops_in_functions(name: str) -> str:
    """Breakpoints in functions."""
    report = examine(name, SCENARIOS[name], Stacks)
    return report.differences[0] if report.differences else ""


OWN_BATTERIES: dict[str, Callable[[str], str]] = {
    "same with calls": same_with_calls,
    "stacks": stacks,
    "stops in functions": stops_in_functions,
    "limit": lambda name: difference_at_limit(),
}


# ---------------------------------------------------------------------- bugs


def plant_any_function() -> None:
    replace_method(Callees, "refusing", lambda *_: None)


def plant_any_cells() -> None:
    replace(callees.has_cells, lambda *_: True)


def plant_room_for_all() -> None:
    replace_method(Callees, "may_be_called", lambda *_: True)


def plant_arguments_reversed() -> None:
    original = inlining.bind
    replace(original, lambda *arguments: original(*arguments)[::-1])


def plant_nothing_forgotten() -> None:
    original = inlining.give_back

    def give_back(path: EmittedPath, statement: Any) -> None:
        with patch.object(EmittedPath, "forget", nothing):
            original(path, statement)

    replace(original, give_back)


def plant_registers_one_off() -> None:
    original = callees.places_of
    replace(
        original,
        lambda activation, extras: [
            (max(register - 1, 0), place) for register, place in original(activation, extras)
        ],
    )


def plant_callers_after_their_calls() -> None:
    original = Callees.call

    def call(self: Callees, root: Frame, leaf: Activation, extras: list[Any]) -> Frame:
        made = original(self, root, leaf, extras)
        root.pc += 1
        return made

    replace_method(Callees, "call", call)


def plant_flags_of_the_loop() -> None:
    original = Program._marks

    def marks(self: Program, framecode: Any) -> Any:
        made = original(self, framecode)
        made.refresh = partial(nothing, made)  # type: ignore[method-assign]
        return made

    replace_method(Program, "_marks", marks)


def plant_entering_is_no_new_line() -> None:
    original = Emitter.begins_line
    replace_method(
        Emitter,
        "begins_line",
        lambda self, previous, pc: previous >= 0 and original(self, previous, pc),
    )


def plant_no_stack_of_callers() -> None:
    original = Program._append

    def append(self: Program, call: int, kind: Function) -> Activation:
        below, self.on_stack[call] = self.on_stack[call], frozenset()
        made = original(self, call, kind)
        self.on_stack[call] = below
        return made

    replace_method(Program, "_append", append)


def plant_globals_of_the_loop() -> None:
    replace(program.global_variable, lambda owner, name: GlobalName(name))


def plant_assigned_is_constant() -> None:
    original = Program.activation

    def activation(self: Program, call: int, kind: Function) -> Activation:
        before = self.assigned.copy()
        try:
            return original(self, call, kind)
        except program.GrownError:
            self.assigned = before
            return original(self, call, kind)

    replace_method(Program, "activation", activation)


def plant_every_cell_its_own() -> None:
    original = surroundings.Surroundings._closure

    def closure(self: Any, *arguments: Any) -> Any:
        self._cells = {}
        return original(self, *arguments)

    replace_method(surroundings.Surroundings, "_closure", closure)
    plant_any_cells()
    plant_room_for_all()


def plant_the_first_return_only() -> None:
    original = inlining.give_back

    def give_back(path: EmittedPath, statement: Any) -> None:
        original(path, statement)
        path.pc += path.pc + 1 < len(path.emitter.program.root.framecode.statements)

    replace(original, give_back)


def plant_another_receiver() -> None:
    original = inlining.enter

    def enter(path: EmittedPath, function: Function, arguments: Any, keywords: Any) -> None:
        receivers = [v for v in path.environment.values() if isinstance(v.kind, Instance)]
        if arguments and isinstance(arguments[0].kind, Instance):
            shape = arguments[0].kind.shape
            found = [each for each in receivers if getattr(each.kind, "shape", None) == shape]
            arguments = [*found[-1:], *arguments[1:]] if found else arguments
        original(path, function, arguments, keywords)

    replace(original, enter)


def plant_any_method() -> None:
    replace(unboxing.Unboxing.method, lambda self, found, kind: Value(kind))


def plant_any_bound_method() -> None:
    replace(unboxing.Unboxing.bound_method, lambda self, found, kind: self.source(found, kind))


def plant_any_function_of_an_object() -> None:
    replace(unboxing.Unboxing.function, lambda self, found, kind: Value(kind))


def plant_attributes_of_callees_constant() -> None:
    replace_method(Program, "_changed_by", lambda self, touched: set(touched.assigned))
    original = attributes.store

    def store(path: EmittedPath, owner: Value, name: str, value: Value) -> None:
        field: Any = attributes.field_of(owner.kind, name)  # type: ignore[arg-type]
        if field in path.emitter.program.assignable:
            path.write(field, value)
        else:
            original(path, owner, name, value)

    replace(original, store)


def bug(plant: Callable[[], None], battery: str, *names: str) -> Bug:
    return Bug(plant, tuple((battery, name) for name in names))


BUGS = {
    "functions not looked at": bug(plant_any_function, "same with calls", "other code"),
    "cells not looked at": bug(plant_any_cells, "same with calls", "cells that are one"),
    "cells that became one": bug(plant_room_for_all, "same with calls", "cells that are one"),
    "calls too deep": bug(plant_room_for_all, "limit", "limit"),
    "arguments reversed": bug(plant_arguments_reversed, "same with calls", "arrays", "two kinds"),
    "variables of the last call": bug(
        plant_nothing_forgotten, "stacks", "variables of the call before"
    ),
    "wrong registers": bug(plant_registers_one_off, "stacks", "several levels"),
    "callers behind their calls": bug(plant_callers_after_their_calls, "stacks", "helper"),
    "breakpoints of functions unseen": bug(
        plant_flags_of_the_loop, "stops in functions", "one place of several"
    ),
    "first lines of functions unseen": bug(
        plant_entering_is_no_new_line,
        "stops in functions",
        "first line of what is called on its line",
    ),
    "operands of callers lost": bug(
        plant_no_stack_of_callers, "same with calls", "inside an expression", "early returns"
    ),
    "globals of the loop": bug(
        plant_globals_of_the_loop, "same with calls", "functions of modules"
    ),
    "assigned and yet constant": bug(plant_assigned_is_constant, "same with calls", "globals"),
    "every cell its own": bug(plant_every_cell_its_own, "same with calls", "made elsewhere"),
    "another receiver": bug(plant_another_receiver, "same with calls", "two receivers"),
    "patched methods unnoticed": bug(
        plant_any_method, "same with calls", "methods that are patched"
    ),
    "bound methods not looked at": bug(
        plant_any_bound_method, "same with calls", "other bound methods in a variable"
    ),
    "functions in objects not looked at": bug(
        plant_any_function_of_an_object, "same with calls", "functions in objects change"
    ),
    "attributes constant in functions": bug(
        plant_attributes_of_callees_constant, "same with calls", "a method that updates self"
    ),
    "one statement left out behind calls": bug(
        plant_the_first_return_only, "same with calls", "helper"
    ),
}


def main(words: list[str]) -> int:
    modules()
    BATTERIES.update(OWN_BATTERIES)
    for name in words:
        print(json.dumps(try_bug(name, BUGS)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Bugs planted in the loop compiler, and the programs that must show them; in processes of its own.

    python -m tests.loops.planted_bugs BUG...

Each bug is planted in a fork of this process, which then runs its battery: programs that are
compared with CPython.  Standard output gets a JSON object for each: the bug and what it showed.
The name NONE stands for no bug, and for the batteries of all that are named with it.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from types import ModuleType
from typing import Any
from unittest.mock import patch

import debugger.compiled
from debugger.compiled.loops import classes, layouts, reasons
from debugger.compiled.loops.checks import Marks
from debugger.compiled.loops.emit import (
    boxing,
    branchless,
    choosing,
    compare,
    convert,
    fetching,
    floats,
    helpers,
    integers,
    iteration,
    lists,
    numpy_casts,
    numpy_integers,
    numpy_numbers,
    operations,
    subscripts,
    unboxing,
)
from debugger.compiled.loops.emit.claims import Claims
from debugger.compiled.loops.emit.departing import Departing
from debugger.compiled.loops.emit.emitter import Emitter
from debugger.compiled.loops.emit.inputs import Inputs
from debugger.compiled.loops.emit.kinds import (
    BOOL,
    FLOAT,
    FLOAT64,
    INT,
    Enumerate,
    ItemIterator,
    Value,
)
from debugger.compiled.loops.emit.machine import (
    I1,
    I64,
    VOID,
    call_address,
    integer,
    python_api,
    real,
    store,
)
from debugger.compiled.loops.emit.path import Path, Snapshot
from debugger.compiled.loops.emit.slots import Slots
from debugger.compiled.loops.loops import FAILED
from debugger.compiled.loops.unit import Unit
from debugger.compiled.loops.versions import Use
from debugger.compiled.tiered import tiered
from debugger.frames.engine import Engine
from debugger.frames.frame import ARRIVED
from debugger.frames.records import replaced
from debugger.frames.stepping import Continue, Plan, Silent
from debugger.frames.stops import Stop
from tests.loops.delayed_stops import DELAYED
from tests.loops.forced_stops import examine
from tests.loops.kernels import ALL_KERNELS, KERNELS, Loaded
from tests.loops.support import Eager, eager_engine, report

NONE = "none"
SECONDS = 30
"""In which a battery computes, after which it hangs."""
UNNOTICED, DIFFERS, INVALID = 0, 3, 4
VERDICTS = {
    UNNOTICED: "unnoticed",
    DIFFERS: "differs",
    INVALID: "is not planted well",
    -signal.SIGPROF: "hangs",
}

# ---------------------------------------------------------------------- batteries


def same(name: str) -> str:
    """Run a kernel again and again: as it comes, and leaving at every other back edge."""
    loaded = Loaded(ALL_KERNELS[name])
    native = loaded.run()
    policy = Eager(hot=1)
    engine = Engine(Silent(), make_interpreter=tiered(policy))
    for fuel in (0, 0, 0, 2):
        policy.fuel = fuel
        found = loaded.run(engine)
        if found != native:
            return native.differences(found)
    refuse_invalid(engine)
    return ""


def slices(name: str) -> str:
    """Compiled code leaves when its fuel is used up."""
    engine = eager_engine(fuel=2)
    Loaded(KERNELS[name]).run(engine)
    refuse_invalid(engine)
    return "" if report(engine).exits[reasons.SLICE] else "no slice came to an end"


class Stops:
    """Notes where the program stops."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def on_stop(self, stop: Stop) -> Plan:
        self.seen.append(f"{stop.frame.line} {stop.frame.variables()}")
        return Continue()


def stops(name: str) -> str:
    """Breakpoints stop as often, and with the same variables, as without compiled loops."""
    loaded = Loaded(KERNELS[name])
    for line in (4, 6, 8):
        wanted, found = Stops(), Stops()
        compiling = eager_engine(found)
        for engine in (Engine(wanted), compiling):
            engine.breakpoints.add_line(loaded.kernel.path, line)
            loaded.run(engine)
        refuse_invalid(compiling)
        if wanted.seen != found.seen:
            return f"line {line}: {len(wanted.seen)} stops, {len(found.seen)} when compiled"
    return ""


def delayed(name: str) -> str:
    """Breakpoints with conditions stop as they do without compiled loops."""
    found = examine(name, DELAYED[name])
    if not found.iterations:
        raise InvalidError(found)
    return "".join(found.differences)


class InvalidError(Exception):
    """The compiler failed over a bug, or no loop was compiled."""


def refuse_invalid(engine: Engine) -> None:
    """Raise InvalidError unless the loops were compiled: a bug has to be in the code."""
    found = report(engine)
    if not found.entries or any(FAILED in refusal for refusal in found.refused):
        raise InvalidError(found)


BATTERIES: dict[str, Callable[[str], str]] = {
    "same": same,
    "slices": slices,
    "stops": stops,
    "delayed": delayed,
}
Case = tuple[str, str]


def complaint(case: Case) -> str:
    """What a case shows that is not as in CPython."""
    kind, name = case
    return BATTERIES[kind](name)


# ---------------------------------------------------------------------- planting


@cache
def modules() -> tuple[ModuleType, ...]:
    """All modules of the compiler, but for numba."""
    package = debugger.compiled
    names = [found.name for found in pkgutil.walk_packages(package.__path__, "debugger.compiled.")]
    return tuple(importlib.import_module(name) for name in names if not name.endswith("numba"))


def replace(original: Any, planted: Any) -> None:
    """Put a function in the place of another one wherever modules and their tables hold it."""
    count = 0
    for module in modules():
        names = vars(module)
        for table in (names, *[each for each in names.values() if type(each) is dict]):
            for key in [key for key, value in table.items() if value is original]:
                table[key] = planted
                count += 1
    assert count, f"{original} is nowhere"


def replace_method(owner: type, name: str, planted: Any) -> None:
    assert name in vars(owner), f"{owner} has no {name}"
    setattr(owner, name, planted)


def without_guards(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, whose checks check nothing."""

    def planted(path: Path, *arguments: Any) -> Any:
        with patch.object(Path, "guard", nothing):
            return function(path, *arguments)

    return planted


def nothing(*arguments: Any) -> None:
    """Do nothing."""


def unguarded(function: Callable[..., Any]) -> Callable[[], None]:
    """Plant a function without its checks."""
    return partial(replace, function, without_guards(function))


# ---------------------------------------------------------------------- integers


def guard_divisor_lets_lowest_pass(path: Path, x: Any, y: Any) -> None:
    path.guard(path.builder.icmp_signed("==", y, integer(0)), reasons.ZERO)


def truncated_without_signs(builder: Any, x: Any, y: Any) -> tuple[Any, Any]:
    return builder.srem(x, y), integer(0, I1)


def modulo_of_wrong_sign(path: Path, x: Any, y: Any) -> Value:
    integers.guard_divisor(path, x, y)
    return Value(INT, [path.builder.srem(x, y)])


def shift_right_by_anything(path: Path, x: Any, y: Any) -> Value:
    return Value(INT, [path.builder.ashr(x, path.builder.and_(y, integer(63)))])


def plant_sum_of_bools() -> None:
    original = integers.binary

    def planted(path: Path, operator: str, x: Value, y: Value) -> Value:
        if operator == "+" and x.kind == y.kind == BOOL:
            return Value(BOOL, [path.builder.or_(x.part, y.part)])
        return original(path, operator, x, y)

    replace(original, planted)


def plant_narrow_sums_wrap() -> None:
    def planted(path: Path, kind: Any, x: Any, y: Any) -> Any:
        return path.builder.add(x, y)

    assert "+" in numpy_integers.INTEGER_OPERATORS
    numpy_integers.INTEGER_OPERATORS["+"] = planted


# ---------------------------------------------------------------------- floats


def plant_kind_of_results() -> None:
    original = numpy_numbers.binary

    def planted(path: Path, sign: str, x: Value, y: Value) -> Value:
        found = original(path, sign, x, y)
        return Value(FLOAT, found.parts) if found.kind == FLOAT64 else found

    replace(original, planted)


def compare_ordered(path: Path, operator: str, x: Value, y: Value) -> Value:
    left, right = floats.as_float(path, x), floats.as_float(path, y)
    return Value(BOOL, [path.builder.fcmp_ordered(operator, left, right)])


def plant_truth_of_nan() -> None:
    original = convert.number_truth

    def planted(builder: Any, kind: Any, part: Any) -> Any:
        if kind.is_floating:
            return builder.fcmp_ordered("!=", part, real(0.0, part.type))
        return original(builder, kind, part)

    replace(original, planted)


def copysign_forgotten(builder: Any, x: Any, y: Any) -> Any:
    return x


# ---------------------------------------------------------------------- subscripts and lists


def checked_index_one_too_far(path: Path, index: Any, length: Any) -> Any:
    path.guard(path.builder.icmp_unsigned(">", index, length), reasons.NEGATIVE)
    return index


def checked_index_signed(path: Path, index: Any, length: Any) -> Any:
    path.guard(path.builder.icmp_signed(">=", index, length), reasons.BOUNDS)
    return index


def plant_lost_identity() -> None:
    original = lists.read_float

    def planted(path: Path, found: Any) -> Value:
        return Value(FLOAT, original(path, found).parts)

    replace(original, planted)


def plant_shared_floats_overwritten() -> None:
    """A float gets the new value in place, whoever else holds it."""
    original = lists.replace

    def planted(path: Path, place: Any, old: Any, value: Value, made: Any) -> None:
        if value.kind == FLOAT and value.object is None:
            store(path.builder, value.part, old, layouts.FLOAT_VALUE)
        else:
            original(path, place, old, value, made)

    replace(original, planted)


def plant_released_twice() -> None:
    original = lists.let_go

    def planted(path: Path, place: Any, old: Any, make: Any) -> None:
        original(path, place, old, make)
        call_address(path.builder, python_api("Py_DecRef"), VOID, old)

    replace(original, planted)


def plant_objects_not_counted() -> None:
    """What is read from a list and stored elsewhere gets no reference of its own."""
    original = lists.new_object

    def planted(path: Path, value: Value) -> Any:
        return original(path, value) if value.object is None else value.object

    replace(original, planted)


def plant_stores_before_checks() -> None:
    original = subscripts.write_array

    def planted(path: Path, container: Value, indices: list[Any], value: Value) -> None:
        view = subscripts.View(path, container)
        kind = view.array.item
        is_narrow = kind.bits < I64.width
        number = path.builder.trunc(value.part, kind.machine_type) if is_narrow else value.part
        path.builder.store(number, view.address(path, indices))
        original(path, container, indices, value)

    replace(original, planted)


# ---------------------------------------------------------------------- exits


def plant_snapshots_after_operands() -> None:
    original = operations.binary

    def planted(path: Path, original_instruction: Any, values: list[Value]) -> Any:
        path.snapshot = Snapshot(path, ARRIVED)
        return original(path, original_instruction, values)

    replace(original, planted)


def plant_slots_out_of_date() -> None:
    """A variable that is written is not noted as changed."""

    def planted(path: Path, variable: Any, value: Value) -> None:
        path.environment[variable] = value

    replace_method(Path, "write", planted)


def plant_parked_numbers_not_marked() -> None:
    """A number made in compiled code is taken for the object that its variable had before."""

    def planted(slots: Slots, *_: Any, is_made: bool) -> None:
        del slots, is_made

    replace_method(Slots, "_mark", planted)


def plant_no_stops_in_short_ways() -> None:
    def planted(ways: branchless.Ways) -> list[int]:
        return []

    replace_method(branchless.Ways, "stops", planted)


def plant_other_way_selected() -> None:
    original = branchless.choice

    def planted(path: Path, condition: Any, x: Value, y: Value) -> Value:
        return original(path, condition, y, x)

    replace(original, planted)


def plant_wrong_previous() -> None:
    original = Path.commit

    def planted(path: Path, previous: int = ARRIVED) -> None:
        original(path, ARRIVED)

    replace_method(Path, "commit", planted)


def plant_wrong_pc() -> None:
    original = Emitter.make_stub

    def planted(emitter: Emitter, snapshot: Snapshot, reason: str) -> Any:
        block = original(emitter, snapshot, reason)
        left = emitter.exits[-1]
        pc = left.pc + (reason == reasons.NEGATIVE)
        emitter.exits[-1] = replaced(left, pc=pc)
        return block

    replace_method(Emitter, "make_stub", planted)


def plant_checks_forgotten() -> None:
    replace_method(Path, "_guard_finite", nothing)


def plant_overwritten_stays() -> None:
    def planted(path: Path, reason: str) -> Any:
        return path.emitter.stub(path.snapshot, reason)

    replace_method(Path, "way_out", planted)


def plant_put_back_in_order() -> None:
    original = Path.way_out

    def planted(path: Path, reason: str) -> Any:
        path.overwritten.reverse()
        try:
            return original(path, reason)
        finally:
            path.overwritten.reverse()

    replace_method(Path, "way_out", planted)


def plant_counts_not_put_back() -> None:
    original = Path.preserve

    def planted(path: Path, address: Any, machine_type: Any, previous: int = ARRIVED) -> None:
        if previous == ARRIVED or not path.pending:
            original(path, address, machine_type, previous)

    replace_method(Path, "preserve", planted)


def never_leaves(emitter: Emitter, path: Path) -> Any:
    return integer(0, I1)


def plant_snapshots_too_late() -> None:
    """A check that was put off leaves to a statement behind the one it is for."""

    def planted(path: Path, previous: int = ARRIVED) -> None:
        path.snapshot = Snapshot(path, previous)

    replace_method(Path, "begin", planted)


def plant_flags_for_themselves() -> None:
    """The flag that is looked at once for several stops is set for its own only."""
    original = Marks.refresh

    def planted(marks: Marks) -> None:
        marks.stands_for = {}
        original(marks)

    replace_method(Marks, "refresh", planted)


def plant_range_one_off() -> None:
    original = boxing._write_back_range

    def planted(builder: Any, found: Any, value: Value) -> None:
        current, *rest = value.parts
        original(builder, found, Value(value.kind, [builder.add(current, integer(1)), *rest]))

    replace(original, planted)


def plant_no_item_positions() -> None:
    original = boxing.write_back_to

    def planted(builder: Any, found: Any, value: Value) -> None:
        if not isinstance(value.kind, ItemIterator):
            original(builder, found, value)

    replace(original, planted)


def plant_parts_forgotten() -> None:
    original = boxing.GivingBack.take_apart

    def planted(giving: boxing.GivingBack, *arguments: Any) -> None:
        original(giving, *arguments)
        giving.builder.store(integer(0, I1), giving.emitter.incomplete)

    replace_method(boxing.GivingBack, "take_apart", planted)


def plant_rebuilt_one_off() -> None:
    original = boxing.LEAVES[Enumerate]

    def planted(giving: Any, value: Value) -> Any:
        count, *rest = value.parts
        return original(giving, Value(value.kind, [giving.builder.add(count, integer(1)), *rest]))

    boxing.LEAVES[Enumerate] = planted


def burn_without_end(emitter: Emitter, path: Path) -> None:
    path.builder.store(path.builder.load(emitter.fuel), emitter.fuel)


def plant_no_counting_of_given_objects() -> None:
    """What a variable is given back gets no reference."""

    def planted(self: helpers.Helpers) -> Any:
        put = self.put()

        def emit(builder: Any, arguments: Any) -> None:
            builder.call(put, list(arguments))
            builder.ret_void()

        return self.function("give_object", VOID, [I64, I64], emit)

    replace_method(helpers.Helpers, "give_object", planted)


# ---------------------------------------------------------------------- iteration, choice, entry


def plant_range_too_short() -> None:
    original = iteration.range_length

    def planted(path: Path, start: Any, stop: Any, step: Any) -> Any:
        # As if the division came out even.
        span = path.builder.sub(stop, start)
        length = path.builder.sdiv(span, step)
        is_empty = path.builder.icmp_signed("<", length, integer(0))
        return path.builder.select(is_empty, integer(0), length)

    replace(original, planted)


def plant_ties_go_to_the_later() -> None:
    choosing.COMPARISONS.update({"min": "<=", "max": ">="})


def plant_unpacking_backwards() -> None:
    original = operations.unpack_sequence

    def planted(path: Path, instruction: Any, values: list[Value]) -> Any:
        return original(path, instruction, values)[::-1]

    replace(original, planted)


def plant_constant_types() -> None:
    """At entry nobody looks at the type of objects."""
    replace_method(unboxing.Unboxing, "require_type", nothing)


# ---------------------------------------------------------------------- attributes


def plant_attributes_not_written_back() -> None:
    original = Unit.write_back

    def planted(unit: Unit, *arguments: Any) -> None:
        unit.fields = []
        original(unit, *arguments)

    replace_method(Unit, "write_back", planted)


def plant_changes_of_classes_unnoticed() -> None:
    def planted(unbox: Any, owner: Any, shape: Any) -> None:
        unbox.inputs.versions.address(shape)
        unbox.require(unbox.builder.icmp_unsigned("==", owner, integer(shape.address)))

    replace_method(unboxing.Unboxing, "require_shape", planted)


def plant_other_names_not_compared() -> None:
    def planted(unbox: Any, found: Any, kind: Any) -> Value:
        unbox.inputs.held(kind.source)
        return Value(kind)

    replace_method(unboxing.Unboxing, "source", planted)


def plant_all_objects_held_elsewhere() -> None:
    def planted(inputs: Any, variable: Any) -> Any:
        return integer(0, I1)

    replace_method(Inputs, "may_die", planted)


def plant_any_object_may_be_none() -> None:
    def planted(unbox: Any, found: Any, kind: Any) -> Value:
        return Value(kind)

    replace(unboxing.Unboxing.opaque, planted)


def plant_anything_is_plain() -> None:
    def planted(owner: type, name: str) -> bool:
        return True

    replace(classes.is_plain, planted)


def plant_renewed_without_looking() -> None:
    def planted(use: Use, owner: type) -> bool:
        return True

    replace_method(Use, "holds", planted)


def plant_hidden_methods() -> None:
    original = fetching.fetch_method

    def planted(*arguments: Any) -> Any:
        with patch.object(fetching, "require", nothing):
            return original(*arguments)

    replace(original, planted)


# ---------------------------------------------------------------------- all of them


@dataclass(frozen=True, slots=True)
class Bug:
    """A bug: how it is planted, and the cases of which one at least must show it."""

    plant: Callable[[], None]
    cases: tuple[Case, ...]


def bug(plant: Callable[[], None], *names: str) -> Bug:
    """A bug that kernels show by their results."""
    return Bug(plant, tuple(("same", name) for name in names))


BUGS = {
    "integers wrap around": bug(unguarded(integers.checked), "sums at the limit"),
    "division by zero": bug(unguarded(integers.guard_divisor), "try and except"),
    "lowest quotient": bug(
        partial(replace, integers.guard_divisor, guard_divisor_lets_lowest_pass),
        "quotients at the limit",
    ),
    "division cuts towards zero": bug(
        partial(replace, integers.truncated, truncated_without_signs), "signs of quotients"
    ),
    "sign of a remainder": bug(
        partial(replace, integers.modulo, modulo_of_wrong_sign), "signs of quotients"
    ),
    "bits shifted out": bug(unguarded(integers.shift_left), "shifts"),
    "count of a shift": bug(
        partial(replace, integers.shift_right, shift_right_by_anything), "shifts"
    ),
    "big integers as floats": bug(
        partial(replace, integers.guard_exact, nothing), "exact comparisons"
    ),
    "bool + bool": bug(plant_sum_of_bools, "kinds of results"),
    "narrow integers wrap around": bug(plant_narrow_sums_wrap, "narrow overflow"),
    "stores wrap around": bug(unguarded(numpy_casts.guard_range), "narrow stores"),
    "float64 becomes float": bug(plant_kind_of_results, "kinds of results"),
    "NaN is not unequal": bug(partial(replace, compare.compare, compare_ordered), "not a number"),
    "NaN is false": bug(plant_truth_of_nan, "not a number"),
    "zero without sign": bug(
        partial(replace, floats.copysign, copysign_forgotten), "signs of zeros"
    ),
    "not finite and no warning": bug(plant_checks_forgotten, "infinite"),
    "overwritten and left": bug(plant_overwritten_stays, "stores before a warning"),
    "put back in the order of the stores": bug(plant_put_back_in_order, "stores before a warning"),
    "one past the end": bug(
        partial(replace, subscripts.checked_index, checked_index_one_too_far), "past the end"
    ),
    "before the start": bug(
        partial(replace, subscripts.checked_index, checked_index_signed), "before the start"
    ),
    "claims nobody makes sure of": bug(
        partial(replace_method, Claims, "_require", nothing),
        "ranges past the end",
        "ranges before the start",
    ),
    "elements of any type": bug(
        partial(replace, lists.guard_type, nothing), "numbers among floats"
    ),
    "lost identity": bug(plant_lost_identity, "sum of a list"),
    "shared float overwritten": bug(plant_shared_floats_overwritten, "shared objects"),
    "released twice": bug(plant_released_twice, "references", "reversal"),
    "not counted": bug(plant_objects_not_counted, "references", "reversal"),
    "given back and not counted": bug(
        plant_no_counting_of_given_objects, "deletion", "sum of an array"
    ),
    "stored before the checks": bug(plant_stores_before_checks, "narrow stores"),
    "snapshot without operands": bug(plant_snapshots_after_operands, "temporaries"),
    "slots out of date": bug(plant_slots_out_of_date, "collatz"),
    "parked numbers with objects of others": bug(plant_parked_numbers_not_marked, "bodies"),
    "the other of two ways": bug(plant_other_way_selected, "collatz"),
    "short ways taken in any case": bug(
        partial(replace_method, branchless.Trial, "guard", nothing), "overflow in a short branch"
    ),
    "no look at breakpoints of short ways": Bug(
        plant_no_stops_in_short_ways, (("stops", "collatz"),)
    ),
    "left from the wrong statement": Bug(plant_wrong_previous, (("stops", "collatz"),)),
    "left to the wrong statement": bug(plant_wrong_pc, "before the start"),
    "no look at breakpoints": Bug(
        partial(replace_method, Emitter, "check_flag", nothing), (("stops", "collatz"),)
    ),
    "breakpoints change unnoticed": Bug(
        partial(replace_method, Inputs, "require_current", nothing), (("stops", "collatz"),)
    ),
    "frames stay where they were": bug(
        partial(replace_method, Departing, "stand", nothing), "positions"
    ),
    "values stay in parts": bug(plant_parts_forgotten, "positions"),
    "no look where a loop is entered": Bug(
        partial(replace_method, Emitter, "check_entry", nothing),
        (("stops", "matrices"), ("stops", "bodies"), ("stops", "collatz")),
    ),
    "ignored hits counted twice": Bug(
        plant_counts_not_put_back, (("delayed", "ignored before a warning"),)
    ),
    "no look at conditions": Bug(
        partial(replace_method, Emitter, "check_condition", nothing),
        (("delayed", "where ways meet"),),
    ),
    "no look beyond a condition": Bug(
        partial(replace_method, Emitter, "leaves", never_leaves),
        (("delayed", "another one behind"),),
    ),
    "flags for one stop only": Bug(plant_flags_for_themselves, (("stops", "collatz"),)),
    "left to a later statement": bug(plant_snapshots_too_late, "infinite"),
    "range goes on one later": bug(plant_range_one_off, "positions"),
    "list starts again": bug(plant_no_item_positions, "sum of a list"),
    "count goes on one later": bug(plant_rebuilt_one_off, "positions"),
    "time slices do not end": Bug(
        partial(replace_method, Emitter, "burn", burn_without_end), (("slices", "collatz"),)
    ),
    "variable keeps its value": bug(
        partial(replace_method, boxing.GivingBack, "empty", nothing), "deleted in the end"
    ),
    "globals stay as they were": bug(
        partial(replace_method, Unit, "write_back", nothing), "globals", "global statement"
    ),
    "range too short": bug(plant_range_too_short, "uneven steps"),
    "the later of equals": bug(plant_ties_go_to_the_later, "ties"),
    "any type at entry": bug(plant_constant_types, "other kinds"),
    "attributes stay as they were": bug(plant_attributes_not_written_back, "read and assigned"),
    "classes change unnoticed": bug(plant_changes_of_classes_unnoticed, "classes change"),
    "classes are renewed unseen": bug(plant_renewed_without_looking, "classes change"),
    "other objects by the same names": bug(plant_other_names_not_compared, "one object, then two"),
    "one object taken for two": bug(
        partial(replace, fetching.require_apart, nothing), "other objects"
    ),
    "one dictionary for two": bug(
        partial(replace, fetching.require_dictionaries_apart, nothing), "two with one dictionary"
    ),
    "attributes of the class assigned": bug(
        partial(replace, fetching.require_own, nothing), "attributes in the order of the program"
    ),
    "hidden methods": bug(plant_hidden_methods, "functions of the class in the object"),
    "properties are plain": bug(plant_anything_is_plain, "properties"),
    "objects die late": bug(plant_all_objects_held_elsewhere, "objects die in time"),
    "None is an object": bug(plant_any_object_may_be_none, "none or an object"),
    "unpacked backwards": bug(plant_unpacking_backwards, "tuples and swaps"),
}


# ---------------------------------------------------------------------- trying them


def try_bug(name: str, bugs: Mapping[str, Bug]) -> dict[str, str]:
    """Plant one of these bugs, or none, in a child process, and run its battery there."""
    source, sink = os.pipe()
    child = os.fork()
    if not child:
        os.close(source)
        os._exit(run_battery(name, bugs, sink))
    os.close(sink)
    with os.fdopen(source, errors="replace") as output:
        words = output.read()
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return {"bug": name, "verdict": VERDICTS.get(code, f"crashes ({code})"), "words": words}


def run_battery(name: str, bugs: Mapping[str, Bug], sink: int) -> int:
    """Run the battery of a bug until something shows; what that is goes to the sink.

    Without a bug that is the batteries of all.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    signal.setitimer(signal.ITIMER_PROF, SECONDS * (1 + 3 * (name == NONE)))
    words, code = "", UNNOTICED
    try:
        if name != NONE:
            bugs[name].plant()
        chosen = bugs.values() if name == NONE else [bugs[name]]
        for case in dict.fromkeys(case for each in chosen for case in each.cases):
            words = complaint(case)
            if words:
                words, code = f"{case}: {words}", DIFFERS
                break
    except BaseException as error:
        words, code = f"{type(error).__name__}: {error}", INVALID
    os.write(sink, words[:2000].encode())
    return code


def main(words: list[str]) -> int:
    modules()
    chosen = {name: BUGS[name] for name in words if name != NONE}
    for name in words:
        print(json.dumps(try_bug(name, chosen)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

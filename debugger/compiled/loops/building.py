"""Building a unit: from what was observed at a header to machine code, or the reason why not."""

from __future__ import annotations

import builtins
import time
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops.checks import Marks
from debugger.compiled.loops.emit.inputs import Inputs
from debugger.compiled.loops.emit.kinds import UNBOUND, Function, Kind, Opaque
from debugger.compiled.loops.fields import Fields
from debugger.compiled.loops.program import (
    MOST_STATEMENTS,
    GrownError,
    Program,
    outside_variables,
)
from debugger.compiled.loops.reasons import RefusedError
from debugger.compiled.loops.region import (
    CellContent,
    Default,
    GlobalName,
    LocalName,
    Region,
    Variable,
    region_of,
)
from debugger.compiled.loops.surroundings import Surroundings, surroundings
from debugger.compiled.loops.unit import Unit
from debugger.compiled.loops.values import look_up
from debugger.frames.missing import MISSING
from debugger.frames.records import Record

if TYPE_CHECKING:
    from llvmlite import ir as llvm

    from debugger.compiled.loops.emit.helpers import Graves
    from debugger.compiled.loops.loop import Loop
    from debugger.compiled.loops.observe import Observer
    from debugger.compiled.loops.policy import Policy
    from debugger.compiled.loops.profile import Profile
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode


class Request(Record):
    """What to compile: a header, and the kinds its variables had when it was asked for.

    `program` begins with the statements of the region.  `graves` is the address of the room for
    buried objects, `level` how hard to optimise, and `unrolled` how many iterations of a short
    loop to compile in a row.
    """

    region: Region
    program: Program
    header: int
    kinds: Mapping[Variable, Kind]
    surroundings: Surroundings
    profile: Profile
    graves: int
    level: int
    unrolled: int


def request(
    loop: Loop, frame: Frame, observer: Observer, graves: Graves, level: int, unrolled: int
) -> Request:
    """What to compile for a loop that `frame` has come round; raises RefusedError."""
    refuse_odd_namespaces(loop.header, frame)
    if loop.region is None:
        is_global = frame.namespace is frame.globals
        loop.region = region_of(loop.framecode, loop.header, names_are_global=is_global)
    if len(loop.region.statements) > MOST_STATEMENTS:
        raise RefusedError(loop.header, f"it has more than {MOST_STATEMENTS} operations")
    region = loop.region
    marks = Marks(region.framecode, region.statements, names_are_global=region.names_are_global)
    outside = surroundings(frame, observer)
    observed = observe(frame, region, marks, outside, observer)
    return Request(
        region,
        Program(marks, region.assigned | observed.assigned),
        loop.header,
        observed.kinds,
        outside.afterwards(),
        loop.profile,
        graves.address,
        level,
        unrolled,
    )


def refuse_odd_namespaces(header: int, frame: Frame) -> None:
    """Names must be looked up in plain dictionaries, and then among the usual builtins."""
    own = frame.globals.get("__builtins__", builtins)
    if type(frame.globals) is not dict or type(frame.namespace) not in (dict, type(None)):
        raise RefusedError(header, "its names live in an unusual namespace")
    if own is not builtins and own is not vars(builtins):
        raise RefusedError(header, "its module has builtins of its own")


def observe(
    frame: Frame, region: Region, marks: Marks, outside: Surroundings, observer: Observer
) -> Fields:
    """The kinds that variables have now: those of a region, of conditions, of functions called."""
    kinds: dict[Variable, Kind] = {}
    todo = [*region.read, *region.assigned, *(v for c in marks.checks for v in c.variables())]
    loaded = region.loaded.union(*(check.attributes() for check in marks.checks))
    stored, functions = region.stored, 0
    for variable in todo:
        if variable not in kinds:
            kind = kinds[variable] = kind_of(frame, variable, region, outside, observer)
            is_known = isinstance(kind, Function) and kind.framecode is not None
            if isinstance(kind, Function) and is_known and functions < MOST_FUNCTIONS:
                functions += 1
                todo += variables_of(kind)
                touched = outside_variables(kind)
                loaded, stored = loaded | touched.loaded, stored | touched.stored
    fields = Fields(kinds, observer, loaded, stored)
    if loaded or stored:
        fields.observe({v: current(frame, v) for v in owners(kinds, frame.framecode)})
    return fields


def owners(kinds: Mapping[Variable, Kind], framecode: FrameCode) -> list[Variable]:
    """The variables whose attributes may be of interest, in an order that is always the same."""
    found = [v for v, kind in kinds.items() if isinstance(kind, Opaque) and kind.type is None]
    return sorted((v for v in found if not is_temporary(framecode, v)), key=str)


def is_temporary(framecode: FrameCode, variable: Variable) -> bool:
    """Whether a variable is a temporary, which may hold what is of no use any more."""
    return type(variable) is int and variable >= framecode.first_temp


MOST_FUNCTIONS = 50
"""Functions whose variables are looked at, in case they are called in the loop."""


def variables_of(function: Function) -> Iterator[Variable]:
    """The variables that matter where a function is called."""
    touched = outside_variables(function)
    yield from touched.read | touched.assigned
    yield from (Default(function.source, name) for name in function.defaults)


def kind_of(
    frame: Frame, variable: Variable, region: Region, outside: Surroundings, observer: Observer
) -> Kind:
    """The kind that a variable has now."""
    if variable in region.assigned and is_new(frame, variable):
        return UNBOUND
    value = current(frame, variable)
    if is_temporary(frame.framecode, variable):
        return observer.temporary(value, variable)
    return outside.kind(value, variable)


def is_new(frame: Frame, variable: Variable) -> bool:
    """Whether assigning a name would add it to its namespace."""
    if isinstance(variable, GlobalName):
        return variable.name not in frame.globals
    if isinstance(variable, LocalName):
        return frame.namespace is None or variable.name not in frame.namespace
    return False


def current(frame: Frame, variable: Variable) -> object:
    """What a variable holds now."""
    if isinstance(variable, CellContent) and frame.data.registers[variable.register] is MISSING:
        return MISSING
    return look_up(frame, variable)


def build(request: Request, policy: Policy, observer: Observer) -> Unit:
    """Compile a request; raises RefusedError."""
    start = time.perf_counter()
    while True:
        try:
            return attempt(request, policy, observer, start)
        except GrownError:
            # The program now says what it assigns, and keeps what was inlined: emit it anew.
            continue


def attempt(request: Request, policy: Policy, observer: Observer, start: float) -> Unit:
    """Compile a request begun at a time; raises RefusedError and GrownError."""
    inputs = Inputs(request.program, request.kinds, request.surroundings, observer)
    emitter = policy.emitter(request, inputs)

    def emit(module: llvm.Module) -> llvm.Function:
        function = emitter.emit(module)
        if not comes_round(emitter.ways):
            raise RefusedError(*(emitter.first_refusal or (request.header, "it never comes back")))
        return function

    run = policy.toolchain.compile(emit, request.level)
    request.program.look_at(emitter.stands_for)
    return Unit(run, request, emitter, time.perf_counter() - start)


def comes_round(ways: TopologicalSorter[Any]) -> bool:
    """Whether any way leads back to the version of a statement that it came from."""
    try:
        ways.prepare()
    except CycleError:
        return True
    return False

"""Building a unit: from what was observed at a header to machine code, or the reason why not."""

from __future__ import annotations

import builtins
import time
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from debugger.compiled.loops.checks import Marks
from debugger.compiled.loops.emit.inputs import Inputs
from debugger.compiled.loops.emit.kinds import Kind
from debugger.compiled.loops.program import (
    MOST_STATEMENTS,
    GrownError,
    Program,
)
from debugger.compiled.loops.reasons import RefusedError
from debugger.compiled.loops.region import Region, Variable, region_of
from debugger.compiled.loops.surroundings import Surroundings, surroundings
from debugger.compiled.loops.survey import Survey
from debugger.compiled.loops.unit import Unit
from debugger.frames.records import Record

if TYPE_CHECKING:
    from llvmlite import ir as llvm

    from debugger.compiled.loops.emit.helpers import Graves
    from debugger.compiled.loops.journal import Journal
    from debugger.compiled.loops.loop import Loop
    from debugger.compiled.loops.observe import Observer
    from debugger.compiled.loops.policy import Policy
    from debugger.compiled.loops.profile import Profile
    from debugger.frames.frame import Frame


class Request(Record):
    """What to compile: a header, and the kinds its variables had when it was asked for.

    `program` begins with the statements of the region.  `graves` is the room for
    buried objects, `journal` that for what is overwritten in arrays, if that is to be kept;
    `level` how hard to optimise, and `unrolled` how many iterations of a short loop to compile in
    a row.
    """

    region: Region
    program: Program
    header: int
    kinds: Mapping[Variable, Kind]
    surroundings: Surroundings
    profile: Profile
    graves: Graves
    journal: Journal | None
    level: int
    unrolled: int

    @property
    def is_thorough(self) -> bool:
        """Whether the code runs so much that it pays to take pains over it."""
        return self.unrolled > 1


def request(
    loop: Loop,
    frame: Frame,
    observer: Observer,
    graves: Graves,
    journal: Journal,
    level: int,
    unrolled: int,
) -> Request:
    """What to compile for a loop that `frame` has come round; raises RefusedError."""
    refuse_odd_namespaces(loop.header, frame)
    refuse_replaced_builtins(loop.header)
    if loop.region is None:
        is_global = frame.namespace is frame.globals
        loop.region = region_of(loop.framecode, loop.header, names_are_global=is_global)
    if len(loop.region.statements) > MOST_STATEMENTS:
        raise RefusedError(loop.header, f"it has more than {MOST_STATEMENTS} operations")
    region = loop.region
    marks = Marks(region.framecode, region.statements, names_are_global=region.names_are_global)
    outside = surroundings(frame, observer)
    found = Survey(frame, region, outside, observer).fields(marks.checks)
    assigned = {field for field in found.assignable if field.name in region.stored}
    return Request(
        region,
        Program(marks, region.assigned | assigned, found.assignable),
        loop.header,
        found.kinds,
        outside.afterwards(),
        loop.profile,
        graves,
        journal if loop.profile.writes_much else None,
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


BEARABLE = ("__import__", "breakpoint", "input", "open", "print")
"""What programs replace for good, and what compiles loops has no use for, or can bear."""
USUAL = {name: value for name, value in globals()["__builtins__"].items() if name not in BEARABLE}


def refuse_replaced_builtins(header: int) -> None:
    """What compiles loops would come upon what the program has put in the place of builtins."""
    present = vars(builtins)
    if any(present.get(name) is not value for name, value in USUAL.items()):
        raise RefusedError(header, "the program has replaced builtins")


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

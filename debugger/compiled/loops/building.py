"""Building a unit: from what was observed at a header to machine code, or the reason why not."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from debugger.compiled.loops.emit.inputs import Inputs
from debugger.compiled.loops.emit.kinds import UNBOUND, Kind
from debugger.compiled.loops.reasons import RefusedError
from debugger.compiled.loops.region import CellContent, GlobalName, Region, Variable
from debugger.compiled.loops.unit import Unit, look_up
from debugger.frames.missing import MISSING
from debugger.frames.records import Record

if TYPE_CHECKING:
    from llvmlite import ir as llvm

    from debugger.compiled.loops.observe import Observer
    from debugger.compiled.loops.policy import Policy
    from debugger.compiled.loops.profile import Profile
    from debugger.frames.frame import Frame


class Request(Record):
    """What to compile: a header, and the kinds its variables had when it was asked for."""

    region: Region
    header: int
    kinds: Mapping[Variable, Kind]
    profile: Profile
    flags: int


def observe(frame: Frame, region: Region, observer: Observer) -> dict[Variable, Kind]:
    """The kinds that the variables of a region have now."""
    found: dict[Variable, Kind] = {}
    for variable in region.read | region.assigned:
        value = current(frame, variable)
        is_new = (
            isinstance(variable, GlobalName)
            and variable in region.assigned
            and variable.name not in frame.globals
        )
        found[variable] = UNBOUND if is_new else observer.kind(value, variable)
    return found


def current(frame: Frame, variable: Variable) -> object:
    """What a variable holds now."""
    if type(variable) is int:
        return frame.data.registers[variable]
    if isinstance(variable, CellContent) and frame.data.registers[variable.register] is MISSING:
        return MISSING
    return look_up(frame, variable)


def build(request: Request, policy: Policy, observer: Observer) -> Unit:
    """Compile a request; raises RefusedError."""
    start = time.perf_counter()
    inputs = Inputs(request.region, request.kinds, observer)
    emitter = policy.emitter(request.region, request.header, inputs, request.profile, request.flags)

    def emit(module: llvm.Module) -> llvm.Function:
        function = emitter.emit(module)
        if not emitter.loops:
            raise RefusedError(*(emitter.first_refusal or (request.header, "it never comes back")))
        return function

    run = policy.toolchain.compile(emit)
    return Unit(run, emitter, time.perf_counter() - start)

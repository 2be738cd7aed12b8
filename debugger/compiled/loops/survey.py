"""Surveys: what a loop may touch, as things are when it is to be compiled, and of which kinds.

Where a function may be called, what it touches counts, too; attributes hold further functions, and
functions mention further attributes, until nothing new is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from debugger.compiled.loops.checks import Check, checks
from debugger.compiled.loops.emit.kinds import UNBOUND, Function, Kind, Known, Opaque
from debugger.compiled.loops.fields import Fields
from debugger.compiled.loops.program import global_variable, outside_variables
from debugger.compiled.loops.region import (
    Attribute,
    CellContent,
    Default,
    GlobalName,
    LocalName,
    Region,
    Variable,
)
from debugger.compiled.loops.values import look_up
from debugger.frames.missing import MISSING

if TYPE_CHECKING:
    from debugger.compiled.loops.observe import Observer
    from debugger.compiled.loops.surroundings import Surroundings
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode

MOST_FUNCTIONS = 50
"""Functions whose variables are looked at, in case they are called in the loop."""


class Survey:
    """Looks at the variables of a region, of conditions, and of functions that may be called.

    `loaded` and `stored` are the names of attributes that any of them reads and assigns.
    """

    def __init__(
        self, frame: Frame, region: Region, outside: Surroundings, observer: Observer
    ) -> None:
        self.kinds: dict[Variable, Kind] = {}
        self.loaded, self.stored = region.loaded, region.stored
        self._frame = frame
        self._region = region
        self._outside = outside
        self._observer = observer
        self._functions = 0

    def fields(self, conditions: Iterable[Check]) -> Fields:
        """All variables with their kinds; `conditions`: those compiled into the region."""
        variables = [*self._region.read, *self._region.assigned]
        self.look([*variables, *self.looked_at(conditions)])
        while True:
            found = Fields(self.kinds, self._outside, self.loaded, self.stored)
            holding = owners(self.kinds, self._frame.framecode)
            found.observe({v: current(self._frame, v) for v in holding})
            reached: list[Variable] = [*found.functions, *self.of_modules()]
            further = [variable for variable in reached if variable not in self.kinds]
            if not further:
                return found
            self.look(further)

    def look(self, variables: Iterable[Variable]) -> None:
        """Look at variables, and at those that matter if a function that one holds is called."""
        todo = [*variables]
        for variable in todo:
            if variable not in self.kinds:
                kind = self.kinds[variable] = self.kind(variable)
                if isinstance(kind, Function) and kind.framecode is not None:
                    todo += self.touched_by(kind)

    def touched_by(self, function: Function) -> Iterator[Variable]:
        """The variables that matter where a function is called."""
        if self._functions == MOST_FUNCTIONS:
            return
        self._functions += 1
        touched, framecode = outside_variables(function), function.framecode
        assert framecode is not None
        self.loaded |= touched.loaded
        self.stored |= touched.stored
        yield from touched.read | touched.assigned
        yield from (Default(function.source, name) for name in function.defaults)
        pcs = range(len(framecode.statements))
        conditions = checks(framecode, pcs, names_are_global=True)
        found = self.looked_at(conditions)
        names = (v.name for v in found if isinstance(v, GlobalName))
        yield from (global_variable(function.owner, name) for name in names)

    def looked_at(self, conditions: Iterable[Check]) -> list[Variable]:
        """The variables that conditions look at."""
        found: list[Variable] = []
        for check in conditions:
            self.loaded |= check.attributes()
            found += check.variables()
        return found

    def of_modules(self) -> Iterator[Attribute]:
        """The attributes of modules that may be read."""
        for kind in self.kinds.values():
            if isinstance(kind, Known) and isinstance(kind.value, ModuleType):
                found = vars(kind.value)
                yield from (Attribute(kind.value, n) for n in sorted(self.loaded) if n in found)

    def kind(self, variable: Variable) -> Kind:
        """The kind that a variable has now."""
        frame = self._frame
        if variable in self._region.assigned and is_new(frame, variable):
            return UNBOUND
        value = current(frame, variable)
        if is_temporary(frame.framecode, variable):
            return self._observer.temporary(value, variable)
        return self._outside.kind(value, variable)


def owners(kinds: Mapping[Variable, Kind], framecode: FrameCode) -> list[Variable]:
    """The variables whose attributes may be of interest, in an order that is always the same."""
    found = [v for v, kind in kinds.items() if isinstance(kind, Opaque) and kind.type is None]
    return sorted((v for v in found if not is_temporary(framecode, v)), key=str)


def is_temporary(framecode: FrameCode, variable: Variable) -> bool:
    """Whether a variable is a temporary, which may hold what is of no use any more."""
    return type(variable) is int and variable >= framecode.first_temp


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

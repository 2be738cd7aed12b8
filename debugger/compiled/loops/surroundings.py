"""Surroundings: what the variables outside the registers hold, and what functions are, for a loop.

A Python function is observed as a `Function`: its code, where its globals and closure variables
are, which parameters have defaults.  What a new obstacle to inlining is goes into `OBSTACLES`.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from debugger.compiled.loops.emit.kinds import UNBOUND, Function, Kind
from debugger.compiled.loops.observe import Observer
from debugger.compiled.loops.region import (
    Attribute,
    CellContent,
    Default,
    ForeignName,
    FreeContent,
    GlobalName,
    KnownFunction,
    Variable,
)
from debugger.compiled.loops.values import (
    default_of,
    defaults_of,
    free_cell,
    function_of,
    global_value,
    held_in,
)
from debugger.frames.callbacks import is_function
from debugger.frames.engine import Engine
from debugger.frames.frame import Frame
from debugger.frames.framecode import VARIADIC, FrameCode, is_module
from debugger.frames.missing import MISSING

OBSTACLES: tuple[tuple[str, Callable[[FrameCode], object]], ...] = (
    ("it is no function by `def` or `lambda`", lambda framecode: not is_function(framecode.code)),
    ("it is a generator or a coroutine", lambda framecode: framecode.kind),
    ("it takes *arguments or **keywords", lambda framecode: framecode.code.co_flags & VARIADIC),
    ("its variables are used by functions inside it", lambda framecode: framecode.cells),
)

Find = Callable[[CodeType], "FrameCode | None"]


class Surroundings:
    """What a loop sees around it; `find` gives the framecode of a code object, if it may be used.

    `globals` are those of its frame; `cells`: the variables whose cells are known, by the identity
    of the cell.
    """

    def __init__(
        self,
        engine: Engine,
        names: dict[str, Any],
        observer: Observer,
        find: Find,
        cells: dict[int, Variable],
    ) -> None:
        self._engine = engine
        self.globals = names
        self._observer = observer
        self._find = find
        self._cells = cells

    def afterwards(self) -> Surroundings:
        """The same for another thread, while the loop runs on: no code is lifted, no cell known."""
        return Surroundings(self._engine, self.globals, self._observer, self._engine.met, {})

    def kind(self, value: object, source: Variable) -> Kind:
        """The kind of the value that the variable `source` holds."""
        if type(value) is not FunctionType:
            return self._observer.kind(value, source)
        return self.function(value, source)

    def kind_of(self, variable: Variable) -> Kind:
        """The kind that a variable that is no register has now."""
        value = self.value(variable)
        return UNBOUND if value is MISSING else self.kind(value, variable)

    def value(self, variable: Variable) -> object:
        """What a variable holds, if it is not to be found in a frame."""
        found = VALUES.get(type(variable))
        return MISSING if found is None else found(self, variable)

    # ------------------------------------------------------------------ functions

    def function(self, value: FunctionType, source: Variable) -> Function:
        """The kind of a function."""
        code = self._engine.entries.original(value.__code__)
        framecode = self._find(code) if self._engine.focus.contains(code) else None
        owner = None if value.__globals__ is self.globals else module_of(value.__globals__)
        closure = self._closure(value, code, source)
        obstacle = self._obstacle(value, framecode, owner, closure)
        if obstacle:
            why_not = f"call of {code.co_qualname}: {obstacle}"
            return Function(source, None, None, (), (), why_not)
        assert closure is not None
        return Function(source, framecode, owner, closure, defaults_of(value), "")

    def _obstacle(
        self,
        value: Any,
        framecode: FrameCode | None,
        owner: ModuleType | None,
        closure: tuple[Variable, ...] | None,
    ) -> str:
        if framecode is None:
            return "it is not interpreted"
        if value.__builtins__ is not vars(builtins):
            return "its module has builtins of its own"
        if owner is None and value.__globals__ is not self.globals:
            return "its globals are not those of a module"
        if closure is None:
            return "it has closure variables"
        return next((words for words, applies in OBSTACLES if applies(framecode)), "")

    def _closure(
        self, value: FunctionType, code: CodeType, source: Variable
    ) -> tuple[Variable, ...] | None:
        """The variables that the cells of a function hold; None if they cannot be told."""
        cells = value.__closure__ or ()
        if cells and self._find != self._engine.framecode:
            return None
        return tuple(
            self._cells.setdefault(id(cell), FreeContent(source, index, name))
            for index, (cell, name) in enumerate(zip(cells, code.co_freevars, strict=True))
        )


VALUES: dict[type, Callable[[Surroundings, Any], object]] = {
    GlobalName: lambda outside, variable: global_value(outside.globals, variable.name),
    ForeignName: lambda _, variable: global_value(vars(variable.owner), variable.name),
    Attribute: lambda _, variable: vars(variable.owner).get(variable.name, MISSING),
    KnownFunction: lambda _, variable: function_of(variable),
    Default: lambda outside, variable: default_of(outside.value(variable.function), variable.name),
    FreeContent: lambda outside, variable: held_in(
        free_cell(outside.value(variable.function), variable.index)
    ),
}


def surroundings(frame: Frame, observer: Observer) -> Surroundings:
    """What a loop of `frame` sees around it."""
    engine = frame.interpreter.engine
    registers = frame.data.registers
    cells: dict[int, Variable] = {
        id(registers[register]): CellContent(register)
        for register in frame.framecode.cell_registers
        if type(registers[register]) is CellType
    }
    return Surroundings(engine, frame.globals, observer, engine.framecode, cells)


def module_of(names: dict[str, Any]) -> ModuleType | None:
    """The module whose globals these are."""
    return sys.modules[names["__name__"]] if is_module(names) else None

"""What can be watched: variables of frames, and names of modules.

Reading them runs no code of the program: where that would be needed, they are refused.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import CellType, CodeType, ModuleType
from typing import TYPE_CHECKING, Any
from weakref import ref

from debugger.frames.errors import UserError
from debugger.frames.framecode import is_module
from debugger.frames.interpreter import has_returned
from debugger.frames.locations import Watched
from debugger.frames.missing import MISSING
from debugger.frames.sites import changing_cell, changing_name, changing_slot
from debugger.frames.viewing import Viewed

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode


class Variable(Watched):
    """A local variable of one frame, which is interpreted until it ends."""

    is_interpreted = True

    def __init__(self, frame: Frame, name: str) -> None:
        super().__init__(name)
        self.code = frame.framecode.code
        self.register = frame.framecode.names.index(name)
        self._frame = ref(frame)

    def value(self) -> object:
        frame = self._frame()
        return MISSING if frame is None else frame.data.registers[self.register]

    def ending(self) -> str | None:
        frame = self._frame()
        is_over = frame is None or has_returned(frame)
        return f"{self.code.co_qualname} has ended" if is_over else None

    def belongs_to(self, frame: Frame) -> bool:
        return self._frame() is frame

    def may_mean(self, code: CodeType) -> bool:
        return code is self.code

    def sites(self, framecode: FrameCode) -> Iterable[int]:
        return changing_slot(framecode, self.register)


class ClosureVariable(Variable):
    """A variable of one frame that other functions use, too."""

    is_interpreted = False

    def value(self) -> object:
        cell = super().value()
        if type(cell) is not CellType:
            return MISSING
        try:
            return cell.cell_contents
        except ValueError:
            return MISSING

    def may_mean(self, code: CodeType) -> bool:
        is_used = self.text in code.co_freevars or self.text in code.co_cellvars
        return is_used and code.co_filename == self.code.co_filename

    def sites(self, framecode: FrameCode) -> Iterable[int]:
        return changing_cell(framecode, self.text)


class Name(Watched):
    """A name of a namespace."""

    def names(self) -> Any:
        """The namespace; None if it is gone."""
        raise NotImplementedError

    def value(self) -> object:
        names = self.names()
        return MISSING if names is None else dict.get(names, self.text, MISSING)

    def may_mean(self, code: CodeType) -> bool:
        return self.text in code.co_names or STAR in code.co_consts

    def sites(self, framecode: FrameCode) -> Iterable[int]:
        return changing_name(framecode, self.text)


class ModuleName(Name):
    """A name of a module."""

    def __init__(self, module: ModuleType, name: str) -> None:
        super().__init__(name)
        self._module = ref(module)

    def names(self) -> Any:
        module = self._module()
        return None if module is None else vars(module)

    def ending(self) -> str | None:
        return "its module is gone" if self._module() is None else None


class FrameName(Name):
    """A name that one frame sees, in the body of a class or in what `exec` runs."""

    def __init__(self, frame: Frame, name: str) -> None:
        super().__init__(name)
        self._frame = ref(frame)
        self._name = frame.name

    def names(self) -> Any:
        frame = self._frame()
        if frame is None or has_returned(frame):
            return None
        return frame.globals if frame.namespace is None else frame.namespace

    def ending(self) -> str | None:
        return f"{self._name} has ended" if self.names() is None else None

    def belongs_to(self, frame: Frame) -> bool:
        return self._frame() is frame


STAR = ("*",)
"""What `from module import *` imports, among the constants of code."""


def variable(frame: Frame, name: str) -> Watched:
    """What a name means in a frame; raises UserError if nothing, or a builtin."""
    if frame.namespace is None and name in frame.framecode.names:
        refuse_native(frame)
        is_cell = frame.framecode.names.index(name) in frame.framecode.cell_registers
        return ClosureVariable(frame, name) if is_cell else Variable(frame, name)
    names = frame.globals
    is_global = frame.namespace is None or frame.namespace is names
    if not is_global and name in names and name not in (frame.namespace or ()):
        is_global = not any(changing_name(frame.framecode, name))
    found: Name = FrameName(frame, name)
    if is_global and is_module(names):
        found = ModuleName(sys.modules[str(names["__name__"])], name)
    if found.value() is MISSING and not any(found.sites(frame.framecode)):
        raise UserError(f"There is no variable {name} here.")
    if isinstance(found, FrameName):
        refuse_native(frame)
    return found


def refuse_native(frame: Frame) -> None:
    """Raises UserError for a frame that runs natively: what it does is seen line by line only."""
    if isinstance(frame, Viewed):
        raise UserError(
            f"{frame.name} runs compiled: its variables can be watched when you have stepped"
            " into it."
        )

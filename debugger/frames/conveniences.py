"""Convenience variables: values that the user has named, of which the program sees nothing.

In the source of an expression they are the attributes of a mark, a string that no program has; in
its code, those of what holds their values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import CodeType

from debugger.frames.errors import UserError


class UnnamedError(UserError, AttributeError):
    """The user has not named anything so."""


MARK = "what the user of the debugger has named"


class Conveniences:
    """The values by their names; `offered` are those that are made when they are asked for."""

    def __init__(self) -> None:
        self.values: dict[str, object] = {}
        self.offered: Mapping[str, Callable[[], object]] = {}

    def get(self, name: str) -> object:
        """The value of a name; raises UnnamedError if it has none."""
        if name in self.values:
            return self.values[name]
        if name in self.offered:
            return self.offered[name]()
        raise UnnamedError(f"There is no ${name}.")

    def delete(self, name: str) -> None:
        """Forget a value; raises UnnamedError if there is none."""
        self.get(name)
        self.values.pop(name, None)

    def planted(self, code: CodeType) -> CodeType:
        """The code with these in place of the mark."""
        if not _is_marked(code):
            return code
        return code.replace(co_consts=tuple(map(self._planted, code.co_consts)))

    def _planted(self, constant: object) -> object:
        if type(constant) is CodeType:
            return self.planted(constant)
        return _Attributes(self) if _is_mark(constant) else constant


def _is_marked(code: CodeType) -> bool:
    return any(
        _is_marked(constant) if type(constant) is CodeType else _is_mark(constant)
        for constant in code.co_consts
    )


def _is_mark(constant: object) -> bool:
    # With `python -bb` bytes must not be compared with it.
    return type(constant) is str and constant == MARK


class _Attributes:
    """Convenience variables as attributes."""

    __slots__ = ("__of",)
    __of: Conveniences

    def __init__(self, of: Conveniences) -> None:
        object.__setattr__(self, "_Attributes__of", of)

    def __getattr__(self, name: str) -> object:
        return self.__of.get(name)

    def __setattr__(self, name: str, value: object) -> None:
        self.__of.values[name] = value

    def __delattr__(self, name: str) -> None:
        self.__of.delete(name)

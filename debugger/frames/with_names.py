"""Functions, and calls of `exec` and `eval`, with the program's names: they see its builtins.

What is made with a dictionary that has no `__builtins__` gets those of the calling frame, and our
modules have builtins of their own (`debugger.own_builtins`).
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from types import CellType, CodeType, FunctionType
from typing import Any

Names = dict[str, Any]


def _made(
    code: CodeType,
    names: Names,
    name: str | None = None,
    defaults: tuple[object, ...] | None = None,
    closure: tuple[CellType, ...] | None = None,
) -> FunctionType:
    return FunctionType(code, names, name, defaults, closure)


function_with: Callable[..., FunctionType] = FunctionType(
    _made.__code__,
    {"__builtins__": vars(builtins), "FunctionType": FunctionType},
    argdefs=_made.__defaults__,
)
"""`FunctionType`, called where the builtins are those of the program."""


def with_builtins(names: Names) -> Names:
    """The names, with the program's builtins among them, as `exec` and `eval` add them."""
    if isinstance(names, dict):  # else they refuse
        dict.setdefault(names, "__builtins__", vars(builtins))
    return names

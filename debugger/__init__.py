"""An interactive Python debugger: step slow, run fast, miss nothing.

The names below are imported when first used, so that `import debugger` costs nothing.
PYTEST_DONT_REWRITE: its plugin makes pytest rewrite the assertions of what it was installed with.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from debugger.ui.api import (
        Pdb,
        break_off,
        break_on,
        breakpoint,  # noqa: A004
        breakpoints,
        disable,
        enable,
        enter,
        pm,
        post_mortem,
        remove,
        run,
        set_trace,
        toggle,
    )

from debugger.own_builtins import keep_builtins

keep_builtins(__path__)

from debugger.frames import VERSION  # noqa: E402  (a module that is to keep the builtins, too)

__version__ = VERSION

__all__ = [
    "Pdb",
    "break_off",
    "break_on",
    "breakpoint",
    "breakpoints",
    "disable",
    "enable",
    "enter",
    "interpret",
    "pm",
    "post_mortem",
    "remove",
    "run",
    "set_trace",
    "toggle",
]

if sys.version_info[:2] not in ((3, 11), (3, 12), (3, 13)) or "t" in getattr(sys, "abiflags", ""):
    raise ImportError(
        "debugger supports CPython 3.11, 3.12 and 3.13, except their free-threaded builds."
    )

Value = TypeVar("Value")


def interpret(function: Callable[..., Value], /, *args: object, **kwargs: object) -> Value:
    """Call a function in the interpreter, without a user and without stops."""
    from debugger.frames.engine import Engine
    from debugger.frames.stepping import Silent

    result: Value = Engine(Silent()).call(function, *args, **kwargs)
    return result


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'debugger' has no attribute '{name}'")
    from debugger.ui import api

    return getattr(api, name)

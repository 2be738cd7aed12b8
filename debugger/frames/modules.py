"""Modules in focus that the program imports are interpreted too.

The import system runs a module's body through one small function of its own; while a program
runs, that function is ours for code in focus.  It bears the original's name, by which
CPython trims import frames from tracebacks.
"""

from __future__ import annotations

import builtins
import importlib._bootstrap as bootstrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from debugger.frames.events import RAISED
from debugger.frames.quiet import quiet_code

if TYPE_CHECKING:
    from debugger.frames.engine import Engine
    from debugger.frames.interpreter import Outcome


def _call_with_frames_removed(run: Any, *arguments: Any, **keywords: Any) -> Any:
    outcome = run(*arguments, **keywords)
    if outcome.event == -3:
        raise outcome.value
    return outcome.value


assert RAISED == -3
RUN_MODULE = "_call_with_frames_removed"


@contextmanager
def interpreted_imports(engine: Engine) -> Iterator[None]:
    """While this lasts, modules in focus are interpreted when they are imported."""
    original = getattr(bootstrap, RUN_MODULE)
    if getattr(original, "is_interpreting", False):
        yield
        return
    setattr(bootstrap, RUN_MODULE, _replacement(engine, original))
    try:
        yield
    finally:
        setattr(bootstrap, RUN_MODULE, original)


def in_importlib(code: CodeType) -> CodeType:
    """Code as CPython knows it, and trims it from tracebacks."""
    return code.replace(co_filename="<frozen importlib._bootstrap>", co_name=RUN_MODULE)


# Made once: a program may be run many times, and for a moment only.
_PASS_ON = in_importlib(quiet_code(_call_with_frames_removed.__code__))


@cache
def _code_of(replacement: CodeType) -> CodeType:
    return in_importlib(replacement)


def _replacement(engine: Engine, original: Callable[..., Any]) -> Callable[..., Any]:
    pass_on = FunctionType(_PASS_ON, {})

    def run_module(code: CodeType, names: dict[str, Any]) -> Outcome:
        names.setdefault("__builtins__", builtins.__dict__)  # as exec does
        interpreter = engine.interpreter()
        return interpreter.run(interpreter.code_frame(interpreter.leaf, code, names, names))

    def replacement(function: Any, *arguments: Any, **keywords: Any) -> Any:
        if function is exec and engine.imports(arguments[0]):
            native = engine.entries.native(arguments[0])
            if native is None:
                return pass_on(run_module, *arguments)
            arguments = (native, *arguments[1:])
        return original(function, *arguments, **keywords)

    replacement.__code__ = _code_of(replacement.__code__)
    replacement.is_interpreting = True  # type: ignore[attr-defined]
    return replacement

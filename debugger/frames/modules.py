"""Modules in focus that the program imports are interpreted too.

The import system runs a module's body through one small function of its own; while a program
runs, that function is ours for code in focus.  It bears the original's name, by which
CPython trims import frames from tracebacks.  Loaders that call `exec` themselves, as that of pytest
does, find one in their module that does the same.
"""

from __future__ import annotations

import importlib._bootstrap as bootstrap
import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType, TracebackType
from typing import TYPE_CHECKING, Any

from debugger.frames.events import RAISED
from debugger.frames.hosts import real_frame
from debugger.frames.quiet import quiet_code
from debugger.frames.texts import TEXTS
from debugger.frames.with_names import with_builtins

if TYPE_CHECKING:
    from debugger.frames.engine import Engine
    from debugger.frames.interpreter import Outcome


def _call_with_frames_removed(run: Any, *arguments: Any, **keywords: Any) -> Any:
    outcome = run(*arguments, **keywords)
    if outcome.event == -3:
        raise outcome.take()
    return outcome.take()


assert RAISED == -3
RUN_MODULE = "_call_with_frames_removed"
MAKE_MODULE = "module_from_spec"
Names = dict[str, Any]


@contextmanager
def interpreted_imports(engine: Engine) -> Iterator[None]:
    """While this lasts, modules in focus are interpreted when they are imported."""
    original = getattr(bootstrap, RUN_MODULE)
    if getattr(original, "is_interpreting", False):
        yield
        return
    run_module = _replacement(engine, original)
    setattr(bootstrap, RUN_MODULE, run_module)
    try:
        with _loaders_execute(engine, run_module):
            yield
    finally:
        setattr(bootstrap, RUN_MODULE, original)


@contextmanager
def _loaders_execute(engine: Engine, run_module: Callable[..., Any]) -> Iterator[None]:
    """While this lasts, loaders that call `exec` themselves run modules by `run_module`."""
    original = getattr(bootstrap, MAKE_MODULE)
    execute = _execute(run_module)
    changed: list[Names] = []

    def module_from_spec(spec: Any) -> Any:
        names = _executing(spec.loader, engine)
        if names is not None and "exec" not in names:
            names["exec"] = execute
            changed.append(names)
        return original(spec)

    module_from_spec.__code__ = _code_of(module_from_spec.__code__)
    for module in (bootstrap, importlib.util):
        setattr(module, MAKE_MODULE, module_from_spec)
    try:
        yield
    finally:
        for module in (bootstrap, importlib.util):
            setattr(module, MAKE_MODULE, original)
        for names in changed:
            names.pop("exec", None)


def _executing(loader: object, engine: Engine) -> Names | None:
    """The namespace in which a loader looks `exec` up, if it does and is none of Python's own."""
    function = getattr(type(loader), "exec_module", None)
    if not isinstance(function, FunctionType) or "exec" not in function.__code__.co_names:
        return None
    is_own = function.__code__.co_filename.startswith("<frozen ")
    return None if is_own or engine.imports(function.__code__) else function.__globals__


def _execute(run_module: Callable[..., Any]) -> Callable[..., None]:
    """What stands for `exec` in a loader's module."""

    def execute(code: Any, names: Any = None, own: Any = None, /, **more: Any) -> None:
        failure = None
        around = real_frame(1)
        outer, inner = (around.f_globals, around.f_locals) if names is None else (names, names)
        try:
            if type(code) is CodeType and type(names) is dict and own is None and not more:
                run_module(exec, code, names)
            else:
                exec(code, with_builtins(outer), inner if own is None else own, **more)
        except BaseException as error:
            failure = error
        if failure is not None:
            failure.__traceback__ = _without_import(failure.__traceback__)
            raise failure

    execute.__code__ = _code_of(quiet_code(execute.__code__))
    return execute


def _without_import(entry: TracebackType | None) -> TracebackType | None:
    """A traceback from where the import system has called something."""
    while entry is not None and entry.tb_frame.f_code.co_name == RUN_MODULE:
        entry = entry.tb_next
    return entry


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
        names = with_builtins(names)
        interpreter = engine.interpreter()
        return interpreter.run(interpreter.code_frame(interpreter.leaf, code, names, names))

    def replacement(function: Any, *arguments: Any, **keywords: Any) -> Any:
        if function is exec and engine.imports(arguments[0]):
            TEXTS.loaded(arguments[0].co_filename)
            native = engine.entries.native(arguments[0])
            if native is None:
                return pass_on(run_module, *arguments)
            arguments = (native, *arguments[1:])
        return original(function, *arguments, **keywords)

    replacement.__code__ = _code_of(replacement.__code__)
    replacement.is_interpreting = True  # type: ignore[attr-defined]
    return replacement

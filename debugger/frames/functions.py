"""The modules and functions that there are, for code that was run before anybody looked."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterable, Mapping
from operator import attrgetter
from types import (
    AsyncGeneratorType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    ModuleType,
)
from typing import Any

from debugger.frames import source
from debugger.frames.errors import UserError
from debugger.frames.living import every
from debugger.frames.texts import text_of


def functions(is_wanted: Callable[[str], bool]) -> list[CodeType]:
    """The code of all functions from the files that are wanted; stubs and variants are among it.

    Only of those of modules that are in use: there may be many from before that are only garbage.
    """
    modules: dict[str, object] = dict(sys.modules)
    in_use = {id(vars(each)) for each in modules.values() if isinstance(each, ModuleType)}
    codes = [each.__code__ for each in every(FunctionType) if id(each.__globals__) in in_use]
    wanted = {path: is_wanted(path) for path in {code.co_filename for code in codes}}
    return list({id(code): code for code in codes if wanted[code.co_filename]}.values())


def swap(new: Mapping[int, CodeType]) -> None:
    """Give all functions the code that is new for the one they have, by its id."""
    for each in every(FunctionType) if new else ():
        if id(each.__code__) in new:
            each.__code__ = new[id(each.__code__)]


def generators(is_wanted: Callable[[FrameType], bool]) -> list[Resumable]:
    """The generators, coroutines and the like that have not ended, with frames that are wanted."""
    found = ((each, frame_of(each)) for each in every(*FRAMES))
    return [each for each, frame in found if frame is not None and is_wanted(frame)]


def frame_of(resumable: Resumable) -> FrameType | None:
    """The real frame of a generator or the like, None if it has ended."""
    return FRAMES[type(resumable)](resumable)


Resumable = Generator[Any, Any, Any] | Coroutine[Any, Any, Any] | AsyncGenerator[Any, Any]
FRAMES: dict[type, Callable[[Any], FrameType | None]] = {
    GeneratorType: attrgetter("gi_frame"),
    CoroutineType: attrgetter("cr_frame"),
    AsyncGeneratorType: attrgetter("ag_frame"),
}


def files(modules: Mapping[str, object]) -> dict[str, str]:
    """The files of modules, by their names."""
    # Looked up in the dictionary, since a module's own `__getattr__` may run anything.
    found = {
        name: vars(module).get("__file__")
        for name, module in dict(modules).items()
        if isinstance(module, ModuleType)
    }
    return {name: file for name, file in found.items() if isinstance(file, str)}


def genuine(codes: Iterable[CodeType]) -> list[CodeType]:
    """Those that stand in their files; the debugger makes others in the name of the user's code."""
    standing: dict[str, set[CodeType]] = {}
    found = []
    for code in codes:
        path = code.co_filename
        if path not in standing:
            standing[path] = set(_standing_in(path))
        if code in standing[path]:
            found.append(code)
    return found


def _standing_in(path: str) -> Iterable[CodeType]:
    try:
        return source.nested(source.compiled_text(path, text_of(path)))
    except UserError:
        return ()


def outermost(codes: Iterable[CodeType]) -> list[CodeType]:
    """Those among some code objects that are not nested in another one of them."""
    chosen = list(codes)
    inside = {id(inner) for code in chosen for inner in source.nested(code) if inner is not code}
    return [code for code in chosen if id(code) not in inside]

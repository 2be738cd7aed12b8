"""Handlers of signals: what they raise is told from the errors of what they have interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from types import CodeType, FunctionType
from typing import Any

from debugger.frames.tracebacks import codes

Place = tuple[str, int, str]
_SIGNALS: Any = import_module("_signal")
"""Without what is written in Python around it, which looks builtins up."""


def is_by_handler(error: BaseException) -> bool:
    """Whether an error has come out of what now is the handler of a signal."""
    places = set(map(_place, filter(None, map(_code, _handlers()))))
    return any(_place(code) in places for code in codes(error))


def _handlers() -> Iterator[Any]:
    """What is called when a signal comes, of all those that have something."""
    for number in _SIGNALS.valid_signals():
        handler = _SIGNALS.getsignal(number)
        if callable(handler):
            yield handler


def _code(handler: Any) -> CodeType | None:
    """The code that runs when a handler is called; None if that is not written in Python."""
    while type(handler) is partial:
        handler = handler.func
    function = getattr(handler, "__func__", handler)
    if type(function) is not FunctionType:
        function = type(handler).__call__
    return getattr(function, "__code__", None)


def _place(code: CodeType) -> Place:
    """What the code of a function has in common with that which runs in its place."""
    return code.co_filename, code.co_firstlineno, code.co_qualname

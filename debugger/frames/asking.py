"""What the program asks for by `breakpoint`, whatever it calls that: a stop.

Calls that are interpreted are recognised (`special.py`).  All others come to `sys.breakpointhook`,
by another name, or from C; Python's own would start pdb.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from debugger.frames.stops import SourceBreak

if TYPE_CHECKING:
    from debugger.frames.engine import Engine


def is_unchosen() -> bool:
    """Whether neither the program nor its user has chosen what `breakpoint` does."""
    return (
        getattr(sys, "breakpointhook", None) is sys.__breakpointhook__
        and os.environ.get("PYTHONBREAKPOINT", "") == ""
    )


@contextmanager
def stopping(engine: Engine) -> Iterator[None]:
    """While this lasts, Python's own hook stops the program."""
    own = sys.__breakpointhook__
    if isinstance(own, Hook):
        yield
        return
    hook = Hook(engine, own)
    _exchange(own, hook)
    try:
        yield
    finally:
        _exchange(hook, own)


def _exchange(old: Callable[..., Any], new: Callable[..., Any]) -> None:
    sys.__breakpointhook__ = new
    if getattr(sys, "breakpointhook", None) is old:
        sys.breakpointhook = new


class Hook:
    """Stops the program, unless its user has chosen what else to do; then `own` does that."""

    __slots__ = ("engine", "own")

    def __init__(self, engine: Engine, own: Callable[..., Any]) -> None:
        self.engine = engine
        self.own = own

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        if os.environ.get("PYTHONBREAKPOINT", ""):
            return self.own(*arguments, **keywords)
        if self.engine.may_stop():
            self.engine.interrupt(SourceBreak())
        return None

"""What was told of errors is remembered only as long as it holds.

Each program raises an error that is caught, many times, and then one at the same place that is not:
that stops where it is raised.
"""

from __future__ import annotations

import linecache
import sys
from types import ModuleType
from typing import Any
from weakref import ref

import pytest

from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.catching import Fate
from debugger.frames.engine import Engine
from debugger.frames.fates import Told
from debugger.frames.stepping import Continue
from debugger.frames.stops import Raised, Stop

PATH = "/caught.py"
HEAD = """\
import errors
class E(Exception): pass
class Other(Exception): pass
def fail(error):
    raise error
def own(error):
    try:
        raise error
    except E:
        pass
def passes(error):
    try:
        fail(error)
    except E:
        pass
"""
PROGRAMS = {
    "another error": "for _ in range(20): own(E())\nown(Other())",
    "another error from a function": "for _ in range(20): passes(E())\npasses(Other())",
    "a name means another class": "for _ in range(20): own(E())\nkept, E = E, Other\nown(kept())",
    "a name has gone": "for _ in range(20): passes(E())\nkept = E\ndel E\npasses(kept())",
    "a built-in name is covered": """
def f():
    try: raise KeyError
    except LookupError: pass
for _ in range(20): f()
LookupError = Other
f()
""",
    "a module's name means another class": """
def f(error):
    try: fail(error)
    except errors.E: pass
kept = errors.E
for _ in range(20): f(kept())
errors.E = Other
f(kept())
""",
    "another class for a parameter": """
def f(kind):
    try: fail(E())
    except kind: pass
for _ in range(20): f(E)
f(Other)
""",
    "another class in a cell": """
def outer(kind):
    def f():
        try: fail(E())
        except kind: pass
    for _ in range(20): f()
    kind = Other
    f()
outer(E)
""",
    "other classes in a tuple": """
kinds = (E, KeyError)
def f():
    try: fail(E())
    except kinds: pass
for _ in range(20): f()
kinds = (KeyError,)
f()
""",
    "raised again, if something says so": """
def f(again):
    try: fail(E())
    except E:
        if again: raise
for _ in range(20): f(False)
f(True)
""",
    "another caller": "for _ in range(20): passes(E())\nfail(E())",
    "a caller further out": """
def middle(error): fail(error)
def catches(error):
    try: middle(error)
    except E: pass
for _ in range(20): catches(E())
middle(E())
""",
    "a class of the same name": """
def made():
    class Made(Exception): pass
    return Made
for _ in range(20):
    E = made()
    own(E())
own(made()())
""",
    "a generator whose caller does not catch": """
def gives():
    yield 1
    raise E
def caught():
    try: return list(gives())
    except E: pass
for _ in range(20): caught()
list(gives())
""",
    "what `hasattr` swallows, called otherwise": """
class A:
    @property
    def x(self): raise AttributeError
for _ in range(20): hasattr(A(), "x")
A().x
""",
    "an exit method that changes its mind": """
class Yes:
    def __enter__(self): pass
    def __exit__(self, *error): return True
class No(Yes):
    def __exit__(self, *error): return False
def f(manager):
    with manager: raise E
for _ in range(20): f(Yes())
f(No())
""",
}


class Listener:
    """Goes on from every stop; remembers them, and what was foretold."""

    def __init__(self) -> None:
        self.stops: list[tuple[str, int | None]] = []

    def on_stop(self, stop: Stop) -> Continue:
        told = stop.reason.fate if isinstance(stop.reason, Raised) else type(stop.reason).__name__
        self.stops.append((told, stop.frame.line))
        return Continue()


def run(name: str, monkeypatch: pytest.MonkeyPatch, *kinds: str) -> tuple[Listener, int | None]:
    """Where a program stops as compiled frames, and in which line its last error was raised."""
    text = HEAD + PROGRAMS[name]
    linecache.cache[PATH] = (len(text), None, text.splitlines(keepends=True), PATH)
    errors: Any = ModuleType("errors")
    errors.E = type("E", (Exception,), {})
    monkeypatch.setitem(sys.modules, "errors", errors)
    listener = Listener()
    engine = Engine(listener, make_entries=CompiledEntries)
    for kind in kinds:
        engine.break_on.on(kind)
    names: dict[str, Any] = {"__name__": "__main__"}
    with pytest.raises(BaseException) as raised:  # noqa: PT011
        engine.run_code(compile(text, PATH, "exec"), names)
    return listener, raised.traceback[-1].lineno + 1


def test_what_was_told_is_of_one_type():
    """Another one may have its id, when the first is gone."""
    told = Told(Fate.CAUGHT, ref(KeyError), ())
    assert told.holds(KeyError(), {})
    assert not told.holds(ValueError(), {})


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_error_that_is_not_caught_stops(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    listener, line = run(name, monkeypatch, "error")
    assert listener.stops == [("uncaught", line)]


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_stop_where_all_are_wanted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    listener, _ = run(name, monkeypatch, "error", "throw")
    # Where a name has gone there is an error more: that.
    assert len(listener.stops) == 21 + (name == "a name has gone")

"""Programs that ask for a stop, by whatever name: they get one, if nobody has chosen otherwise."""

from __future__ import annotations

import linecache
import sys
import textwrap

import pytest

from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.interpreted_entries import InterpretedEntries
from debugger.frames.stepping import Continue
from debugger.frames.stops import SourceBreak

CALLS = {
    "its name": "breakpoint()",
    "another name": "stop()",
    "its hook": "sys.breakpointhook()",
    "Python's own hook": "sys.__breakpointhook__()",
    "through C": "[*map(stop, [1])]",
    "a partial": "functools.partial(stop)()",
    "a native callee": "contextlib.ExitStack().__exit__ and run(stop)",
    "an operator": "Equal() == 1",
}
ENTRIES = {"compiled": CompiledEntries, "interpreted": InterpretedEntries}

PROGRAM = """\
import contextlib
import functools
import sys
stop = breakpoint

def run(function):
    with contextlib.suppress():
        function()
        done = 1
    return done

class Equal:
    def __eq__(self, other):
        stop()
        return other

def asks(n):
    {call}
    return n + 1

for i in range(2):
    asks(i)
{more}
"""
FILE = "/asking.py"
PLACES = {"its name": 18, "a native callee": 8, "an operator": 14}
"""The lines that ask, where that is not the one that stands in `asks`."""


class Noting:
    """Goes on at each stop, and notes its line."""

    def __init__(self) -> None:
        self.stops: list[tuple[object, int | None]] = []

    def on_stop(self, stop):
        self.stops.append((stop.reason, stop.frame.line))
        return Continue()


def stops(source, make_entries=CompiledEntries):
    """The stops of a program."""
    listener = Noting()
    linecache.cache[FILE] = (len(source), None, source.splitlines(keepends=True), FILE)
    engine = Engine(listener, make_entries=make_entries)
    engine.run_code(compile(source, FILE, "exec"), {"__name__": "__main__"})
    return listener.stops


@pytest.fixture(autouse=True)
def _nothing_chosen(monkeypatch):
    monkeypatch.delenv("PYTHONBREAKPOINT", raising=False)
    own = sys.breakpointhook, sys.__breakpointhook__
    monkeypatch.setattr(sys, "breakpointhook", sys.__breakpointhook__)
    yield
    assert sys.__breakpointhook__ is own[1]


@pytest.mark.parametrize("entries", ENTRIES)
@pytest.mark.parametrize("name", CALLS)
def test_stops_at_the_call_or_at_the_next_line(name, entries):
    found = stops(PROGRAM.format(call=CALLS[name], more=""), ENTRIES[entries])
    line = PLACES.get(name, 18)
    assert [reason for reason, _ in found] == [SourceBreak()] * 2
    assert {where for _, where in found} <= {line, line + 1}


def test_goes_on_natively_afterwards():
    more = "def after(n):\n    return n\nafter(1)"
    assert len(stops(PROGRAM.format(call="stop()", more=more))) == 2


CHOICES = {
    "nothing": ({"PYTHONBREAKPOINT": "0"}, ""),
    "another function": ({"PYTHONBREAKPOINT": "builtins.callable"}, "1"),
    "one of the program": ({}, "1"),
}


@pytest.mark.parametrize("call", ["stop({})", "breakpoint({})"])
@pytest.mark.parametrize("name", CHOICES)
def test_what_was_chosen_is_called(name, call, monkeypatch):
    variables, arguments = CHOICES[name]
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    chosen = "" if variables else "sys.breakpointhook = seen.append"
    source = f"""\
        import sys
        stop, seen = breakpoint, []
        {chosen}
        def asks():
            {call.format(arguments)}
        asks()
        assert seen == {[] if variables else [1]}
        """
    assert stops(textwrap.dedent(source)) == []

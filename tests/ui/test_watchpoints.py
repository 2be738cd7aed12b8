"""Watchpoints miss nothing, in every way that frames can run.

CPython is the oracle: a tracer looks at the same variable before each instruction.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.helpers import LAUNCH, TIMEOUT, prepared
from tests.ui.driven import NAME, WAYS, Driven, Program, driven, natively, written

PROGRAMS = Path(__file__).parent / "programs" / "missed"
in_every_way = pytest.mark.parametrize("way", WAYS)
CHANGE = re.compile(r"^\w\S* (=|is) (.*?)   \[was (.*)\](?:   line (\d+): .*)?$", re.MULTILINE)

TRACED = f"""\
import sys
WATCHED, START, KIND = sys.argv[1], int(sys.argv[2]), sys.argv[3]
MISSING = object()
watched, before = [], [MISSING, 0]
def value():
    names = watched[0].f_globals if KIND == "global" else watched[0].f_locals
    return names.get(WATCHED, MISSING)
def same(old, new):
    return old is new or (type(old) is type(new) in (int, str) and old == new)
def look(frame, event):
    if not watched and event == "line" and frame.f_lineno == START:
        watched.append(frame)
        before[0] = value()
    elif watched and watched[0] is not None and frame.f_lineno not in HIDDEN:
        now = value()
        if not same(before[0], now):
            print("change", repr(show(now)), repr(show(before[0])), sep=chr(9))
            before[0] = now
        if event == "return" and frame is watched[0] and not frame.f_code.co_flags & 0x2A0:
            watched[0] = None
def show(value):
    return "unset" if value is MISSING else repr(value)
def tracer(frame, event, _):
    if frame.f_code.co_filename != {NAME!r}:
        return None
    frame.f_trace_opcodes = True
    look(frame, event)
    return tracer
text = open({NAME!r}).read()
HIDDEN = [n for n, line in enumerate(text.splitlines(), 1) if line.endswith("# hidden")]
source = compile(text, {NAME!r}, "exec")
# Or 3.12 has no events of instructions.
sys._getframe().f_trace_opcodes = True
sys.settrace(tracer)
exec(source, {{"__name__": "__main__"}})
sys.settrace(None)
"""
MARKERS = {
    **dict.fromkeys(
        ("plain", "loop", "target", "blocks", "definitions", "closure", "recursive", "generator"),
        ("value", "local"),
    ),
    "coroutine": ("value", "local"),
    "caller": ("value", "local"),
    "module": ("total", "global"),
    "body": ("total", "local"),
}
"""What is watched from the lines with these markers on, and what kind of variable it is."""


@cache
def read(name: str) -> Program:
    return Program((PROGRAMS / f"{name}.py").read_text("utf-8"))


@cache
def changes(program: Program, marker: str) -> list[tuple[str, str]]:
    """What CPython sees: the new values of a variable, each with the one before."""
    name, kind = MARKERS[marker]
    with written(program) as folder:
        script = Path(folder) / "traced.py"
        script.write_text(TRACED, "utf-8")
        words = ["-c", script.name, name, str(program.lines[marker]), kind]
        out, errors, _ = prepared("import runpy").run(LAUNCH, words, Path(folder), "", TIMEOUT)
    found = [line.split("\t")[1:] for line in out.splitlines() if line.startswith("change")]
    assert found, errors
    return [(plain(new), plain(old)) for new, old in found]


def plain(text: str) -> str:
    """A value without what the debugger leaves out of it."""
    text = text.strip("'\"")
    return text.split()[0] if text.startswith("<") else text


def told(done: Driven) -> list[tuple[str, str]]:
    """What the debugger has told: the same."""
    return [(plain(found[2]), plain(found[3])) for found in CHANGE.finditer(done.text)]


@in_every_way
@pytest.mark.parametrize("marker", MARKERS)
def test_names(marker: str, way: str) -> None:
    program = read("watched")
    name, _ = MARKERS[marker]
    commands = ["break_off", f"tbreak @{marker}", "c", f"wbreak {name}"]
    done = driven(program, commands, way)
    print(done.text)
    assert [new for new, _ in told(done)] == [new for new, _ in changes(program, marker)]
    assert (done.output, done.status) == natively(program)

"""The log stays within its limit, what is left of it is exact, and the program notices nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from debugger.frames import stepping
from debugger.frames.engine import Engine
from debugger.frames.recording import containers, iterators, keeping, sites
from debugger.frames.recording.going_back import go_back
from debugger.frames.recording.places import places
from debugger.frames.recording.recorder import Recording
from tests.frames.support import Asking, Program, break_at, run
from tests.helpers import PROGRAMS, ROOT
from tests.recording.cases import PROGRAMS as CASES
from tests.recording.observer import Observer, native, observed

LONG = Program(
    """
    def f(n):
        total = 0
        values = [0] * 10
        for i in range(n):
            total += i
            values[i % 10] = total
        return total  # @end
    result = f(20_000)
    """,
    "<long>",
)
LIMIT = 100_000


def test_the_ring_forgets_its_oldest_entries() -> None:
    found: dict[str, Any] = {}

    def look(stop: Any) -> stepping.Plan:
        if found:  # it comes here again after it was put back
            return stepping.Continue()
        interpreter = stop.frame.interpreter
        found["used"] = interpreter.log.bytes_used()
        lines = []
        while (place := next(places(interpreter), None)) is not None:
            frame = go_back(interpreter, place).frame
            lines.append((frame.line, dict(frame.variables())))
        found["lines"] = lines
        return stepping.Continue()

    def prepare(engine: Engine) -> None:
        engine.record(Recording(LIMIT))
        break_at(LONG, "end")(engine)

    ran = run(LONG, Asking(look), prepare)
    assert ran.error is None
    assert ran.names["result"] == sum(range(20_000))
    assert found["used"] <= LIMIT
    assert 500 < len(found["lines"]) < 20_000
    for line, values in found["lines"][1:]:
        i = values["i"]
        assert values["total"] == sum(range(i if line == 6 else i + 1))


@pytest.mark.parametrize(
    "name",
    [
        "gc_cycles",
        "object_lifetime_del",
        "object_lifetime_exceptions",
        "object_lifetime_expressions",
        "object_lifetime_function",
        "object_lifetime_iteration",
        "refcount_deltas",
    ],
)
def test_objects_live_as_long_as_without_a_recording(name):
    program = PROGRAMS / f"{name}.py"
    runner = Path(__file__).parent / "run_recorded.py"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    outputs = [
        subprocess.run(
            [sys.executable, *words, program.name],
            cwd=PROGRAMS,
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        ).stdout
        for words in ([], [str(runner)])
    ]
    assert outputs[0] == outputs[1]


def nothing(*_: object) -> None:
    """In place of what undoes a change."""


PLANTED = {
    "a register is not put back": (sites.Mark, "undo", nothing, "registers"),
    "iterators are not set back": (sites.LoopMark, "undo", sites.Mark.undo, "loops"),
    "growth is not undone": (containers.Growth, "restore", nothing, "loops"),
    "an element is not put back": (containers.ItemChange, "restore", nothing, "containers"),
    "an attribute is not put back": (containers.AttributeChange, "restore", nothing, "objects"),
    "a cell is not put back": (sites.CellChange, "undo", nothing, "closures"),
    "a frame is not entered again": (sites.Left, "revive", nothing, "calls"),
}


@pytest.mark.parametrize("bug", PLANTED)
def test_planted_bugs_are_found(bug, monkeypatch):
    owner, name, wrong, case = PLANTED[bug]
    monkeypatch.setattr(owner, name, wrong)
    assert any(is_noticed(case, stop_at) for stop_at in range(6, 70))


def is_noticed(case: str, stop_at: int) -> bool:
    observer = Observer(stop_at, stop_at // 2)
    ended = observed(CASES[case], observer)
    return bool(observer.mistakes) or ended != native(CASES[case])


def test_lists_are_kept_only_while_nobody_can_notice() -> None:
    assert isinstance(keeping.keep([1, 2.0, "x"]), keeping.Copied)
    assert isinstance(keeping.keep([object()]), keeping.Lost)
    assert isinstance(keeping.keep([0] * 1000), keeping.Lost)
    assert keeping.keep((1, "x")) == (1, "x")
    assert isinstance(keeping.keep(([],)), keeping.Lost)


@pytest.mark.parametrize("make", [lambda: iter(range(3, 30, 4)), lambda: iter([1, 2, 3, 4])])
def test_an_iterator_set_back_gives_the_same_again(make):
    iterator = make()
    first = [next(iterator) for _ in range(3)]
    again = iterators.rewound(iterator, 2)
    assert [next(again), next(again)] == first[1:]

"""Going back before what machine code has written and nobody has kept is asked about, and told.

The loops are in a function that has returned: they are passed over, however long they are.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

pytest.importorskip("numba")

import numpy as np

from debugger.compiled.loops.loops import Loops
from debugger.compiled.tiered import TieredInterpreter
from debugger.frames.engine import Engine
from debugger.frames.frame import Frame
from debugger.frames.recording.choosing import line_back
from debugger.frames.recording.going_back import go_back
from debugger.frames.recording.places import obstacles
from debugger.frames.recording.recorder import Recording
from debugger.frames.stepping import Continue, Plan
from debugger.frames.stops import Stop
from tests.frames.support import Program, break_at, fresh_names
from tests.loops.support import Eager

LIMIT = 400_000
PROGRAM = Program(
    """
def fill(items, n):
    for i in range(n):
        items[i] = i * 2
begun = 1
fill(items, len(items))
ended = 1  # @end
""",
    "<unkept>",
)


def went_back(items: Any) -> str:
    """What is said when the program goes from its last line to `begun = 1`, and on from there."""
    told: list[str] = []

    class Returning:
        def on_stop(self, stop: Stop) -> Plan:
            if not told:
                told.append(tried(stop.frame))
            return Continue()

    make = partial(TieredInterpreter, loops=Loops(Eager(hot=1)))
    engine = Engine(Returning(), make_interpreter=make, recorder=Recording(LIMIT))
    break_at(PROGRAM, "end")(engine)
    engine.run_code(PROGRAM.code(), {**fresh_names(), "items": items})
    return told[0]


def tried(frame: Frame) -> str:
    """Go two lines back; what the user is asked about, and what is said to be lost."""
    place = line_back(frame, 2)
    asked = [f"{each.what} ({each.line})" for each in obstacles(frame.interpreter, place)]
    return "; ".join([*asked, *go_back(frame.interpreter, place).gone])


def test_long_lists_are_not_kept() -> None:
    writes = "writes a list of 80,000 bytes, which is not kept"
    assert went_back([0] * 10_000) == f"a loop that {writes} (3); a loop {writes}"


def test_short_lists_are_put_back() -> None:
    items = [7] * 2000
    assert not went_back(items)
    assert items == list(range(0, 4000, 2))


def test_arrays_are_put_back_however_long_they_are() -> None:
    items = np.full(20_000, 7)
    assert not went_back(items)
    assert items.tolist() == list(range(0, 40_000, 2))

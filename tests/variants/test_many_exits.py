"""Frames that are left very often do not grow, and neither does the stack."""

from __future__ import annotations

import gc
import sys
from types import FrameType, FunctionType

from debugger.compiled.variants.variant import make_variant
from debugger.frames.framecode import FrameCode

ROUNDS = 25_000


def work(n):
    total = 0
    for i in range(n):
        try:
            total += 12 // (i % 3)
        except ZeroDivisionError as error:
            total += len(error.args)
        with Quiet():
            total -= 1
    return total


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


def host_depth():
    depth = 0
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    return depth


class Bouncing:
    """Goes on where it was left, and notes how deep the stack is."""

    def __init__(self):
        self.exits = 0
        self.depths = set()

    def leave(self, layout, arguments):
        self.exits += 1
        self.depths.add(host_depth())
        index, values, stack, _ = layout.taken_out(arguments, sys._getframe(2))
        return layout.answer(index, values, stack)


def test_a_hundred_thousand_exits_leave_no_trace():
    bouncing = Bouncing()
    framecode = FrameCode(work.__code__)
    code = make_variant(framecode, bouncing.leave, range(len(framecode.statements))).code
    left = FunctionType(code, globals())
    expected = work(ROUNDS)
    assert left(10) == work(10)
    gc.collect()
    before = sys.getallocatedblocks()
    assert left(ROUNDS) == expected
    gc.collect()
    assert bouncing.exits > 4 * ROUNDS
    assert len(bouncing.depths) == 1
    assert sys.getallocatedblocks() - before < 100

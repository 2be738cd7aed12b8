"""A frame can be taken apart before any statement and put together again: nothing is forgotten."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from types import CellType

import pytest

from debugger.frames.missing import MISSING
from debugger.frames.points import State, capture, restore
from debugger.frames.stepping import StepIn
from tests.frames.support import Asking, Program, run
from tests.helpers import PROGRAMS

PROGRAM_NAMES = [
    "augmented_assignment_order",
    "chained_comparison",
    "class_body_scoping",
    "closure_del_cell",
    "comprehension_scope_names",
    "comprehension_walrus",
    "evaluation_order_calls",
    "except_evaluation_order",
    "except_nested",
    "except_star_control_flow",
    "finally_all_paths",
    "finally_in_loops",
    "generator_close",
    "generator_send_evaluation",
    "generator_with_statement",
    "loops_for_else",
    "match_mappings",
    "match_sequences",
    "raise_forms",
    "star_expressions",
    "super_in_cell",
    "unpack_sequences",
    "with_exit_truthiness",
    "with_targets",
    "yield_from_delegation",
]


class Rebuilding:
    """Takes a frame apart at each statement and builds it anew, from a damaged state if asked."""

    def __init__(self, damage=None):
        self.damage = damage
        self.count = 0
        self.damaged = 0

    def on_stop(self, stop):
        frame = stop.frame
        self.count += 1
        point, state = capture(frame)
        assert point.code is frame.framecode.code
        assert frame.framecode.point(frame.pc) == point
        before = frame.data.copy()
        if self.damage is not None:
            damaged = self.damage(state)
            self.damaged += damaged is not state
            state = damaged
        frame.data.registers[:] = [MISSING] * len(before.registers)
        frame.data.handled = ()
        frame.data.namespace = None
        restore(frame, frame.pc, state)
        if self.damage is None:
            assert capture(frame) == (point, state)
            assert frame.data.handled == before.handled
            assert frame.data.namespace is before.namespace
        return StepIn(frame)


def outcome(program, listener, **options):
    """All that can be seen of a run in this process."""
    output = io.StringIO()
    with redirect_stdout(output):
        ran = run(program, listener, **options)
    return output.getvalue(), type(ran.error), str(ran.error)


@pytest.mark.parametrize("name", PROGRAM_NAMES)
def test_rebuilding_every_frame_changes_nothing(name):
    path = PROGRAMS / f"{name}.py"
    program = Program(path.read_text(encoding="utf-8"), str(path))
    expected = outcome(program, Asking(lambda _: None))
    assert expected[0]
    listener = Rebuilding()
    assert outcome(program, listener, stop_first=True) == expected
    assert listener.count > 30


WORK = Program("""
    def f(n, words):
        total, offset = 0, 10
        add = lambda x: x + offset
        for word in words:
            try:
                total += add(n // len(word))
            except ZeroDivisionError as error:
                total += len(str(error)) + max(n, 2)
        return [total, *[add(i) for i in range(2)]]
    print(f(9, ["a", "", "bcd"]))
    class A:
        x = 3
        y = x + 1
    print(A.y)
""")


def changed(state, **parts):
    """The state with other parts."""
    names = ("slots", "cells", "temps", "handled", "namespace")
    return State(**{name: parts.get(name, getattr(state, name)) for name in names})


def last_number(values):
    """The key of the last number among some values, or None."""
    return next((key for key, value in reversed(values) if type(value) is int), None)


def forget_temp(state):
    depth = last_number(state.temps.items())
    return state if depth is None else changed(state, temps={**state.temps, depth: -100})


def forget_slot(state):
    place = last_number([*enumerate(state.slots)])
    if place is None:
        return state
    return changed(state, slots=(*state.slots[:place], -100, *state.slots[place + 1 :]))


def forget_cell(state):
    filled = [name for name, cell in state.cells.items() if contents(cell) == 10]
    return changed(state, cells={**state.cells, **dict.fromkeys(filled, CellType(0))})


def forget_namespace(state):
    if state.namespace is None or "x" not in state.namespace:
        return state
    return changed(state, namespace=dict(state.namespace))


def forget_handled(state):
    return changed(state, handled=()) if state.handled else state


def contents(cell):
    try:
        return cell.cell_contents
    except ValueError:
        return None


def test_work_is_rebuilt():
    assert outcome(WORK, Rebuilding(), stop_first=True) == outcome(WORK, Asking(lambda _: None))


@pytest.mark.parametrize("damage", [forget_temp, forget_slot, forget_cell, forget_namespace])
def test_a_forgotten_part_is_noticed(damage):
    listener = Rebuilding(damage)
    damaged = outcome(WORK, listener, stop_first=True)
    assert listener.damaged
    assert damaged != outcome(WORK, Asking(lambda _: None))


def test_a_forgotten_handled_exception_is_noticed():
    program = Program("""
        import sys
        try:
            1 / 0
        except ZeroDivisionError:
            a = 1
            print(sys.exc_info()[0])
    """)
    listener = Rebuilding(forget_handled)
    damaged = outcome(program, listener, stop_first=True)
    assert listener.damaged
    assert damaged != outcome(program, Asking(lambda _: None))


def test_point_says_where_the_values_are():
    program = Program("""
        def f(a, b):
            return g(a, b + 1)  # @start
        def g(x, y):
            return x * y
        f(2, 3)
    """)
    seen = []

    def answer(stop):
        point, state = capture(stop.frame)
        if point.code.co_name == "f":
            kinds = [type(operand).__name__ for operand in point.stack]
            seen.append((kinds, state.temps, state.slots, stop.frame.pc))
        return StepIn(stop.frame)

    run(program, Asking(answer), stop_first=True)
    assert len(seen) >= 4
    assert all(slots == (2, 3) for _, _, slots, _ in seen)
    assert all(MISSING not in temps.values() for _, temps, _, _ in seen)
    at_call = next(temps for _, temps, _, _ in seen if len(temps) >= 2)
    assert 4 in at_call.values()

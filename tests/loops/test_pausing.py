"""A compiled loop that runs for seconds can be interrupted, paused, and shares the machine.

Times are measured on machines that may be busy: the limits are far above what is usual, and far
below the time after which the loop ends by itself.
"""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numba")

from tests.loops.operation_process import run_module

WORKER = "tests.loops.pausing_worker"
TIMEOUT = 300
LATEST = 0.25
"""Seconds; a slice takes 0.005."""
STEPS = 7


@pytest.fixture
def seen(request, tmp_path):
    """What the scenario of that name shows; the figures are printed."""
    done = run_module(WORKER, [request.param], tmp_path, TIMEOUT)
    assert not done.failure, done.failure
    found = json.loads(done.stdout)
    print(request.param, {name: figure for name, figure in found.items() if name != "states"})
    assert found["is_right"], found
    assert found.get("native", 1) > 0.9
    return found


def scenario(*names):
    return pytest.mark.parametrize("seen", names, indirect=True)


@scenario("timer_signal")
def test_handlers_run_in_time(seen):
    late = sorted(seen["late"])
    assert len(late) >= 4
    assert late[len(late) // 2] < LATEST


@scenario("interrupt_from_thread", "interrupt_from_process")
def test_interrupt_pauses_at_a_statement(seen):
    assert seen["late"][0] < LATEST
    assert seen["stop_late"][0] < 2 * LATEST
    assert len(seen["states"]) == STEPS
    assert seen["is_exact"], seen["states"]


@scenario("pause_from_thread")
def test_pause_from_another_thread(seen):
    assert seen["stops"] == 3
    assert sorted(seen["stop_late"])[1] < 2 * LATEST
    assert seen["is_exact"], seen["states"]


@scenario("raising_handler")
def test_error_of_a_handler(seen):
    assert seen["words"].startswith("TimeoutError")


@scenario("keyboard_interrupt")
def test_keyboard_interrupt(seen):
    assert seen["words"] == "KeyboardInterrupt()"


@scenario("raised_at_scalars")
def test_error_of_a_handler_finds_all_variables_in_step(seen):
    assert seen["counts"]


@scenario("wakeup_descriptor")
def test_wakeup_descriptor_of_the_program(seen):
    assert seen["kept"] == [True, True]
    assert seen["received"].count(14) == 1


@scenario("asyncio_handler")
def test_signal_handler_of_asyncio(seen):
    assert seen["called"] == 1


@scenario("counting_thread")
def test_other_threads_make_progress(seen):
    assert seen["ticks"] >= 20  # in a second


@scenario("globals_seen")
def test_globals_are_seen_by_other_threads(seen):
    assert seen["seen"] >= 5
    assert seen["ascending"]

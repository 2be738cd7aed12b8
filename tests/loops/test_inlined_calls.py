"""Python functions called in compiled loops are inlined, and nobody can tell.

Code leaves at every statement of the loop and of the functions, and goes on interpreted from there:
with the frames that the interpreter would have made, each with its variables, and to the same end.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("numba")

from tests.loops.inlined_bugs import BUGS
from tests.loops.inlined_changes import CHANGES
from tests.loops.inlined_interrupts import interrupted
from tests.loops.inlined_kernels import GROUPS, KERNELS
from tests.loops.inlined_method_changes import METHOD_CHANGES
from tests.loops.inlined_stops import SCENARIOS
from tests.loops.operation_process import run_module
from tests.loops.planted_bugs import NONE
from tests.loops.recursion_limit import difference_at_limit
from tests.sampling import IS_FULL, share

WORKER, STOPS = "tests.loops.inlined_worker", "tests.loops.inlined_stops"
PLANTED = "tests.loops.inlined_bugs"
TIMEOUT = 1200
LEAST_OF_SAMPLE = 1 if IS_FULL else 0.75
"""How much of what is compiled is in the statements that are tried."""
PARTS = 3
PARTLY_COMPILED = {
    "guarded by try": 0.5,
    "the same numbers": 0.7,
    "in a generator": 0.8,
    "overflow in a method": 0.9,
    "functions held by objects die": 0.7,
    **{kernel.name: 0.15 for kernel in (*CHANGES, *METHOD_CHANGES)},
}
"""How much of the code is compiled, if not all of it."""


def reported(text: str) -> list[dict[str, Any]]:
    """The reports among the lines; objects that an engine has held until its end may tell, too."""
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def complaints_of(report: dict[str, Any]) -> list[str]:
    """What is not as it should be with a kernel."""
    name, found = report["kernel"], list(report["differences"])
    if report["left_at"] < report["statements"] * PARTLY_COMPILED.get(name, 1) * LEAST_OF_SAMPLE:
        found.append(f"compiled code never came to {report['never_left_at']}")
    if report["compared"] < report["exits"] or not report["slices"]:
        found.append("compiled code had no part in it")
    if len(report["functions"]) < 2:
        found.append("nothing was inlined")
    return [f"{name}: {words}" for words in found]


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("part", share(range(PARTS)))
def test_leaving_anywhere_shows_the_stack_of_the_interpreter(group, part, tmp_path):
    names = [kernel.name for kernel in GROUPS[group]][part::PARTS]
    done = run_module(WORKER, [str(tmp_path), *names], tmp_path, TIMEOUT)
    assert not done.failure, done.failure
    reports = reported(done.stdout)
    assert [report["kernel"] for report in reports] == names
    complaints = [complaint for report in reports for complaint in complaints_of(report)]
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("part", share(range(PARTS)))
def test_stops_are_the_same_with_all_frames(part, tmp_path):
    names = [*SCENARIOS][part::PARTS]
    done = run_module(STOPS, [str(tmp_path), *names], tmp_path, TIMEOUT)
    assert not done.failure, done.failure
    reports = reported(done.stdout)
    assert [report["scenario"] for report in reports] == names
    for report in reports:
        assert not report["differences"], report
        assert report["stops"], report
        assert report["entries"], report


@pytest.mark.parametrize("part", share(range(PARTS)))
def test_every_planted_bug_is_noticed(part, tmp_path):
    names = [NONE, *BUGS][part::PARTS]
    done = run_module(PLANTED, names, tmp_path, TIMEOUT)
    assert not done.failure, done.failure
    verdicts = reported(done.stdout)
    assert [verdict["bug"] for verdict in verdicts] == names
    missed = [v for v in verdicts if (v["verdict"] == "unnoticed") != (v["bug"] == NONE)]
    invalid = [v for v in verdicts if v["verdict"] == "is not planted well"]
    assert not missed + invalid


def test_calls_fail_at_the_recursion_limit_as_interpreted_ones():
    assert not difference_at_limit()


def test_errors_of_signal_handlers_arise_where_the_code_was_left():
    _, seen = interrupted(30, fuel=4)
    assert len(seen) > 5
    # The last one is what stands for the handler.
    assert {tuple(names[:-1]) for names in seen} <= {
        ("work",),
        ("work", "middle"),
        ("work", "middle", "low"),
    }
    assert ["work", "middle", "low"] in [names[:-1] for names in seen]


def test_kernels_have_names_of_their_own():
    assert len(KERNELS) == sum(map(len, GROUPS.values()))

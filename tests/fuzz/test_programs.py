"""Generated programs, and those that once failed, do in every way what they do natively."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.fuzz.batches import Batch
from tests.fuzz.maker import program
from tests.fuzz.reduction import reduced
from tests.fuzz.tables import groups, kinds
from tests.fuzz.ways import TURNS, WAYS
from tests.sampling import IS_FULL, share

PROGRAMS = sorted(Path(__file__).with_name("programs").glob("*.py"))
SIZE = 24
BATCHES = range(120 if IS_FULL else 12)

KNOWN_DIFFERENCES = {
    "callers_live_as_long_as_errors": (
        "interpreted",
        "no traceback of ours leads to the callers of its frames",
    ),
    "finalizers_see_who_is_running": ("recorded", "steps that are logged run in ours"),
    "operands_of_failing_calls_die_before_handlers": ("recorded", "what is logged is held"),
    "what_dies_with_an_error_sees_who_handled_it": (
        "interpreted",
        "the error is let go between two statements",
    ),
    "variables_die_in_order_behind_errors_in_handlers": ("recorded", "what is logged is held"),
}
if sys.version_info >= (3, 12):
    KNOWN_DIFFERENCES["locals_in_a_comprehension_of_a_module"] = (
        "compiled",
        "they have other names",
    )
"""Programs that are not the same in some way, by name, with the way and the reason."""
IN_NO_WAY = {
    "callers_live_as_long_as_errors",
    "locals_in_a_comprehension_of_a_module",
    "what_dies_with_an_error_sees_who_handled_it",
}
"""Those that are not the same in others like it, either."""


def complaints(names, ways):
    """What fails among some programs, as text."""
    failures = Batch([*map(str, names)], ways).failures()
    return "\n\n".join(f"{each.name} {each.way}:\n{each.what}" for each in failures)


@pytest.mark.parametrize("number", share(BATCHES))
def test_generated_programs_do_the_same(number):
    found = complaints(range(number * SIZE, (number + 1) * SIZE), TURNS)
    assert not found, found


def test_programs_that_failed_once_do_the_same():
    plain = [path for path in PROGRAMS if path.stem not in IN_NO_WAY]
    found = complaints(plain, ",".join(way for way in WAYS if way != "recorded"))
    logged = [path for path in plain if path.stem not in KNOWN_DIFFERENCES]
    found += complaints(logged, "recorded")
    assert not found, found


@pytest.mark.parametrize("name", KNOWN_DIFFERENCES)
def test_known_differences(name, request):
    way, reason = KNOWN_DIFFERENCES[name]
    request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    found = complaints([Path(__file__).with_name("programs") / f"{name}.py"], way)
    assert not found, found


def test_a_seed_makes_one_program():
    assert program(7) == program(7) != program(8)


def test_all_kinds_of_statements_are_used():
    texts = [program(seed) for seed in range(300)]
    assert len(kinds()) > 200
    assert len(groups()) == 14
    heads = {kind.lines[0].split("$")[0] for kind in kinds()}
    missing = [head for head in heads if not any(head in text for text in texts)]
    assert len(missing) < 5


def test_what_shows_something_is_made_smaller():
    source = (
        "def f(a):\n    if a:\n        for b in range(3):\n            print(a, 1 / 0, b)\nf(1)\n"
    )
    assert reduced(source, lambda small: "1 / 0" in small, 10) == "1 / 0\n"

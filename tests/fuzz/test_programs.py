"""Generated programs, and those that once failed, do in every way what they do natively."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.batches import Batch
from tests.fuzz.maker import program
from tests.fuzz.reduction import reduced
from tests.fuzz.tables import groups, kinds
from tests.fuzz.ways import TURNS, WAYS
from tests.sampling import IS_FULL, share

PROGRAMS = sorted(Path(__file__).with_name("programs").glob("*.py"))
SIZE = 12
BATCHES = range(120 if IS_FULL else 12)

KNOWN_DIFFERENCES = {
    "callers_live_as_long_as_errors": "no traceback of ours leads to the callers of its frames",
}
"""Programs that are not the same in every way, by name, with the reason."""


def complaints(names, ways):
    """What fails among some programs, as text."""
    failures = Batch([*map(str, names)], ways).failures()
    return "\n\n".join(f"{each.name} {each.way}:\n{each.what}" for each in failures)


@pytest.mark.parametrize("number", share(BATCHES))
def test_generated_programs_do_the_same(number):
    found = complaints(range(number * SIZE, (number + 1) * SIZE), TURNS)
    assert not found, found


def test_programs_that_failed_once_do_the_same():
    plain = [path for path in PROGRAMS if path.stem not in KNOWN_DIFFERENCES]
    found = complaints(plain, ",".join(WAYS))
    assert not found, found


@pytest.mark.parametrize("name", KNOWN_DIFFERENCES)
def test_known_differences(name, request):
    request.applymarker(pytest.mark.xfail(reason=KNOWN_DIFFERENCES[name], strict=True))
    found = complaints([Path(__file__).with_name("programs") / f"{name}.py"], ",".join(WAYS))
    assert not found, found


def test_a_seed_makes_one_program():
    assert program(7) == program(7) != program(8)


def test_all_kinds_of_statements_are_used():
    texts = [program(seed) for seed in range(40)]
    assert len(kinds()) > 200
    assert len(groups()) == 11
    heads = {kind.lines[0].split("$")[0] for kind in kinds()}
    missing = [head for head in heads if not any(head in text for text in texts)]
    assert not missing


def test_what_shows_something_is_made_smaller():
    source = (
        "def f(a):\n    if a:\n        for b in range(3):\n            print(a, 1 / 0, b)\nf(1)\n"
    )
    assert reduced(source, lambda small: "1 / 0" in small, 10) == "1 / 0\n"

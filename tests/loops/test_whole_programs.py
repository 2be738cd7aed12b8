"""Whole programs do natively what they do with every loop compiled that can be.

Those of `tests/programs/` in which the word `for` or `while` occurs, and each fifth of them again,
leaving compiled code at every back edge.
"""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")

from tests.helpers import EAGER, assert_same, programs, run_native, run_script
from tests.test_programs import ARGUMENTS, KNOWN_DIFFERENCES, STDIN

WITH_LOOPS = [
    path for path in programs() if re.search(r"\b(for|while)\b", path.read_text(encoding="utf-8"))
]
EVERY = 5

NUMBERS = """\
import sys

def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps

table = [0] * 300
for i in range(1, 300):
    table[i] = table[i - 1] + collatz(i)
print(table[-1], __name__, sys.argv, sys.stdin.read())
for i in range(100):
    print(1 / (97 - i))
"""


@pytest.fixture
def eagerly(tmp_path):
    return Eagerly(tmp_path / "report.json")


class Eagerly:
    """Runs programs with the loops compiled, and looks at what became of the loops."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, program: Path | str, *options: str) -> dict[str, Any]:
        words = ["--report", str(self.path), *options]
        engine = partial(run_script, script=EAGER, options=words)
        assert_same(program, arguments=ARGUMENTS, stdin=STDIN, engine=engine)
        if not self.path.exists():
            return {}  # which ends without any clearing up
        found: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        assert not found["failed"]
        return found


def mark_as_known(request: pytest.FixtureRequest, program: Path) -> None:
    reason = KNOWN_DIFFERENCES.get(program.stem)
    if reason is not None:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))


@pytest.mark.parametrize("program", WITH_LOOPS, ids=lambda path: path.stem)
def test_program_does_the_same(program, eagerly, request):
    mark_as_known(request, program)
    eagerly(program)


@pytest.mark.parametrize("program", WITH_LOOPS[::EVERY], ids=lambda path: path.stem)
def test_program_leaving_at_each_back_edge_does_the_same(program, eagerly, request):
    mark_as_known(request, program)
    eagerly(program, "--fuel", "1")


def test_loops_are_compiled_when_they_come_round_for_the_second_time(eagerly):
    found = eagerly(NUMBERS)
    assert found["iterations"] > 10_000
    left_at_once = eagerly(NUMBERS, "--fuel", "1")
    assert 0 < left_at_once["iterations"] <= left_at_once["entries"]


def test_two_programs_are_not_the_same():
    def other(program: Path, **options: Any) -> Any:
        program.write_text(program.read_text().replace("3 * n + 1", "3 * n + 3"))
        return run_native(program, **options)

    with pytest.raises(AssertionError, match="not the same"):
        assert_same(NUMBERS.replace("n != 1", "n not in (1, 3)"), engine=other)

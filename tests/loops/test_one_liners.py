"""Programs of one line, each in a compiled loop: value, kind, exception and warnings are CPython's.

All run in one process; if it crashes, the rest run in the next.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("numba")

from tests.loops.operation_one_liners import ONE_LINERS, TABLE
from tests.loops.operation_process import last, run_module

MODULE = "tests.loops.operation_one_liners"
TIMEOUT = 1200


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> dict[str, dict[str, Any]]:
    """What became of each."""
    folder = tmp_path_factory.mktemp("one_liners")
    found: dict[str, dict[str, Any]] = {}
    while len(found) < len(TABLE):
        names = [name for name in TABLE if name not in found]
        done = run_module(MODULE, [str(folder), *names], folder, TIMEOUT)
        for line in done.stdout.splitlines():
            result = json.loads(line)
            found[result["name"]] = result
        if done.failure:
            name = last(folder)
            if name not in TABLE or name in found:
                pytest.fail(done.failure)
            found[name] = {"differences": done.failure, "entries": 0, "iterations": 0}
    return found


@pytest.mark.parametrize("name", TABLE)
def test_one_liner(name, results):
    assert not results[name]["differences"], f"{results[name]['differences']}\n{TABLE[name].source}"


def test_most_run_in_machine_code(results):
    entered = sum(results[each.name]["entries"] > 0 for each in ONE_LINERS)
    assert entered >= 38

"""Every stepping command, run to the end, gives the same result as no debugger at all."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.frames.stepping_driver import PLANS
from tests.helpers import PROGRAMS, Run, _explain, _run, run_native

DRIVER = Path(__file__).parent / "stepping_driver.py"
CHOSEN = [
    "async_for",
    "asyncio_gather",
    "class_keywords_init_subclass",
    "closure_nonlocal",
    "comprehensions",
    "context_cycle_and_chain",
    "contextlib_helpers",
    "coroutine_manual_drive",
    "dataclasses_basic",
    "decorators",
    "except_nested",
    "except_star_raising",
    "exec_and_eval",
    "finally_all_paths",
    "sys_exit_codes",
    "traceback_long_chain",
    "try_in_generator_with_return",
    "weakref_death",
    "with_exit_truthiness",
    "yield_from_delegation",
]


@cache
def results(name: str) -> tuple[str, Run, dict[str, tuple[Run, int]]]:
    """The source of a program, what it does natively, and under each plan, with its stops."""
    original = PROGRAMS / f"{name}.py"
    with TemporaryDirectory() as temporary:
        program = Path(temporary).resolve() / "run" / original.name
        program.parent.mkdir()
        program.write_bytes(original.read_bytes())
        native = run_native(program)
        driven = _run_driver(program)
    return original.read_text(), native, driven


def _run_driver(program: Path) -> dict[str, tuple[Run, int]]:
    finished = _run(sys.executable, [str(DRIVER), str(program)], DRIVER.parent, "")
    assert finished.status == 0, finished
    runs = json.loads(finished.stdout)
    return {
        plan: (Run(out, error, int(status)), stops)
        for plan, (out, error, status, stops) in runs.items()
    }


@pytest.mark.parametrize("name", CHOSEN)
@pytest.mark.parametrize("plan", PLANS)
def test_stepping_changes_nothing(name, plan):
    source, native, driven = results(name)
    run, stops = driven[plan]
    assert run == native, _explain(native, run, source)
    assert stops == 1 if plan == "Continue" else stops > (plan not in ("StepOut", "Return"))


def test_there_are_twenty_programs():
    assert len(set(CHOSEN)) == 20
    assert all((PROGRAMS / f"{name}.py").is_file() for name in CHOSEN)

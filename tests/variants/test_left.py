"""Programs whose frames are interpreted for a while, here and there, do what they do natively."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.helpers import assert_same, programs, run_left

ARGUMENTS = ("first", "--second=2", "--short")
STDIN = "one line\nanother\n"

KNOWN_DIFFERENCES = {"code_object_introspection": "doors have lines"}
"""Programs whose difference is known, by name, with its reason."""


@pytest.mark.parametrize("program", programs(), ids=lambda path: path.stem)
def test_program_left_here_and_there_does_the_same(program: Path, tmp_path: Path, request):
    reason = KNOWN_DIFFERENCES.get(program.stem)
    if reason is not None:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    count = tmp_path / "count"
    engine = partial(run_left, options=("--count", str(count)))
    assert_same(program, arguments=ARGUMENTS, stdin=STDIN, engine=engine)
    assert int(count.read_text()) > 0 or "syntax" in program.stem or "indentation" in program.stem

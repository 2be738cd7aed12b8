"""Programs whose frames are left and entered before every line do what they do natively."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.helpers import BOUNCED, assert_same, programs, run_script
from tests.sampling import share

ARGUMENTS = ("first", "--second=2")
STDIN = "one line\nanother\n"

KNOWN_DIFFERENCES = {
    "recursion_error_uncaught": "an exit takes stack, of which there is none left",
    "settrace_user_tracer": "a line that is entered in its middle is a new line for a tracer",
    "traceback_module_formats": "below the program's own frames there are the runner's",
}
"""Programs whose difference is known, by name, with its reason."""


@pytest.mark.parametrize("program", share(programs()), ids=lambda path: path.stem)
def test_bounced_program_does_the_same(program: Path, tmp_path: Path, request):
    reason = KNOWN_DIFFERENCES.get(program.stem)
    if reason is not None:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    count = tmp_path / "count"
    engine = partial(run_script, script=BOUNCED, options=("--count", str(count)))
    assert_same(program, arguments=ARGUMENTS, stdin=STDIN, engine=engine)
    assert int(count.read_text()) > 0 or "syntax" in program.stem or "indentation" in program.stem

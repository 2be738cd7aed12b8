"""Programs whose frames are left at their line events do what they do natively."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from debugger.compiled.variants.line_events import HAS_MONITORING
from tests.helpers import ARMED, assert_same, programs, run_script
from tests.sampling import share

ARGUMENTS = ("first", "--second=2", "--short")
STDIN = "one line\nanother\n"

TRACED = {
    "places_to_leave_frames": "what `locals()` returned before no longer keeps anything alive",
    "locals_snapshot_semantics": "CPython brings what `locals()` returned up to date for a tracer",
    "setprofile_user_profiler": "while frames are armed there is a tracer",
}
"""Differences where line events come from `sys.settrace`."""

KNOWN_DIFFERENCES = {
    "recursion_error_uncaught": "an exit takes stack, of which there is none left",
    "settrace_user_tracer": "a line that is entered in its middle is a new line for a tracer",
    "traceback_module_formats": "below the program's own frames there are the runner's",
} | ({} if HAS_MONITORING else TRACED)
"""Programs whose difference is known, by name, with its reason."""

ONE_LINE = ("one_line", "syntax", "indentation", "system_exit_large")
"""In the names of programs that have no second line to leave at."""

ALWAYS = "places_to_leave_frames"


ENDLESS = frozenset({"settrace_user_tracer"} if HAS_MONITORING else ())
"""The frames that go on are new lines for the program's tracer, in which frames leave again."""


def chosen() -> list[Path]:
    """A share of the programs, and the one that was made for this."""
    rest = [path for path in programs() if path.stem != ALWAYS]
    return [path for path in programs() if path.stem == ALWAYS] + share(rest)


@pytest.mark.parametrize("program", chosen(), ids=lambda path: path.stem)
def test_program_left_at_line_events_does_the_same(program: Path, tmp_path: Path, request):
    if program.stem in ENDLESS:
        pytest.skip("comes to no end when each line event makes new ones")
    reason = KNOWN_DIFFERENCES.get(program.stem)
    if reason is not None:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    count = tmp_path / "count"
    engine = partial(run_script, script=ARMED, options=("--count", str(count)))
    assert_same(program, arguments=ARGUMENTS, stdin=STDIN, engine=engine)
    assert int(count.read_text()) > 0 or any(part in program.stem for part in ONE_LINE)

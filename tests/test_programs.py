"""Every small program does under the debugger what it does natively, to the letter."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.helpers import (
    RECORDED,
    Run,
    Runner,
    assert_same,
    programs,
    run_interpreted,
    run_native,
    run_script,
)
from tests.sampling import share

ARGUMENTS = ("first", "--second=2")
STDIN = "one line\nanother\n"

KNOWN_DIFFERENCES = {
    "code_of_frames_compared": "the frames in a traceback have code of our own",
    "generator_frame_attributes": "gi_frame is the frame of our body, not of the user's code",
    "locals_snapshot_semantics": "f_locals of a frame object is a snapshot, not a live view",
    "places_to_leave_frames": "below an interpreted generator is only the frame that resumes it",
    "setprofile_user_profiler": "the program's own profiler sees nothing of interpreted frames",
    "settrace_user_tracer": "the program's own tracer sees nothing of interpreted frames",
    "traceback_module_formats": "below the program's own frames, print_stack shows the debugger's",
    "traceback_walk_frames": "a frame object that is kept does not follow its frame's line",
}
"""Programs whose difference is known, by name, with its reason."""
RECORDED_DIFFERENCES = {"weakref_death": "the recording is one more weak reference"}
"""The same for programs that are recorded."""

run_recorded = partial(run_script, script=RECORDED)

FAILING = """\
import sys

print("total", 1 + 2)
if len(sys.argv) > 1:
    sys.exit(3)
print(1 / 0)
"""


TRIALS = [
    *((program, run_interpreted, "interpreted") for program in programs()),
    *((program, run_recorded, "recorded") for program in share(programs())),
]


@pytest.mark.parametrize(
    ("program", "engine"),
    [pytest.param(program, run, id=f"{way}-{program.stem}") for program, run, way in TRIALS],
)
def test_program_does_the_same(program: Path, engine: Runner, request: pytest.FixtureRequest):
    known = KNOWN_DIFFERENCES | (RECORDED_DIFFERENCES if engine is run_recorded else {})
    reason = known.get(program.stem)
    if reason is not None:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    assert_same(program, arguments=ARGUMENTS, stdin=STDIN, engine=engine)


@pytest.mark.parametrize("arguments", [(), ("stop",)])
def test_two_native_runs_are_the_same(arguments):
    assert_same(FAILING, arguments=arguments, engine=run_native)


@pytest.mark.parametrize(
    ("old", "new", "arguments", "difference"),
    [
        ("1 + 2", "1 + 3", (), "-total 3\n+total 4"),
        ("1 / 0", "1 // 0", (), "+    print(1 // 0)\n"),
        ("exit(3)", "exit(4)", ("stop",), "-3\n+4"),
    ],
    ids=["stdout", "traceback", "status"],
)
def test_other_program_is_noticed(old, new, arguments, difference):
    def mutated(program: Path, **options) -> Run:
        program.write_text(program.read_text().replace(old, new))
        return run_native(program, **options)

    with pytest.raises(AssertionError) as caught:
        assert_same(FAILING, arguments=arguments, engine=mutated)
    assert difference in str(caught.value)
    assert '   3  print("total", 1 + 2)' in str(caught.value)


def test_other_column_is_noticed():
    def shifted(program: Path, **options) -> Run:
        run = run_native(program, **options)
        return replace(run, stderr=run.stderr.replace("~~^~~", " ~~^~~"))

    with pytest.raises(AssertionError, match=r"\+ +~~\^~~"):
        assert_same(FAILING, engine=shifted)


def test_programs_name_the_version_they_require():
    names = {version: {path.stem for path in programs((3, version))} for version in (11, 12, 13)}
    assert names[12] - names[11] >= {"pep695_generics", "fstring_pep701"}
    assert names[13] - names[12] >= {"pep696_type_defaults"}
    assert names[11] < names[12] < names[13]

"""Programs that run compiled do what they do natively, and stop where they do when interpreted."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest

from tests.helpers import COMPILED, assert_same, programs, run_script
from tests.sampling import share

ARGUMENTS = ("first", "--second=2")
STDIN = "one line\nanother\n"
EVERY = "1"
"""There are breakpoints on all lines."""

KNOWN_DIFFERENCES: dict[str, str] = {
    "places_to_leave_frames": "a frame that is parked or suspended has no line of its own",
    "recursion_error_caught": "an exit takes stack",
    "recursion_error_uncaught": "an exit takes stack",
    "settrace_user_tracer": "a line that is entered in its middle is a new line for a tracer",
    "traceback_module_formats": "below the program's own frames there are the runner's",
    "traceback_walk_frames": "a frame object that is kept does not follow its frame's line",
}
"""Programs that do not do what they do natively, by name, with the reason."""
OTHER_STOPS = {
    "frame_inspection": "the stack is searched, and has more frames when interpreted",
    "setprofile_user_profiler": "a profiler sees nothing of interpreted frames",
    "all_objects_looked_at": "there are other objects, and how many is shown",
}
if sys.version_info < (3, 12):
    OTHER_STOPS |= dict.fromkeys(
        ("finally_exception_chain", "generator_close"),
        "a handler that is reached from its own line is a new line",
    )
"""Programs that do not stop where they do when interpreted, by name, with the reason."""


@pytest.mark.parametrize("program", share(programs()), ids=lambda path: path.stem)
def test_program_runs_and_stops_as_ever(program: Path, tmp_path: Path, request):
    reason = KNOWN_DIFFERENCES.get(program.stem) or OTHER_STOPS.get(program.stem)
    if reason is not None:
        request.applymarker(pytest.mark.xfail(reason=reason))
    compiled, interpreted = (tmp_path / way for way in ("compiled", "interpreted"))
    engine = partial(run_script, script=COMPILED, options=stopping("--compiled", compiled))
    assert_same(program, arguments=ARGUMENTS, stdin=STDIN, engine=engine)
    run_script(
        copied(program, tmp_path),
        script=COMPILED,
        arguments=ARGUMENTS,
        stdin=STDIN,
        options=stopping("--interpreted", interpreted),
    )
    assert lines(compiled) == lines(interpreted)


CODE_MADE_AND_DROPPED = """\
def old(n):
    total = n
    return total + 1
def made(size, number):
    lines = "".join(f"x{each} = {each}\\n" for each in range(size))
    return compile(f"{lines}made = {number}", f"<{size}>", "exec")
print(old(1))
for size in range(0, 20, 2):
    codes = [made(size, number) for number in range(100)]
    for number, code in enumerate(codes):
        names = {}
        exec(code, names)
        if names["made"] != number:
            print("wrong", size, number)
"""
"""Code gets the addresses of other code, which is gone."""


def test_no_code_is_taken_for_another_that_is_gone(tmp_path: Path):
    options = stopping("--compiled", tmp_path / "stops")
    assert_same(CODE_MADE_AND_DROPPED, engine=partial(run_script, script=COMPILED, options=options))


def stopping(way: str, stops: Path) -> tuple[str, ...]:
    """The options for a run that writes down its stops."""
    return way, "--every", EVERY, "--stops", str(stops)


def copied(program: Path, folder: Path) -> Path:
    """The program in a folder of its own."""
    copy = folder / "run" / program.name
    copy.parent.mkdir()
    copy.write_bytes(program.read_bytes())
    return copy


def lines(path: Path) -> list[str]:
    """The stops; a program with an error in its syntax has none."""
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

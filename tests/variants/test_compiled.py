"""Programs that run compiled do what they do natively, and stop where they do when interpreted."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.helpers import assert_same, programs, run_compiled
from tests.sampling import share

ARGUMENTS = ("first", "--second=2")
STDIN = "one line\nanother\n"
EVERY = "1"
"""There are breakpoints on all lines."""

KNOWN_DIFFERENCES: dict[str, str] = {}
"""Programs that do not do what they do natively, by name, with the reason."""
OTHER_STOPS = {
    "generator_close": "a handler that is reached from its own line is a new line",
}
"""Programs that do not stop where they do when interpreted, by name, with the reason."""


@pytest.mark.parametrize("program", share(programs()), ids=lambda path: path.stem)
def test_program_runs_and_stops_as_ever(program: Path, tmp_path: Path, request):
    reason = KNOWN_DIFFERENCES.get(program.stem) or OTHER_STOPS.get(program.stem)
    if reason is not None:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    compiled, interpreted = (tmp_path / way for way in ("compiled", "interpreted"))
    engine = partial(run_compiled, options=stopping("--compiled", compiled))
    assert_same(program, arguments=ARGUMENTS, stdin=STDIN, engine=engine)
    run_compiled(
        copied(program, tmp_path),
        arguments=ARGUMENTS,
        stdin=STDIN,
        options=stopping("--interpreted", interpreted),
    )
    assert lines(compiled) == lines(interpreted)


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

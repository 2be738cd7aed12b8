"""Breakpoints and `step` reach what C calls: the functions of `reached.txt`.

The programs themselves say what is to be seen: they note what they do, and end with printing it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sampling import share
from tests.ui.driven import COMPILED, INTERPRETED, Program, driven, natively

TEXT = Path(__file__).with_name("reached.txt").read_text("utf-8")
INSIDE = 'seen.append("inside")  # @inside'
DEFAULT = ["def inside(*arguments):", "    INSIDE", "    return len(arguments)"]
STEPS = 8
"""After so many steps from the statement it is reached at the latest."""

OTHER_THREADS = {
    "_thread.start_new_thread",
    "a pool of threads",
    "a thread's run",
    "a thread's target",
    "a timer",
    "an excepthook of threads",
}
"""A step does not follow into these, as it does not wait for them."""
ONLY_COMPILED = {"__del__ by the collector"}
"""Where all is interpreted, the collector has come already while the user was asked."""


def program(text: list[str]) -> Program:
    """A program that comes twice to the statements of an entry of the text."""
    first, *more = [line.removeprefix("> ") for line in text if line.startswith("> ")]
    needed = [line for line in text if not line.startswith("> ")]
    if not any("INSIDE" in line for line in text):
        needed = [*DEFAULT, *needed]
    statements = [f"{first}  # @site", *more, "seen.append('after')  # @after"]
    lines = ["seen = []", *needed, "def work():", "    for turn in (1, 2):"]
    lines += [f"        {each}" for each in statements]
    source = "\n".join([*lines, "work()", "print('out', *seen)", ""])
    return Program(source.replace("INSIDE", INSIDE))


PROGRAMS = {
    name: program(lines)
    for name, *lines in (
        entry.rstrip().splitlines() for entry in re.split("^# ", TEXT, flags=re.MULTILINE)[1:]
    )
}
WAYS = [(name, COMPILED) for name in PROGRAMS] + [(name, INTERPRETED) for name in share(PROGRAMS)]


def noted(name: str) -> list[str]:
    """What a program notes when it runs natively."""
    if "numpy" in name:
        pytest.importorskip("numpy")
    (output,), status = natively(PROGRAMS[name])
    assert status == 0
    assert "inside" in output
    return output.split()


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_breakpoint_is_reached_and_one_set_there_holds_in_the_caller(name: str, way: str) -> None:
    expected = noted(name)
    done = driven(PROGRAMS[name], ["break_off", "b @inside", "c", "b @after"], way)
    assert done.markers() == expected
    assert (done.output, done.status) == ([" ".join(expected)], 0)


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_step_reaches_it(name: str, way: str) -> None:
    if name in OTHER_THREADS:
        pytest.skip("a step stays in its thread")
    if name in ONLY_COMPILED and way == INTERPRETED:
        pytest.skip("the collector comes when it likes")
    expected = noted(name)
    done = driven(PROGRAMS[name], ["break_off", "tbreak @site", "c", *["s"] * STEPS], way)
    assert (done.output, done.status) == ([" ".join(expected)], 0)
    markers = done.markers()
    assert "inside" in markers
    assert "after" not in markers[: markers.index("inside")]

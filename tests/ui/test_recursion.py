"""Programs that use up the recursion limit, or nearly, get as far as ever, and can be debugged."""

from __future__ import annotations

import sys

import pytest

from tests.helpers import _run, run_native

DEPTH = """\
import sys

def depth(n=0):
    global deepest
    deepest = n
    depth(n + 1)

try:
    depth()
except RecursionError as error:
    print(deepest, error)
"""
FITS = """\
def down(n):
    return n and down(n - 1)

for n in range(990, 1010):
    try:
        down(n)
    except RecursionError as error:
        print("not", n, error)
        break
"""
ATTRIBUTE = """\
class Endless:
    def __getattr__(self, name):
        return getattr(self, name + "x")

try:
    Endless().y
except RecursionError as error:
    print(error)
"""
GENERATORS = """\
def generate(n):
    yield from generate(n + 1)

try:
    next(generate(0))
except RecursionError:
    print("too deep")
"""
RAISED = """\
import sys
sys.setrecursionlimit(5000)

def down(n):
    return n and down(n - 1)

print(down(4900))
try:
    down(5000)
except RecursionError as error:
    print(error)
"""
UNCAUGHT = """\
def endless(n):
    return endless(n + 1)

endless(0)
"""
PROGRAMS = {
    "depth": DEPTH,
    "fits": FITS,
    "attribute": ATTRIBUTE,
    "generators": GENERATORS,
    "raised limit": RAISED,
}
ENGINES = {"compiled frames": (), "interpreted": ("--no-compiled-frames",)}


def debug(program, engine, *options, commands=""):
    """What comes of a session."""
    words = ["-m", "debugger", *ENGINES[engine], *options, program.name]
    return _run(sys.executable, words, program.parent, commands)


@pytest.fixture
def write(tmp_path):
    def write(text):
        path = tmp_path / "program.py"
        path.write_text(text)
        return path

    return write


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_gets_as_deep_as_ever(name, engine, write):
    path = write(PROGRAMS[name])
    debugged, native = debug(path, engine, "-c", "c"), run_native(path)
    assert debugged.status == native.status
    # What C was doing when there was no more room is another thing where it is interpreted.
    doing = " in comparison" if engine == "interpreted" else ""
    assert debugged.stdout.replace(doing, "") == native.stdout.replace(doing, "")


@pytest.mark.parametrize("engine", ENGINES)
def test_the_traceback_is_as_long_as_ever(engine, write):
    path = write(UNCAUGHT)
    assert debug(path, engine, commands="c\nc\n" * 2).stderr == run_native(path).stderr


@pytest.mark.parametrize("engine", ENGINES)
def test_endless_recursion_can_be_looked_at(engine, write):
    path = write(UNCAUGHT)
    commands = "c\nw 2\np n > 980\nup\np n > 980\nq\n"
    done = debug(path, engine, commands=commands)
    text = done.stdout
    assert "! RecursionError: maximum recursion depth exceeded" in text
    assert text.count("endless  program.py:2") >= 2
    assert text.count(" p n > 980\nTrue\n") == 2
    assert "debugger/" not in text + done.stderr


@pytest.mark.parametrize("engine", ENGINES)
def test_breakpoints_hold_near_the_limit(engine, write):
    path = write(FITS.replace("n and down", "n == 0 or down"))
    commands = "b 2, n < 3\nc\np n\nc\np n\nq\n"
    text = debug(path, engine, commands=commands).stdout
    assert text.count("* breakpoint 1") == 2

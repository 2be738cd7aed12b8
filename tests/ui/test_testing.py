"""Runs of pytest with the plugin, and with `--pdbcls=debugger:Pdb`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from tests.ui.shell import shown

NAME = "test_it.py"
HEADLINE = re.compile(r"^(?!frame |Breakpoint )(?:\S|  \().*?\s(\w+)\.py:\d+ in (\S+)$")
DURATION = re.compile(r" in \d+\.\d+s")


@dataclass(frozen=True, slots=True)
class Session:
    """The functions that were stopped in, and the whole output without times."""

    stops: list[str]
    text: str


def session(folder: Path, source: str, *words: str, typed: str = "") -> Session:
    """Run the tests of a file by pytest; the prompts are answered with what is typed."""
    (folder / NAME).write_text(dedent(source), "utf-8")
    plugins = ("-p", "no:cacheprovider", "-p", "debugger.ui.pytest_plugin")
    text = shown("-m", "pytest", *plugins, *words, NAME, typed=typed, folder=folder).stdout
    stops = [found[2] for line in text.splitlines() if (found := HEADLINE.match(line))]
    return Session(stops, DURATION.sub("", text))


TESTS = """
    import unittest
    import pytest

    def check(x):
        assert x > 3, "small"

    @pytest.fixture
    def five():
        yield 5

    @pytest.fixture
    def broken():
        return {}["no"]

    @pytest.fixture
    def breaks_afterwards():
        yield
        raise OSError("late")
"""
PASSING = """
    def test_passes(five):
        check(five)

    def test_expects():
        with pytest.raises(ZeroDivisionError):
            1 / 0
        pytest.raises(AssertionError, check, 1)
        try:
            check(1)
        except AssertionError:
            pass

    @pytest.mark.parametrize("number", [4, 5])
    def test_numbers(number):
        check(number)

    def test_skips():
        pytest.skip("no")

    @pytest.mark.xfail
    def test_fails_as_expected():
        check(0)

    def test_fails_by_itself():
        pytest.xfail("not yet")

    class TestOfUnittest(unittest.TestCase):
        def test_expects(self):
            with self.assertRaises(AssertionError):
                check(1)

        def test_skips(self):
            self.skipTest("no")
"""
FAILING = {
    "function": ("def test_it(): check(2)", "check"),
    "operation": ("def test_it(): 1 / 0", "test_it"),
    "library": ("def test_it(): __import__('json').loads('{')", "test_it"),
    "fixture": ("def test_it(broken): pass", "broken"),
    "after": ("def test_it(breaks_afterwards): pass", "breaks_afterwards"),
    "fail": ("def test_it(): pytest.fail('told')", "test_it"),
    "nothing raised": ("def test_it():\n    with pytest.raises(OSError): pass", "test_it"),
    "another one": ("def test_it():\n    with pytest.raises(OSError): check(0)", "check"),
    "expected to fail": ("@pytest.mark.xfail(raises=OSError)\ndef test_it(): check(1)", "check"),
    "unittest": (
        "class TestIt(unittest.TestCase):\n    def test_it(self): self.assertEqual(1, 2)",
        "TestIt.test_it",
    ),
    "setUp": (
        "class TestIt(unittest.TestCase):\n    def setUp(self): check(1)\n    test_it = setUp",
        "check",
    ),
    "import": ("check(1)", "check"),
}
AFTERWARDS = {"fail", "nothing raised", "another one", "expected to fail", "import"}
"""Those that are seen when they are over."""


def without_plugins(text: str) -> str:
    """Without the line that names them, in an order of its own."""
    return re.sub(r"^plugins: .*\n", "", text, flags=re.MULTILINE)


def failing(name: str) -> str:
    return dedent(TESTS) + FAILING[name][0]


@pytest.mark.parametrize("options", [["--debugger"], []], ids=["asked for", "not asked for"])
def test_the_report_is_the_same_without_a_stop(tmp_path: Path, options: list[str]) -> None:
    source = dedent(TESTS) + dedent(PASSING)
    with_it = session(tmp_path, source, *options, "-rA", "-v")
    without = shown(
        *("-m", "pytest", "-p", "no:cacheprovider", "-rA", "-v", NAME), typed="", folder=tmp_path
    )
    assert without_plugins(with_it.text) == without_plugins(DURATION.sub("", without.stdout))
    assert "5 passed, 2 skipped, 2 xfailed" in with_it.text


@pytest.mark.parametrize("name", FAILING)
def test_stops_where_a_test_fails(tmp_path: Path, name: str) -> None:
    done = session(tmp_path, failing(name), "--debugger", typed="w\nc\n")
    assert done.stops == [FAILING[name][1]]
    assert ("seen afterwards" in done.text) == (name in AFTERWARDS)
    assert len(re.findall(r"^debug> ", done.text, re.MULTILINE)) == 2


@pytest.mark.parametrize("name", FAILING)
def test_the_report_is_the_same_after_a_stop(tmp_path: Path, name: str) -> None:
    with_it = session(tmp_path, failing(name), "--debugger", typed="c\n")
    without = session(tmp_path, failing(name))
    assert report(with_it) == report(without)


def report(done: Session) -> str:
    """What comes below the first line of failures or errors, without addresses."""
    text = re.sub(r" at 0x\w+", "", done.text)
    return re.split(r"=+ (?:ERRORS|FAILURES) =+\n", text, maxsplit=1)[1]


def test_frames_are_alive(tmp_path: Path) -> None:
    source = """
        import pytest

        class Closed:
            is_open = True
            def __enter__(self):
                return self
            def __exit__(self, *error):
                self.is_open = False

        def test_it():
            with Closed() as thing:
                raise ValueError("inside")
        """
    done = session(tmp_path, source, "--debugger", typed="p thing.is_open\nc\n")
    assert "debug> p thing.is_open\nTrue\n" in done.text
    assert "seen afterwards" not in done.text


def test_nothing_is_imported_unless_it_is_asked_for(tmp_path: Path) -> None:
    source = """
        import sys
        def test_it():
            found = [name for name in sys.modules if name.startswith("debugger.")]
            plain = ["debugger.frames", "debugger.own_builtins", "debugger.ui"]
            assert sorted(found) == [*plain, "debugger.ui.pytest_plugin"]
        """
    assert "1 passed" in session(tmp_path, source).text


@pytest.mark.parametrize("way", ["--debugger-trace", "--trace"])
def test_stops_at_the_start_of_each_test(tmp_path: Path, way: str) -> None:
    source = """
        import pytest

        @pytest.fixture
        def five():
            return 5

        def test_first(five):
            number = five
            assert number == 5

        @pytest.mark.parametrize("number", [1, 2])
        def test_second(number):
            assert number
        """
    done = session(tmp_path, source, way, "--pdbcls=debugger:Pdb", typed="n\nc\nc\nc\n")
    assert done.stops == ["test_first", "test_first", "test_second", "test_second"]
    assert "3 passed" in done.text


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["--debugger"], "function"),
        (["--debugger"], "fail"),
        (["--debugger-trace"], "function"),
        (["--pdb", "--pdbcls=debugger:Pdb"], "function"),
        (["--trace", "--pdbcls=debugger:Pdb"], "function"),
    ],
)
def test_quitting_ends_the_run(tmp_path: Path, words: list[str], name: str) -> None:
    source = failing(name) + "\ndef test_not_run(): pass\n"
    done = session(tmp_path, source, *words, typed="q\n")
    assert len(done.stops) == 1
    assert "Exit: Quitting debugger" in done.text
    assert "passed" not in done.text


def test_in_several_processes_it_is_refused(tmp_path: Path) -> None:
    done = session(tmp_path, failing("function"), "--debugger", "-n", "1")
    assert "ERROR: --debugger needs the tests in one process: leave out -n." in done.text


@pytest.mark.parametrize("name", ["function", "fixture", "fail"])
def test_post_mortem_by_pdbcls(tmp_path: Path, name: str) -> None:
    done = session(
        tmp_path, failing(name), "--pdb", "--pdbcls=debugger:Pdb", typed="exceptions\nc\n"
    )
    assert done.stops == [FAILING[name][1]]
    assert "only the traceback" not in done.text
    assert "PDB continue (IO-capturing resumed)" in done.text


@pytest.mark.parametrize("call", ["pytest.set_trace()", "breakpoint()"])
def test_set_trace_by_pdbcls(tmp_path: Path, call: str) -> None:
    source = f"""
        import pytest
        def test_it():
            {call}
            print("captured")
            assert 1 == 2
        """
    done = session(tmp_path, source, "--pdbcls=debugger:Pdb", typed="n\nn\nc\n")
    assert done.stops == ["test_it"] * 3
    assert "PDB set_trace (IO-capturing turned off)" in done.text
    assert "PDB continue (IO-capturing resumed)" in done.text

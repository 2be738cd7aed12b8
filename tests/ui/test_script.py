"""A program under the debugger sees, prints and ends as it does under Python itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.ui.shell import environment

PROGRAMS = {
    "names": """
        import sys
        print(sorted(vars()))
        print(__name__, __file__, __spec__ and __spec__.name, __package__)
        print(__cached__, __doc__, __annotations__)
        print(type(__loader__).__name__, type(__builtins__).__name__)
        print(sys.argv, sys.path[0], sys.modules["__main__"].__file__)
        """,
    "neighbour": "import neighbour; print(neighbour.__name__, neighbour.VALUE)",
    "exit_status": "import sys; sys.exit(7)",
    "exit_message": "import sys; print('out'); sys.exit('a message')",
    "exit_nothing": "raise SystemExit",
    "uncaught": """
        def outer():
            inner()
        def inner():
            raise ValueError("no")
        outer()
        """,
    "chained": """
        try:
            1 / 0
        except ZeroDivisionError as error:
            raise KeyError("k") from error
        """,
    "own_hook": """
        import sys, traceback
        def hook(kind, error, trace):
            print("hook", kind.__name__, [entry.name for entry in traceback.extract_tb(trace)])
        sys.excepthook = hook
        def fail():
            raise OSError("x")
        fail()
        """,
    "at_exit": """
        import atexit
        atexit.register(print, "at exit")
        raise ValueError
        """,
    "syntax": "def f(:\\n    pass",
    "interrupt": "raise KeyboardInterrupt",
    "reading": "print(input('? '), input())",
}
# With a user, an error that nothing catches stops first: `break_off` leaves that to other tests.
WAYS = {"debugged": ["-c", "break_off", "-c", "c"], "interpreted": ["--interpret"]}


def start(folder: Path, *arguments: str) -> tuple[str, str, int]:
    done = subprocess.run(
        [sys.executable, *arguments],
        input="one\ntwo\n",
        cwd=folder,
        env=environment(PYTHONUTF8="1"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout, done.stderr, done.returncode


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    package = tmp_path / "package"
    package.mkdir()
    for name, source in PROGRAMS.items():
        (package / f"{name}.py").write_text(dedent(source), "utf-8")
    (package / "neighbour.py").write_text("VALUE = 3\n", "utf-8")
    (package / "__init__.py").write_text("", "utf-8")
    (package / "__main__.py").write_text("import sys\nprint(sys.argv, __package__)\n", "utf-8")
    (tmp_path / "folder").mkdir()
    return tmp_path


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", sorted(PROGRAMS.keys() - {"neighbour"}))
def test_a_file(folder: Path, name: str, way: str) -> None:
    program = [f"package/{name}.py", "-x", "1"]
    shown = start(folder, "-m", "debugger", *WAYS[way], *program)
    assert without_replies(shown) == start(folder, *program)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["package", "package.names", "package.uncaught"])
def test_a_module(folder: Path, name: str, way: str) -> None:
    shown = start(folder, "-m", "debugger", *WAYS[way], "-m", name, "-x")
    expected = start(folder, "-m", name, "-x")
    assert without_replies(shown) == (expected[0], without_runpy(expected[1]), expected[2])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.py"], "debugger: There is no file missing.py."),
        (["folder"], "debugger: folder is a directory, not a Python file."),
        (["-m", "missing"], "debugger: No module named missing"),
        (["--wrong", "x.py"], "debugger: unknown option --wrong; see --help."),
        (["-c"], "debugger: option -c needs a value; see --help."),
    ],
)
def test_mistakes_are_one_line(folder: Path, arguments: list[str], message: str) -> None:
    assert start(folder, "-m", "debugger", *arguments) == ("", f"{message}\n", 2)


def test_help_and_version(folder: Path) -> None:
    shown, errors, status = start(folder, "-m", "debugger", "--help")
    assert shown.startswith("usage: python -m debugger")
    assert (errors, status) == ("", 0)
    assert start(folder, "-m", "debugger", "--version")[0].startswith("debugger 0.")


def test_quitting(folder: Path) -> None:
    shown, errors, status = start(folder, "-m", "debugger", "-c", "q", "package/exit_status.py")
    assert (shown, errors, status) == ("", "", 0)


def test_stopping_only_at_what_nothing_catches(folder: Path) -> None:
    uncaught = "package/uncaught.py"
    stopped = start(folder, "-m", "debugger", "--post-mortem", uncaught)
    assert stopped[0].startswith("! ValueError: no (nothing will catch it)")
    passed = start(folder, "-m", "debugger", "--post-mortem", "-c", "c", uncaught)
    assert passed == start(folder, uncaught)
    fine = "package/names.py"
    assert start(folder, "-m", "debugger", "--post-mortem", fine) == start(folder, fine)


def test_nothing_heavy_is_imported_before_it_is_needed(folder: Path) -> None:
    heavy = (
        "prompt_toolkit pygments argparse asyncio difflib pprint traceback textwrap numpy"
        " numba llvmlite"
    )
    source = (
        "import sys\nfor _ in range(900):\n    pass\n"
        f"print([name for name in {heavy.split()} if name in sys.modules])"
    )
    (folder / "modules.py").write_text(source, "utf-8")
    assert start(folder, "-m", "debugger", "-c", "c", "modules.py")[0] == "[]\n"


def test_hot_loops_are_compiled_unless_told_otherwise(folder: Path) -> None:
    source = "import sys\nfor _ in range({}):\n    pass\nprint('llvmlite' in sys.modules)"
    # At Python's own speed a loop has to be longer to be worth it.
    for name, length in (("hot.py", 300_000), ("long.py", 30_000_000)):
        (folder / name).write_text(source.format(length), "utf-8")
    assert start(folder, "-m", "debugger", "--interpret", "hot.py")[0] == "True\n"
    assert start(folder, "-m", "debugger", "--interpret", "--no-compile", "hot.py")[0] == "False\n"
    assert start(folder, "-m", "debugger", "-c", "c", "long.py")[0] == "True\n"
    commands = ("-c", "compiled", "-c", "c")
    shown = start(folder, "-m", "debugger", "--no-compile", *commands, "hot.py")[0]
    assert shown == "All loops run interpreted.\nFalse\n"


def without_replies(shown: tuple[str, str, int]) -> tuple[str, str, int]:
    output, errors, status = shown
    return output.replace("No stop at exceptions any more\n", ""), errors, status


def without_runpy(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if '"<frozen runpy>"' not in line)

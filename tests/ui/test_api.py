"""The public functions, each in a process of its own since there is one session per process."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from tests.ui.shell import shown

FUNCTION = """
import debugger, sys
def f(x):
    y = x + 1
    return y * 2
"""


def run(folder: Path, source: str, commands: str = "", *options: str) -> str:
    script = folder / "script.py"
    script.write_text(FUNCTION + dedent(source), "utf-8")
    return shown(*options, "script.py", typed=commands, folder=folder).stdout


def test_interpreting_needs_no_user_interface(tmp_path: Path) -> None:
    source = """
        print(debugger.interpret(f, 3))
        print([name for name in sys.modules if name.startswith("debugger.ui")])
        """
    assert run(tmp_path, source) == "8\n[]\n"


def test_running_with_breakpoints(tmp_path: Path) -> None:
    source = """
        first = debugger.breakpoint(f)
        second = debugger.breakpoint(f, 5, "y > 100")
        third = debugger.breakpoint("script.py:5")
        debugger.disable(third)
        print([each.number for each in debugger.breakpoints()])
        print(debugger.run(f, 1))
        """
    shown = run(tmp_path, source, "c\n")
    assert shown.startswith("[1, 2, 3]\n* breakpoint 1 (hit 1)")
    assert shown.endswith("debug> c\n4\n")


def test_switching_breakpoints(tmp_path: Path) -> None:
    source = """
        def states(): return [each.enabled for each in debugger.breakpoints()]
        debugger.breakpoint(f); debugger.breakpoint("f")
        debugger.disable(); print(states())
        debugger.toggle(1); print(states())
        debugger.enable(); print(states())
        debugger.remove(1); print(states())
        debugger.remove(); print(states())
        """
    assert run(tmp_path, source).split("\n") == [
        "[False, False]",
        "[True, False]",
        "[True, True]",
        "[True]",
        "[]",
        "",
    ]


def test_entering_and_quitting(tmp_path: Path) -> None:
    shown = run(tmp_path, "print(debugger.enter(f, x=2))", "n\nq\n")
    assert shown.startswith("start")
    assert shown.endswith("debug> q\nNone\n")


def test_mistakes(tmp_path: Path) -> None:
    source = """
        from debugger.frames.errors import UserError
        for arguments in [(3,), (3, 4), ("a b",), (f, 5, "y >"), ("nosuch.py", 3)]:
            try:
                debugger.breakpoint(*arguments)
            except UserError as error:
                print(error)
        """
    assert run(tmp_path, source).split("\n") == [
        "Cannot stop in int: it is not written in Python.",
        "3 is neither a file nor a function.",
        "'a b' is not a location: expected line, file:line or function.",
        "'y >' is not an expression: invalid syntax.",
        "There is no file nosuch.py.",
        "",
    ]


def test_set_trace(tmp_path: Path) -> None:
    source = """
        def g():
            debugger.set_trace(header="look here", commands=["p 6 * 7"])
        g()
        print("end")
        """
    shown = run(tmp_path, source, "c\n", "-m", "debugger", "-c", "c")
    lines = shown.split("\n")
    assert lines[0] == "42"
    assert lines[1].startswith("* breakpoint in the source")
    assert lines[2] == "look here"
    assert shown.endswith("debug> c\nend\n")

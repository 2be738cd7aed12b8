"""What `exec` runs is traced, and jumps are made, as in programs that run natively."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.shell import shown

TRACED = """\
import sys
def tracer(frame, event, _):
    events.append((event, frame.f_lineno, frame.f_code.co_name))
    return tracer
def f(n):
    exec("y = n + 1\\ndef g():\\n  return y\\nprint(y, sorted(locals()))")
    exec(
        "z = 4",
        {},
    )
code = compile("import sys\\nprint(sys._getframe(1).f_lineno)", "<made>", "exec")
events = []
sys.settrace(tracer)
f(3)
exec(code)
try:
    exec("1 +")
except SyntaxError:
    pass
sys.settrace(None)
print(*events, sep="\\n")
"""

JUMPS = """\
import sys
def f():
    x = 1
    try:
        x = 2
    except ValueError:
        x = 3
    for i in range(2):
        x = 4
    x = 5
def tracer(target, frame, event, _):
    if frame.f_code.co_name != "f":
        return None
    if event == "line" and frame.f_lineno == 3:
        try:
            frame.f_lineno = target
        except ValueError as error:
            print(target, error)
    print(frame.f_lineno)
    return lambda *each: tracer(target, *each)
for target in range(4, 13):
    sys.settrace(lambda *each: tracer(target, *each))
    f()
    sys.settrace(None)
"""


@pytest.mark.parametrize("program", [TRACED, JUMPS], ids=["traced", "jumps"])
def test_the_programs_own_tracer_sees_and_does_as_ever(program: str, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(program)
    compiled = ("-m", "debugger", "--interpret", "--compiled-frames")
    assert output(*compiled, str(path)) == output(str(path))


def output(*arguments: str) -> str:
    """What a program prints that Python runs in a process of its own."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


CALLS = {
    "in a module": "exec(code, {})",
    "in a module, unpacked": "exec(*(code, {}))",
    "in a function": "def f():\n    exec(code, {})\nf()",
}
RUNS = """\
with open("other.py") as file:
    code = compile(file.read(), file.name, "exec")
{call}
"""


@pytest.mark.parametrize("call", CALLS)
def test_breakpoints_hold_in_what_it_runs(call: str, tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("x = 1\ny = 2\nprint('out', x + y)\n", "utf-8")
    (tmp_path / "program.py").write_text(RUNS.format(call=CALLS[call]), "utf-8")
    done = shown("-m", "debugger", "program.py", typed="b other.py:2\nc\np x\nc\n", folder=tmp_path)
    assert "* breakpoint 1 (hit 1)" in done.stdout
    assert done.stdout.endswith("debug> p x\n1\ndebug> c\nout 3\n")

"""Recursion: the program's limit is where it is natively, and the host never meets its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.helpers import assert_same

CLOSE = 60
"""How many frames the depth reached may differ: below `__main__` lies the debugger's start."""


def run_program(tmp_path, source, *, interpreted=True):
    path = tmp_path / "program.py"
    path.write_text(source)
    words = ["-m", "debugger", "--interpret"] if interpreted else []
    return subprocess.run(
        [sys.executable, *words, str(path)],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


DEPTH = """\
import sys
deepest = 0
def f(n):
    global deepest
    deepest = n
    return f(n + 1)
try:
    f(1)
except RecursionError as error:
    print(error)
print(deepest)
sys.setrecursionlimit(300)
try:
    f(1)
except RecursionError as error:
    print(error)
print(deepest)
"""


def test_limit_is_reached_where_it_is_natively(tmp_path):
    native, interpreted = (
        run_program(tmp_path, DEPTH, interpreted=interpreted).stdout.splitlines()
        for interpreted in (False, True)
    )
    assert interpreted[::2] == native[::2]
    for line in (1, 3):
        assert abs(int(native[line]) - int(interpreted[line])) < CLOSE
    assert int(interpreted[3]) < 300


CAUGHT = {
    "caught at the top": """\
def f(n): return f(n + 1)
try: f(0)
except RecursionError as error: print(type(error), error)
print("goes on", [x for x in range(3)])
""",
    "caught half way up": """\
def f(n):
    try:
        return f(n + 1)
    except RecursionError:
        if n > 20: raise
        return n
print(f(0))
""",
    "again and again": """\
def f(n): return f(n + 1)
for i in range(3):
    try: f(0)
    except RecursionError: print(i)
""",
    "mutual": """\
def even(n): return True if n == 0 else odd(n - 1)
def odd(n): return False if n == 0 else even(n - 1)
print(even(400), odd(400))
try: even(10**6)
except RecursionError as error: print(error)
""",
    "method and constructor": """\
class Node:
    def __init__(self, n):
        self.inner = Node(n - 1) if n else None
    def depth(self): return 1 + self.inner.depth() if self.inner else 1
print(Node(300).depth())
try: Node(10**6)
except RecursionError as error: print(error)
""",
    "generators": """\
def f(n):
    if n:
        yield from f(n - 1)
    yield n
print(sum(f(100)))
""",
    "limit too low": """\
import sys
def f(n):
    if n: return f(n - 1)
    try: sys.setrecursionlimit(10)
    except RecursionError as error: print(type(error))
f(30)
try: sys.setrecursionlimit(0)
except ValueError as error: print(error)
print(sys.getrecursionlimit())
sys.setrecursionlimit(5000)
print(sys.getrecursionlimit())
""",
    "deeper than the host's limit": """\
import sys
sys.setrecursionlimit(20000)
def f(n): return 0 if n == 0 else 1 + f(n - 1)
print(f(15000))
""",
    "finally on the way": """\
count = 0
def f(n):
    global count
    try: return f(n + 1)
    finally: count += 1
try: f(0)
except RecursionError: print(count > 500)
""",
}


@pytest.mark.parametrize("name", CAUGHT)
def test_recursion_does_the_same(name):
    assert_same(CAUGHT[name])


def test_a_hundred_thousand_frames(tmp_path):
    source = """\
import sys
sys.setrecursionlimit(200_000)
def f(n):
    return 0 if n == 0 else 1 + f(n - 1)
print(f(100_000))
def g(n):
    if n == 0: raise ValueError("deep")
    return g(n - 1)
try:
    g(100_000)
except ValueError as error:
    print(error)
"""
    done = run_program(tmp_path, source)
    assert (done.stdout, done.stderr, done.returncode) == ("100000\ndeep\n", "", 0)


NATIVE_CALLBACKS = {
    "getattr": "class A:\n    def __getattr__(self, name): return getattr(self, name + 'x')\nA().x",
    "property": "class A:\n    @property\n    def x(self): return self.x\nA().x",
    "eq": "class A:\n    def __eq__(self, other): return self == other\nA() == A()",
    "repr": "class A:\n    def __repr__(self): return repr(self)\nrepr(A())",
    "call": "class A:\n    def __call__(self): return self()\nA()()",
    "key": "def key(x): return sorted([x], key=key)\nkey(1)",
    "map": "def f(x): return list(map(f, [x]))\nf(1)",
    "iter": "class A:\n    def __iter__(self): yield from self\nlist(A())",
    "with": "class A:\n    def __enter__(self):\n        with self: pass\n"
            "    def __exit__(self, *e): pass\nwith A(): pass",
    "exec": "text = 'exec(text)'\nexec(text)",
    "eval": "text = 'eval(text)'\neval(text)",
    "class body": "def f():\n    class A: f()\nf()",
    "format": "class A:\n    def __format__(self, spec): return f'{self}'\nf'{A()}'",
    "add": "class A:\n    def __add__(self, other): return self + other\nA() + 1",
    "reduce": "import functools\ndef f(x, y): return functools.reduce(f, [x, y])\nf(1, 2)",
    "import hook": "import sys\nclass F:\n    def find_spec(self, *a): import nothing_at_all\n"
                   "sys.meta_path.insert(0, F())\nimport nothing_at_all",
}  # fmt: skip


@pytest.mark.parametrize("name", NATIVE_CALLBACKS)
def test_recursion_through_native_code_does_not_crash(name, tmp_path):
    body = "\n".join(f"    {line}" for line in NATIVE_CALLBACKS[name].splitlines())
    source = f"""\
def main():
    global text, A, f, key
{body}
try:
    main()
except RecursionError as error:
    print("caught")
print("goes on")
"""
    done = run_program(tmp_path, source)
    assert (done.stdout, done.returncode) == ("caught\ngoes on\n", 0), done.stderr[-2000:]


@pytest.mark.parametrize("name", ["eq", "key", "property", "map"])
def test_recursion_through_native_code_with_a_breakpoint_in_it(name, tmp_path):
    """With entry stubs each native callback is a segment of its own on the host's stack."""
    source = f"""\
import sys
from debugger.frames.engine import Engine
from debugger.frames.stepping import Continue
class Never:
    def on_stop(self, stop): return Continue()
engine = Engine(Never())
source = {NATIVE_CALLBACKS[name]!r}
import linecache
lines = source.splitlines(keepends=True)
linecache.cache["<recursion>"] = (len(source), None, lines, "<recursion>")
for line in range(1, len(lines) + 1):
    engine.breakpoints.add_line("<recursion>", line, condition="False")
try:
    engine.run_code(compile(source, "<recursion>", "exec"), {{"__name__": "__main__"}})
except RecursionError as error:
    print("caught")
print("goes on")
"""
    done = run_program(tmp_path, source, interpreted=False)
    assert (done.stdout, done.returncode) == ("caught\ngoes on\n", 0), done.stderr[-2000:]

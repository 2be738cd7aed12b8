"""Breakpoints that are set while other threads run in their functions, and hold there at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.variants import run_threaded, run_toggled

ROOT = Path(__file__).resolve().parent.parent.parent

GATES = """\
import threading
started, gate = threading.Semaphore(0), threading.Lock()
gate.acquire()
goes_on = []
"""

PROGRAM = """\
import asyncio, queue, sys, threading, time
from gates import gate, goes_on, started

things = queue.Queue()

def meet():
    return None

def lets_go():
    goes_on.append(True)
    gate.release()
    things.put("thing")

def work():
    results.append(waits())
    ended()
    results.append(sys.gettrace())

def ended():
    return "tracers end with the last frame, or at the next call"

{}
results = []
thread = threading.Thread(target=work, daemon=True)
thread.start()
started.acquire(timeout=60)
meet()
lets_go()
thread.join()
print(results, flush=True)
"""

WAITING = {
    "busy in Python": """
def waits():
    count = 0
    started.release()
    while not goes_on:
        count += 1
    return count > 0  # here
""",
    "in the loop itself": """
def waits():
    count = 0
    started.release()
    while not goes_on:
        time.sleep(0.001)
        count += 1  # here
    return count > 0
""",
    "asleep": """
def waits():
    started.release()
    while not goes_on:
        time.sleep(0.001)
    return "slept"  # here
""",
    "for a lock": """
def waits():
    started.release()
    with gate:
        found = "acquired"  # here
    return found
""",
    "for a queue": """
def waits():
    started.release()
    found = things.get()
    return found  # here
""",
    "for a native function": """
def waits():
    started.release()
    found = list(map(gate.acquire, [True]))
    return found  # here
""",
    "for a callee": """
def waits():
    found = calls()
    return found  # here

def calls():
    started.release()
    return gate.acquire()
""",
    "called from C": """
def waits():
    return sorted([3, 1, 2], key=calls)

def calls(number):
    if number == 3:
        started.release()
        gate.acquire()
        return number  # here
    return number
""",
    "in a generator": """
def waits():
    return list(generates())

def generates():
    yield 1
    started.release()
    gate.acquire()
    found = 2  # here
    yield found
""",
    "with a generator that another thread has begun": """
def waits():
    started.release()
    gate.acquire()
    return list(generator)

def generates():
    yield 1
    found = 2  # here
    yield found

generator = generates()
next(generator)
""",
    "in a coroutine": """
def waits():
    return asyncio.run(client())

async def client():
    started.release()
    while not goes_on:
        await asyncio.sleep(0.001)
    return "awaited"  # here
""",
    "before it makes a function": """
def waits():
    started.release()
    gate.acquire()
    def inner():
        return 42  # here
    return inner()
""",
    "before an error": """
def waits():
    started.release()
    try:
        gate.acquire()
        raise KeyError("key")
    except KeyError as error:
        return error.args  # here
""",
    "in a function of another module": """
def waits():
    import other
    return other.function()
""",
    "in a module": """
def waits():
    import slow
    return slow.found
""",
    "with a tracer of its own": """
seen = {}

def tracer(frame, event, argument):
    if frame.f_code.co_name in ("waits", "called"):
        seen[frame.f_lineno] = None
    return tracer

def waits():
    sys.settrace(tracer)
    started.release()
    gate.acquire()
    found = called()  # here
    is_there = sys.gettrace() is tracer
    sys.settrace(None)
    return found, is_there, [*seen]

def called():
    for i in range(3):
        number = i
    return number
""",
    "with a tracer that all threads have": """
seen = {}

def tracer(frame, event, argument):
    if frame.f_code.co_name in ("waits", "called"):
        seen[frame.f_lineno] = None
    return tracer

threading.settrace(tracer)

def waits():
    started.release()
    gate.acquire()
    found = called()  # here
    sys.settrace(None)
    return found, [*seen]

def called():
    for i in range(3):
        number = i
    return number
""",
}
OTHERS = {
    "other.py": """
from gates import gate, started
def function():
    started.release()
    gate.acquire()
    return 43  # here
""",
    "slow.py": """
from gates import gate, started
started.release()
gate.acquire()
found = 44  # here
""",
}


@pytest.fixture(params=WAITING)
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A program that waits in one of the ways."""
    source = WAITING[request.param]
    path: Path = tmp_path / "program.py"
    path.write_text(PROGRAM.format(source))
    (tmp_path / "gates.py").write_text(GATES)
    for name, text in OTHERS.items():
        if f"import {name.removesuffix('.py')}" in source:
            (tmp_path / name).write_text(text)
    return path


def output(*words: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_breakpoint_set_while_another_thread_waits(program: Path) -> None:
    native = output(str(program))
    assert native[-1].endswith("None]")
    debugged = output("-m", run_threaded.__name__, str(program))
    assert debugged == ["stopped where it should", *native]


def test_breakpoints_that_come_and_go_while_threads_run(tmp_path: Path) -> None:
    assert output("-m", run_toggled.__name__, str(tmp_path)) == []

"""What a thread sees of the others."""

from __future__ import annotations

import _thread
import gc
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator

import pytest

from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.entries import Entries
from debugger.frames.evaluation import evaluate
from debugger.frames.focus import Focus
from debugger.frames.frame import Frame
from debugger.frames.stepping import Continue, Next, Plan, Silent
from debugger.frames.stops import Stop
from debugger.frames.threads import ThreadView, look_at, look_at_waiting, thread_names

PROGRAM = """\
import threading

def busy(count):
    total = 0
    for number in range(count):
        total += helper(number) + sum(map(double, range(3)))
        if stopping.is_set():
            break
    results.append(total == sum(range(number + 1)) * 2 + 6 * (number + 1))

def helper(number):
    doubled = number * 2
    return doubled

def double(number):
    return number * 2

def generating(count):
    for number in range(count):
        yield helper(number)

def generates(count):
    for value in generating(count):
        if stopping.is_set():
            break
    results.append(value % 2 == 0)

results = []
stopping = threading.Event()
threads = [
    threading.Thread(target=target, args=(10**9,), name=target.__name__, daemon=True)
    for target in (busy, generates)
]
for thread in threads:
    thread.start()
look()
stopping.set()
for thread in threads:
    thread.join()
"""


@pytest.fixture
def waiting() -> Iterator[Callable[..., int]]:
    """Starts threads that wait in a function with a variable; gives their identities."""
    go, started = threading.Event(), []

    def waits(value: object, ready: threading.Event) -> None:
        kept = value  # noqa: F841
        ready.set()
        go.wait()

    def start(name: str, value: object = None) -> int:
        ready = threading.Event()
        thread = threading.Thread(target=waits, args=(value, ready), name=name)
        started.append(thread)
        thread.start()
        ready.wait()
        while len(go._cond._waiters) < len(started):  # type: ignore[attr-defined]
            time.sleep(0.001)
        assert thread.ident is not None
        return thread.ident

    yield start
    go.set()
    for thread in started:
        thread.join()


def test_names_in_the_order_of_their_beginning(waiting) -> None:
    one, two = waiting("one"), waiting("two")
    names = thread_names()
    assert next(iter(names.values())) == "MainThread"
    # Whoever runs the tests may have threads that `threading` knows nothing of.
    assert [identity for identity in names if identity in (one, two)] == [one, two]
    assert [names[one], names[two]] == ["one", "two"]


def test_a_thread_that_threading_does_not_know() -> None:
    lock = _thread.allocate_lock()
    lock.acquire()
    ready = _thread.allocate_lock()
    ready.acquire()

    def waits() -> None:
        ready.release()
        lock.acquire()

    identity = _thread.start_new_thread(waits, ())
    ready.acquire()
    assert thread_names()[identity] == ""
    lock.release()


def test_our_own_threads_are_not_shown() -> None:
    engine = Engine(Silent())
    done = threading.Event()
    thread = threading.Thread(target=engine.call, args=(done.wait,))
    thread.start()
    assert thread.ident not in thread_names()
    done.set()
    thread.join()


def test_frames_in_focus_and_what_they_wait_for(waiting) -> None:
    view = look_at(Engine(Silent()), waiting("one", 42))
    assert [entry.frame.name.rpartition(".")[2] for entry in view.entries] == ["waits"]
    assert view.entries[0].frame.variables()["kept"] == 42
    assert [each.name for each in view.inside] == ["Condition.wait", "Event.wait"]
    assert view.entries[0].native == ()


def test_without_frames_in_focus_all_are_shown(waiting) -> None:
    view = look_at(Engine(Silent(), Focus(remove=[__file__])), waiting("one"))
    names = [entry.frame.name.rpartition(".")[2] for entry in view.entries]
    assert names == ["wait", "wait", "waits", "run", "_bootstrap_inner", "_bootstrap"]
    assert view.entries[2].frame.variables().keys() == {"value", "ready", "kept", "go"}


def test_no_thread_of_that_identity() -> None:
    assert look_at(Engine(Silent()), -1) == ThreadView((), ())


class Value:
    pass


def test_nothing_is_kept(waiting) -> None:
    gc.collect()
    gc.disable()
    try:
        identity = waiting("one")

        def look() -> weakref.ref[Value]:
            value = Value()
            thread_names()
            look_at(Engine(Silent()), identity)
            return weakref.ref(value)

        assert look()() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("make_entries", [Entries, CompiledEntries])
@pytest.mark.parametrize("breaks", [False, True])
def test_threads_that_run_on_notice_nothing(make_entries, breaks, tmp_path) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    views: list[ThreadView] = []

    def look() -> None:
        for _ in range(100):
            for identity, name in thread_names().items():
                if name in ("busy", "generates"):
                    views.append(look_at(engine, identity))
            time.sleep(0.001)
            for outermost in [view.entries[-1].frame for view in views[-2:] if view.entries]:
                if "count" in outermost.variables():
                    assert evaluate(outermost, "count") == 10**9

    class Going:
        def on_stop(self, stop: Stop) -> Plan:
            return Continue()

    engine = Engine(Going(), make_entries=make_entries)
    if breaks:
        for line in (6, 12, 20):
            engine.breakpoints.add_line(str(path), line)
    names = {"__name__": "program", "look": look}
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        engine.run_code(compile(PROGRAM, str(path), "exec"), names)
    finally:
        sys.setswitchinterval(interval)
    assert names["results"] == [True, True]
    outermost = [view.entries[-1].frame for view in views if view.entries]
    # A thread that never holds still may now and then not be seen as a whole.
    expected = {"busy", "generates"}
    whole = [each for each in outermost if each.name in expected and "count" in each.variables()]
    assert len(whole) > len(views) * 0.9
    assert {frame.name for frame in whole} == expected
    assert all(frame.variables()["count"] == 10**9 for frame in whole)


@pytest.mark.parametrize("look", [look_at, look_at_waiting])
def test_only_frames_of_threads_that_wait_are_shown_themselves(look) -> None:
    source = "def f(number):\n    return number\nthread = Thread(target=f, args=(1,))\n"
    source += "thread.start()\nthread.join()\n"
    stopped, go = threading.Event(), threading.Event()
    frames: list[Frame] = []
    seen: list[object] = []

    class Waiting:
        def on_stop(self, stop: Stop) -> Plan:
            frames.append(stop.frame)
            stopped.set()
            go.wait()
            return Continue()

    def looking() -> None:
        stopped.wait()
        try:
            entry = look(engine, frames[0].interpreter.thread).entries[-1]
            seen.extend([entry.frame is frames[0], entry.frame.variables()])
        finally:
            go.set()

    engine = Engine(Waiting())
    engine.breakpoints.add_function("f")
    looker = threading.Thread(target=looking)
    looker.start()
    engine.run_code(compile(source, "<threads>", "exec"), {"Thread": threading.Thread})
    looker.join()
    assert seen == [look is look_at_waiting, {"number": 1}]


@pytest.mark.parametrize("make_entries", [Entries, CompiledEntries])
def test_pause_leaves_the_plan_of_another_thread_alone(make_entries) -> None:
    source = """\
def f():
    go.acquire()
    return 1
thread = Thread(target=f)
thread.start()
while not go._cond._waiters:
    sleep(0.001)
pause()
go.release()
thread.join()
"""
    go = threading.Semaphore(0)
    stops: list[tuple[str, int | None]] = []

    class Stepping:
        def on_stop(self, stop: Stop) -> Plan:
            stops.append((stop.frame.name, stop.frame.line))
            return Next(stop.frame) if len(stops) == 1 else Continue()

    engine = Engine(Stepping(), make_entries=make_entries)
    engine.breakpoints.add_function("f", temporary=True)
    names = {"Thread": threading.Thread, "go": go, "sleep": time.sleep, "pause": engine.pause}
    engine.run_code(compile(source, "<threads>", "exec"), names)
    assert stops == [("f", 2), ("<module>", 8), ("f", 3)]

"""Breaking on errors: what is foretold of a raise, and where the program stops for it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from debugger.frames.errors import UserError
from debugger.frames.stops import PostMortem, Raised
from tests.frames.support import Program, Script, run

HEAD = """\
import contextlib
from contextlib import contextmanager, nullcontext, suppress
class Swallow:
    def __init__(self, answer): self.answer = answer
    def __enter__(self): return self
    def __exit__(self, *error): return self.answer
class Pass:
    def __enter__(self): return self
    def __exit__(self, *error): self.done = True
class No:
    def __enter__(self): return self
    def __exit__(self, *error): return False
class Yes:
    def __enter__(self): return self
    def __exit__(self, *error): return True
class Base(Exception): pass
class Derived(Base): pass
KINDS = (KeyError, Base)
def fail(error=ValueError):
    local = "here"
    raise error  # @raise
"""

CAUGHT, UNCAUGHT, UNKNOWN = "caught", "uncaught", "unknown"

CASE = re.compile(r"^# (.+): (caught|uncaught|unknown|any), (raises|goes on)\n", re.MULTILINE)


class Case(NamedTuple):
    """A program, what shall be foretold of its raise, and whether an error ends it."""

    source: str
    fate: str
    raises: bool


def cases() -> dict[str, Case]:
    """The cases of fates.txt by name."""
    text = (Path(__file__).parent / "fates.txt").read_text(encoding="utf-8")
    _, *parts = CASE.split(text)
    found = zip(parts[::4], parts[1::4], parts[2::4], parts[3::4], strict=True)
    return {name: Case(source, fate, end == "raises") for name, fate, end, source in found}


TABLE = cases()


def program(source):
    return Program(HEAD + source + "\n")


def broken(text, kind, error=None, plans=()):
    """A program run with break-on: the listener, and the error it ended with."""
    made = program(text)
    script = Script(made, plans)
    ran = run(made, script, lambda engine: engine.break_on.on(kind, error))
    return script, ran


@pytest.mark.parametrize("name", TABLE)
def test_fate_is_foretold(name):
    """'throw' tells what it thinks will become of each raise."""
    source, fate, uncaught = TABLE[name]
    script, ran = broken(source, "throw")
    assert (ran.error is not None) == uncaught
    at_fail = [
        reason.fate
        for reason, place in zip(script.reasons, script.places, strict=True)
        if isinstance(reason, Raised) and place == "fail@raise"
    ]
    assert at_fail
    # A wrong answer is worse than none; but a clause may raise again, and a task is written in C.
    truth = UNCAUGHT if uncaught else CAUGHT
    if not name.endswith(("again", "as another", "asyncio")):
        assert at_fail[-1] in (truth, UNKNOWN)
    if fate != "any":
        assert at_fail[-1] == fate


@pytest.mark.parametrize("name", TABLE)
def test_uncaught_errors_stop_with_the_frames_of_the_raise(name):
    source, _, uncaught = TABLE[name]
    seen = []

    class Looking(Script):
        def on_stop(self, stop):
            reason = stop.reason
            frames = reason.frames if isinstance(reason, PostMortem) else (stop.frame,)
            seen.append((type(reason), frames[0].name, dict(frames[0].variables())))
            return super().on_stop(stop)

    made = program(source)
    ran = run(made, Looking(made), lambda engine: engine.break_on.on("error"))
    assert (ran.error is not None) == uncaught
    stopped = [each for each in seen if each[1] == "fail"]
    if uncaught and "another" not in name:
        assert stopped
        assert all(variables["local"] == "here" for _, _, variables in stopped)
    if not uncaught:
        assert [kind for kind, _, _ in seen if kind is PostMortem] == []


def test_uncaught_stops_before_anything_is_unwound():
    script, ran = broken("seen = []\ntry: fail()\nfinally: seen.append(1)", "error")
    assert script.places == ["fail@raise"]
    assert script.reasons == [Raised(ran.error, UNCAUGHT)]
    seen = []

    class Looking(Script):
        def on_stop(self, stop):
            seen.append(list(stop.frame.caller.variables()["seen"]))
            seen.append(stop.frame.caller.line)
            return super().on_stop(stop)

    made = program("seen = []\ntry: fail()\nfinally: seen.append(1)")
    run(made, Looking(made), lambda engine: engine.break_on.on("error"))
    assert seen == [[], HEAD.count("\n") + 2]


@pytest.mark.parametrize(
    "name", [name for name, case in TABLE.items() if case[1:] == (UNKNOWN, True)]
)
def test_what_could_not_be_told_stops_when_it_is_proved(name):
    source, _, _ = TABLE[name]
    script, ran = broken(source, "error")
    kinds = [type(reason) for reason in script.reasons]
    assert kinds == [PostMortem]
    reason = script.reasons[0]
    assert reason.error is ran.error
    assert reason.frames[-1].name == "<module>"


def test_post_mortem_frames_are_as_at_the_raise():
    script, _ = broken("def f(x):\n y = x + 1\n with Swallow(0): fail()\nf(1)", "error")
    (reason,) = script.reasons
    assert [frame.name for frame in reason.frames] == ["fail", "f", "<module>"]
    assert reason.frames[0].variables() == {"error": ValueError, "local": "here"}
    assert reason.frames[1].variables() == {"x": 1, "y": 2}
    assert reason.frames[0].line == program("").lines["raise"]


def test_throw_sees_every_raise_once():
    source = """\
def f():
    try: fail()
    finally: x = 1
def g():
    try: f()
    except ValueError as error: raise KeyError from error
for i in range(2):
    try: g()
    except KeyError: pass
try: {}["x"]
except KeyError: pass
try: int("x")
except ValueError: pass
try: [1 / 0 for _ in "a"]
except ZeroDivisionError: pass
sorted(iter([3, 1]))
"""
    script, ran = broken(source, "throw")
    assert ran.error is None
    kinds = [type(reason.error).__name__ for reason in script.reasons]
    assert kinds == ["ValueError", "KeyError"] * 2 + ["KeyError", "ValueError", "ZeroDivisionError"]


def test_raising_again_is_another_raise():
    script, _ = broken("try: fail()\nexcept ValueError: raise", "throw")
    assert script.places[0] == "fail@raise"
    assert len(script.places) <= 2


def test_error_passing_through_native_code_is_seen_once():
    source = """\
def f():
    yield fail()
try: list(map(list, [f()]))
except ValueError: pass
"""
    script, _ = broken(source, "throw")
    assert script.places == ["fail@raise"]


def test_uncaught_error_stops_once():
    source = "def f():\n try: fail()\n finally: x = 1\ndef g():\n with Pass(): f()\ng()"
    script, _ = broken(source, "error")
    assert script.places == ["fail@raise"]


def test_error_raised_by_native_code_stops_where_it_arrives():
    source = "import json\ndef f(x):\n return json.loads(x)  # @loads\nf('{')"
    script, _ = broken(source, "error")
    assert script.places == ["f@loads"]
    assert len(script.places) == 1


@pytest.mark.parametrize(
    ("wanted", "raised", "stops"),
    [
        (None, "ValueError", True),
        (ValueError, "ValueError", True),
        (Exception, "ValueError", True),
        (LookupError, "KeyError", True),
        (KeyError, "ValueError", False),
        (KeyError, "LookupError", False),
    ],
)
@pytest.mark.parametrize("kind", ["error", "throw", "user"])
def test_types(kind, wanted, raised, stops):
    script, _ = broken(f"fail({raised})", kind, wanted)
    assert script.places == (["fail@raise"] if stops else [])


def test_types_add_up():
    made = program("try: fail(KeyError)\nexcept: pass\ntry: fail(OSError)\nexcept: pass\nfail()")
    script = Script(made)

    def prepare(engine):
        engine.break_on.on("throw", KeyError)
        engine.break_on.on("throw", ValueError)

    run(made, script, prepare)
    assert [type(reason.error) for reason in script.reasons] == [KeyError, ValueError]


@pytest.mark.parametrize(
    "end",
    [
        "raise SystemExit(3)",
        "import sys; sys.exit()",
        "raise KeyboardInterrupt",
        "raise StopIteration",
        "raise GeneratorExit",
    ],
)
def test_orderly_ends_are_no_errors(end):
    script, ran = broken(end, "error")
    assert script.reasons == []
    assert ran.error is not None


def test_generators_ending_are_no_errors_and_no_throws():
    source = "def f():\n yield 1\n return 2\ndef g():\n x = yield from f()\nlist(g())"
    for kind in ("error", "throw", "user"):
        script, ran = broken(source, kind)
        assert script.reasons == []
        assert ran.error is None


def test_user_stops_at_what_leaves_the_code_in_focus():
    # It is the code of the standard library that handles these.
    source = """\
import json
class Odd:
    @property
    def value(self):
        raise AttributeError("value")  # @leaves
getattr(Odd(), "value", None)
try: fail()
except ValueError: pass
"""
    script, ran = broken(source, "user")
    assert ran.error is None
    assert "fail@raise" not in script.places


def test_user_stops_at_what_nothing_catches():
    script, _ = broken("def f(): fail()\nf()", "user")
    assert script.places == ["fail@raise"]


def test_off():
    made = program("fail()")
    for kind in ("error", "throw", "user"):
        script = Script(made)

        def prepare(engine, kind=kind):
            engine.break_on.on(kind)
            engine.break_on.off(kind)

        run(made, script, prepare)
        assert script.reasons == []
    script = Script(made)

    def all_off(engine):
        engine.break_on.on("error")
        engine.break_on.on("throw")
        engine.break_on.off()

    run(made, script, all_off)
    assert script.reasons == []


def test_one_kind_off_leaves_the_others():
    made = program("try: fail()\nexcept ValueError: pass\nfail()")
    script = Script(made)

    def prepare(engine):
        engine.break_on.on("error")
        engine.break_on.on("throw")
        engine.break_on.off("throw")

    run(made, script, prepare)
    assert len(script.reasons) == 1


@pytest.mark.parametrize("method", ["on", "off"])
def test_unknown_kind(method):
    break_on = run(program("x = 1"), Script(program(""))).engine.break_on
    with pytest.raises(UserError, match="'error', 'throw' or 'user'"):
        getattr(break_on, method)("nothing")


def test_nothing_asked_for_stops_nothing():
    made = program("fail()")
    script = Script(made)
    assert isinstance(run(made, script).error, ValueError)
    assert script.reasons == []


def test_errors_of_conditions_and_of_the_debugger_are_not_the_programs():
    made = program("x = 1  # @x\n")
    script = Script(made)

    def prepare(engine):
        engine.break_on.on("throw")
        engine.breakpoints.add_line(made.path, made.lines["x"], condition="fail()")

    run(made, script, prepare)
    assert [type(reason).__name__ for reason in script.reasons] == ["Hit"]


def test_error_in_a_thread():
    source = """\
import threading
threading.excepthook = lambda arguments: None
thread = threading.Thread(target=fail)
thread.start()
thread.join()
"""
    script, ran = broken(source, "throw")
    assert ran.error is None
    assert script.places in ([], ["fail@raise"])


@pytest.mark.parametrize(("caught", "fate"), [("ValueError", CAUGHT), ("KeyError", UNCAUGHT)])
def test_native_frames_of_a_thread_catch_errors(caught, fate):
    source = f"""\
import threading
threading.excepthook = lambda arguments: None
def work():
    try:
        fail()
    except {caught}:
        pass
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""
    made = program(source)
    script = Script(made)

    def prepare(engine):
        engine.break_on.on("throw")
        engine.breakpoints.add_function("fail")

    run(made, script, prepare)
    assert [type(reason).__name__ for reason in script.reasons] == ["Hit", "Raised"]
    assert script.reasons[1].fate == fate


@pytest.mark.parametrize(
    ("start", "fate"),
    [
        ("ThreadPoolExecutor(1).submit(fail).exception()", CAUGHT),
        ("thread = threading.Thread(target=fail); thread.start(); thread.join()", UNCAUGHT),
    ],
)
def test_what_began_a_thread_may_catch_errors_out_of_focus(start, fate):
    source = f"""\
import threading
from concurrent.futures import ThreadPoolExecutor
threading.excepthook = lambda arguments: None
{start}
"""
    made = program(source)
    script = Script(made)

    def prepare(engine):
        engine.break_on.on("throw")
        engine.breakpoints.add_function("fail")

    run(made, script, prepare)
    assert [type(reason).__name__ for reason in script.reasons] == ["Hit", "Raised"]
    assert script.reasons[1].fate == fate


CATCHERS = {
    "where it is raised": (
        "    try:\n        {}[held]\n    except KeyError:\n        pass",
        "fail",
    ),
    "by its caller": ("    {}[held]", "calls"),
    "by C": ("    raise AttributeError", "asks"),
}


@pytest.mark.parametrize("name", CATCHERS)
def test_errors_that_were_looked_at_keep_nothing_alive(name):
    body, called = CATCHERS[name]
    source = f"""\
import gc, weakref
class Held: pass
class Asked:
    held = property(lambda self: fail(self))
def fail(held):
{body}
def calls(held):
    try:
        fail(held)
    except KeyError:
        pass
def asks(held):
    return hasattr(Asked(), "held")
def keeps():
    held = Held()
    {called}(held)
    return weakref.ref(held)
gc.disable()
try:
    assert keeps()() is None
finally:
    gc.enable()
"""
    script, ran = broken(source, "error")
    assert ran.error is None
    assert script.places == []

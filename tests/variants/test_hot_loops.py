"""Loops of frames that run compiled become machine code, and nothing else changes."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from debugger.compiled.loops import eligible
from debugger.compiled.loops.loops import Loops
from debugger.compiled.loops.policy import Policy
from debugger.compiled.tiered import TieredInterpreter
from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.stepping import Continue, Next, StepOut
from debugger.frames.stops import Paused
from tests.helpers import COMPILED, ROOT, assert_same, programs, run_script
from tests.loops.program_generator import STYLES
from tests.sampling import IS_FULL, share
from tests.variants.test_compiled import ARGUMENTS, KNOWN_DIFFERENCES, STDIN

pytest.importorskip("numba")

GENERATED = 60 if IS_FULL else 9
HOT = "3"
EVERY = ("0", "3")
"""There are no breakpoints, or there are on every third line."""

FUNCTION = """\
def work(n):
    total = 0
    for i in range(n):
        total += i * i % 7
    return total, i
print(work(5000))
"""
MODULE = """\
total = 0
for i in range(5000):
    total += i * i % 7
print(total, i)
total = 0.5
while total < 1e9:
    total = total * 1.5 + 1
print(total)
"""
METHOD = """\
class Sum:
    def __init__(self):
        self.total = 0
    def add(self, n):
        while n > 0:
            self.total += n & 5
            n -= 1
        return self.total
s = Sum()
print(s.add(3000), s.add(3000), s.total)
"""
NESTED = """\
def work(n, rows):
    total = 0
    for i in range(n):
        for j in range(rows):
            if (i ^ j) & 1:
                continue
            total += i * j
        else:
            total -= 1
    return total, i, j
print(work(80, 90))
"""
IN_BLOCKS = """\
class Block:
    def __enter__(self):
        print("in")
    def __exit__(self, *error):
        print("out", error[0])
        return True
def work(n):
    total = 0
    try:
        for i in range(n):
            total += 100 // (n - 50 - i)
    except ZeroDivisionError as error:
        print(error, error.__traceback__.tb_lineno, i, total)
        for i in range(n):
            total += i
    finally:
        for i in range(n):
            total ^= i
    with Block():
        for i in range(n):
            total += i
        total = 1 / (total - total)
    return total
print(work(100))
"""
COMPREHENSION = """\
values = [float(i) for i in range(500)]
class Body:
    total = 0.0
    for value in values:
        total += value * 0.5
    squares = [v * v for v in values]
print(Body.total, sum(Body.squares))
"""
GENERATOR = """\
def numbers(n):
    found = 0
    for i in range(n):
        found += i & 3
        if i % 100 == 99:
            yield found
print(list(numbers(1000)))
async def waiting(n):
    found = 0
    for i in range(n):
        found += i & 3
    return found
try:
    waiting(1000).send(None)
except StopIteration as stop:
    print(stop.value)
"""
BIG = """\
def power(n):
    found = 1
    for i in range(n):
        found = found * 3 + i
    return found
print(power(200))
"""
UNKNOWN_CALL = """\
import zlib
def work(n):
    total = 0
    for i in range(n):
        total += i
        total ^= zlib.crc32(b"%d" % i)
    return total
print(work(3000))
"""
SHORT = """\
def count(bits):
    found = 0
    while bits:
        found += bits & 1
        bits >>= 1
    return found
print(sum(count(i) for i in range(3000)))
"""
LIFETIME = """\
import weakref
class Thing:
    def __init__(self, number):
        self.number = number
    def __del__(self):
        if self.number % 100 == 0:
            print("gone", self.number)
def work(n):
    last = Thing(-1)
    weakref.finalize(last, print, "first gone")
    total = 0
    for i in range(n):
        total += last.number
        last = Thing(i)
    print("end")
    return total
print(work(300))
"""
# The alarm rings when the program has computed for a second, however busy the machine is.
SIGNAL = """\
import signal
class Alarm(Exception):
    pass
def ring(*_):
    raise Alarm
def work():
    total = 0
    try:
        while True:
            total += 1
            total &= 1023
    except Alarm as alarm:
        signal.setitimer(signal.ITIMER_PROF, 0)
        return 0 <= total < 1024, alarm.__traceback__.tb_frame.f_code.co_name
signal.signal(signal.SIGPROF, ring)
signal.setitimer(signal.ITIMER_PROF, 1.0, 0.5)
print(work())
"""
SETTLED_SIGNAL = (
    SIGNAL.replace("total = 0", "total = ''")
    .replace("total += 1", "total += ''")
    .replace("        total &= 1023\n", "")
    .replace("0 <= total < 1024", "total")
)
SIGNAL_IN_FOR = SETTLED_SIGNAL.replace("while True", "for _ in [''] * 99_999_999")
THREADS = """\
import threading
results = []
def work(n):
    total = 0
    for i in range(n):
        total += i % 3
    results.append(total)
threads = [threading.Thread(target=work, args=(3000,)) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(results)
"""
DEEP = """\
def work(n, depth):
    total = 0
    for i in range(n):
        total += i
    return total + work(n, depth - 1) if depth else total
print(work(50, 100))
"""

ENTERED = {
    "a function": FUNCTION,
    "a module": MODULE,
    "a method": METHOD,
    "nested loops": NESTED,
    "handlers and with": IN_BLOCKS,
    "a class body": COMPREHENSION,
    "a generator": GENERATOR,
    "numbers that grow": BIG,
    "an alarm": SIGNAL,
    "threads": THREADS,
}
OTHERS = {
    "an unknown call": UNKNOWN_CALL,
    "few turns at a time": SHORT,
    "an alarm in a settled loop": SETTLED_SIGNAL,
    "an alarm in a settled loop over a list": SIGNAL_IN_FOR,
    "objects that die": LIFETIME,
    "recursion": DEEP,
}


def run_hot(source: str | Path, folder: Path, every: str = "0") -> dict[str, Any]:
    """Assert that a program does what it does natively; what became of its loops."""
    found = folder / "report"
    options = ("--compiled", "--every", every, "--hot", HOT, "--report", str(found))
    engine = partial(run_script, script=COMPILED, options=options)
    assert_same(source, arguments=ARGUMENTS, stdin=STDIN, engine=engine)
    report: dict[str, Any] = json.loads(found.read_text()) if found.exists() else {}
    assert not report.get("failed")
    return report


@pytest.mark.parametrize("every", EVERY)
@pytest.mark.parametrize("name", [*ENTERED, *OTHERS])
def test_loop_does_what_it_does_natively(name, every, tmp_path):
    report = run_hot({**ENTERED, **OTHERS}[name], tmp_path, every)
    if name in ENTERED and every == "0":
        assert report["entries"] > 0
        assert report["iterations"] > 30


@pytest.mark.parametrize("program", share(programs()), ids=lambda path: path.stem)
def test_program_runs_as_ever(program, tmp_path, request):
    reason = KNOWN_DIFFERENCES.get(program.stem)
    if reason is not None:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=False))
    run_hot(program, tmp_path)


@pytest.mark.parametrize("style", share(sorted(STYLES)))
def test_generated_programs_do_the_same(style):
    words = [sys.executable, "-m", "tests.variants.hot_worker", style, "0", str(GENERATED)]
    finished = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    *lines, iterations = finished.stdout.splitlines()
    assert lines == [str(seed) for seed in range(GENERATED)], finished.stdout + finished.stderr
    assert int(iterations) > 0


class Session:
    """Answers stops with plans, then with Continue; notes where they were and a variable."""

    def __init__(self, *plans, policy=None):
        self.plans = list(plans)
        self.seen = []
        self.reasons = []
        self.loops = Loops(policy or Policy(hot=3, first=0))
        make_interpreter = partial(TieredInterpreter, loops=self.loops)
        self.engine = Engine(self, make_interpreter=make_interpreter, make_entries=CompiledEntries)

    def on_stop(self, stop):
        self.reasons.append(type(stop.reason))
        self.seen.append((stop.frame.line, stop.frame.variables().get("i")))
        return self.plans.pop(0)(stop.frame) if self.plans else Continue()

    def run(self, source: str, path: Path) -> dict[str, Any]:
        """Run a program, at the lines of which that say so there are breakpoints."""
        path.write_text(source)
        for number, line in enumerate(source.splitlines(), 1):
            if "# stop" in line:
                condition = line.partition("# stop if ")[2] or None
                self.engine.breakpoints.add_line(str(path), number, condition=condition)
        names: dict[str, Any] = {"__name__": "__main__"}
        self.engine.run_code(compile(source, str(path), "exec"), names)
        return names

    def made(self) -> int:
        """How many iterations were made in machine code."""
        return sum(loop.iterations for loop in self.loops)


class Pressing(Policy):
    """Ctrl-C comes while the compiler is loaded; `slowed`: whether each call is told of then."""

    def __init__(self) -> None:
        super().__init__(hot=3, first=0)
        self.slowed: list[bool] = []

    def compile(self, loops: Loops, loop: Any, request: Any) -> None:
        with loops.outside():
            if not self.slowed:
                assert loops.engine is not None
                loops.engine.pause()
                self.slowed.append(sys.gettrace() is not None or are_calls_monitored())
        super().compile(loops, loop, request)


def are_calls_monitored() -> bool:
    monitoring = getattr(sys, "monitoring", None)
    tools = () if monitoring is None else filter(monitoring.get_tool, range(6))
    return any(monitoring.get_events(tool) for tool in tools)  # type: ignore[union-attr]


def test_a_pause_while_the_compiler_is_loaded(tmp_path):
    policy = Pressing()
    session = Session(policy=policy)
    assert session.run(FUNCTION, tmp_path / "program.py")["work"](5000) == (9997, 4999)
    assert session.reasons == [Paused]
    assert policy.slowed == [False]


CONDITION = """\
def work(n):
    total = 0
    for i in range(n):
        total += i  # stop if i == 4000
    return total
found = work(5000)
"""


@pytest.mark.parametrize("condition", ["i == 4000", "str(i) == '4000'", "i < 0"])
def test_breakpoint_with_a_condition_in_the_loop(condition, tmp_path):
    session = Session()
    source = CONDITION.replace("i == 4000", condition)
    assert session.run(source, tmp_path / "program.py")["found"] == sum(range(5000))
    assert session.seen == ([] if condition == "i < 0" else [(4, 4000)])
    if "str" not in condition:
        assert session.made() > 1000


STOPS = """\
def inner(n):
    total = 0
    for i in range(n):
        total += i * 2
    return total
def outer():
    first = inner(5)  # stop
    found = inner(5000)
    return found
found = outer()
print(found)
"""


def test_stepping_over_a_function_runs_its_loops_as_machine_code(tmp_path):
    session = Session(Next, Next, Next)
    assert session.run(STOPS, tmp_path / "program.py")["found"] == 2 * sum(range(5000))
    assert [line for line, _ in session.seen] == [7, 8, 9, 11]
    assert session.made() > 4000


OUT = """\
def inner(n):
    n += 1  # stop
    for i in range(n):
        n += i
    return n
def outer(m):
    for i in range(m):
        m ^= i
    found = inner(m)
    for i in range(5000):
        found += i
    return found
found = outer(3000)
"""


def test_stepping_out_into_a_frame_whose_loops_are_hot(tmp_path):
    native: dict[str, Any] = {}
    exec(OUT, native)
    session = Session(StepOut)
    assert session.run(OUT, tmp_path / "program.py")["found"] == native["found"]
    assert [line for line, _ in session.seen] == [2, 10]
    assert session.made() > 5000


def over(session: Session) -> list[bool]:
    """Whether loops are not counted any more, of those that were to be counted."""
    entries = session.engine.entries
    assert isinstance(entries, CompiledEntries)
    return [turns.is_over for counted in entries.turns.values() for turns in counted]


def test_all_that_is_emitted_is_eligible():
    from debugger.compiled.loops.emit.operations import OPERATIONS
    from debugger.compiled.loops.emit.statements import HANDLERS

    assert HANDLERS.keys() == eligible.STATEMENTS
    assert OPERATIONS.keys() == eligible.OPERATIONS


def test_loops_that_are_not_worth_it_are_not_counted_any_more(tmp_path):
    source = SHORT.replace("3000", "30_000").replace("print", "found = ")
    session = Session()
    session.run(source, tmp_path / "program.py")
    assert over(session) == [True]
    assert sum(loop.entries for loop in session.loops) < 1000


def test_loops_that_are_refused_are_not_counted_any_more(tmp_path):
    source = "found = ''\nfor i in 'some letters':\n    found += i\n"
    session = Session()
    assert session.run(source, tmp_path / "program.py")["found"] == "some letters"
    assert over(session) == [True]


def test_loops_that_cannot_be_compiled_are_not_counted(tmp_path):
    source = "for i in range(5000):\n    found = {i: i}\n"
    session = Session()
    assert session.run(source, tmp_path / "program.py")["found"] == {4999: 4999}
    assert over(session) == []
    assert not list(session.loops)


def test_going_back_into_a_loop_that_began_natively_and_on(tmp_path):
    program = tmp_path / "program.py"
    turns = 50_000_000  # there is machine code long before the last of them
    program.write_text(FUNCTION.replace("5000", str(turns)))
    words = ["-m", "debugger", "-c", "b program.py:5", str(program)]
    finished = subprocess.run(
        [sys.executable, *words],
        input="c\nback 3\nclear\ny\nc\n",
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    total = turns // 7 * sum(i * i % 7 for i in range(7)) + sum(i * i % 7 for i in range(turns % 7))
    assert "back 3 lines" in finished.stdout
    assert "is gone" not in finished.stdout
    assert f"({total}, {turns - 1})" in finished.stdout

"""Sessions in which what is not stepped through runs compiled, beside those that interpret it all.

Where nothing is recorded, and a caller goes on natively, the two differ; here they must not.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.stepping import Continue, Plan
from debugger.frames.stops import Stop
from tests.ui.shell import shown


def screens(path: Path, *commands: str, options: tuple[str, ...] = ()) -> str:
    """What a session with a program shows."""
    typed = "".join(f"{command}\n" for command in commands)
    done = shown("-m", "debugger", *options, path.name, typed=typed, folder=path.parent)
    return f"{done.stdout}(exit status {done.returncode})"


def written(folder: Path, source: str) -> Path:
    path = folder / "program.py"
    path.write_text(textwrap.dedent(source), "utf-8")
    return path


SUSPENDED = """\
    import asyncio

    async def client(number):
        for _ in range(2):
            await asyncio.sleep(0.01 * number)
        found = number
        return found

    async def main():
        first = asyncio.ensure_future(client(1))
        second = asyncio.ensure_future(client(2))
        await asyncio.sleep(0)
        both = await asyncio.gather(first, second)
        print(both)

    def numbers():
        yield 1
        resumed = 2
        yield resumed

    waiting = numbers()
    next(waiting)

    def started():
        return "started"

    started()
    print(next(waiting))
    asyncio.run(main())
    """
"""Line 6 is behind what the coroutines wait for, 13 waits for them, 18 is in a generator."""

ERRORS = """\
    import contextlib

    class Swallows:
        def __enter__(self):
            return self
        def __exit__(self, *error):
            return len(error) == 3

    class Passes:
        def __enter__(self):
            return self
        def __exit__(self, *error):
            pass

    @contextlib.contextmanager
    def catching():
        try:
            yield
        except ZeroDivisionError:
            pass

    def inner(number):
        with Passes():
            return 1 / number

    def suppressed():
        with contextlib.suppress(ZeroDivisionError), Passes():
            inner(0)
        with Swallows() as swallows, catching():
            1 / 0
        with Swallows():
            with Passes():
                inner(0)

    def caught():
        try:
            return inner(0)
        except ZeroDivisionError:
            return "caught"

    suppressed()
    print(caught())
    inner(0)
    """

ENDING = """\
    class Computes:
        def __enter__(self):
            return self
        def __exit__(self, *error):
            return len(error) > 3

    def inner(number):
        with Computes():
            return 1 / number

    def outer(number):
        less = number - 1
        return inner(less)

    outer(1)
    """


SOURCES = """\
    names = {"__name__": "made"}

    def run(source):
        exec(
            compile(source, __file__, "exec"),
            names,
        )
        return names["made"]

    def own():
        number = 1
        exec("other = number")
        return sorted(locals())

    print(run("\\n" * 24 + "def made(number):\\n    return number + 1")(1), own())
    number = 0
    exec("number += 1")
    print(number)






    # Here stands what is made:
    def made(number):
        return number + 1
    """


@pytest.mark.parametrize(
    ("source", "commands"),
    [
        (SOURCES, "b 26;c;w;c;c"),
        (SUSPENDED, "b started;c;clear 1;b 18;c;p resumed;c"),
        (SUSPENDED, "b 13;c;b 6;c;p number;c;p number;n;clear 2;c"),
        (ERRORS, "c;w;c"),
        (ERRORS, "break_off;break_on user;c;w;c;c"),
        (ERRORS, "b inner;c;clear 1;c;jump 21;c"),
    ],
)
def test_screens_are_those_of_interpreted_programs(
    source: str, commands: str, tmp_path: Path
) -> None:
    path = written(tmp_path, source)
    interpreted = screens(path, *commands.split(";"), options=("--no-compiled-frames",))
    for _ in ("made", "kept on disk"):
        assert screens(path, *commands.split(";")) == interpreted


def test_what_nothing_caught_is_seen_afterwards(tmp_path: Path) -> None:
    text = screens(written(tmp_path, ENDING), "c", "w", "up", "p less", "c")
    assert "(nothing caught it; seen afterwards)" in text
    assert all(f"{number}  {name} " in text for number, name in ((3, "<module>"), (2, "outer ")))
    assert "debug 2> p less\n0\n" in text


def test_an_error_is_told_once(tmp_path: Path) -> None:
    source = """\
        def fails():
            raise ValueError

        def called():
            return 1

        called()
        fails()
        """
    # The module is interpreted once the functions it makes have new code.
    text = screens(written(tmp_path, source), "b called", "c", "clear 1", "c", "c")
    assert text.count("! ValueError") == 1


def test_an_error_cannot_be_jumped_away_from(tmp_path: Path) -> None:
    text = screens(written(tmp_path, ENDING), "b 9", "c", "n", "jump 8", "q")
    assert "under way" not in text
    text = screens(written(tmp_path, "def f():\n    1 / 0\n    return 2\nf()\n"), "c", "jump 3")
    assert "An error is under way: only going 'back' leads away from it." in text


def test_variables_of_callers_are_assigned_to(tmp_path: Path) -> None:
    source = """\
        def leaf():
            return "leaf"

        def caller(number):
            name, shared = "before", [number]
            def inner():
                return shared
            leaf()
            return name, inner()

        print(caller(1))
        """
    text = screens(
        written(tmp_path, source),
        *("b leaf", "c", "up", "name = 'after'", "shared = number, 2", "p name, shared", "c"),
    )
    assert "debug 2> p name, shared\n('after', (1, 2))\n" in text
    assert text.endswith("debug 2> c\n('after', (1, 2))\n(exit status 0)")


REST_OF_A_LINE = """\
    import functools

    def first():
        return 1

    def second(*arguments):
        here = 2
        return here

    def numbers():
        here = 2
        yield here

    class Number:
        def __init__(self, value=0):
            here = value

        def __add__(self, other):
            here = other
            return here

        @property
        def value(self):
            here = 2
            return here

    started = numbers()
    number = Number()

    def program():
        result = [first(), {rest}]
        return result

    print(program())
"""

RESTS = {
    "function": ("second()", "second"),
    "lambda": ("(lambda: 2)()", "program.<lambda>"),
    "nested in another call": ("len([second()])", "second"),
    "class": ("Number(3).__dict__", "Number.__init__"),
    "operator": ("number + 2", "Number.__add__"),
    "property": ("number.value", "Number.value"),
    "through C": ("sorted([1, 2], key=second)", "second"),
    "partial": ("functools.partial(second, 1)()", "second"),
    "generator": ("sum(started)", "numbers"),
    "second of two": ("len('ab') + second()", "second"),
}


@pytest.mark.parametrize("rest", RESTS)
def test_step_enters_what_the_rest_of_the_line_calls(rest: str, tmp_path: Path) -> None:
    text, function = RESTS[rest]
    path = written(tmp_path, REST_OF_A_LINE.replace("{rest}", text))
    _, landed = screens(path, "b first", "c", "s").split("-> first returned 1 ")
    assert landed.splitlines()[0].endswith(f" in {function}")
    assert " program " in screens(path, "b first", "c", "s", "where")


TESTS = """\
    import pytest

    @pytest.mark.parametrize("value", [1, 2])
    def test_square(value):
        square = value * value
        assert square == 4
"""


@pytest.mark.parametrize("options", [(), ("--no-compiled-frames",)])
def test_tests_of_pytest_are_stopped_in(options: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "test_square.py").write_text(textwrap.dedent(TESTS), "utf-8")
    words = ("-m", "debugger", *options, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    typed = "b test_square.py:6\nc\np square, value\nc\np square, value\nc\n"
    done = shown(*words, "test_square.py", typed=typed, folder=tmp_path)
    assert "(1, 1)" in done.stdout
    assert "(4, 2)" in done.stdout
    assert "assert 1 == 4" in done.stdout
    assert "Captured stdout" not in done.stdout
    assert done.returncode == 1


SUITE = {
    "conftest.py": """\
        import pytest

        pytest_plugins = ["plugin"]

        @pytest.fixture
        def number():
            first = 41
            return first + 1

        def pytest_configure(config):
            configured = config
    """,
    "plugin.py": """\
        def pytest_collection_modifyitems(items):
            items.reverse()
    """,
    "test_more.py": """\
        import unittest
        import pytest

        @pytest.fixture
        def word(number):
            text = "w" * number
            yield text
            text = None

        class TestWords:
            def test_length(self, word):
                assert len(word) == 42

        class Old(unittest.TestCase):
            def test_old(self):
                self.assertEqual(1, 1)
    """,
}
PLACES = {
    "conftest.py:11": "pytest_configure",
    "plugin.py:2": "pytest_collection_modifyitems",
    "test_more.py:16": "Old.test_old",
    "conftest.py:7": "number",
    "test_more.py:6": "word",
    "test_more.py:12": "TestWords.test_length",
    "test_more.py:8": "word",
}
"""Where there are breakpoints, in the order in which they are come to."""


@pytest.mark.parametrize("mode", ["prepend", "importlib"])
@pytest.mark.parametrize("options", [(), ("--no-compiled-frames",)])
def test_pytest_is_stopped_in_wherever_it_calls(
    options: tuple[str, ...], mode: str, tmp_path: Path
) -> None:
    for name, source in SUITE.items():
        (tmp_path / name).write_text(textwrap.dedent(source), "utf-8")
    arguments = ("-q", "-p", "no:cacheprovider", f"--import-mode={mode}")
    typed = "".join(f"b {place}\n" for place in PLACES) + "c\n" * (len(PLACES) + 1)
    words = ("-m", "debugger", *options, "-m", "pytest", *arguments)
    done = shown(*words, typed=typed, folder=tmp_path)
    stops = re.findall(r"\* breakpoint \d+ \(hit 1\) +(\S+) in (\S+)", done.stdout)
    assert stops == list(PLACES.items())
    assert "2 passed" in done.stdout


LOADER = """\
    import importlib.machinery, importlib.util, sys, traceback
    from library.loader import Loader

    for name in ("loaded", "failing"):
        try:
            spec = importlib.util.spec_from_loader(name, Loader(), origin=f"{name}.py")
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            print(module.value, sorted(vars(module)))
        except ZeroDivisionError as error:
            print([entry.name for entry in traceback.extract_tb(error.__traceback__)])
"""
LIBRARY = """\
    from pathlib import Path

    class Loader:
        def create_module(self, spec):
            return None

        def exec_module(self, module):
            code = compile(Path(module.__spec__.origin).read_text(), module.__spec__.origin, "exec")
            exec("own = 1")
            exec("other = 2", {}, {})
            exec(code, module.__dict__)
"""


@pytest.mark.parametrize("options", [(), ("--no-compiled-frames",)])
def test_what_a_loader_executes_itself_is_stopped_in(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    written(tmp_path, LOADER)
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "loader.py").write_text(textwrap.dedent(LIBRARY), "utf-8")
    (tmp_path / "loaded.py").write_text("start = 1\nvalue = start + 1\n", "utf-8")
    (tmp_path / "failing.py").write_text("1 / 0\n", "utf-8")
    path = tmp_path / "program.py"
    options = (*options, "--no-focus", "library")
    output = screens(path, "b loaded.py:2", "c", "p start", "w", "c", options=options)
    assert "\ndebug> p start\n1\n" in output
    assert "2 ['__builtins__', '__doc__', '__loader__'" in output
    assert "['<module>', 'exec_module', '<module>']" in output
    assert "exit status 0" in output


def test_tracer_of_the_program_can_be_stopped_in(tmp_path: Path) -> None:
    source = """\
        import sys

        def tracer(frame, event, argument):
            if frame.f_code is not traced.__code__:
                return None
            seen.append(event)
            return tracer

        def traced(number):
            doubled = 2 * number
            return doubled + number

        seen = []
        sys.settrace(tracer)
        result = traced(3)
        sys.settrace(None)
        print(result, *seen)
        """
    text = screens(written(tmp_path, source), "b 6", *["c"] * 4, "clear 1", "c")
    assert text.count("breakpoint 1 (hit") == 4
    assert text.endswith("9 call line line return\n(exit status 0)")


RUNNING = """\
    def add(found, number):
        found.append(number)
        return sum(found)

    def work(count):
        found, total = [], 0
        for number in range(count):
            total = add(found, number)
            last = total
        return found, total

    print(work(4))
    """


def test_going_back_in_a_frame_that_runs_compiled_otherwise(tmp_path: Path) -> None:
    path = written(tmp_path, RUNNING)
    text = screens(
        path,
        *("b 8, number == 2", "c", "clear 1", "s", "s", "so", "n", "n"),
        *("p found, number", "back 3", "p found, number", "c"),
    )
    assert "p found, number\n([0, 1, 2], 3)\n" in text
    assert "< back 3 lines" in text
    assert "p found, number\n([0, 1], 2)\n" in text
    assert text.endswith("debug> c\n([0, 1, 2, 3], 6)\n(exit status 0)")


def test_what_ran_compiled_is_said_not_to_be_recorded(tmp_path: Path) -> None:
    path = written(tmp_path, RUNNING)
    why = "What runs compiled is not recorded; after 'compiled frames off' all is.\n"
    text = screens(path, "b 8", "c", "back", "history total", "n", "back 1", "q")
    assert f"Nothing is recorded before line 8.\n{why}" in text
    assert f"No line that sets total is recorded.\n{why}" in text
    assert "What was done by compiled add (line 8) cannot be undone.\n" in text
    text = screens(path, "compiled frames off", "b 8, number == 2", "c", "back 2", "p number")
    assert "< back 2 lines" in text
    assert "p number\n1\n" in text


THREAD = """\
    import threading, time

    def work(goes_on):
        count = 0
        while not goes_on:
            count += 1
            time.sleep(0.001)

    def started():
        return "started"

    goes_on = []
    thread = threading.Thread(target=work, args=(goes_on,))
    thread.start()
    time.sleep(0.05)
    started()
    time.sleep(1)
    goes_on.append(True)
    thread.join()
    """


def test_breakpoint_in_what_another_thread_is_running(tmp_path: Path) -> None:
    commands = ("b started", "c", "clear 1", "b 6", "c", "p count > 1", "clear 2", "c")
    text = screens(written(tmp_path, THREAD), *commands)
    assert "* breakpoint 2 (hit 1) " in text
    assert "p count > 1\nTrue\n" in text


QUIT = """\
    import atexit
    atexit.register(print, "at exit")

    def stops():
        return 1

    def catches():
        try:
            stops()
        except BaseException:
            print("caught")
        finally:
            print("finally")

    catches()
    print("the end")
    """


@pytest.mark.parametrize("commands", ["b stops;c;q", "n;n;n;n;b stops;n;q"])
def test_quitting_runs_no_handlers(commands: str, tmp_path: Path) -> None:
    text = screens(written(tmp_path, QUIT), *commands.split(";"))
    assert text.endswith("debug> q\nat exit\n(exit status 0)")


class Looking:
    """Looks at what was made before the program begins."""

    def __init__(self) -> None:
        self.engine = Engine(self, make_entries=CompiledEntries)
        self.made: list[int] = []

    def on_stop(self, stop: Stop) -> Plan:
        self.made.append(len(self.engine.entries.stubs))
        return Continue()


def test_nothing_is_made_of_a_module_before_it_begins() -> None:
    code = compile("def f():\n    return 1\nvalue = f()", "program.py", "exec")
    looking = Looking()
    looking.engine.run_code(code, {"__name__": "program"}, stop_first=True)
    assert looking.made == [0]
    assert len(looking.engine.entries.stubs) == 2


TIDY = """\
    import gc

    gc.collect()
    gc.disable()

    class Held:
        def __enter__(self):
            return self

        def __exit__(self, *error):
            return error[0] is KeyError

    def fails(key):
        return {}[key]

    def caught(held):
        try:
            return fails(held)
        except KeyError:
            return None

    def swallowed(held):
        for each in [held]:
            with Held():
                fails(each)

    def numbers(held):
        try:
            yield held
        finally:
            caught(held)

    def all_ways():
        caught(Held())
        swallowed(Held())
        list(numbers(Held()))
        next(numbers(Held()))
        hasattr(Held(), "missing")

    for _ in range(3):
        all_ways()
        gc.collect()
    all_ways()
    print("left:", gc.collect())
"""


@pytest.mark.parametrize("options", [(), ("--no-compiled-frames",)])
def test_errors_that_were_looked_at_leave_no_garbage(tmp_path: Path, options) -> None:
    """Whatever the compiler leaves."""
    options = ("--no-compile", *options)
    assert "left: 0\n" in screens(written(tmp_path, TIDY), "continue", options=options)

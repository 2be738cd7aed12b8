"""Programs that were begun without the debugger, and call it: `set_trace`, `post_mortem`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from tests.ui.shell import shown

HEADLINE = re.compile(r"^(?!frame |Breakpoint )(?:\S|  \().*?\s(\w+)\.py:(\d+) in (\S+)$")
MARKER = re.compile(r"# @(\w+)$")
PROMPT = re.compile(r"debug.*?> ")
NAME = "program.py"


@dataclass(frozen=True, slots=True)
class Session:
    """What came: the stops, `function@marker`, and what the commands and the program have said."""

    stops: list[str]
    said: list[str]
    status: int
    text: str


def session(folder: Path, source: str, *commands: str, **environment: str) -> Session:
    """Run a program with plain Python; these are the answers to the prompts."""
    source = dedent(source)
    (folder / NAME).write_text(source, "utf-8")
    lines = enumerate(source.splitlines(), 1)
    markers = {number: found[1] for number, line in lines if (found := MARKER.search(line))}
    typed = "".join(f"{each}\n" for each in commands)
    chosen = {"PYTHONBREAKPOINT": "debugger.set_trace", **environment}
    done = shown(NAME, typed=typed, folder=folder, **chosen)
    stops, said = [], []
    for line in done.stdout.splitlines():
        found = HEADLINE.match(line)
        if found:
            stops.append(f"{found[3]}@{markers.get(int(found[2]), found[2])}")
        elif line.startswith(("= ", "out ")):
            said.append(line)
    return Session(stops, said, done.returncode, done.stdout)


CALLS = """
    import sys

    def twice(number):
        result = number * 2  # @twice
        return result  # @returning

    class Point:
        def __init__(self, x):
            self.x = x  # @init

    def work(first):
        breakpoint()  # @begin
        second = twice(first)  # @call
        points = Point(0), Point(1)  # @points
        for point in points:  # @loop
            second += point.x  # @body
        return second  # @end

    total = work(4)  # @main
    print("out", total)  # @after
"""


@pytest.mark.parametrize(
    ("commands", "stops"),
    [
        ("c", ["work@begin"]),
        ("n n n", ["work@begin", "work@call", "work@points", "work@loop"]),
        (
            "n s n n n",
            [
                *("work@begin", "work@call", "twice@twice", "twice@returning"),
                *("work@points", "work@loop"),
            ],
        ),
        ("n s so", ["work@begin", "work@call", "twice@twice", "work@points"]),
        ("n n s", ["work@begin", "work@call", "work@points", "Point.__init__@init"]),
        ("so n", ["work@begin", "<module>@after"]),
        ("r n", ["work@begin", "work@end", "<module>@after"]),
        (
            "unt n n n unt",
            ["work@begin", "work@call", "work@points", "work@loop", "work@body", "work@end"],
        ),
        ("up n", ["work@begin", "<module>@after"]),
    ],
)
def test_steps_in_a_plain_script(tmp_path: Path, commands: str, stops: list[str]) -> None:
    done = session(tmp_path, CALLS, *commands.split(), "c")
    assert done.stops == stops
    assert done.said == ["out 9"]


def test_where_tells_native_frames(tmp_path: Path) -> None:
    done = session(tmp_path, CALLS, "n", "s", "w", "c")
    rows = re.findall(r"^ [ >]  \d  (\S+) +(\S+)  (\(native\))?", done.text, re.MULTILINE)
    assert rows == [
        ("<module>", "program.py:20", "(native)"),
        ("work", "program.py:14", "(native)"),
        ("twice", "program.py:5", ""),
    ]


TRACING = """
    import sys

    def tracer(frame, event, argument): return None

    def work():
        breakpoint()
        a = 1
        return a

    def stepped():
        work()
        print("out", sys.gettrace() == OWN)

    def other(): print("out", sys.gettrace() == OWN)
    OWN = None
    stepped()
    OWN = tracer
    sys.settrace(tracer)
    stepped()
    other()
"""


@pytest.mark.parametrize("steps", ["c", "n c", "n n c", "so c"])
def test_the_tracer_is_put_back(tmp_path: Path, steps: str) -> None:
    done = session(tmp_path, TRACING, *steps.split(), *steps.split(), "c")
    assert done.said == ["out True"] * 3


VARIABLES = """
    def work(first):
        inside = lambda: first
        breakpoint()
        kept = [first]  # @kept
        del first
        print("out", kept, inside() if kept == [1] else "deleted")

    work(1)
    name = 2
    breakpoint()
    print("out", name)
"""


@pytest.mark.parametrize("before", ["", "n"])
def test_variables_of_native_frames_can_be_assigned(tmp_path: Path, before: str) -> None:
    commands = [*before.split(), "first = 7", "c"]
    done = session(tmp_path, VARIABLES, *commands, *before.split(), "name = 8", "c")
    assert done.said == ["out [7] deleted", "out 8"]


BREAKPOINTS = """
    def callee(number):
        return number + 1  # @callee

    def work():
        breakpoint()
        total = 0
        for number in range(3):
            total += callee(number)  # @body
        print("out", total)

    work()
"""


@pytest.mark.parametrize(
    ("location", "stops"),
    [
        ("callee", ["callee@callee"] * 3),
        ("3", ["callee@callee"] * 3),
        ("9", ["work@body"] * 3),
        ("9, number == 2", ["work@body"]),
    ],
)
def test_breakpoints_hold(tmp_path: Path, location: str, stops: list[str]) -> None:
    done = session(tmp_path, BREAKPOINTS, f"b {location}", *["c"] * 4)
    assert done.stops == ["work@6", *stops]
    assert done.said == ["out 6"]


@pytest.mark.parametrize("command", ["stepexpr", "stepin", "nextcall", "steplast", "jump 9"])
def test_native_frames_are_stepped_by_line(tmp_path: Path, command: str) -> None:
    done = session(tmp_path, BREAKPOINTS, command, "c")
    assert "This frame runs natively ('where'): it is stepped by line." in done.text
    assert done.said == ["out 6"]


def test_quitting_ends_the_process(tmp_path: Path) -> None:
    source = """
        import atexit
        atexit.register(print, "out", "at the end")
        try:
            breakpoint()
        finally:
            print("out", "unwound")
        """
    done = session(tmp_path, source, "q")
    assert (done.said, done.status) == (["out at the end"], 0)


STOPS = {
    "breakpoint": "breakpoint()",
    "set_trace": "debugger.set_trace()",
    "by another name": "stop()",
    "in a generator": "next(generator())",
    "in a comprehension": "[debugger.set_trace() for _ in (1,)]",
    "in executed code": "exec('debugger.set_trace()')",
    "from C": "list(map(debugger.set_trace, ['header']))",
}


@pytest.mark.parametrize("how", STOPS)
def test_stops_and_goes_on(tmp_path: Path, how: str) -> None:
    source = f"""
        import debugger
        stop = breakpoint
        def generator():
            debugger.set_trace()
            yield
        def work():
            {STOPS[how]}
            {STOPS[how]}
            print("out", "done")
        work()
        """
    done = session(tmp_path, source, "n", "c", "n", "c")
    assert len([line for line in done.text.splitlines() if line.startswith("debug> ")]) == 4
    assert done.said == ["out done"]


THREAD = """
    import threading
    def work(number):
        breakpoint()  # @begin
        print("out", number)  # @print

    threads = [threading.Thread(target=work, args=(n,), name=f"worker-{n}") for n in range(2)]
    for each in threads:
        each.start()
        each.join()
"""


def test_threads_stop_and_go_on(tmp_path: Path) -> None:
    done = session(tmp_path, THREAD, "n", "c", "c")
    assert done.stops == ["work@begin", "work@print", "work@begin"]
    assert re.findall(r"debug \((.*?)\)> ", done.text) == ["worker-0", "worker-0", "worker-1"]
    assert done.said == ["out 0", "out 1"]


FLASK = """
    import sys, threading
    from flask import Flask, request

    app = Flask(__name__)

    def doubled(text):
        return text * 2  # @doubled

    @app.get("/<name>")
    def index(name):
        breakpoint()  # @begin
        answer = doubled(name)  # @call
        return answer  # @answer
"""
CLIENT = """
    client = app.test_client()
    for name in "ab":
        print("out", client.get("/" + name).text)
    print("out", sys.gettrace())
"""
SERVER = """
    from urllib.request import urlopen
    from werkzeug.serving import make_server

    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    for name in "ab":
        url = f"http://127.0.0.1:{server.server_port}/{name}"
        print("out", urlopen(url, timeout=30).read().decode())
    server.shutdown()
    thread.join()
    server.server_close()
    print("out", sys.gettrace())
"""


@pytest.mark.parametrize("requests", [CLIENT, SERVER], ids=["client", "server"])
def test_flask_handlers(tmp_path: Path, requests: str) -> None:
    source = dedent(FLASK) + dedent(requests)
    done = session(tmp_path, source, *["n", "s", "so", "c"] * 2)
    stops = ["index@begin", "index@call", "doubled@doubled", "index@answer"]
    assert done.stops == [*stops, *stops]
    assert done.said == ["out aa", "out bb", "out None"]


def test_the_debugger_is_imported_lazily(tmp_path: Path) -> None:
    source = """
        import sys, debugger
        print("out", sorted(name for name in sys.modules if name.startswith("debugger.")))
        """
    assert session(tmp_path, source).said == ["out ['debugger.frames', 'debugger.own_builtins']"]


OVER = """
    import debugger, sys

    def low(key):
        return {}[key]  # @low

    def high(key):
        try:
            low(key)  # @call
        except KeyError as error:
            raise ValueError("bad") from error  # @high

    def failed(function, *arguments):
        try:
            function(*arguments)
        except Exception as error:
            return error

    def group():
        raise ExceptionGroup("two", [failed(high, 2), failed(low, 3)])  # @group

    try:
        high(1)
    except ValueError:
        debugger.post_mortem()
    sys.last_value = failed(group)
    debugger.pm()
    debugger.post_mortem(failed(__import__, "no such module"))
    print("out", "end")
"""


@pytest.mark.parametrize("leaving", ["q", "c"])
def test_errors_that_are_over(tmp_path: Path, leaving: str) -> None:
    chain = ["w", "exceptions", "exceptions 0", "n", leaving]
    done = session(tmp_path, OVER, *chain, "exceptions 3", leaving, leaving)
    assert done.stops[:4] == ["high@high", "low@low", "group@group", "low@low"]
    assert "These frames have ended" in done.text
    assert done.said == ["out end"]

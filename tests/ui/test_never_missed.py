"""What must never be missed, in every way that frames can run.

Each row is a small program with commands, and what is to come of them. Where CPython can tell, it
is the oracle: its line events say how often and in which order lines are come to.

Not here, as they are tested in all ways elsewhere: what C calls (`test_reached.py`); what the rest
of a line calls, and `exec` (`test_compiled_frames.py`); all lines of many programs
(`variants/test_compiled.py`); what becomes of errors (`frames/fates.txt`).
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.helpers import LAUNCH, TIMEOUT, prepared
from tests.ui.driven import (
    COMPILED,
    INTERPRETED,
    NAME,
    WAYS,
    Program,
    driven,
    natively,
    written,
)

PROGRAMS = Path(__file__).parent / "programs" / "missed"
in_every_way = pytest.mark.parametrize("way", WAYS)
NOTHING = "nothing will catch it"


@cache
def read(name: str) -> Program:
    return Program((PROGRAMS / f"{name}.py").read_text("utf-8"))


def check(program: Program, commands: str, way: str, expected: list[str]) -> None:
    """The stops and answers, and that the program does what it does without a debugger."""
    done = driven(program, commands.split("; "), way)
    assert done.came == expected
    assert (done.output, done.status) == natively(program)


# ---------------------------------------------------------------------- lines, told by CPython

TRACED = f"""\
import sys
def tracer(frame, event, _):
    code = frame.f_code
    if code.co_filename != {NAME!r}:
        return None
    if event == "line":
        print("line", code.co_qualname.replace("<locals>.", ""), frame.f_lineno)
    return tracer
source = compile(open({NAME!r}).read(), {NAME!r}, "exec")
sys.settrace(tracer)
exec(source, {{"__name__": "__main__"}})
sys.settrace(None)
"""


def events(program: Program) -> list[str]:
    """The lines with names that CPython comes to."""
    with written(program) as folder:
        script = Path(folder) / "traced.py"
        script.write_text(TRACED, "utf-8")
        run = prepared("import runpy").run(LAUNCH, ["-c", script.name], Path(folder), "", TIMEOUT)
    places = [
        program.place(int(found[2]), found[1])
        for line in run[0].splitlines()
        if (found := re.fullmatch(r"line (\S+) (\d+)", line))
    ]
    return [place for place in places if "@" in place]


@in_every_way
def test_every_place_where_a_line_begins(way: str) -> None:
    program = read("places")
    commands = "; ".join(f"b @{marker}" for marker in program.lines)
    expected = events(program)
    assert {place.partition("@")[2] for place in expected} == program.lines.keys() - {"never"}
    check(program, commands, way, expected)


# ---------------------------------------------------------------------- added while it runs

ADDED = {
    "lambda": ["in_lambda.<lambda>@lambda"],
    "tuple": ["in_tuple.<lambda>@tuple"],
    "finally": ["in_finally@finally"],
    "finally of an error": ["in_finally_of_an_error@finally_of_an_error"],
    "argument": ["in_argument@argument"],
    "decorator": ["in_decorator@decorator"],
    "class": ["in_class.Body@class"],
    "with": ["in_with@with"],
    "loop": ["in_loop@loop"] * 3,
    "generator": ["generator@generator"],
    "match": ["in_match@match"],
    "except": ["in_except@except"],
    "condition": ["in_condition@condition"],
}
"""Where a breakpoint is set while a call in the same frame is stopped at, and its stops."""


@pytest.mark.parametrize("way", [INTERPRETED, COMPILED])
@pytest.mark.parametrize("name", ADDED)
def test_set_in_a_frame_that_is_running(name: str, way: str) -> None:
    marker = name.replace(" ", "_")
    program = Program(read("running").source + f"print('out', in_{marker}())\n")
    check(program, f"tbreak @stop; c; b @{marker}", way, ["stop@stop", *ADDED[name]])


@in_every_way
def test_set_in_a_module_that_is_running(way: str) -> None:
    commands = "tbreak @stop; c; b @part; b @module; b @last"
    places = ["part", "module", "module", "module", "last"]
    expected = ["stop@stop", *(f"<module>@{marker}" for marker in places)]
    check(read("running_module"), commands, way, expected)


@in_every_way
def test_set_in_what_is_suspended(way: str) -> None:
    commands = "tbreak @stop; c; b @generator; b @outer; c; c; c; c; c; c; c"
    commands += "; tbreak @stop; c; b @coroutine; b @async_generator"
    expected = [
        *("stop@stop", *["numbers@generator"] * 6, "outer@outer"),
        *("stop@stop", "stream@async_generator", "task@coroutine"),
    ]
    check(read("suspended"), commands, way, expected)


@in_every_way
@pytest.mark.parametrize("name", ["busy", "waiting"])
def test_set_in_what_another_thread_is_running(name: str, way: str) -> None:
    program = read("threads")
    done = driven(program, ["tbreak @stop", "c", f"b @{name}", "c", "clear 2"], way)
    assert done.came == ["stop@stop", f"{name}@{name}"]
    assert (done.output, done.status) == natively(program)


# ---------------------------------------------------------------------- when the program has ended


@in_every_way
def test_what_goes_on_after_the_end(way: str) -> None:
    commands = "break_off; b @ending; b @late; b @hook; c; c; n; c; n"
    expected = ["hook@hook", "work@late", "work:12", "ending@ending", "ending:4"]
    check(read("ending"), commands, way, expected)


@pytest.mark.parametrize("way", [INTERPRETED, COMPILED])
def test_quitting_then(way: str) -> None:
    done = driven(read("ending"), ["break_off", "b @ending", "c", "q"], way)
    assert done.came == ["ending@ending"]
    assert (done.output, done.status) == (["end", "<class 'ZeroDivisionError'>", "1"], 0)
    assert "Traceback" not in done.text


# ---------------------------------------------------------------------- breaks in the source


IN_SOURCE = {
    "class": "Body",
    "function": "function",
    "key": "key",
    "generator": "generator",
    "finally": "cleaning",
    "loop": "loop",
    "lambda": "<lambda>",
    "comprehension": "listed" if sys.version_info >= (3, 12) else "listed.<listcomp>",
    "function ": "function",
}


@in_every_way
def test_breakpoint_in_the_source(way: str) -> None:
    done = driven(read("in_source"), [], way)
    *places, last = done.came
    assert places == [f"{function}@{marker}".rstrip() for marker, function in IN_SOURCE.items()]
    assert last.startswith("<module>")
    assert (done.output, done.status) == (["[3, 1, 2] [1, 2] None 28 [None]"], 0)


@in_every_way
def test_condition_that_raises(way: str) -> None:
    commands = "b @line, 1 // (2500 - i) > 5; c; p i; c"
    done = driven(read("hot"), commands.split("; "), way)
    assert done.came == ["work@line", "= 2500"]
    assert "the condition of breakpoint 1 raised ZeroDivisionError" in done.text
    assert done.output == natively(read("hot"))[0]


# ---------------------------------------------------------------------- machine code


@in_every_way
def test_conditions_in_loops_that_are_hot(way: str) -> None:
    rows = [
        ("line, i == 2500", "i", "work@line", "2500"),
        ("nested, i == 50 and j == 40", "i, j", "nest@nested", "(50, 40)"),
        ("after_nested, i == 55", "i", "nest@after_nested", "55"),
        ("method, n == 2700", "n", "Thing.add@method", "2700"),
        ("attribute, i == 2800", "i", "Thing.run@attribute", "2800"),
        ("module, i == 2900", "i", "<module>@module", "2900"),
    ]
    commands = [*(f"b @{row[0]}" for row in rows)]
    expected: list[str] = []
    for _, names, place, values in rows:
        commands += ["c", f"p {names}"]
        expected += [place, f"= {values}"]
    check(read("hot"), "; ".join(commands), way, expected)


@in_every_way
def test_set_in_callees_of_loops_that_are_hot(way: str) -> None:
    commands = (
        "tbreak @inner, n == 2000; c; b @line; c; p i; c; p i; clear 2; b @end; c"
        "; tbreak @method, n == 2000; c; b @attribute; c; p i; clear 5"
        "; tbreak @inner, n == 2500; c; b @module; c; p i; clear 7"
    )
    expected = [
        *("inner@inner", "work@line", "= 1999", "work@line", "= 2000", "work@end"),
        *("Thing.add@method", "Thing.run@attribute", "= 2000"),
        *("inner@inner", "<module>@module", "= 2499"),
    ]
    check(read("hot"), commands, way, expected)


@in_every_way
def test_error_in_a_loop_that_is_hot(way: str) -> None:
    commands = "break_on throw ZeroDivisionError; c; p i"
    expected = ["divide@divide: it will be caught", "= 2500"]
    check(read("hot"), commands, way, expected)


# ---------------------------------------------------------------------- stepping out, watching

RETURNS = {
    "add": ("Thing.__add__", "work@adding", "work@after_add"),
    "name": ("Thing.name", "work@after_add", "work@after_name"),
    "enter": ("Thing.__enter__", "work@after_name", "work@after_enter"),
    "exit": ("Thing.__exit__", "work@after_name", "work@after_exit"),
    "iter": ("Thing.__iter__", "work@after_exit", "work@after_iter"),
    "key": ("key", "work@after_iter", "work@after_key"),
    "inner": ("inner", "work@after_key", "work@after_inner"),
    "del": ("Thing.__del__", "work@after_inner", "work@after_del"),
    "task": ("task", "main@main", "main@after_task"),
}
"""Where it returns from; to where, if the rest of the line is seen, and if it is not."""


@pytest.mark.parametrize("way", [INTERPRETED, COMPILED])
@pytest.mark.parametrize("name", RETURNS)
def test_stepping_out(name: str, way: str, request: pytest.FixtureRequest) -> None:
    if name == "del" and way == COMPILED and sys.version_info[:2] == (3, 12):
        reason = "the value is dropped and the next line begun by one instruction"
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))
    function, same, following = RETURNS[name]
    done = driven(read("returning"), [f"tbreak @{name}", "c", "so"], way)
    first, second = done.came
    assert first == f"{function}@{name}"
    assert second in ((same, following) if way == INTERPRETED else (following,))
    assert (done.output, done.status) == natively(read("returning"))


@in_every_way
def test_watch_and_display_are_shown_at_each_stop(way: str) -> None:
    commands = ["b @line, i in (2000, 2001)", "watch add total * 2", "display i", "c", "p total"]
    done = driven(read("hot"), [*commands, "c", "p total"], way)
    values = [int(each.removeprefix("= ")) for each in done.came if each.startswith("=")]
    assert len(values) == 2
    assert all(f"total * 2 = {2 * value}" in done.text for value in values), done.text


# ---------------------------------------------------------------------- errors

UNCAUGHT = {
    "a function": "fails()",
    "__init__": "Fails(1)",
    "an operator": "Fails() + 1",
    "__getattr__": "Fails().name",
    "a generator": "for _ in Fails(): pass",
    "a generator through C": "list(Fails())",
    "sorted(key=)": "sorted([1], key=fails)",
    "__lt__": "sorted([Fails(), Fails()])",
    "map": "list(map(fails, [1]))",
    "functools.reduce": "functools.reduce(lambda *both: fails(), [1, 2])",
    "a lambda": "(lambda: fails())()",
    "no handler": "other()",
    "a group's handler": "try: fails()\nexcept* KeyError: pass",
    "a class body": "class Body: made = fails()",
    "a decorator": "@fails\ndef made(): pass",
    "a comprehension": "[fails(i) for i in range(3)]",
    "a thread": "threaded()",
    "__del__": "Dies()",
    "raised again": "raised_again()",
    "a module": "raise ValueError(3)  # @again",
    "a missing attribute": "Missing().name",
    "getattr()": "getattr(Missing(), 'name')",
    "an index": "Missing()[1]",
    "__getitem__ by its name": "Missing().__getitem__(1)",
    "__getitem__ from below": "class Below(Missing):\n"
    "    def __getitem__(self, index): return super().__getitem__(index)\nBelow()[1]",
}
RAISING = {
    "raised again": "again",
    "a module": "again",
    "a missing attribute": "missing",
    "getattr()": "missing",
    "an index": "index",
    "__getitem__ by its name": "index",
    "__getitem__ from below": "index",
}
"""The lines of the errors that `fails` does not raise."""
CAUGHT = {
    "a function": "caught(fails)",
    "sorted(key=)": "caught(lambda: sorted([1], key=fails))",
    "a generator through C": "caught(lambda: list(Fails()))",
    "an operator": "caught(lambda: Fails() + 1)",
    "finally": "returns()",
    "with": "swallowed()",
    "exit": "raise SystemExit(3)",
    "hasattr()": "hasattr(Missing(), 'name')",
    "getattr() with a default": "getattr(Missing(), 'name', 1)",
    "an attribute of a copy": "import copy; copy.deepcopy(Missing())",
    "a property beside __getattr__": "guarded = Guarded(); guarded.guarded",
    "a loop over __getitem__": "for _ in Missing(): pass",
    "a list by __getitem__": "list(Missing()), [*Missing()]",
    "a search by __getitem__": "1 in Missing()",
}


@cache
def failing(statement: str) -> Program:
    return Program(f"{read('errors').source}{statement}\n")


@pytest.mark.parametrize("way", [INTERPRETED, COMPILED])
@pytest.mark.parametrize("name", UNCAUGHT)
def test_uncaught_errors(name: str, way: str) -> None:
    program = failing(UNCAUGHT[name])
    done = driven(program, [], way)
    (stop,) = done.came
    assert stop.endswith(NOTHING)
    if way == COMPILED:
        assert f"@{RAISING.get(name, 'fails')}: " in stop
    assert done.status == natively(program)[1]


@pytest.mark.parametrize("way", [INTERPRETED, COMPILED])
@pytest.mark.parametrize("name", CAUGHT)
def test_errors_that_are_caught(name: str, way: str) -> None:
    program = failing(CAUGHT[name])
    check(program, "c", way, [])
    done = driven(program, ["break_on throw"], way)
    assert done.came or way == INTERPRETED
    assert not any(each.endswith(NOTHING) for each in done.came) or name == "exit"

"""Breakpoints: where they can be set, and when they stop."""

from __future__ import annotations

import functools
import itertools
import sys
import textwrap
from typing import Any

import pytest

from debugger.frames.engine import Engine
from debugger.frames.errors import UserError
from debugger.frames.locations import dotted_match
from debugger.frames.source import nested
from debugger.frames.stepping import Continue, Next
from debugger.frames.stops import Hit, SourceBreak
from tests.frames.support import Asking, Program, Script, break_at, run, run_native

MAIN = Program("""
    import functools
    def traced(function):
        @functools.wraps(function)
        def wrapper(*arguments):  # @def_wrapper
            return function(*arguments)  # @wrapper
        return wrapper
    class Body:
        x = 1  # @class_body
        def __init__(self):
            self.mass = 1  # @init
        def advance(self, n):
            '''Text.'''
            total = 0  # @advance
            for i in range(n):  # @for
                total += i; last = total  # @body

            # nothing here @comment
            return total  # @return
        @property
        def twice(self): return self.mass * 2  # @twice
        @staticmethod
        def helper(x):
            return x  # @helper
    @traced
    def wrapped(x):
        return x  # @wrapped
    def numbers():
        a = 1  # @numbers
        yield a  # @yield
        yield 2  # @second
    def outer(n):
        def inner(m):
            return n + m  # @inner
        f = lambda x: (
            x + n  # @lambda
        )
        return inner(1) + f(2)  # @outer
    def factorial(n):
        if n < 2:  # @test
            return 1  # @base
        return n * factorial(n - 1)  # @recursion
    body = Body()  # @make
    body.advance(2)  # @call
    body.twice  # @property
    Body.helper(1)  # @static
    wrapped(1)  # @wrapped_call
    list(numbers())  # @numbers_call
    outer(3)  # @outer_call
    factorial(3)  # @factorial_call
    squares = [n * n for n in range(3)]  # @squares
    done = True  # @done
""")


def stops(program, prepare, plans=()):
    """The places at which a program stops."""
    script = Script(program, plans)
    ran = run(program, script, prepare)
    assert ran.error is None
    return script.places


def name_breakpoint(name, **options):
    return lambda engine: engine.breakpoints.add_function(name, **options)


# ---------------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("marker", "places"),
    [
        ("advance", ["Body.advance@advance"]),
        ("for", ["Body.advance@for"] * 3),
        ("body", ["Body.advance@body"] * 2),
        ("comment", ["Body.advance@return"]),
        ("return", ["Body.advance@return"]),
        ("init", ["Body.__init__@init"]),
        ("class_body", ["Body@class_body"]),
        ("helper", ["Body.helper@helper"]),
        ("wrapper", ["traced.wrapper@wrapper"]),
        ("wrapped", ["wrapped@wrapped"]),
        ("numbers", ["numbers@numbers"]),
        ("yield", ["numbers@yield"]),
        ("second", ["numbers@second"]),
        ("inner", ["outer.inner@inner"]),
        ("lambda", ["outer.<lambda>@lambda"]),
        ("outer", ["outer@outer"]),
        ("test", ["factorial@test"] * 3),
        ("base", ["factorial@base"]),
        ("recursion", ["factorial@recursion"] * 2),
        ("make", ["<module>@make"]),
        ("call", ["<module>@call"]),
        ("done", ["<module>@done"]),
    ],
)
def test_line(marker, places):
    assert stops(MAIN, break_at(MAIN, marker)) == places


def test_line_of_a_def_stops_where_the_function_is_made_and_where_it_is_stored():
    # As in CPython: between the two comes the line of the decorator.
    assert stops(MAIN, break_at(MAIN, "def_wrapper")) == ["traced@def_wrapper"] * 2


def test_one_line_function_stops_at_the_def_and_inside():
    places = ["Body@twice", "Body@twice", "Body.twice@twice"]
    assert stops(MAIN, break_at(MAIN, "twice")) == places


def test_line_without_code_moves_down_and_says_so():
    engine = Engine(Asking(lambda _: None))
    line = MAIN.lines["comment"]
    resolution = engine.breakpoints.add_line(MAIN.path, line)
    assert resolution.moved_from == line
    (place,) = resolution.places
    assert (place.line, place.name) == (MAIN.lines["return"], "Body.advance")
    assert not resolution.pending
    exact = engine.breakpoints.add_line(MAIN.path, MAIN.lines["return"])
    assert exact.moved_from is None


def test_loop_line_is_hit_at_each_iteration_with_next_in_between():
    places = stops(MAIN, break_at(MAIN, "for"), [Next] * 9)
    assert places[:5] == [f"Body.advance@{name}" for name in ("for", "body", "for", "body", "for")]


def test_line_with_a_comprehension_is_hit_at_each_element():
    # As in CPython: a loop is a loop, on one line or not.
    places = stops(MAIN, break_at(MAIN, "squares"))
    assert places[0] == "<module>@squares"
    assert len(places) in (4, 5)


def test_two_breakpoints_at_one_line_are_one_stop():
    script = Script(MAIN)
    run(MAIN, script, break_at(MAIN, "advance", "advance"))
    assert [len(reason.breakpoints) for reason in script.reasons] == [2]


def test_file_is_found_by_any_path_to_it(tmp_path, monkeypatch):
    file = tmp_path / "module.py"
    file.write_text("x = 1\ny = 2\n")
    (tmp_path / "link").symlink_to(tmp_path)
    program = Program(file.read_text(), str(file))
    monkeypatch.chdir(tmp_path)
    for path in ("module.py", str(tmp_path / "link" / "module.py"), "./module.py"):
        found = stops(program, lambda engine, path=path: engine.breakpoints.add_line(path, 2))
        assert found == ["<module>:2"]


def test_imported_module(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "some_module_to_stop_in.py").write_text("def f():\n    return 1\nx = f()\n")
    program = Program("import some_module_to_stop_in\nsome_module_to_stop_in.f()\n")
    path = str(tmp_path / "some_module_to_stop_in.py")
    lines = []

    def answer(stop):
        lines.append((stop.frame.name, stop.frame.line))

    def prepare(engine):
        engine.breakpoints.add_line(path, 2)
        engine.breakpoints.add_line(path, 3)

    run(program, Asking(answer), prepare)
    assert lines == [("<module>", 3), ("f", 2), ("f", 2)]


# ---------------------------------------------------------------------- functions


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("advance", ["Body.advance@advance"]),
        ("Body.advance", ["Body.advance@advance"]),
        ("Body.__init__", ["Body.__init__@init"]),
        ("twice", ["Body.twice@twice"]),
        ("numbers", ["numbers@numbers"]),
        ("outer", ["outer:33"]),
        ("inner", ["outer.inner@inner"]),
        ("outer.inner", ["outer.inner@inner"]),
        ("wrapper", ["traced.wrapper@wrapper"]),
        ("wrapped", ["wrapped@wrapped"]),
        ("factorial", ["factorial@test"] * 3),
        ("nothing_of_that_name", []),
        ("dvance", []),
        ("Other.advance", []),
    ],
)
def test_dotted_name(name, places):
    assert stops(MAIN, name_breakpoint(name)) == places


def test_module_name_can_be_given(tmp_path):
    file = tmp_path / "orbit.py"
    file.write_text(MAIN.source)
    program = Program(MAIN.source, str(file))
    assert stops(program, name_breakpoint("orbit.Body.advance")) == ["Body.advance@advance"]
    assert stops(program, name_breakpoint("orbit.factorial")) == ["factorial@test"] * 3
    assert stops(program, name_breakpoint("other.factorial")) == []


def test_dotted_match():
    code = compile("def f():\n    class A:\n        def g(self): pass\n", "/x/m.py", "exec")
    g = next(each for each in nested(code) if each.co_name == "g")
    matching = ["A.g", "f.A.g", "m.f.A.g", "g"]
    assert [
        n for n in [*matching, "x.f.A.g", "A", "f.g", "m.g", ".g", ""] if dotted_match(n, g)
    ] == (matching)


def test_name_is_pending_until_its_code_is_seen():
    pending = []

    def prepare(engine):
        resolution = engine.breakpoints.add_function("inner")
        pending.append(resolution.pending)

    assert stops(MAIN, prepare) == ["outer.inner@inner"]
    assert pending == [True]


def test_name_of_known_code_is_not_pending():
    seen = []

    def answer(stop):
        resolution = stop.frame.interpreter.engine.breakpoints.add_function("outer.inner")
        seen.append((resolution.pending, [place.line for place in resolution.places]))
        stop.frame.interpreter.engine.breakpoints.remove(resolution.breakpoint.number)

    run(MAIN, Asking(answer), break_at(MAIN, "call"))
    assert seen == [(False, [MAIN.lines["inner"]])]


FUNCTIONS = """\
import functools
class Base:
    def __init__(self): self.x = 1
    def method(self): return self.x
    @classmethod
    def make(cls): return cls()
    @functools.cached_property
    def cached(self): return 1
    @property
    def value(self): return 2
def plain(): return 0
partial = functools.partial(plain)
@functools.lru_cache
def remembered(): return 3
@functools.wraps(plain)
def wrapper(): return plain()
lam = lambda: 4
def generator(): yield 5
async def coroutine(): return 6
"""


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("plain", "plain"),
        ("Base.method", "Base.method"),
        ("Base().method", "Base.method"),
        ("Base.make", "Base.make"),
        ("Base", "Base.__init__"),
        ("Base.__dict__['cached']", "Base.cached"),
        ("Base.__dict__['value']", "Base.value"),
        ("Base.__dict__['make']", "Base.make"),
        ("partial", "plain"),
        ("remembered", "remembered"),
        ("lam", "<lambda>"),
        ("generator", "generator"),
        ("coroutine", "coroutine"),
    ],
)
def test_function_object(expression, name):
    program = Program(FUNCTIONS)
    names: dict[str, Any] = {}
    exec(program.code(), names)
    engine = Engine(Asking(lambda _: None))
    resolution = engine.breakpoints.add_function(eval(expression, names))
    assert [place.name for place in resolution.places] == [name]


def test_function_object_stops_before_it_runs():
    program = Program(FUNCTIONS)
    names: dict[str, Any] = {}
    exec(program.code(), names)
    script = Script(program)
    engine = Engine(script)
    engine.breakpoints.add_function(names["Base"].method)
    assert engine.call(lambda: names["Base"]().method()) == 1
    assert script.places == ["Base.method:4"]


def test_equal_code_elsewhere_is_another_function():
    source = "def f():\n    return 1  # @f\nf()\n"
    one, other = Program(source, "<one>"), Program(source, "<other>")

    def prepare(engine):
        names: dict[str, Any] = {}
        exec(one.code(), names)
        engine.breakpoints.add_function(names["f"])

    assert stops(other, prepare) == []
    assert stops(one, prepare) == ["f@f"]


# ---------------------------------------------------------------------- conditions and counts


@pytest.mark.parametrize(
    ("marker", "condition", "count"),
    [
        ("body", "i == 1", 1),
        ("body", "  i == 1  ", 1),
        ("body", "True", 2),
        ("body", "False", 0),
        ("body", "i", 1),
        ("body", "self.mass and n == 2", 2),
        ("inner", "n + m == 4", 1),
        ("inner", "n + m == 5", 0),
        ("inner", "any(n == k for k in [m, 3])", 1),
        ("inner", "[k * n for k in (m,)] == [3]", 1),
        ("lambda", "(lambda: x + n)() == 5", 1),
        ("class_body", "__name__ == '__main__'", 1),
        ("class_body", "'x' in dir()", 0),
        ("done", "len(squares) == 3 and all(isinstance(s, int) for s in squares)", 1),
        ("test", "n == 1", 1),
    ],
)
def test_condition(marker, condition, count):
    assert len(stops(MAIN, break_at(MAIN, marker, condition=condition))) == count


def test_failing_condition_stops_and_tells_the_error():
    script = Script(MAIN)
    run(MAIN, script, break_at(MAIN, "body", condition="1 / i"))
    first, second = script.reasons
    assert [type(error) for _, error in first.errors] == [ZeroDivisionError]
    assert first.errors[0][0] is first.breakpoints[0]
    assert second.errors == ()


def test_condition_does_not_disturb_the_program():
    program = Program("""
        def f():
            try:
                1 / 0
            except ZeroDivisionError:
                y = 1  # @handler
                raise
        try:
            f()
        except ZeroDivisionError as error:
            seen = error.__context__, len(repr(error.__traceback__.tb_next))
    """)
    ran = run(program, Script(program), break_at(program, "handler", condition="1 / 0"))
    assert ran.listener.places == ["f@handler"]
    assert ran.names["seen"][0] is None


def test_condition_may_change_a_variable():
    ran = run(MAIN, Script(MAIN), break_at(MAIN, "done", condition="(done := 1) > 1"))
    assert ran.listener.places == []
    assert ran.names["done"] is True


def counted(marker, **attributes):
    """The values of i at the stops of a breakpoint with these attributes."""
    made, values = [], []

    def prepare(engine):
        line = MAIN.lines[marker]
        breakpoint_ = engine.breakpoints.add_line(MAIN.path, line).breakpoint
        for name, value in attributes.items():
            setattr(breakpoint_, name, value)
        made.append(breakpoint_)

    def answer(stop):
        values.append(stop.frame.variables()["n"])

    run(MAIN, Asking(answer), prepare)
    return values, made[0]


def test_ignore_count():
    values, made = counted("test", ignore=2)
    assert values == [1]
    assert (made.ignore, made.hits) == (0, 3)


def test_ignore_count_counts_only_hits_that_hold():
    values, made = counted("test", ignore=1, condition="n < 3")
    assert values == [1]
    assert made.hits == 2


def test_ignoring_more_than_there_are():
    values, made = counted("test", ignore=9)
    assert values == []
    assert made.ignore == 6


def test_temporary_stops_once_and_is_gone():
    script = Script(MAIN)
    ran = run(MAIN, script, break_at(MAIN, "test", temporary=True))
    assert script.places == ["factorial@test"]
    assert len(ran.engine.breakpoints) == 0


def test_temporary_with_a_condition_waits_for_it():
    values, _ = counted("test", temporary=True, condition="n == 2")
    assert values == [2]


@pytest.mark.parametrize("temporary", [False, True])
def test_what_another_thread_removes_meanwhile_does_not_stop(temporary, monkeypatch):
    def prepare(engine):
        condition = "__import__('sys').removes()"
        line = MAIN.lines["test"]
        made = engine.breakpoints.add_line(
            MAIN.path, line, condition=condition, temporary=temporary
        )

        def removes():
            engine.breakpoints.remove(made.breakpoint.number)
            return True

        monkeypatch.setattr(sys, "removes", removes, raising=False)

    script = Script(MAIN)
    ran = run(MAIN, script, prepare)
    assert ran.error is None
    assert script.places == []


# ---------------------------------------------------------------------- changing while it runs


def changing(marker, change, program=MAIN):
    """The places of the stops; at the first stop `change(engine)` is done."""
    places = []

    def answer(stop):
        places.append(program.place(stop.frame))
        if len(places) == 1:
            change(stop.frame.interpreter.engine)

    ran = run(program, Asking(answer), break_at(program, marker))
    assert ran.error is None
    return places


def test_removed_while_stopped_at_it():
    assert changing("test", lambda engine: engine.breakpoints.remove(1)) == ["factorial@test"]


def test_disabled_while_stopped_at_it():
    def change(engine):
        engine.breakpoints.set_enabled(1, False)

    assert changing("body", change) == ["Body.advance@body"]


def test_disabled_and_enabled_again():
    def change(engine):
        engine.breakpoints.set_enabled(1, False)
        engine.breakpoints.set_enabled(1, False)
        engine.breakpoints.set_enabled(1, True)

    assert changing("body", change) == ["Body.advance@body"] * 2


def test_disabled_from_the_start():
    def prepare(engine):
        made = engine.breakpoints.add_function("advance").breakpoint
        engine.breakpoints.set_enabled(made.number, False)

    assert stops(MAIN, prepare) == []


def test_condition_set_while_stopped():
    def change(engine):
        engine.breakpoints.get(1).condition = "n == 1"

    assert changing("test", change) == ["factorial@test"] * 2


def test_set_in_a_callee_for_a_frame_already_running():
    def change(engine):
        break_at(MAIN, "done", "property")(engine)

    assert changing("advance", change) == [
        "Body.advance@advance",
        "<module>@property",
        "<module>@done",
    ]


def test_set_at_a_line_of_the_caller_that_is_running():
    program = Program("""
        def f(n):
            x = 1  # @f
        def g():
            for i in range(3):
                f(i)  # @call
                y = i  # @after
        g()
    """)
    places = changing("f", break_at(program, "after"), program)
    assert places == ["f@f", "g@after", "f@f", "g@after", "f@f", "g@after"]


def test_set_in_a_suspended_generator():
    program = Program("""
        def numbers():
            yield 1
            a = 2  # @resumed
            yield a
        def f():
            made = numbers()
            next(made)
            b = 1  # @start
            next(made)
        f()
    """)
    places = changing("start", break_at(program, "resumed"), program)
    assert places == ["f@start", "numbers@resumed"]


def test_set_at_the_very_statement_one_stands_at_does_not_stop_again():
    places = changing("advance", break_at(MAIN, "advance"))
    assert places == ["Body.advance@advance"]


def test_all_removed_leaves_nothing_armed():
    def change(engine):
        break_at(MAIN, "for", "body", "done")(engine)
        for number in range(1, 5):
            engine.breakpoints.remove(number)
        assert not any(any(code.breakpoints) for code in engine.framecodes())
        assert list(engine.breakpoints) == []

    assert changing("advance", change) == ["Body.advance@advance"]


def test_breakpoint_in_another_thread():
    program = Program("""
        import threading
        def work():
            x = 1  # @work
        for _ in range(3):
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
    """)
    assert stops(program, break_at(program, "work")) == ["work@work"] * 3


CALLBACKS = Program("""
    import functools, re
    class Number:
        def __init__(self, value):
            self.value = value
        def __eq__(self, other):
            return self.value == other.value  # @eq
        def __hash__(self):
            return hash(self.value)  # @hash
        def __lt__(self, other):
            return self.value < other.value  # @lt
        def __del__(self):
            self.value = None  # @del
        def __getattr__(self, name):
            return name  # @getattr
        @property
        def double(self):
            return self.value * 2  # @property
        def __iter__(self):
            return iter([self.value])  # @iter
    def key(x):
        return -x  # @key
    def replace(match):
        return "b"  # @sub
    def combine(x, y):
        return x + y  # @reduce
    def closed(n):
        def inner(x):
            return x + n  # @closure
        return list(map(inner, [1]))
    seen = [
        sorted([1, 2, 3], key=key),
        Number(1) in [Number(2), Number(1)],
        len({Number(1), Number(1)}),
        sorted([Number(2), Number(1)])[0].value,
        getattr(Number(1), "name"),
        getattr(Number(3), "double"),
        [*Number(5)],
        re.sub("a", replace, "aa"),
        functools.reduce(combine, [1, 2, 3]),
        closed(4),
    ]
""")


@pytest.mark.parametrize(
    ("marker", "places"),
    [
        ("key", ["key@key"] * 3),
        ("eq", ["Number.__eq__@eq"] * 3),
        ("hash", ["Number.__hash__@hash"] * 2),
        ("lt", ["Number.__lt__@lt"]),
        ("getattr", ["Number.__getattr__@getattr"]),
        ("property", ["Number.double@property"]),
        ("iter", ["Number.__iter__@iter"]),
        ("sub", ["replace@sub"] * 2),
        ("reduce", ["combine@reduce"] * 2),
        ("closure", ["closed.inner@closure"]),
    ],
)
def test_function_called_from_c(marker, places):
    script = Script(CALLBACKS)
    ran = run(CALLBACKS, script, break_at(CALLBACKS, marker))
    assert ran.error is None
    assert ran.names["seen"] == run_native(CALLBACKS).names["seen"]
    assert script.places == places


def test_function_called_from_c_under_a_profiler():
    program = Program("""
        import cProfile
        def key(x):
            return -x  # @key
        profiler = cProfile.Profile()
        profiler.enable()
        seen = sorted([1, 2], key=key)
        profiler.disable()
    """)
    assert stops(program, break_at(program, "key")) == ["key@key"] * 2


def test_finalizer_stops():
    assert len(stops(CALLBACKS, break_at(CALLBACKS, "del"))) > 5


def test_plans_go_on_from_a_function_called_from_c():
    places = stops(CALLBACKS, break_at(CALLBACKS, "key", temporary=True), [Next])
    assert places[0] == "key@key"
    assert places[1].startswith("<module>")


# ---------------------------------------------------------------------- breakpoint() in the source

SOURCE = Program("""
    def f():
        x = 1
        breakpoint()  # @breakpoint
        y = 2  # @after
        return x + y
    f()
    if True: breakpoint(); z = 3  # @line
    done = True  # @done
""")


def test_breakpoint_call_stops_right_after_it(monkeypatch):
    monkeypatch.delenv("PYTHONBREAKPOINT", raising=False)
    script = Script(SOURCE)
    ran = run(SOURCE, script)
    assert ran.error is None
    assert script.reasons == [SourceBreak(), SourceBreak()]
    assert script.places[0] in ("f@breakpoint", "f@after")
    assert script.places[1] == "<module>@line"


def test_next_after_a_breakpoint_call(monkeypatch):
    monkeypatch.delenv("PYTHONBREAKPOINT", raising=False)
    script = Script(SOURCE, [Next, Next])
    run(SOURCE, script)
    assert "f@after" in script.places[:2]


def test_breakpoint_call_without_stopping(monkeypatch):
    monkeypatch.setenv("PYTHONBREAKPOINT", "0")
    assert stops(SOURCE, lambda _: None) == []


def test_breakpoint_call_with_a_hook_of_ones_own(monkeypatch):
    monkeypatch.setenv("PYTHONBREAKPOINT", "builtins.print")
    assert stops(SOURCE, lambda _: None) == []


def test_breakpoint_call_with_a_hook_of_the_program(monkeypatch):
    monkeypatch.delenv("PYTHONBREAKPOINT", raising=False)
    program = Program("""
        import sys
        seen = []
        sys.breakpointhook = lambda *words, **more: seen.append((words, more))
        breakpoint(1, a=2)
    """)
    monkeypatch.setattr(sys, "breakpointhook", sys.breakpointhook)
    ran = run(program, Script(program))
    assert ran.listener.places == []
    assert ran.names["seen"] == [((1,), {"a": 2})]


# ---------------------------------------------------------------------- mistakes


def refused(add):
    with pytest.raises(UserError) as caught:
        add(Engine(Asking(lambda _: None)).breakpoints)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_no_such_file(tmp_path):
    message = refused(lambda made: made.add_line(str(tmp_path / "nothing.py"), 1))
    assert "no file" in message
    assert "nothing.py" in message


@pytest.mark.parametrize("line", [10**6, 0, -1])
def test_line_beyond_the_end(line):
    message = refused(lambda made: made.add_line(MAIN.path, line))
    assert "The last line that can hold a breakpoint is" in message


def test_file_without_a_statement(tmp_path):
    path = tmp_path / "module.py"
    path.write_text("")
    message = refused(lambda made: made.add_line(str(path), 3))
    assert "none of which can hold a breakpoint" in message


def test_file_that_does_not_compile(tmp_path):
    (tmp_path / "broken.py").write_text("def f(:\n")
    message = refused(lambda made: made.add_line(str(tmp_path / "broken.py"), 1))
    assert "does not compile" in message


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        (len, "len"),
        ([].append, "append"),
        (int, "int"),
        (3, "int"),
        (None, "NoneType"),
        (itertools.count, "count"),
        (functools.partial(len), "len"),
        (str.join, "join"),
    ],
)
def test_what_is_not_written_in_python(thing, name):
    message = refused(lambda made: made.add_function(thing))
    assert name in message
    assert "not written in Python" in message


def test_function_out_of_focus():
    message = refused(lambda made: made.add_function(textwrap.dedent))
    assert "focus" in message
    assert "textwrap" in message


def test_file_out_of_focus():
    message = refused(lambda made: made.add_line(textwrap.__file__, 1))
    assert "focus" in message


@pytest.mark.parametrize("condition", ["x ==", "x = 1", "", "for", "a b", "pass"])
def test_condition_that_is_no_expression(condition):
    line = MAIN.lines["done"]
    message = refused(lambda made: made.add_line(MAIN.path, line, condition=condition))
    assert "not an expression" in message
    assert "not an expression" in refused(lambda made: made.add_function("f", condition=condition))


def test_number_that_is_none():
    assert refused(lambda made: made.remove(7)) == "There is no breakpoint 7."
    assert refused(lambda made: made.set_enabled(7, True)) == "There is no breakpoint 7."


def test_a_refused_breakpoint_leaves_nothing_behind():
    engine = Engine(Asking(lambda _: None))
    with pytest.raises(UserError):
        engine.breakpoints.add_line(MAIN.path, 10**6)
    with pytest.raises(UserError):
        engine.breakpoints.add_function(len)
    assert len(engine.breakpoints) == 0


def test_hit_names_its_breakpoint():
    script = Script(MAIN, [lambda _: Continue()])
    ran = run(MAIN, script, break_at(MAIN, "done"))
    assert script.reasons == [Hit((ran.engine.breakpoints.get(1),))]
    assert ran.engine.breakpoints.get(1).hits == 1


def test_forked_child_does_not_stop():
    program = Program("""
        import os
        def f(x):
            return x * 2  # @f
        child = os.fork()
        doubled = f(1 if child else 10)
        if not child: os._exit(doubled)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    """)
    assert stops(program, break_at(program, "f")) == ["f@f"]

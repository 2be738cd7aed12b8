"""Where each stepping command stops: plans and the places they lead to."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from debugger.frames.errors import ProgramQuit, UserError
from debugger.frames.stepping import (
    AtOnce,
    Continue,
    Next,
    NextCall,
    Quit,
    Return,
    Step,
    StepExpression,
    StepIn,
    StepLast,
    StepOut,
    Until,
    jump,
)
from debugger.frames.stops import Entered, Paused, Returning, Stepped
from debugger.frames.stops import Return as ReturnOf
from tests.frames.support import Asking, Program, Script, break_at, follow, go_on, run

LOOP = Program("""
    def f(n):
        total = 0  # @start
        for i in range(n):  # @for
            total += i  # @body
        return total  # @return
    f(2)  # @call
    done = True  # @done
""")

CALLS = Program("""
    def inner(x):
        y = x  # @inner
        return y  # @inner_return
    def outer(a):
        b = inner(a)  # @first
        c = max(  # @second
            inner(b),  # @argument
            inner(a),  # @other
        )
        return b + c  # @return
    outer(1)  # @call
    done = True  # @done
""")

GENERATOR = Program("""
    def numbers():
        got = yield 1  # @one
        got = yield 2  # @two
        yield from [3]  # @from
        x = 4  # @last
    def consumer():
        total = 0  # @start
        for n in numbers():  # @for
            total += n  # @body
        return total  # @return
    consumer()
    done = True  # @done
""")

COROUTINE = Program("""
    import asyncio
    async def child(n):
        await asyncio.sleep(0)  # @sleep
        return n  # @child_return
    async def parent():
        a = await child(1)  # @first
        b, c = await asyncio.gather(child(2), child(3))  # @gather
        async with asyncio.Lock() as lock:  # @with
            a += 1  # @inside
        return a + b + c  # @return
    asyncio.run(parent())  # @run
    done = True  # @done
""")

ERRORS = Program("""
    def fail():
        x = 1  # @fail
        raise ValueError(x)  # @raise
    def here():
        try:  # @try
            fail()  # @failing
            never = 1
        except ValueError:  # @except
            caught = 1  # @caught
        finally:
            last = 1  # @finally
        through()  # @through
        return 2  # @here_return
    def passing():
        fail()  # @passing
        never = 1
    def through():
        try:
            passing()  # @caller
        except ValueError:  # @caller_except
            return 1  # @caller_caught
    here()
    done = True  # @done
""")

OBJECTS = Program("""
    class Base:
        def __init__(self, x):
            self.x = x  # @init
        def __enter__(self):
            return self  # @enter
        def __exit__(self, *error):
            self.x = None  # @exit
        @property
        def twice(self):
            return self.x * 2  # @twice
        def __add__(self, other):
            return other  # @add
        def __call__(self):
            return 0  # @called
    def f():
        a = Base(1)  # @make
        with a as b:  # @with
            b.x = 2  # @inside
        a()  # @object
        after = 1  # @after
    f()  # @call
""")

DECORATED = Program("""
    def decorate(function):
        def wrapper(*arguments):
            return function(*arguments)  # @wrapper
        return wrapper  # @decorate
    @decorate  # @decorator
    def f(x):
        return x  # @f
    g = lambda x: x + 1  # @lambda
    f(1)  # @call
    h = g(2)  # @call_lambda
    class A:  # @class
        y = 1  # @y
        z = f(y)  # @z
    done = True  # @done
""")

NESTED = Program("""
    def double(x):
        return x * 2  # @double
    def add(x, y):
        return x + y  # @add
    def f():
        a = add(double(1), double(2))  # @nested
        b = len([double(a), 1])  # @builtin
        c = a + b  # @none
        return add(  # @spread
            double(c),  # @argument
            1,
        )
    f()  # @call
    done = True  # @done
""")

COMPREHENSION = Program("""
    def double(x):
        return x * 2  # @double
    def f():
        a = [double(i) for i in range(2)]  # @list
        b = sum(double(i) for i in a)  # @generator
        return b  # @return
    f()
    done = True  # @done
""")

CALLBACK = Program("""
    def key(x):
        y = -x  # @key
        return y  # @key_return
    def f():
        a = sorted([1, 2], key=key)  # @sorted
        return a  # @return
    f()
""")

BRANCHES = Program("""
    def f(n):
        while n:  # @while
            if n == 2: n -= 1  # @short
            else:
                n -= 1  # @else
        pass  # @pass
        with open(__import__("os").devnull) as file:  # @with
            pass  # @inside
        a = 1; b = 2  # @two
        return (a +  # @return
                b)  # @more
    f(3)  # @call
    done = True  # @done
""")

LEAVING = Program("""
    def deep():
        return 1  # @deep
    def f():
        return deep()  # @f
    def g():
        x = f() + f()  # @g
        return x  # @g_return
    g()  # @call
    done = True  # @done
""")


def until(marker, program):
    return lambda frame: Until(frame, program.lines[marker])


PLANS = [
    # Next: over loops, calls, lines that are spread out.
    (LOOP, "start", [(Next, "f@for"), (Next, "f@body"), (Next, "f@for"), (Next, "f@body"),
                     (Next, "f@for"), (Next, "f@return"), (Next, "<module>@call"),
                     (Next, "<module>@done"), (Next, "end")]),
    (CALLS, "first", [(Next, "outer@second"), (Next, "outer@argument"), (Next, "outer@other"),
                      (Next, "outer@second"), (Next, "outer@return")]),
    (BRANCHES, "while", [(Next, "f@short"), (Next, "f@else"), (Next, "f@while"), (Next, "f@short"),
                         (Next, "f@while"), (Next, "f@short"), (Next, "f@else"), (Next, "f@while"),
                         (Next, "f@pass"), (Next, "f@with"), (Next, "f@inside"), (Next, "f@with"),
                         (Next, "f@two"), (Next, "f@return"), (Next, "f@more")]),
    # A yield or an await is passed over: the frame that is followed is the same.
    (GENERATOR, "one", [(Next, "numbers@two"), (Next, "numbers@from"), (Next, "numbers@last")]),
    (GENERATOR, "start", [(Next, "consumer@for"), (Next, "consumer@body"), (Next, "consumer@for"),
                          (Next, "consumer@body")]),
    (COROUTINE, "first", [(Next, "parent@gather"), (Next, "parent@with"), (Next, "parent@inside"),
                          (Next, "parent@with"), (Next, "parent@return")]),
    (COROUTINE, "sleep", [(Next, "child@child_return")]),
    (COROUTINE, "run", [(Next, "<module>@done")]),
    # Errors: caught here, in the caller, further out.
    (ERRORS, "try", [(Next, "here@failing"), (Next, "here@except"), (Next, "here@caught"),
                     (Next, "here@finally"), (Next, "here@through"), (Next, "here@here_return")]),
    (ERRORS, "fail", [(Next, "fail@raise"), (Next, "here@except")]),
    (ERRORS, "passing", [(Next, "through@caller_except"), (Next, "through@caller_caught"),
                         (Next, "here@through"), (Next, "here@here_return")]),
    # Step: into whatever is called, and out of it.
    (LOOP, "call", [(Step, "f@start"), (Step, "f@for"), (Step, "f@body")]),
    (CALLS, "first", [(Step, "inner@inner"), (Step, "inner@inner_return"), (Step, "outer@second"),
                      (Step, "outer@argument"), (Step, "inner@inner")]),
    (OBJECTS, "make", [(Step, "Base.__init__@init"), (Step, "f@with"),
                       (Step, "Base.__enter__@enter"), (Step, "f@with"), (Step, "f@inside"),
                       (Step, "f@with"), (Step, "Base.__exit__@exit"), (Step, "f@with"),
                       (Step, "f@object"), (Step, "Base.__call__@called"), (Step, "f@object"),
                       (Step, "f@after"), (Step, "<module>@call"), (Step, "end")]),
    (DECORATED, "decorator", [(Step, "<module>:7"), (Step, "<module>@decorator"),
                              (Step, "decorate:3"), (Step, "decorate@decorate")]),
    (DECORATED, "call", [(Step, "decorate.wrapper@wrapper"), (Step, "f@f"),
                         (Step, "decorate.wrapper@wrapper"), (Step, "<module>@call"),
                         (Step, "<module>@call_lambda"), (Step, "<lambda>@lambda"),
                         (Step, "<module>@call_lambda"), (Step, "<module>@class"),
                         (Step, "A@class"), (Step, "A@y"), (Step, "A@z"),
                         (Step, "decorate.wrapper@wrapper")]),
    (GENERATOR, "for", [(Step, "numbers@one"), (Step, "consumer@body"), (Step, "consumer@for"),
                        (Step, "numbers@two")]),
    (COROUTINE, "first", [(Step, "child@sleep"), (Step, "child@child_return"),
                          (Step, "parent@first"), (Step, "parent@gather")]),
    (ERRORS, "failing", [(Step, "fail@fail"), (Step, "fail@raise"), (Step, "here@except")]),
    (CALLBACK, "sorted", [(Step, "key@key"), (Step, "key@key_return"), (Step, "key@key"),
                          (Step, "key@key_return"), (Step, "f@return")]),
    (CALLBACK, "sorted", [(Next, "f@return")]),
    # StepOut; the value of the call may have been stored by then
    (CALLS, "inner", [(StepOut, "outer@second")]),
    (LEAVING, "deep", [(StepOut, "f@f"), (StepOut, "g@g"), (StepOut, "<module>@call"),
                       (StepOut, "end")]),
    (ERRORS, "fail", [(StepOut, "here@except")]),
    (ERRORS, "passing", [(StepOut, "through@caller_except")]),
    (OBJECTS, "init", [(StepOut, "f@with")]),
    # Return
    (LOOP, "start", [(Return, "f@return"), (Return, "<module>@call"),
                     (Return, "<module>@done")]),
    (CALLS, "inner", [(Return, "inner@inner_return"), (Return, "outer@second"),
                      (Return, "outer@return")]),
    (ERRORS, "try", [(Return, "here@here_return")]),
    (OBJECTS, "make", [(Return, "f@after")]),
    # Until: out of a loop, or to a line.
    (LOOP, "body", [(Until, "f@return")]),
    (LOOP, "start", [(until("return", LOOP), "f@return")]),
    (BRANCHES, "while", [(until("with", BRANCHES), "f@with"), (Until, "f@inside")]),
    (CALLS, "first", [(until("return", CALLS), "outer@return"), (Until, "<module>@call")]),
    (LOOP, "return", [(until("start", LOOP), "<module>@call")]),
    # NextCall
    (CALLS, "first", [(NextCall, "outer@first"), (NextCall, "outer@argument"),
                      (NextCall, "outer@other"), (NextCall, "outer@second"),
                      (NextCall, "<module>@call")]),
    (LOOP, "start", [(NextCall, "f@for"), (NextCall, "<module>@call")]),
    # StepLast
    (NESTED, "nested", [(StepLast, "add@add"), (StepLast, "f@builtin"),
                        (StepLast, "f@none"), (StepLast, "f@spread"), (StepLast, "f@argument"),
                        (StepLast, "double@double")]),
    (CALLS, "call", [(StepLast, "outer@first"), (StepLast, "inner@inner")]),
    (COMPREHENSION, "generator", [(StepLast, "f@return")]),
    # StepExpression stays here, StepIn goes everywhere.
    (LEAVING, "g", [(StepExpression, "g@g")] * 4 + [(StepExpression, "g@g_return")]),
    (LEAVING, "deep", [(StepIn, "f@f"), (StepIn, "g@g")]),
    (LEAVING, "f", [(StepIn, "f@f"), (StepIn, "deep@deep"), (StepIn, "f@f"), (StepIn, "g@g")]),
    # Continue, and one after another.
    (LOOP, "start", [(go_on, "end")]),
    (CALLS, "first", [(Step, "inner@inner"), (Return, "inner@inner_return"), (Next, "outer@second"),
                      (go_on, "end")]),
]  # fmt: skip


def name(case):
    program, start, steps = case
    names = {value: name for name, value in globals().items() if isinstance(value, Program)}
    plans = {getattr(plan, "__name__", "").strip("<>") for plan, _ in steps}
    return "-".join([names[program], start, *sorted(plans)])


@pytest.mark.parametrize(("program", "start", "steps"), PLANS, ids=map(name, PLANS))
def test_plan_stops(program, start, steps):
    plans = [plan for plan, _ in steps]
    assert follow(program, start, plans) == [place for _, place in steps]


@pytest.mark.parametrize("plan", [Next, StepOut, Return, Until, NextCall, StepExpression, StepLast])
@pytest.mark.parametrize(
    ("program", "start", "function", "landing"),
    [
        (GENERATOR, "last", "numbers@", "consumer@return"),
        (COROUTINE, "return", "parent@", "<module>@"),
        (COROUTINE, "child_return", "child@", "parent@"),
    ],
    ids=["generator", "outermost coroutine", "awaited coroutine"],
)
def test_leaving_a_generator_or_coroutine(program, start, function, landing, plan):
    places = follow(program, start, [plan] * 8)
    outside = next(place for place in places if not place.startswith(function))
    assert outside.startswith(landing)


def test_next_over_a_comprehension():
    # From 3.12 on it is a loop of this frame, as for CPython.
    places = follow(COMPREHENSION, "list", [Next] * 4)
    iterations = 2 if sys.version_info >= (3, 12) else 0
    assert places[iterations:][:2] == ["f@generator", "f@return"]
    assert places[:iterations] == ["f@list"] * iterations


def test_step_goes_into_what_a_comprehension_calls():
    places = follow(COMPREHENSION, "list", [Step] * 8)
    assert places.count("double@double") == 2
    assert places.index("double@double") <= 1


# ---------------------------------------------------------------------- reasons


def reasons(program, start, plans):
    script = Script(program, plans)
    ran = run(program, script, break_at(program, start, temporary=True))
    assert ran.error is None
    return script.reasons[1:]


def test_return_of_the_frame_is_told():
    assert reasons(CALLS, "inner_return", [Next]) == [Stepped(ReturnOf("inner", 1))]
    assert reasons(CALLS, "inner", [StepOut]) == [Stepped(ReturnOf("inner", 1))]
    assert reasons(ERRORS, "raise", [Next]) == [Stepped(None)]
    assert reasons(LOOP, "start", [Next]) == [Stepped(None)]


def test_value_about_to_be_returned_is_told():
    assert reasons(CALLS, "inner", [Return]) == [Returning(1)]


def test_program_starts_with_entered():
    script = Script(LOOP)
    run(LOOP, script, stop_first=True)
    assert script.reasons == [Entered()]
    assert script.places == ["<module>:2"]


def test_next_from_the_first_line():
    script = Script(LOOP, [Next] * 4)
    run(LOOP, script, stop_first=True)
    assert script.places == ["<module>:2", "<module>@call", "<module>@done"]


def test_quit_ends_the_program_without_its_handlers():
    program = Program("""
        seen = []
        try:
            x = 1  # @start
        except BaseException as error:
            seen.append(error)
        finally:
            seen.append("finally")
    """)
    ran = run(program, Asking(lambda _: Quit()), break_at(program, "start"))
    assert isinstance(ran.error, ProgramQuit)
    assert ran.names["seen"] == []


def test_pause_from_elsewhere_stops_at_once():
    program = Program("""
        def f():
            for i in range(3):
                if i == 1:
                    pause()
                x = i  # @next
        f()
    """)
    script = Script(program)
    run(program, script)
    assert script.places in (["f:5"], ["f@next"])
    assert script.reasons == [Paused()]


def test_engine_is_as_before_after_an_error():
    script = Script(LOOP, [Next] * 99)
    ran = run(Program("f()  # @x\n"), script, stop_first=True)
    assert isinstance(ran.error, NameError)
    assert ran.engine.interpreter().plan is None
    assert ran.engine.interpreter().leaf is None
    assert ran.engine.call(lambda: 3) == 3


def test_step_into_the_called_function_of_enter():
    program = Program("def f(a):\n    return a + 1  # @f\n")
    names: dict[str, Any] = {}
    exec(program.code(), names)
    script = Script(program, [Step])
    ran = run(Program("pass"), script)
    assert ran.engine.enter(names["f"], 2) == 3
    assert script.places == ["f@f"]


def test_a_breakpoint_takes_precedence_and_ends_the_plan():
    script = Script(CALLS, [StepOut])
    run(CALLS, script, break_at(CALLS, "first", "inner_return"))
    assert script.places[:2] == ["outer@first", "inner@inner_return"]
    assert "<module>@call" not in script.places


def test_next_is_not_bothered_by_recursion():
    program = Program("""
        def f(n):
            if n:  # @if
                f(n - 1)  # @recursion
            return n  # @return
        f(3)  # @call
        done = True  # @done
    """)
    assert follow(program, "if", [Next] * 4) == [
        "f@recursion", "f@return", "<module>@call", "<module>@done",
    ]  # fmt: skip


def test_plan_of_another_thread_is_not_disturbed():
    program = Program("""
        import threading
        def work(n):
            for i in range(n):
                x = i  # @work
        def f():
            thread = threading.Thread(target=work, args=(200,))  # @start
            thread.start()  # @begin
            a = 1  # @a
            thread.join()  # @join
            b = 2  # @b
            return b  # @return
        f()
    """)
    assert follow(program, "start", [Next] * 5) == ["f@begin", "f@a", "f@join", "f@b", "f@return"]


def test_atonce_skips_what_has_no_line():
    script = Script(LOOP, [lambda _: AtOnce(Paused())] * 3)
    run(LOOP, script, stop_first=True)
    assert script.reasons == [Entered(), Paused(), Paused(), Paused()]


# ---------------------------------------------------------------------- jump

JUMPS = Program("""
    seen = []
    def f(n):
        a = 0  # @first
        seen.append("second")  # @second
        for i in range(n):  # @for
            seen.append(i)  # @body
            a += 1  # @more
        with open(__import__("os").devnull):  # @with
            b = 1  # @inside
        try:  # @try
            seen.append("try")  # @trying
            c = 1 / a  # @divide
        except ZeroDivisionError:  # @except
            seen.append("caught")  # @caught
        # nothing here @comment
        seen.append("third")  # @third
        return seen  # @return
    def other():
        pass  # @other
    f(2)
""")


def jumping(start, *targets):
    """What `seen` is after a jump from `start`; or the refusal."""
    moves = list(targets)
    script = Script(JUMPS)

    def answer(stop):
        script.places.append(JUMPS.place(stop.frame))
        if not moves:
            return
        jump(stop.frame, JUMPS.lines[moves.pop(0)])
        script.places.append(JUMPS.place(stop.frame))
        return

    ran = run(JUMPS, Asking(answer), break_at(JUMPS, start, temporary=True))
    if ran.error is not None:
        raise ran.error
    return script.places[1], ran.names["seen"]


ALL = ["second", 0, 1, "try", "third"]


@pytest.mark.parametrize(
    ("start", "target", "seen"),
    [
        ("first", "third", ["third"]),
        ("third", "return", ALL[:-1]),
        ("second", "for", ALL[1:]),
        ("third", "second", [*ALL[:-1], *ALL]),
        ("return", "third", [*ALL, "third"]),
        ("more", "body", ["second", 0, 0, 1, "try", "third"]),
        ("body", "more", ["second", 1, "try", "third"]),
        ("third", "try", [*ALL[:-1], "try", "third"]),
        ("trying", "third", ["second", 0, 1, "third"]),
        ("second", "second", ALL),
        ("body", "third", ["second", "third"]),
        ("more", "second", ["second", 0, *ALL]),
        pytest.param(
            "inside",
            "third",
            ["second", 0, 1, "third"],
            # The file is left open, as after CPython's own jump out of a `with`.
            marks=pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
        ),
    ],
)
def test_jump(start, target, seen):
    place, found = jumping(start, target)
    assert place == f"f@{target}"
    assert found == seen


def test_jump_over_an_assignment_leaves_none():
    # As CPython's own jump does: the compiler relies on the assignment.
    with pytest.raises(TypeError, match="'int' and 'NoneType'"):
        jumping("first", "with")


@pytest.mark.parametrize(
    ("start", "target", "message"),
    [
        ("first", "body", "inside"),
        ("body", "inside", "inside"),
        ("first", "inside", "inside"),
        ("caught", "third", "out of the handler"),
        ("first", "caught", "inside"),
        ("first", "comment", "has no statement in f"),
        ("first", "other", "has no statement in f"),
    ],
)
def test_jump_is_refused(start, target, message):
    refusals = []

    def answer(stop):
        before = stop.frame.pc, list(stop.frame.data.registers)
        try:
            jump(stop.frame, JUMPS.lines[target])
        except UserError as error:
            refusals.append(str(error))
        assert (stop.frame.pc, stop.frame.data.registers) == before

    program = JUMPS
    if start == "caught":
        program = Program(JUMPS.source.replace("a += 1", "a += 0"))
    ran = run(program, Asking(answer), break_at(program, start, temporary=True))
    assert ran.error is None
    assert len(refusals) == 1
    assert message in refusals[0]


def test_jump_in_a_module_and_next_after_it():
    program = Program("""
        a = 1  # @one
        a = 2  # @two
        b = a  # @three
        c = b  # @four
    """)
    places = []

    def answer(stop):
        places.append(program.place(stop.frame))
        if len(places) == 1:
            jump(stop.frame, program.lines["three"])
        return Next(stop.frame) if len(places) < 3 else Continue()

    ran = run(program, Asking(answer), break_at(program, "two"))
    assert ran.error is None
    assert places == ["<module>@two", "<module>@four"]
    assert ran.names["c"] == 1


IMPLICIT = Program("""
    class Number:
        def __init__(self, v): self.v = v  # @init
        def __add__(self, other): return self.v + other.v  # @add
        def __bool__(self): return True  # @bool
        @property
        def half(self): return self.v / 2  # @half
        def __str__(self): return "n"  # @str
    a = Number(4)  # @make
    b = a + a  # @plus
    c = a.half  # @get
    if a: d = 1  # @if
    e = f"{a}"  # @format
    done = 1  # @done
""")


def test_step_enters_what_c_calls():
    """Operators, properties, truth and formatting come to methods through C."""
    entered = []

    def answer(stop):
        entered.append(IMPLICIT.place(stop.frame))
        return Step(stop.frame)

    run(IMPLICIT, Asking(answer), break_at(IMPLICIT, "plus", temporary=True))
    for place in ("Number.__add__@add", "Number.half@half", "Number.__bool__@bool"):
        assert place in entered
    assert "Number.__str__@str" in entered

"""Evaluating and executing source in a frame, as if it stood there."""

from __future__ import annotations

import pytest

from debugger.frames.errors import UserError
from debugger.frames.evaluation import NOTHING, evaluate, execute
from debugger.frames.stepping import Next
from tests.frames.support import Asking, Program, break_at, run

FUNCTION = Program("""
    import math
    LIMIT = 7
    def f(a, b=2, *rest, key=None, **options):
        local, unbound_later = 10, 1
        free = [1]
        def inner(x):
            nonlocal local
            local += 1
            return x + free[0] + a  # @inner
        if not a: later = 5
        loop = 0
        y = inner(1)  # @before
        result = (a, b, local, free, y)  # @stop
        return result
    class A:
        attribute = 3
        squares = [3 for _ in "ab"]
        done = 1  # @class_body
        def method(self):
            self.z = 1  # @method
            return __class__
    value = f(1, key="k", extra=True)
    obj = A()
    obj.method()
    items = [(lambda x: x * 2)(i) for i in range(2)]
    def generator(n):
        got = yield n
        n = got  # @generator
        yield n
    made = generator(3)
    next(made)
    made.send(4)
    end = 1  # @module
""")


def at(marker, action, program=FUNCTION):
    """What `action(frame)` gives at a line, and what the program comes to after it."""
    results = []

    def answer(stop):
        results.append(action(stop.frame))

    ran = run(program, Asking(answer), break_at(program, marker, temporary=True))
    assert results, ran.error
    return results[0], ran


def value_at(marker, source):
    found, ran = at(marker, lambda frame: evaluate(frame, source))
    assert ran.error is None
    return found


def after(marker, source, name="value"):
    """A global of the program after it was changed by some source at a line."""
    _, ran = at(marker, lambda frame: execute(frame, source))
    if ran.error is not None:
        raise ran.error
    return ran.names[name]


@pytest.mark.parametrize(
    ("marker", "source", "expected"),
    [
        # locals, cells, free variables, globals, builtins
        ("stop", "b", 2),
        ("stop", "b + y", 5),
        ("stop", "a, local, free", (1, 11, [1])),
        ("stop", "rest, key, options", ((), "k", {"extra": True})),
        ("inner", "x + local", 12),
        ("inner", "a", 1),
        ("inner", "free", [1]),
        ("stop", "LIMIT", 7),
        ("stop", "math.floor(2.5)", 2),
        ("stop", "len('abc')", 3),
        ("stop", "__name__", "__main__"),
        ("stop", "  b  ", 2),
        ("stop", "(\nb +\n1\n)", 3),
        # what asks for all variables
        ("stop", "locals()['b'], vars()['local'], 'free' in dir()", (2, 11, True)),
        ("stop", "eval('a + local'), eval('missing', {'missing': b})", (12, 2)),
        ("inner", "sorted(locals().keys() & {'a', 'x', 'free', 'missing'})", ["a", "free", "x"]),
        ("class_body", "locals()['attribute']", 3),
        # what makes scopes of its own
        ("stop", "[b + i for i in range(2)]", [2, 3]),
        ("stop", "[a + b + i for i in range(2) if b]", [3, 4]),
        ("stop", "{i: {j: b for j in range(i)} for i in (0, 1)}", {0: {}, 1: {0: 2}}),
        ("stop", "sum(b * i for i in range(3))", 6),
        ("stop", "(lambda: a + b)()", 3),
        ("stop", "(lambda x, y=b: x + y)(1)", 3),
        ("stop", "list(map(lambda i: i + local, [1]))", [12]),
        ("stop", "(lambda: [b for _ in (lambda: (a, b))()])()", [2, 2]),
        ("inner", "[x + a + i for i in free]", [3]),
        ("stop", "any(k == b for k in [1, 2])", True),
        ("stop", "(b := 5) + b", 10),
        ("stop", "(fresh := 5) + fresh", 10),
        ("stop", "[last := i for i in range(3)]", [0, 1, 2]),
        ("stop", "inner.__name__", "inner"),
        ("stop", "f'{b!r:>{local}}'", " " * 10 + "2"),
        ("stop", "b if a else missing", 2),
        ("stop", "1 < b < 3", True),
        ("stop", "(await_ := 1)", 1),
        # class bodies, methods, modules, generators
        ("class_body", "attribute", 3),
        ("class_body", "squares", [3, 3]),
        ("class_body", "LIMIT", 7),
        ("class_body", "__qualname__", "A"),
        ("method", "self.attribute", 3),
        ("method", "type(self).__name__", "A"),
        ("method", "__class__.__name__", "A"),
        ("module", "value[0]", 1),
        ("module", "[i + LIMIT for i in items]", [7, 9]),
        ("module", "sorted(k for k in globals() if k == 'items')", ["items"]),
        ("generator", "n, got", (3, 4)),
    ],
)
def test_evaluate(marker, source, expected):
    assert value_at(marker, source) == expected


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("b = 20", (1, 20, 11, [1], 3)),
        ("b += 1", (1, 3, 11, [1], 3)),
        ("b, y = y, b", (1, 3, 11, [1], 2)),
        ("local = 5", (1, 2, 5, [1], 3)),
        ("local *= 2", (1, 2, 22, [1], 3)),
        ("free.append(2)", (1, 2, 11, [1, 2], 3)),
        ("free = 0", (1, 2, 11, 0, 3)),
        ("a = None", (None, 2, 11, [1], 3)),
        ("inner(1)", (1, 2, 12, [1], 3)),
        ("local = 5; inner(1)", (1, 2, 6, [1], 3)),
        ("y = [b for b in range(3)]", (1, 2, 11, [1], [0, 1, 2])),
        ("(b := 9)", (1, 9, 11, [1], 3)),
        ("[b := i * 2 for i in range(3)]", (1, 4, 11, [1], 3)),
        ("for b in range(5): pass", (1, 4, 11, [1], 3)),
        ("if b:\n    y = 'yes'\nelse:\n    y = 'no'", (1, 2, 11, [1], "yes")),
        ("def b(): return a\ny = b()\nb = 0", (1, 0, 11, [1], 1)),
        ("import math as b\nb = b.floor(1.5)", (1, 1, 11, [1], 3)),
        ("with open(__import__('os').devnull) as b: pass\nb = b.closed", (1, True, 11, [1], 3)),
        ("try: [][0]\nexcept IndexError as e: b = len(e.args)", (1, 1, 11, [1], 3)),
        ("b = (lambda: local)()", (1, 11, 11, [1], 3)),
        ("free[0] = b", (1, 2, 11, [2], 3)),
        ("a: int = 4", (4, 2, 11, [1], 3)),
        ("a: int", (1, 2, 11, [1], 3)),
        ("match b:\n    case 2: y = 'two'", (1, 2, 11, [1], "two")),
        ("match [b, a]:\n    case [y, *local]: pass", (1, 2, [1], [1], 2)),
        ("pass", (1, 2, 11, [1], 3)),
        ("", (1, 2, 11, [1], 3)),
        ("# nothing", (1, 2, 11, [1], 3)),
    ],
)  # fmt: skip
def test_execute_changes_the_program(source, changed):
    assert after("stop", source) == changed


def test_value_of_execute():
    for source, value in [("1 + b", 3), ("y = 1", NOTHING), ("y = 1\ny + b", 3), ("None", None)]:
        found, _ = at("stop", lambda frame, source=source: execute(frame, source))
        assert found is value or found == value


@pytest.mark.parametrize("name", ["local", "free", "a"])
def test_deleted_cell_is_unbound(name):
    with pytest.raises(UnboundLocalError, match=f"'{name}'"):
        after("stop", f"del {name}")


@pytest.mark.parametrize("name", ["y", "b", "loop"])
def test_deleting_another_local_is_refused(name):
    """The compiler relies on its being bound: the program would see the hole."""

    def action(frame):
        with pytest.raises(UserError, match=name):
            execute(frame, f"del {name}")
        return evaluate(frame, name)

    found, ran = at("stop", action)
    assert found in (3, 2, 0)
    assert ran.names["value"] == (1, 2, 11, [1], 3)


def test_deleted_and_evaluated():
    def action(frame):
        execute(frame, "del free")
        with pytest.raises(NameError):
            evaluate(frame, "free")
        assert "free" not in frame.variables()
        execute(frame, "free = 1")
        return evaluate(frame, "free")

    found, ran = at("stop", action)
    assert found == 1
    assert ran.names["value"] == (1, 2, 11, 1, 3)


def test_new_names_stay_with_the_frame():
    def action(frame):
        execute(frame, "fresh = b * 2")
        execute(frame, "def helper(): return fresh + b")
        execute(frame, "import json as j")
        assert evaluate(frame, "fresh, helper(), j.__name__") == (4, 6, "json")
        execute(frame, "fresh += 1")
        assert evaluate(frame, "helper()") == 7
        assert frame.variables()["fresh"] == 5
        execute(frame, "del fresh")
        with pytest.raises(NameError):
            evaluate(frame, "fresh")
        return True

    _, ran = at("stop", action)
    assert ran.error is None
    assert ran.names["value"] == (1, 2, 11, [1], 3)
    assert "fresh" not in ran.names
    assert "helper" not in ran.names


def test_global_statement():
    _, ran = at(
        "stop", lambda frame: execute(frame, "global LIMIT, made_up\nLIMIT = 8; made_up = b")
    )
    assert ran.names["LIMIT"] == 8
    assert ran.names["made_up"] == 2


def test_global_without_a_statement_stays_as_it_is():
    _, ran = at("stop", lambda frame: execute(frame, "LIMIT = 8"))
    assert ran.names["LIMIT"] == 7


def test_unbound_variable():
    found, _ = at("before", lambda frame: outcome(frame, "later"))
    assert found[0] in (NameError, UnboundLocalError)
    found, _ = at("before", lambda frame: outcome(frame, "y"))
    assert found[0] in (NameError, UnboundLocalError)
    found, _ = at("before", lambda frame: execute(frame, "y = 1\ny"))
    assert found == 1


def outcome(frame, source):
    try:
        return execute(frame, source)
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("1 / 0", ZeroDivisionError),
        ("missing", NameError),
        ("free.missing", AttributeError),
        ("inner()", TypeError),
        ("raise KeyError(b)", KeyError),
        ("assert not b", AssertionError),
        ("b +", SyntaxError),
        ("b = = 1", SyntaxError),
        ("def", SyntaxError),
        ("yield 1", SyntaxError),
        ("return 1", SyntaxError),
        ("import nothing_of_that_name", ImportError),
        ("return = 1", SyntaxError),
        ("del missing", NameError),
        ("raise SystemExit", SystemExit),
        ("\0", (SyntaxError, ValueError)),
    ],
)
def test_errors_come_out_and_leave_the_program_as_it_was(source, error):
    def action(frame):
        before = frame.pc, dict(frame.variables()), frame.handling()
        with pytest.raises(error):
            execute(frame, source)
        assert (frame.pc, dict(frame.variables()), frame.handling()) == before
        return True

    _, ran = at("stop", action)
    assert ran.error is None
    assert ran.names["value"] == (1, 2, 11, [1], 3)


def test_what_was_done_before_an_error_stays_done():
    def action(frame):
        with pytest.raises(ZeroDivisionError):
            execute(frame, "b = 5; fresh = 6; 1 / 0")
        return evaluate(frame, "b, fresh")

    found, ran = at("stop", action)
    assert found == (5, 6)
    assert ran.names["value"][1] == 5


def test_exceptions_inside_are_handled_inside():
    source = (
        "try:\n    inner()\nexcept TypeError as error:\n    y = str(error)\nfinally:\n    b = 0"
    )
    value = after("stop", source)
    assert value[1] == 0
    assert "inner" in value[4]


def test_exception_variable_is_deleted_as_ever():
    def action(frame):
        execute(frame, "try: 1 / 0\nexcept ZeroDivisionError as caught: pass")
        with pytest.raises(NameError):
            evaluate(frame, "caught")

    at("stop", action)


@pytest.mark.parametrize(
    ("marker", "source", "name", "expected"),
    [
        ("module", "end = 5\nvalue = end", "value", 5),
        ("module", "fresh = [i * LIMIT for i in items]", "fresh", [0, 14]),
        ("module", "def fresh(): return LIMIT\nfresh = fresh()", "fresh", 7),
        ("module", "items += [1]", "items", [0, 2, 1]),
        ("module", "import json as fresh; fresh = fresh.__name__", "fresh", "json"),
        ("module", "for fresh in range(3): pass", "fresh", 2),
    ],
)
def test_execute_in_a_module(marker, source, name, expected):
    assert after(marker, source, name) == expected


def test_delete_in_a_module():
    _, ran = at("module", lambda frame: execute(frame, "del items"))
    assert "items" not in ran.names


def test_execute_in_a_class_body():
    source = "attribute = 9\nfresh = attribute + 1\ndef also(self): return 2"
    kind = after("class_body", source, "A")
    assert (kind.attribute, kind.fresh, kind().also()) == (9, 10, 2)


def test_delete_in_a_class_body():
    assert not hasattr(after("class_body", "del attribute", "A"), "attribute")


def test_changes_of_a_suspended_generator():
    def action(frame):
        execute(frame, "got = 40")
        return evaluate(frame, "n, got")

    found, _ = at("generator", action)
    assert found == (3, 40)


def test_in_a_caller():
    found, ran = at("inner", lambda frame: evaluate(frame.caller, "b, local, loop"))
    assert found == (2, 11, 0)
    _, ran = at("inner", lambda frame: execute(frame.caller, "b = 50; local = 60"))
    assert ran.names["value"][1:3] == (50, 60)


def test_a_cell_is_shared_with_the_callee():
    found, _ = at(
        "inner", lambda frame: (execute(frame.caller, "free = [7]"), evaluate(frame, "free"))
    )
    assert found[1] == [7]


def test_super_and_class_in_a_method():
    program = Program("""
        class Base:
            def f(self): return "base"
        class A(Base):
            def f(self):
                x = super().f()  # @f
                return x
        value = A().f()
    """)
    assert at("f", lambda frame: evaluate(frame, "__class__.__name__"), program)[0] == "A"
    assert at("f", lambda frame: evaluate(frame, "super(A, self).f()"), program)[0] == "base"


def test_name_mangling_is_left_alone():
    program = Program("""
        class A:
            def __init__(self):
                self.__x = 1
                y = 2  # @init
        A()
    """)
    found, _ = at("init", lambda frame: evaluate(frame, "self._A__x"), program)
    assert found == 1


def test_future_annotations_and_flags_of_the_frame():
    program = Program("""
        from __future__ import annotations
        def f():
            x = 1  # @f
        f()
    """)
    found, _ = at(
        "f",
        lambda frame: execute(frame, "def g(a: missing): pass\ng.__annotations__"),
        program,
    )
    assert found == {"a": "missing"}


def test_inlined_comprehension_variables():
    program = Program("""
        def show(x):
            return x  # @show
        def f(n):
            i = "outer"
            made = [show(i + n) for i in range(2)]
            return i, made
        value = f(3)
    """)
    found, ran = at("show", lambda frame: evaluate(frame, "x"), program)
    assert found == 3
    _, ran = at("show", lambda frame: evaluate(frame.caller, "n"), program)
    assert ran.names["value"] == ("outer", [3, 4])


def test_comprehension_frame_sees_its_function():
    program = Program("""
        def f(n):
            made = [
                i + n  # @element
                for i in range(2)
            ]
            return made
        value = f(3)
    """)
    found, _ = at("element", lambda frame: evaluate(frame, "i + n"), program)
    assert found == 3


def test_stepping_goes_on_after_an_evaluation():
    places = []

    def answer(stop):
        places.append(FUNCTION.place(stop.frame))
        execute(stop.frame, "whatever = 1")
        return Next(stop.frame) if len(places) < 3 else None

    run(FUNCTION, Asking(answer), break_at(FUNCTION, "before"))
    assert places == ["f@before", "f@stop", "f:15"]


def test_breakpoints_do_not_stop_evaluations():
    stops = []

    def answer(stop):
        stops.append(FUNCTION.place(stop.frame))
        assert evaluate(stop.frame, "inner(1)") == 3

    run(FUNCTION, Asking(answer), break_at(FUNCTION, "stop", temporary=True))
    assert stops == ["f@stop"]


def test_breakpoint_in_a_function_called_by_an_evaluation_does_not_stop():
    stops = []

    def answer(stop):
        stops.append(FUNCTION.place(stop.frame))
        inner = stop.frame.variables()["inner"]
        stop.frame.interpreter.engine.breakpoints.add_function(inner)
        assert evaluate(stop.frame, "sorted([2, 1], key=inner)") == [1, 2]
        assert inner(1) == 3

    run(FUNCTION, Asking(answer), break_at(FUNCTION, "stop", temporary=True))
    assert stops[0] == "f@stop"
    assert stops[1:] == ["f.inner:9"]  # the call from here is no evaluation

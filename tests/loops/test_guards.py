"""Guards in the user's words: each said once, none that another one implies."""

from __future__ import annotations

import builtins
import math
import os
from types import ModuleType
from typing import Any
from weakref import ref

import pytest

from debugger.compiled.loops.emit.inputs import Guard
from debugger.compiled.loops.emit.kinds import (
    BOOL,
    FLOAT,
    FLOAT64,
    INT,
    NONE,
    UNBOUND,
    Array,
    Enumerate,
    Function,
    ItemIterator,
    Kind,
    Known,
    List,
    Opaque,
    RangeIterator,
    Tuple,
    Zip,
)
from debugger.compiled.loops.emit.object_kinds import Apart, Class, Instance, Method, Shape
from debugger.compiled.loops.guards import Words, implies, kind_words, simplified
from debugger.compiled.loops.region import (
    Attribute,
    CellContent,
    Default,
    Field,
    ForeignName,
    FreeContent,
    GlobalName,
    KnownFunction,
    Variable,
)
from debugger.frames.framecode import FrameCode

MATH = GlobalName("math")
MATRIX = Array(0, FLOAT64, 2, writeable=True, contiguous=True)


def shape(A, n, k=0):  # noqa: N803
    for i in range(n):
        k += A[i, math.floor(i)]
        for each in A:
            k += each
    while k > 0:
        k -= 1
    return lambda: k


FRAMECODE = FrameCode(shape.__code__)
REGISTERS = {name: register for register, name in enumerate(FRAMECODE.names)}
OUTER_ITERATOR = FRAMECODE.first_temp


def said(*guards: tuple[Variable, Kind], header: int = 0) -> list[str]:
    made = [Guard(variable, kind) for variable, kind in guards]
    words = Words(FRAMECODE, header, made)
    return [words.sentence(each) for each in simplified(made)]


def header_of(line: int) -> int:
    """The statement that takes the next item in the loop on a line of `shape`."""
    wanted = shape.__code__.co_firstlineno + line
    return next(
        pc
        for pc, statement in enumerate(FRAMECODE.statements)
        if type(statement).__name__ == "ForNext" and FRAMECODE.positions[pc].line == wanted
    )


def test_plain_guards_are_kept_in_order() -> None:
    n, array = REGISTERS["n"], REGISTERS["A"]
    assert said((n, INT), (array, MATRIX), (GlobalName("scale"), FLOAT)) == [
        "n is int",
        "A is array of float64[:,:], C-contiguous",
        "scale is float",
    ]


def test_duplicates_are_said_once() -> None:
    n = REGISTERS["n"]
    made = [Guard(n, INT), Guard(n, INT), Guard(n, Opaque(n)), Guard(n, Opaque(n, int))]
    (only,) = simplified(made)
    assert (only.kind, only.guards) == (INT, (0, 1, 2, 3))


def test_the_stronger_one_stays_wherever_it_stands() -> None:
    n = REGISTERS["n"]
    assert said((n, Opaque(n)), (n, INT)) == ["n is int"]
    assert said((n, RangeIterator(0)), (n, RangeIterator(1))) == [
        "n is a range iterator with step 1"
    ]


def test_an_attribute_says_what_its_module_is() -> None:
    made = [Guard(MATH, Known(math)), Guard(Attribute(math, "sqrt"), Known(math.sqrt))]
    (only,) = simplified(made)
    assert Words(FRAMECODE, 0, made).sentence(only) == "math.sqrt is the built-in sqrt"
    assert only.guards == (0, 1)


def test_a_module_by_another_name() -> None:
    alias = GlobalName("m")
    attribute = Attribute(math, "pi")
    assert said((alias, Known(math)), (attribute, FLOAT)) == ["m.pi is float"]
    assert said((alias, Known(math)), (MATH, Known(math)), (attribute, FLOAT)) == [
        "math is the module math",
        "m.pi is float",
    ]


def test_modules_in_modules() -> None:
    assert said(
        (GlobalName("os"), Known(os)),
        (Attribute(os, "path"), Known(os.path)),
        (Attribute(os.path, "fspath"), Known(os.fspath)),
    ) == ["os.path.fspath is the built-in fspath"]


def test_a_module_without_attributes_stays() -> None:
    assert said((MATH, Known(math)), (REGISTERS["n"], INT)) == [
        "math is the module math",
        "n is int",
    ]


def test_the_same_object_under_several_names() -> None:
    made = [
        Guard(GlobalName("sqrt"), Known(math.sqrt)),
        Guard(MATH, Known(math)),
        Guard(Attribute(math, "sqrt"), Known(math.sqrt)),
        Guard(GlobalName("root"), Known(math.sqrt)),
    ]
    (only,) = simplified(made)
    assert only.guards == (0, 1, 2, 3)
    assert Words(FRAMECODE, 0, made).sentence(only) == (
        "sqrt, math.sqrt and root are the built-in sqrt"
    )


def test_a_module_that_holds_itself() -> None:
    module = ModuleType("knot")
    vars(module)["self"] = module
    knot = GlobalName("knot")
    itself = Attribute(module, "self")
    assert said((knot, Known(module)), (itself, Known(module))) == ["knot.self is the module knot"]


def test_every_guard_is_accounted_for() -> None:
    made = [
        Guard(REGISTERS["n"], Opaque(1)),
        Guard(MATH, Known(math)),
        Guard(REGISTERS["n"], INT),
        Guard(Attribute(math, "sin"), Known(math.sin)),
        Guard(Attribute(math, "cos"), Known(math.cos)),
    ]
    found = simplified(made)
    assert sorted(index for each in found for index in each.guards) == [0, 1, 2, 3, 4]


def test_what_has_no_value() -> None:
    n = REGISTERS["n"]
    assert said((n, UNBOUND)) == ["n has no value yet"]
    assert said((n, Opaque(n))) == ["n is not None"]
    assert said((n, NONE)) == ["n is None"]
    assert said((n, Opaque(n, str))) == ["n is str"]


def test_iterators_are_called_by_their_lines() -> None:
    start = shape.__code__.co_firstlineno
    inner = OUTER_ITERATOR + 1
    over = ItemIterator(MATRIX, inner)
    guards = [(OUTER_ITERATOR, RangeIterator(1)), (inner, over)]
    assert said(*guards, header=header_of(3)) == [
        f"the iterator of line {start + 1} is a range iterator with step 1",
        f"the iterator of line {start + 3} is an iterator over array of float64[:,:], C-contiguous",
    ]
    assert said((inner, over), header=header_of(1)) == [
        "the temporary $1 is an iterator over array of float64[:,:], C-contiguous"
    ]


def test_attributes_are_called_by_their_owners() -> None:
    n, k = REGISTERS["n"], REGISTERS["A"]
    plain, other = Shape(1, "Plain", 5), Shape(2, "Other", 6)
    mine, inner = Instance(n, plain), Field(n, "inner")
    function: Any = shape
    step = KnownFunction(ref(function), "Other.step")
    assert said(
        (n, mine),
        (Field(n, "x"), FLOAT),
        (inner, Instance(inner, other)),
        (Field(inner, "step"), Method(step, Instance(inner, other))),
        (k, mine),
        (GlobalName("Plain"), Class(GlobalName("Plain"), plain)),
        (inner, Apart(n, other)),
    ) == [
        "n is an instance of Plain (unchanged since)",
        "n.x is float",
        "n.inner is an instance of Other (unchanged since)",
        "n.inner.step is the method Other.step of its class",
        "A is n",
        "Plain is the class Plain (unchanged since)",
        "n.inner is not n",
    ]


def test_cells_are_called_by_their_names() -> None:
    assert said((CellContent(REGISTERS["k"]), INT)) == ["k is int"]


def test_functions_are_called_by_their_code() -> None:
    name, line = GlobalName("draw"), shape.__code__.co_firstlineno
    function = Function(name, FRAMECODE, None, (), ("k",), "")
    hidden = Function(name, None, None, (), (), "call of draw: it is a generator")
    assert said((name, function), (Default(name, "k"), INT)) == [
        f"draw is the function shape (test_guards.py:{line})",
        "the default k of draw is int",
    ]
    assert said((name, hidden), (FreeContent(name, 0, "scale"), FLOAT)) == [
        "draw is a function",
        "scale of draw is float",
    ]
    assert said((ForeignName(math, "pi"), FLOAT)) == ["math.pi is float"]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Known(int), "the type int"),
        (Known(builtins.abs), "the built-in abs"),
        (List(None), "list"),
        (List(List(FLOAT)), "list of list of float"),
        (Tuple((INT, FLOAT64)), "tuple (int, numpy.float64)"),
        (Array(0, FLOAT64, 1, writeable=False, contiguous=False), "array of float64[:], read-only"),
        (RangeIterator(0), "a range iterator"),
        (Enumerate(ItemIterator(List(INT))), "an enumerate of an iterator over list of int"),
        (Zip((RangeIterator(1), ItemIterator(List(INT)))),
         "a zip of a range iterator with step 1, an iterator over list of int"),
    ],
)  # fmt: skip
def test_kinds(kind: Kind, words: str) -> None:
    assert kind_words(kind) == words


@pytest.mark.parametrize(
    ("strong", "weak", "expected"),
    [
        (INT, Opaque(0), True),
        (UNBOUND, Opaque(0), False),
        (INT, Opaque(0, int), True),
        (INT, Opaque(0, bool), False),
        (NONE, Opaque(0), False),
        (Known(True), BOOL, True),  # noqa: FBT003
        (INT, FLOAT, False),
        (Opaque(0), INT, False),
        (List(INT), List(FLOAT), True),
        (List(INT), Tuple((INT,)), False),
        (MATRIX, Array(7, FLOAT64, 2, writeable=True, contiguous=True), True),
        (MATRIX, Array(0, FLOAT64, 2, writeable=True, contiguous=False), False),
        (RangeIterator(1), RangeIterator(0), True),
        (RangeIterator(0), RangeIterator(1), False),
        (Zip((RangeIterator(1),)), Zip((RangeIterator(0),)), True),
        (Tuple((INT, INT)), Tuple((INT,)), False),
    ],
)
def test_implications(strong: Kind, weak: Kind, expected: object) -> None:
    assert implies(strong, weak) is expected

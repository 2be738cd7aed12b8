"""A code object that is taken apart and put together again is the same to the byte."""

from __future__ import annotations

import os
import random
import sysconfig
import textwrap
import time
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from debugger.compiled.variants.rewriting import Body, assembled, item
from debugger.frames.decode import decode

LIBRARY = Path(sysconfig.get_path("stdlib"))
SAMPLE = 120
"""Files of the standard library that are tested; REWRITE_ALL=1 tests all of them."""


def files():
    found = sorted(
        path
        for path in LIBRARY.rglob("*.py")
        if not {"site-packages", "lib2to3"} & set(path.parts) and "bad" not in path.name
    )
    if os.environ.get("REWRITE_ALL"):
        return found
    return random.Random(1).sample(found, SAMPLE)  # noqa: S311


def codes(code):
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def compiled(path):
    try:
        return compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return None


def rebuilt(code):
    made = assembled(Body(code, decode(code)).parts({}), code.co_firstlineno)
    return code.replace(
        co_code=made.units,
        co_exceptiontable=made.exception_table,
        co_linetable=made.line_table,
    )


def test_round_trip_is_exact():
    count = 0
    for path in files():
        module = compiled(path)
        for code in () if module is None else codes(module):
            count += 1
            again = rebuilt(code)
            assert again.co_code == code.co_code, (path, code.co_qualname)
            assert again.co_exceptiontable == code.co_exceptiontable, (path, code.co_qualname)
            assert list(again.co_positions()) == list(code.co_positions()), (path, code)
    assert count > 1000


def longer(code, by):
    """The code with `by` instructions that do nothing before each of its own lines' first."""
    body = Body(code, decode(code))
    first = next(n for n, i in enumerate(body.items) if i.name == "RESUME") + 1
    made = assembled(body.parts({first: [item("NOP") for _ in range(by)]}), code.co_firstlineno)
    return code.replace(
        co_code=made.units,
        co_exceptiontable=made.exception_table,
        co_linetable=made.line_table,
    )


def counting(n):
    total = 0
    for i in range(n):
        try:
            total += 10 // (i % 3)
        except ZeroDivisionError:
            total += 1
    return total


@pytest.mark.parametrize("by", [1, 300, 70_000])
def test_what_is_inserted_leaves_the_rest_as_it_is(by):
    code = longer(counting.__code__, by)
    expected = counting(20)
    original = counting.__code__
    try:
        counting.__code__ = code
        assert counting(20) == expected
    finally:
        counting.__code__ = original
    places = [p for p in code.co_positions() if p[0] is not None]
    assert set(places) == {p for p in original.co_positions() if p[0] is not None}


def test_a_jump_over_much_code_gets_prefixes():
    source = "def f(x):\n    while x:\n" + "        x = x - 1; y = [x, x]\n" * 3000 + "    return y"
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    function = namespace["f"]
    expected = function(3000)
    function.__code__ = rebuilt(function.__code__)
    assert function(3000) == expected


def test_it_is_fast():
    module = compiled(Path(textwrap.__file__))
    code = next(code for code in codes(module) if code.co_name == "dedent")
    best = 1.0
    for _ in range(20):
        start = time.perf_counter()
        rebuilt(code)
        best = min(best, time.perf_counter() - start)
    assert best < 0.002

"""Whatever Python's grammar allows can be lifted, rebuilt to the byte, and made into a variant.

The programs come from `hypothesmith`, which only `make fuzz` installs; they are never run.
"""

from __future__ import annotations

import warnings
from types import CodeType

import pytest

pytest.importorskip("hypothesmith")

import hypothesmith
from hypothesis import HealthCheck, given, settings

from debugger.compiled.variants.rewriting import Body, assembled
from debugger.compiled.variants.variant import make_variant
from debugger.frames.decode import decode
from debugger.frames.framecode import FrameCode

EXAMPLES = 200
SLOW = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)


def codes(code):
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def never(layout, arguments):
    raise NotImplementedError(layout, arguments)


def compiled(source):
    """The code; None where the compiler is stricter than the grammar."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(source, "<grammar>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError, MemoryError, RecursionError):
        return None


def examine(source):
    module = compiled(source)
    for code in () if module is None else codes(module):
        made = assembled(Body(code, decode(code)).parts({}), code.co_firstlineno)
        assert made.units == code.co_code
        assert made.exception_table == code.co_exceptiontable
        framecode = FrameCode(code)
        assert framecode.statements
        make_variant(framecode, never, range(len(framecode.statements)))


@pytest.mark.filterwarnings("ignore")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=SLOW, database=None)
@given(hypothesmith.from_grammar())
def test_grammar(source):
    examine(source)


@pytest.mark.filterwarnings("ignore")
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=SLOW, database=None)
@given(hypothesmith.from_node())
def test_nodes(source):
    examine(source)

"""What takes functions apart to write or compile them finds the user's own code."""

from __future__ import annotations

import marshal
from functools import partial
from types import CodeType, FrameType, TracebackType

import pytest

from debugger.frames.guise import GUISE
from tests.helpers import COMPILED, assert_same, run_script

FUNCTIONS = """\
import sys
import types

SCALE = 3


def loops(n, step=1):
    total = 0
    for i in range(n):
        try:
            total += i * SCALE
        except ValueError:
            pass
    return total + step


def closure(x):
    def inner(y):
        return [x + y + z for z in range(y)]

    return inner


def generates(n):
    while n:
        yield n
        n -= 1


class Counter:
    step = 2

    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return (i * self.step for i in range(self.n))

    @staticmethod
    def made():
        return lambda n: n * SCALE


def shape(code):
    constants = [shape(c) if isinstance(c, types.CodeType) else repr(c) for c in code.co_consts]
    contents = [code.co_code, code.co_exceptiontable, code.co_linetable, code.co_names]
    return [constants, contents, code.co_varnames, code.co_cellvars, code.co_stacksize]

def result(function, n):
    made = function(n)
    return [*made] if hasattr(made, "__iter__") else made

ALL = [loops, closure(4), generates, Counter, Counter.made(), lambda n: [n, loops(n)]]
"""

PICKLED = """
import pickle
import subprocess

import cloudpickle

fresh = "import pickle, sys; f = pickle.load(sys.stdin.buffer); made = f(3); "
fresh += "print(f.__name__, [*made] if hasattr(made, '__iter__') else made)"
for function in ALL:
    data = cloudpickle.dumps(function)
    copy = pickle.loads(data)
    print(len(data), copy.__name__, result(copy, 3) == result(function, 3))
    if type(function) is types.FunctionType:
        print(shape(copy.__code__) == shape(function.__code__), shape(copy.__code__))
        print(sorted(copy.__globals__.keys() - {"__builtins__"}))
    command = [sys.executable, "-c", fresh]
    print(subprocess.run(command, input=data, capture_output=True, check=True).stdout.decode())
"""

JITTED = """
import numba

print(numba.njit(loops)(5), numba.njit(closure(4))(2))


@numba.njit
def wrong(n):
    for i in range(n):
        pass
    return n.missing


try:
    wrong(3)
except numba.TypingError as error:
    print(error)
"""

PLACES = """
import dis


def fails(n):
    for i in range(n):
        print(i // (n - i - 2))

def raises(n):
    try:
        fails(n)
    finally:
        print(n)

try:
    raises(3)
except ZeroDivisionError as error:
    entry = error.__traceback__
    while entry is not None:
        code, at = entry.tb_frame.f_code, entry.tb_lasti
        names = {i.offset: i.opname for i in dis.get_instructions(code, show_caches=True)}
        print(code.co_name, names[at], [*code.co_positions()][at // 2], at)
        entry = entry.tb_next

frame = generates(2).gi_frame
print(frame.f_lasti, frame.f_code is generates.__code__)
frame = sys._getframe()
print(frame.f_code.co_code[frame.f_lasti], frame.f_lasti)
"""

WAYS = {
    "compiled": ("--compiled",),
    "compiled, with breakpoints": ("--compiled", "--every", "3"),
    "interpreted": ("--stubs",),
}
"""How frames run, as options of the script."""


TRIALS = [(PICKLED, way) for way in WAYS] + [(JITTED, way) for way in WAYS]
NAMES = [f"{text}, {way}" for text in ("pickled", "jitted") for way in WAYS]


@pytest.mark.parametrize(("text", "way"), TRIALS, ids=NAMES)
def test_users_code_is_found(text: str, way: str):
    assert_same(FUNCTIONS + text, engine=partial(run_script, script=COMPILED, options=WAYS[way]))


@pytest.mark.parametrize("way", ["compiled", "compiled, with breakpoints"])
def test_places_of_frames_are_in_the_users_code(way: str):
    assert_same(FUNCTIONS + PLACES, engine=partial(run_script, script=COMPILED, options=WAYS[way]))


def test_nothing_is_left_of_it():
    before = attributes()
    with GUISE.worn(), GUISE.worn():
        assert attributes() != before
    assert attributes() == before


def attributes():
    kinds = (CodeType, FrameType, TracebackType, marshal)
    return [{name: id(each) for name, each in vars(kind).items()} for kind in kinds]

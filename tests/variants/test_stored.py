"""Variants that are restored are those that were made, and so is what is known of them."""

from __future__ import annotations

import marshal
import warnings
from pathlib import Path
from types import CodeType

import pytest

from debugger.compiled.loops.eligible import eligible
from debugger.compiled.variants.counting import Turns
from debugger.compiled.variants.failing import Hook, Wanted
from debugger.compiled.variants.layout import FACTS, Layout
from debugger.compiled.variants.leaving import Leave
from debugger.compiled.variants.sources import RUNNER
from debugger.compiled.variants.stored import loops, stored
from debugger.frames import source
from debugger.frames.engine import Engine
from debugger.frames.framecode import FrameCode
from debugger.frames.stepping import Silent
from tests.helpers import programs
from tests.sampling import share

HOOKS = {"no hook": None, "a hook": Hook(lambda *_: None, lambda *_: False, Wanted(), [])}
ATTRIBUTES = (
    *("co_code", "co_exceptiontable", "co_linetable", "co_names", "co_varnames", "co_nlocals"),
    *("co_stacksize", "co_flags", "co_cellvars", "co_freevars", "co_argcount", "co_qualname"),
)


def codes(program: Path) -> list[CodeType]:
    """All code of a program; none if it does not compile."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            code = compile(program.read_bytes(), str(program), "exec", dont_inherit=True)
        except SyntaxError:
            return []
    return list(source.nested(code))


@pytest.mark.parametrize("name", HOOKS)
@pytest.mark.parametrize("program", share(programs())[::4], ids=lambda path: path.stem)
def test_restored_variants_are_those_that_were_made(program, name):
    leave = Leave(Engine(Silent()), lambda *_: None, HOOKS[name])
    for code in codes(program):
        framecode = FrameCode(code)
        turns = [Turns(header, 1000) for header in sorted(eligible(framecode))]
        if RUNNER in code.co_names:
            continue  # Made anew each time: what is done about `exec` is of this process.
        made = leave.variant(framecode, (), counted=turns)
        kept = marshal.loads(marshal.dumps(stored(made, turns)))  # noqa: S302
        again = leave.restored(kept, code, counted=[Turns(loop[0], 1000) for loop in loops(kept)])
        assert read(made.code, ATTRIBUTES) == read(again.code, ATTRIBUTES)
        assert [*map(type, made.code.co_consts)] == [*map(type, again.code.co_consts)]
        assert [*map(place, made.shortcuts)] == [*map(place, again.shortcuts)]
        assert facts(made.layout) == facts(again.layout)


def read(code: object, names: tuple[str, ...]) -> list[object]:
    return [getattr(code, name) for name in names]


def place(shortcut) -> tuple[int, ...]:
    return shortcut.turns.header, shortcut.unit, shortcut.prefixes, shortcut.argument


def facts(layout: Layout) -> list[object]:
    """All that is known of a variant, in comparable form."""
    plain = tuple(fact for fact in FACTS if fact not in ("doors", "crossings"))
    points = [repr(crossing.point) for crossing in layout.crossings]
    return [*read(layout, plain), points, layout.doors.offsets, layout.doors.beyond]

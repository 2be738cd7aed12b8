"""What the ways of running a program share is what each would have made."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from debugger.compiled.loops.loops import Loops
from debugger.compiled.tiered import TieredInterpreter
from debugger.compiled.variants import installing
from debugger.compiled.variants.installing import CompiledEntries
from debugger.compiled.variants.stored import loops
from debugger.frames.engine import Engine
from debugger.frames.interpreter import Interpreter
from debugger.frames.source import nested
from debugger.frames.stepping import Silent
from tests.fuzz.maker import program
from tests.fuzz.sharing import Kept, Shared
from tests.fuzz.ways import Counting

SEEDS = range(20)


def kept_variants(code, make_interpreter, monkeypatch):
    """What an engine keeps of the variants of a program, which are made and not run."""
    seen: list[object] = []

    class Keeping:
        def __init__(self, *, counts):
            self.counts = counts

        @contextmanager
        def kept(self, _, count):
            found = [None] * count
            yield found
            seen.extend(found)

    monkeypatch.setattr(installing, "Cache", Keeping)
    engine = Engine(Silent(), make_interpreter=make_interpreter, make_entries=CompiledEntries)
    entries = engine.entries
    assert isinstance(entries, CompiledEntries)
    entries.taken(code)
    return seen


def counting(engine):
    return TieredInterpreter(engine, Loops(Counting()))


@pytest.mark.parametrize("seed", SEEDS)
def test_variants_without_counted_loops_are_the_same(seed, monkeypatch):
    code = compile(program(seed), "<program>", "exec")
    counted = kept_variants(code, counting, monkeypatch)
    plain = kept_variants(code, Interpreter, monkeypatch)
    same = [(one, other) for one, other in zip(counted, plain, strict=True) if not loops(one)]
    assert all(one == other for one, other in same)
    assert len(same) > 5


def test_what_code_is_lifted_to_is_shared_until_the_next_program():
    shared = Shared()
    code = shared.compiled("def f(): return 1\n")
    assert shared.compiled("def f(): return 1\n") is code
    assert all(shared.lift(each) is shared.lift(each) for each in nested(code))
    other = compile("2", "<other>", "eval")
    assert shared.lift(other) is not shared.lift(other)
    assert shared.compiled("3\n") is not code
    assert shared.lift(code) is not shared.lift(code)


@pytest.mark.parametrize("counts", [True, False])
def test_only_variants_of_who_counts_loops_are_shared(counts):
    shared = Shared()
    code = shared.compiled("for i in range(3): pass\n")
    with Kept(shared, counts).kept(code, 1) as found:
        found[0] = ("variant",) * 8 + ((), ())
    assert bool(shared.variants) is counts

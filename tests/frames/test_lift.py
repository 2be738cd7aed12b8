"""Every code object of the standard library can be lifted, and the result is sound.

A fixed sample is lifted; ALL_STDLIB=1 lifts all.  Golden listings show the lowered form
of some constructs; UPDATE_LISTINGS=1 rewrites them.
"""

from __future__ import annotations

import dis
import os
import sys
import warnings
from collections.abc import Iterator
from itertools import chain, zip_longest
from pathlib import Path
from types import CodeType

import pytest

from debugger.frames import ir
from debugger.frames.framecode import FrameCode
from debugger.frames.lift import Lifter, line_starts, new_lines
from debugger.frames.lifting import PROLOGUE, Lifted
from debugger.frames.listing import listing
from debugger.frames.opcodes import table
from debugger.frames.source import nested
from debugger.frames.steps import MAKERS

STDLIB = Path(os.__file__).parent
SAMPLE = 120
IS_COMPLETE = bool(os.environ.get("ALL_STDLIB"))
VERSION = "{}.{}".format(*sys.version_info)
LISTINGS = Path(__file__).parent / "listings" / VERSION


def modules() -> list[Path]:
    every = [path for path in sorted(STDLIB.rglob("*.py")) if "site-packages" not in path.parts]
    return every if IS_COMPLETE else every[:: len(every) // SAMPLE]


def codes(path: Path) -> Iterator[CodeType]:
    """All code objects of a file; none if it does not compile (some are there to be wrong)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            module = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return
    yield from nested(module)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(STDLIB)))
def test_stdlib_is_lifted(path):
    for code in codes(path):
        lifter = Lifter(code, table())
        lifted = lifter.lift()
        problems = [*unsound(lifted), *lost_lines(lifter, lifted)]
        assert not problems, (code, problems)


def unsound(lifted: Lifted) -> Iterator[object]:
    """What is wrong with the parallel arrays and the references from one statement to another."""
    count = len(lifted.statements)
    arrays = (lifted.positions, lifted.ordinals, lifted.stacks, lifted.handlers)
    if count == 0 or {len(array) for array in arrays} != {count}:
        yield "lengths"
    if list(lifted.ordinals) != sorted(lifted.ordinals):
        yield "ordinals are not in order"
    yield from (pc for pc in lifted.entries if not 0 <= pc < count)
    for pc, statement in enumerate(lifted.statements):
        if type(statement) not in MAKERS:
            yield pc, "no maker"
        if not 0 <= getattr(statement, "pc", 0) < count:
            yield pc, "jumps nowhere"
        if is_open_ended(statement) and pc + 1 == count:
            yield pc, "runs over the end"
        yield from bad_handler(lifted, pc)


def is_open_ended(statement: ir.Statement) -> bool:
    """Whether the next statement may follow this one."""
    ends = (ir.Return, ir.Goto, ir.Reraise, ir.RaiseAgain, ir.Delegate)
    if isinstance(statement, ir.Operation) and statement.original.opname == "RAISE_VARARGS":
        return False
    return not isinstance(statement, ends)


def bad_handler(lifted: Lifted, pc: int) -> Iterator[object]:
    """A handler's stack: what lay below at the raise, lasti if it wants it, and the error."""
    handler = lifted.handlers[pc]
    if handler is None:
        return
    if not 0 <= handler.pc < len(lifted.statements):
        yield pc, "handler is nowhere"
        return
    # More may be on the stack: constants and variables are pushed without a statement.
    arriving = lifted.stacks[handler.pc]
    pushed = arriving[handler.depth : handler.depth + handler.lasti + 1]
    if len(pushed) != handler.lasti + 1 or not all(isinstance(o, ir.Temp) for o in pushed):
        yield pc, "handler's depth", arriving, handler
    if isinstance(lifted.statements[pc], ir.Move | ir.PushHandled):
        return  # Neither can fail, and what they move is then where the handler wants it.
    for needed, present in zip_longest(
        arriving[: handler.depth], lifted.stacks[pc][: handler.depth]
    ):
        if isinstance(needed, ir.Temp) and needed != present:
            yield pc, "handler misses", needed, present


def lost_lines(lifter: Lifter, lifted: Lifted) -> Iterator[tuple[int, list[str]]]:
    """Lines that CPython would stop at and that have no statement to stop at."""
    starts = line_starts(lifted, new_lines(lifted))
    known = {lifted.positions[pc].line for pc in starts}
    lost = [(o, line) for o, line in dis.findlinestarts(lifter.code) if line and line not in known]
    live = reachable(lifter) if lost else set()
    for offset, line in lost:
        if offset not in live:
            continue
        names = run_of_line(lifter, offset)
        # The POP_TOP behind RETURN_GENERATOR only drops what the first send gives.
        if set(names) - PROLOGUE and names[:2] != ["RETURN_GENERATOR", "POP_TOP"]:
            yield line, names


ENDS = {"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD"}
BACK = {"JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"}


def reachable(lifter: Lifter) -> set[int]:
    """The offsets that control can come to; the handlers of `try: pass`, for one, are not."""
    numbers = {each.offset: number for number, each in enumerate(lifter.instructions)}
    seen: set[int] = set()
    work = [0]
    while work:
        offset = work.pop()
        if offset in seen:
            continue
        seen.add(offset)
        instruction = lifter.instructions[numbers[offset]]
        if instruction.name not in ENDS | BACK:
            work.append(lifter.instructions[numbers[offset] + 1].offset)
        if instruction.target is not None:
            work.append(instruction.target)
        if offset in lifter.covering:
            work.append(lifter.covering[offset].target)
    return seen


def run_of_line(lifter: Lifter, offset: int) -> list[str]:
    """The opcodes from `offset` on that are on the same line."""
    instructions = [i for i in lifter.instructions if i.offset >= offset]
    line = instructions[0].position.line
    following = [n for n, i in enumerate(instructions) if i.position.line != line]
    return [i.name for i in instructions[: following[0] if following else None]]


def test_unsoundness_is_noticed():
    code = compile("try: f()\nexcept E: pass\n", "<test>", "exec")
    lifter = Lifter(code, table())
    lifted = lifter.lift()
    assert not [*unsound(lifted), *lost_lines(lifter, lifted)]
    handlers = [h and type(h)(h.pc, h.depth + 1, h.lasti) for h in lifted.handlers]
    broken = Lifted(
        lifted.statements[:-1],
        lifted.positions,
        lifted.ordinals[::-1],
        lifted.stacks,
        tuple(handlers),
        frozenset({99}),
        (),
        lifted.instructions,
        lifted.temps,
    )
    assert len([*unsound(broken)]) > 4
    nowhere = Lifted((), (), (), (), (), frozenset(), (), [], 0)
    assert [*lost_lines(lifter, nowhere)]


def test_every_statement_has_a_maker():
    made = {
        kind
        for kind in vars(ir).values()
        if isinstance(kind, type) and issubclass(kind, ir.Statement) and kind is not ir.Statement
    }
    assert made == set(MAKERS)


@pytest.mark.parametrize("path", modules()[::6], ids=lambda path: str(path.relative_to(STDLIB)))
def test_steps_can_be_made(path):
    """The original instructions can be assembled on their own."""
    for code in codes(path):
        framecode = FrameCode(code)
        binding = framecode.bound({})
        for pc, statement in enumerate(framecode.statements):
            assert callable(MAKERS[type(statement)](binding, pc))


# ---------------------------------------------------------------------- golden listings

CONSTRUCTS = {
    "arithmetic": "def f(a, b):\n    c = a + b * 2\n    c -= a\n    return -c < b <= 10\n",
    "branches": (
        "def f(a, b):\n"
        "    if a and not b or a is None:\n"
        "        return 1\n"
        "    elif b in (1, 2):\n"
        "        pass\n"
        "    return 3 if b else 4\n"
    ),
    "loops": (
        "def f(a):\n"
        "    for x, y in a:\n"
        "        if x:\n"
        "            continue\n"
        "        break\n"
        "    else:\n"
        "        y = None\n"
        "    while y:\n"
        "        y -= 1\n"
    ),
    "calls": (
        "def f(g, o, *args, **options):\n"
        "    print(g(1, o.m(), key=g))\n"
        "    return g(\n"
        "        *args,\n"
        "        **options,\n"
        "    )\n"
    ),
    "errors": (
        "def f(a):\n"
        "    try:\n"
        "        return a[0]\n"
        "    except (KeyError, IndexError) as error:\n"
        "        raise ValueError from error\n"
        "    except TypeError:\n"
        "        raise\n"
        "    finally:\n"
        "        a.close()\n"
    ),
    "groups": (
        "def f(a):\n    try:\n        a()\n    except* ValueError as group:\n        print(group)\n"
    ),
    "with": "def f(a, b):\n    with a() as x, b:\n        return x\n",
    "generators": (
        "def f(a):\n    got = yield a\n    got = yield from got\n    yield (x for x in a if x)\n"
    ),
    "coroutines": (
        "async def f(a):\n"
        "    async with a as b:\n"
        "        await b\n"
        "    async for c in a:\n"
        "        yield c\n"
    ),
    "comprehensions": (
        "def f(a, x):\n    return [x * y for x in a if x for y in x], {k: v for k, v in a}\n"
    ),
    "closures": (
        "def f(a):\n"
        "    def g():\n"
        "        nonlocal a\n"
        "        a += 1\n"
        "        return lambda: a\n"
        "    del a\n"
        "    return g\n"
    ),
    "classes": (
        "class A(B, metaclass=M):\n"
        '    """Text."""\n'
        "    x: int = 1\n"
        "    def f(self):\n"
        "        return super().f()\n"
    ),
    "module": (
        "from __future__ import annotations\n"
        "import os.path as p, sys\n"
        "from a import *\n"
        "try:\n"
        "    x: int = sys\n"
        "except NameError:\n"
        "    del p\n"
        "global y\n"
        "y = f'{x!r:>{y}} {p}'\n"
    ),
    "match": (
        "def f(a):\n"
        "    match a:\n"
        "        case [1, *rest]:\n"
        "            return rest\n"
        "        case {'k': v, **rest}:\n"
        "            return v\n"
        "        case A(x=0) | None:\n"
        "            pass\n"
    ),
    "unpacking": (
        "def f(a):\n"
        "    (b, *c), d = a\n"
        "    a.x, a[b] = d, c\n"
        "    a[1:2] += [*c, *d]\n"
        "    return {**b, 'k': {*c}}\n"
    ),
}


def listed(source: str) -> str:
    """The listings of all code objects of some source, outermost first."""
    module = compile(source, "<listing>", "exec", dont_inherit=True)
    parts = []
    for code in nested(module):
        lines = [f"{code.co_qualname}:", *map(str, listing(FrameCode(code)))]
        parts.append("\n".join(lines))
    return "\n\n".join([source.rstrip(), *parts]) + "\n"


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_listing(name):
    path = LISTINGS / f"{name}.txt"
    found = listed(CONSTRUCTS[name])
    if os.environ.get("UPDATE_LISTINGS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")


def test_listing_marks_breakpoints_and_the_current_statement():
    framecode = FrameCode(compile("a = 1\nb = 2\n", "<listing>", "exec"))
    framecode.breakpoints[0] = (None,)  # type: ignore[assignment]
    lines = listing(framecode, current=1)
    assert [(line.breakpoint, line.current) for line in lines[:2]] == [(True, False), (False, True)]
    assert str(lines[0]).startswith("* ")
    assert str(lines[1]).startswith(" >")


def test_no_listing_is_left_over():
    names = {path.stem for path in chain(*(d.glob("*.txt") for d in LISTINGS.parent.iterdir()))}
    assert names == set(CONSTRUCTS)

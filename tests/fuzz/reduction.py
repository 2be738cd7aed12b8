"""Makes a program that shows something smaller, as long as it shows it: verdicts and deletions.

    python -m tests.fuzz.reduction WAY SECONDS <PROGRAM >SMALL_PROGRAM

Each candidate is tried in a fork of this process, so a crash or a hang is a verdict like others.
"""

from __future__ import annotations

import ast
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from tests.fuzz.outcome import difference, outcome
from tests.fuzz.tables import prelude
from tests.fuzz.worker import warm_up

LONGEST = 10
"""Seconds that a candidate computes, after which it hangs."""
SAME, DIFFERS, INVALID = 0, 3, 4
BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
DEFINITIONS = ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef
Test = Callable[[str], bool]


def verdict(source: str, way: str) -> int:
    """What running a program natively and in a way shows: an exit status, or a signal below 0."""
    child = os.fork()
    if not child:
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        os._exit(_status(source, way))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _status(source: str, way: str) -> int:
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - to the end of the process
    try:
        if not difference(source, way):
            return SAME
        is_stable = outcome(source, way) != outcome(source, "native") == outcome(source, "native")
    except BaseException:
        return INVALID
    return DIFFERS if is_stable else INVALID


def reduced(source: str, shows: Test, seconds: float) -> str:
    """The smallest program found, in so many seconds, of which `shows` is still true."""
    end = time.monotonic() + seconds
    best = normal(source)
    if not shows(best):
        return source
    is_smaller = True
    while is_smaller and time.monotonic() < end:
        is_smaller = False
        for steps in (_deletions, _hoists, _simplifications):
            found = _greedily(best, steps, shows, end)
            is_smaller = is_smaller or found != best
            best = found
    return best


def normal(source: str) -> str:
    return ast.unparse(ast.parse(source)) + "\n"


Step = Callable[[ast.AST], bool]


def _greedily(
    source: str, steps: Callable[[ast.AST], Iterator[Step]], shows: Test, end: float
) -> str:
    """Take each step after which the program still shows it."""
    number = 0
    while time.monotonic() < end:
        tree = ast.parse(source)
        step = next((s for index, s in enumerate(steps(tree)) if index == number), None)
        if step is None:
            break
        candidate = _after(tree, step)
        if candidate is not None and candidate != source and shows(candidate):
            source = candidate
        else:
            number += 1
    return source


def _after(tree: ast.AST, step: Step) -> str | None:
    """The program after a step; None if there is none then."""
    if not step(tree):
        return None
    try:
        source = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        compile(source, "<candidate>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, AttributeError, TypeError):
        return None
    return source


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """What may change: not what is in the functions and classes that all programs begin with."""
    yield tree
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, DEFINITIONS) and ast.unparse(node) in common()):
            yield from ast.walk(node)


@cache
def common() -> frozenset[str]:
    """The functions and classes that all programs begin with."""
    body = ast.parse(prelude()).body
    return frozenset(ast.unparse(each) for each in body if isinstance(each, DEFINITIONS))


def _blocks(tree: ast.AST) -> Iterator[tuple[ast.AST, str, list[Any]]]:
    for node in _nodes(tree):
        for name in BODIES:
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                yield node, name, block


def _deletions(tree: ast.AST) -> Iterator[Step]:
    """Delete some statements in a row: many at first, then one by one."""
    blocks = list(_blocks(tree))
    sizes = sorted({len(block) for _, _, block in blocks}, reverse=True)
    for size in dict.fromkeys(
        max(1, biggest // part) for part in (1, 2, 4, 8) for biggest in sizes[:1]
    ):
        for node, name, block in blocks:
            for start in range(0, len(block), size):
                if size == 1 or len(block) >= size:
                    yield _deletion(node, name, block, start, size)
    for node, name, block in blocks:
        for start in range(len(block)):
            yield _deletion(node, name, block, start, 1)


def _deletion(node: ast.AST, name: str, block: list[Any], start: int, size: int) -> Step:
    def step(_: ast.AST) -> bool:
        gone = block[start : start + size]
        if len(gone) == len(block) and all(isinstance(each, ast.Pass) for each in gone):
            return False
        del block[start : start + size]
        if not block and name == "body" and not isinstance(node, ast.Module):
            block.append(ast.Pass())
        return True

    return step


def _hoists(tree: ast.AST) -> Iterator[Step]:
    """Put what a statement holds in its place."""
    for _, _, block in _blocks(tree):
        for index, statement in enumerate(block):
            for name in ("body", "orelse", "finalbody"):
                inner = getattr(statement, name, None)
                if isinstance(statement, ast.stmt) and isinstance(inner, list) and inner:
                    yield _hoist(block, index, inner)


def _hoist(block: list[Any], index: int, inner: list[Any]) -> Step:
    def step(_: ast.AST) -> bool:
        block[index : index + 1] = deepcopy(inner)
        return True

    return step


def _simplifications(tree: ast.AST) -> Iterator[Step]:
    """Put a part of an expression, or 0, in its place; leave out one of several."""
    for node in _nodes(tree):
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                yield from (_exchange(node, name, simple) for simple in _simpler(value))
            elif isinstance(value, list) and name not in BODIES:
                for index, each in enumerate(value):
                    yield _deletion(node, name, value, index, 1)
                    if isinstance(each, ast.expr):
                        yield from (_replacement(value, index, s) for s in _simpler(each))


def _simpler(value: ast.expr) -> Iterator[ast.expr]:
    yield from (child for child in ast.iter_child_nodes(value) if isinstance(child, ast.expr))
    if not isinstance(value, ast.Constant):
        yield ast.Constant(0)


def _exchange(node: ast.AST, name: str, value: ast.expr) -> Step:
    def step(_: ast.AST) -> bool:
        setattr(node, name, value)
        return True

    return step


def _replacement(values: list[Any], index: int, value: ast.expr) -> Step:
    def step(_: ast.AST) -> bool:
        values[index] = value
        return True

    return step


def main(way: str, seconds: str) -> None:
    source = sys.stdin.read()
    warm_up([way])
    wanted = verdict(source, way)
    if wanted not in (SAME, INVALID):
        source = reduced(source, lambda small: verdict(small, way) == wanted, float(seconds))
    print(source, end="")


if __name__ == "__main__":
    main(*sys.argv[1:])

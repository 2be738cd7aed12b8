"""What compiled frames cost: variants without an exit taken, exits, counting, making variants.

    python benchmarks/variants.py

Ratios are to the same function unchanged, medians of interleaved rounds, thread time.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
import time
from collections.abc import Callable
from math import prod
from types import CodeType, FunctionType
from typing import Any

from debugger.compiled.loops.eligible import eligible
from debugger.compiled.variants.counting import Turns
from debugger.compiled.variants.layout import Answer, Layout
from debugger.compiled.variants.leaving import Leave
from debugger.compiled.variants.variant import make_variant
from debugger.frames.engine import Engine
from debugger.frames.frame import Frame
from debugger.frames.framecode import FrameCode
from debugger.frames.stepping import Silent

ROUNDS = 25
EXITS = 20_000
TEXT = ["the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "the", "end"]


def fibonacci(n: int) -> int:
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def attraction(n: int) -> float:
    bodies = [[0.0, 0.0, 39.0], [4.8, 2.8, 0.03], [8.3, 1.8, 0.01]]
    for _ in range(n):
        for i, a in enumerate(bodies):
            for b in bodies[i + 1 :]:
                dx = a[0] - b[0]
                dy = a[1] - b[1]
                mass: float = b[2] * (dx * dx + dy * dy + 1) ** -1.5
                a[1] -= dx * mass
                b[1] += dx * mass
        for b in bodies:
            b[0] += 0.01 * b[1]
    return bodies[0][0]


class Packet:
    """A link of a queue, as in the benchmark called Richards."""

    def __init__(self, link: Packet | None, name: int) -> None:
        self.link = link
        self.name = name
        self.count = 0

    def append_to(self, queue: Packet | None) -> Packet:
        self.link = None
        if queue is None:
            return self
        last = queue
        while last.link is not None:
            last = last.link
        last.link = self
        return queue

    def run(self, value: int) -> int:
        try:
            self.count += value
            if value % 7 == 0:
                raise ValueError(value)
        except ValueError as error:
            self.count -= len(error.args)
        return self.count


def queues(n: int) -> int:
    total = 0
    for i in range(n):
        queue: Packet | None = None
        for j in range(5):
            queue = Packet(None, j).append_to(queue)
        while queue is not None:
            total += queue.run(i)
            queue = queue.link
    return total


def words(n: int) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for _ in range(n):
        for word in TEXT:
            counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def summing(n: int) -> int:
    total = 0
    for i in range(n):
        total = total + i
    return total


def digits(n: int) -> int:
    found = 0
    for i in range(n):
        rest = i
        while rest > 0:
            found += rest % 10
            rest //= 10
    return found


CASES: tuple[tuple[Callable[[int], Any], int, tuple[Any, ...]], ...] = (
    (fibonacci, 20, ()),
    (attraction, 1500, ()),
    (queues, 1500, (Packet.__init__, Packet.append_to, Packet.run)),
    (words, 1500, ()),
    (summing, 100_000, ()),
    (digits, 15_000, ()),
)
MADE = (
    textwrap.dedent,
    argparse.ArgumentParser._get_option_tuples,  # noqa: SLF001
    queues,
)


def bounce(layout: Layout, arguments: list[Any]) -> Answer:
    """Go on at once."""
    index, values, stack, _ = layout.taken_out(arguments, sys._getframe(2))  # noqa: SLF001
    return layout.answer(index, values, stack)


class After:
    """Goes on natively at the first point after some lines."""

    def __init__(self, layout: Layout, lines: int) -> None:
        self.indices = layout.indices
        self.lines = lines

    def __call__(self, frame: Frame) -> bool:
        if frame.pc not in self.indices:
            return False
        self.lines -= 1
        return self.lines < 0


def counting(code: CodeType) -> tuple[CodeType, list[Turns]]:
    """The variant of a code that counts its loops, and with what."""
    framecode = FrameCode(code)
    counted = [Turns(header, 1) for header in eligible(framecode)]
    made = make_variant(framecode, bounce, (), counted=counted)
    for shortcut in made.shortcuts:
        shortcut.turns.add(made.code, shortcut)
    return made.code, counted


def settled(code: CodeType) -> CodeType:
    """The variant of a code when it is known that its loops are not worth counting."""
    made, counted = counting(code)
    for turns in counted:
        turns.end()
    return made


def per_turn() -> float:
    """Nanoseconds of counting one turn of `summing`."""
    code, counted = counting(summing.__code__)
    for turns in counted:
        turns.give(1 << 60)
    return per_exit(code) * 1e3


def unarmed(function: Callable[[int], Any], argument: int, others: tuple[Any, ...]) -> float:
    """The time of variants without exits as a multiple of the functions unchanged.

    Loops have been counted, and are not any more.
    """
    functions: tuple[Any, ...] = (function, *others)
    native = [each.__code__ for each in functions]
    variants = [settled(code) for code in native]

    def run(codes: list[CodeType]) -> float:
        for each, code in zip(functions, codes, strict=True):
            each.__code__ = code
        function(argument)  # CPython specialises the code
        start = time.thread_time()
        function(argument)
        function(argument)
        return time.thread_time() - start

    rounds = [(run(native), run(variants), run(native)) for _ in range(ROUNDS)]
    run(native)
    return sorted(2 * b / (a + c) for a, b, c in rounds)[ROUNDS // 2]


def per_exit(code: CodeType) -> float:
    """Microseconds of one exit at the only line in the loop of `summing`."""
    function = FunctionType(code, globals())
    best = native = 1e9
    for _ in range(5):
        for run in (function, summing):
            start = time.thread_time()
            run(EXITS)
            taken = time.thread_time() - start
            if run is function:
                best = min(best, taken)
            else:
                native = min(native, taken)
    return (best - native) / EXITS * 1e6


def exits() -> None:
    """Print what exits cost, with nothing, or some lines, interpreted."""
    engine = Engine(Silent())
    framecode = engine.framecode(summing.__code__)
    first = summing.__code__.co_firstlineno
    body = [p.pc for p in framecode.points if framecode.positions[p.pc].line == first + 3]
    code = make_variant(framecode, bounce, body).code
    print(f"exit and re-entry at once {per_exit(code):20.2f} us")
    for lines in (0, 1):
        leave = Leave(engine, lambda _, layout, lines=lines: After(layout, lines))  # type: ignore[misc]
        code = leave.variant(framecode, body).code
        print(f"exit, {lines} lines interpreted, re-entry {per_exit(code):12.2f} us")


def making() -> None:
    """Print how long it takes to make variants."""
    for function in MADE:
        code: CodeType = function.__code__
        lifting = rewriting = 1e9
        for _ in range(15):
            start = time.thread_time()
            framecode = FrameCode(code)
            lifted = time.thread_time()
            made = make_variant(framecode, bounce, [point.pc for point in framecode.points])
            lifting = min(lifting, lifted - start)
            rewriting = min(rewriting, time.thread_time() - lifted)
        size = len(made.code.co_code) / len(code.co_code)
        print(
            f"{code.co_qualname:45} lines {len(framecode.points):3}  lift {lifting * 1e3:.2f} ms"
            f"  variant {rewriting * 1e3:.2f} ms  size x{size:.1f}"
        )


def main() -> None:
    ratios = []
    for function, argument, others in CASES:
        ratios.append(unarmed(function, argument, others))
        print(f"{function.__name__:15} no exit taken {ratios[-1]:15.3f} of native")
    print(f"geometric mean {prod(ratios) ** (1 / len(ratios)):29.3f}")
    exits()
    print(f"counting a turn {per_turn():29.2f} ns")
    making()


if __name__ == "__main__":
    main()

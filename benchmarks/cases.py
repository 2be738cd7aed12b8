"""The functions that are timed: each a kind of work that real programs do all the time.

`loops` is how often one sample calls the function natively; a sample is the mean of these calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """A function, its arguments and the number of native calls in one sample."""

    function: Callable[..., object]
    arguments: tuple[object, ...]
    loops: int = 10
    bar: float | None = None  # the ratio of interpreted to native time that is not to be exceeded

    @property
    def name(self) -> str:
        return self.function.__name__


def loop(xs: range) -> int:
    s = 0
    for x in xs:
        s += x
    return s


def fib(n: int) -> int:
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


class Counter:
    """Counts up; for the method and attribute cases."""

    def __init__(self) -> None:
        self.count = 0

    def add(self, n: int) -> None:
        self.count += n


def methods(n: int) -> int:
    counter = Counter()
    for i in range(n):
        counter.add(i)
    return counter.count


def attributes(n: int) -> int:
    counter = Counter()
    for _ in range(n):
        counter.count = counter.count + 1
    return counter.count


def exceptions(n: int) -> int:
    caught = 0
    for i in range(n):
        try:
            raise ValueError(i)
        except ValueError:
            caught += 1
    return caught


def _squares(n: int) -> Iterator[int]:
    for i in range(n):
        yield i * i


def generator(n: int) -> int:
    s = 0
    for square in _squares(n):
        s += square
    return s


def builtins(n: int) -> int:
    s = 0
    for i in range(n):
        s += len(str(abs(i)))
    return s


def containers(n: int) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for i in range(n):
        groups.setdefault(i % 7, []).append(i)
    return {key: [2 * x for x in values] for key, values in groups.items()}


CASES = (
    Case(loop, (range(20_000),), bar=50),
    Case(fib, (18,), bar=150),
    Case(methods, (4_000,)),
    Case(attributes, (6_000,)),
    Case(exceptions, (2_000,)),
    Case(generator, (5_000,)),
    Case(builtins, (4_000,)),
    Case(containers, (3_000,)),
)

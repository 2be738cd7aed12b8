"""Random expressions: of ints, of floats and of bools."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import TypeVar

INDENT = "    "
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
Option = TypeVar("Option")
Expression = Callable[[int], str]


class Writer:
    """Lines of a program, and choices."""

    def __init__(self, style: str, seed: int) -> None:
        self.style = style
        self.seed = seed
        self.random = Random(f"{style} {seed}")  # noqa: S311 - no secret
        self.lines: list[str] = []
        self.level = 0

    def write(self, *texts: str) -> None:
        """Add lines at the current indentation."""
        self.lines += [INDENT * self.level + text for text in texts]

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """A compound statement around what is written meanwhile."""
        self.write(header)
        self.level += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.write("pass")
        self.level -= 1

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, options: Sequence[str]) -> str:
        return self.random.choice(options)

    def weighted(self, *options: tuple[int, Option]) -> Option:
        weights = [weight for weight, _ in options]
        return self.random.choices([option for _, option in options], weights)[0]

    def expression(self, *options: tuple[int, Expression]) -> Expression:
        """The same for ways to make an expression."""
        return self.weighted(*options)


class Numbers(Writer):
    """Expressions of ints, floats and bools; kinds: the variables that hold each of them."""

    ints: tuple[str, ...] = ()
    floats: tuple[str, ...] = ()
    bools: tuple[str, ...] = ()

    def __init__(self, style: str, seed: int) -> None:
        super().__init__(style, seed)
        self.wild = self.chance(0.12)
        self.counters: list[str] = []
        self.items: dict[str, list[str]] = {"int": [], "float": [], "bool": [], "raw": []}

    # ------------------------------------------------------------------ ints

    def integer(self, depth: int = 2) -> str:
        """An int, not much larger than 2**31 unless the program is wild."""
        if depth <= 0 or self.chance(0.2):
            return self.integer_leaf()
        make = self.expression(
            (8, self.integer_sum),
            (4, self.integer_product),
            (3, self.integer_quotient),
            (3, self.integer_bits),
            (2, self.integer_shift),
            (3, self.integer_call),
            (2, partial(self.conditional, self.integer)),
            *self.more_integers(),
        )
        return make(depth - 1)

    def more_integers(self) -> Sequence[tuple[int, Expression]]:
        """What else a style has to make an int of."""
        return ()

    def integer_leaf(self) -> str:
        readable = [*self.ints, *self.counters, *self.items["int"]]
        if readable and self.chance(0.7):
            return self.pick(readable)
        if self.wild and self.chance(0.3):
            return self.pick(["2**62", "2**63 - 1", "-2**63", "2**40", "2**64", "-2**31"])
        whole = ["0", "1", "2", "3", "-1", "7", "-7", "10", "255", "1000003", "-65536", "COUNT"]
        return self.pick(whole)

    def integer_sum(self, depth: int) -> str:
        return f"({self.integer(depth)} {self.pick('+-')} {self.integer(depth)})"

    def integer_product(self, depth: int) -> str:
        if self.chance(0.2):
            return f"{self.integer_leaf()} ** {self.pick('22301')}".replace("-", "- -1 + -")
        return f"({self.integer(depth - 1)} * {self.integer_leaf()})"

    def integer_quotient(self, depth: int) -> str:
        return f"({self.integer(depth)} {self.pick(['//', '%'])} {self.integer_divisor(depth)})"

    def integer_divisor(self, depth: int) -> str:
        if self.chance(0.04):
            return self.integer_leaf()
        if self.chance(0.7):
            return self.pick(["3", "-3", "7", "2", "-1", "1", "16", "1009", "-10"])
        return f"(abs({self.integer(depth)}) + 1)"

    def integer_bits(self, depth: int) -> str:
        if self.chance(0.15):
            return f"(~{self.integer(depth)})"
        return f"({self.integer(depth)} {self.pick('&|^')} {self.integer(depth)})"

    def integer_shift(self, depth: int) -> str:
        count = self.pick(["0", "1", "3", "17", "40", f"({self.integer_leaf()} & 7)"])
        if self.chance(0.01):
            count = self.integer_leaf()
        if self.chance(0.5):
            return f"({self.integer(depth)} >> {count})"
        return f"(({self.integer(depth)} & 4095) << {count})"

    def integer_call(self, depth: int) -> str:
        if self.chance(0.25):
            return f"(-{self.integer(depth)})"
        if self.chance(0.4):
            return f"abs({self.integer(depth)})"
        if self.chance(0.2):
            return f"int({self.truth(depth)})"
        return f"{self.pick(['min', 'max'])}({self.integer(depth)}, {self.integer(depth)})"

    # ------------------------------------------------------------------ floats

    def real(self, depth: int = 2) -> str:
        """A float, mostly finite and of a moderate size."""
        if depth <= 0 or self.chance(0.2):
            return self.real_leaf()
        make = self.expression(
            (8, self.real_sum),
            (5, self.real_product),
            (6, self.real_quotient),
            (4, self.real_call),
            (2, partial(self.conditional, self.real)),
            *self.more_reals(),
        )
        return make(depth - 1)

    def more_reals(self) -> Sequence[tuple[int, Expression]]:
        """What else a style has to make a float of."""
        return ()

    def real_leaf(self) -> str:
        readable = [*self.floats, *self.items["float"]]
        if readable and self.chance(0.7):
            return self.pick(readable)
        if self.wild and self.chance(0.3):
            return self.pick(["1e308", "-1e300", "5e-324", "(1e308 * 10)", "-0.0", "2.0**53"])
        reals = ["0.0", "-0.0", "0.5", "1.5", "-2.25", "3.0", "1e-3", "1e5", "-1.0", "SCALE"]
        return self.pick(reals)

    def real_sum(self, depth: int) -> str:
        left, right = self.real(depth), self.mixed(depth)
        if self.chance(0.3):
            left, right = right, left
        return f"({left} {self.pick('+-')} {right})"

    def mixed(self, depth: int) -> str:
        """A float, or an int that becomes one."""
        return self.integer(min(depth, 1)) if self.chance(0.25) else self.real(depth)

    def real_product(self, depth: int) -> str:
        if self.chance(0.15):
            power = self.pick(["2", "2", "3", "2.0", "-1"])
            return f"(abs({self.real(depth)}) + 0.25) ** {power}"
        return f"({self.real(depth)} * {self.mixed(depth)})"

    def real_quotient(self, depth: int) -> str:
        operator = self.weighted((4, "/"), (3, "//"), (4, "%"))
        if self.chance(0.1):
            return f"(({self.integer(depth)}) / {self.integer_divisor(depth)})"
        if self.chance(0.02):
            return f"({self.real(depth)} {operator} {self.real_leaf()})"
        divisor = self.pick(["0.75", "-0.75", "2.0", "-3.0", "1e-3", "-0.5"])
        if self.chance(0.3):
            divisor = f"(abs({self.real(depth)}) + 0.5)"
        return f"({self.mixed(depth)} {operator} {divisor})"

    def real_call(self, depth: int) -> str:
        name = self.weighted(
            (4, "abs"),
            (4, "-"),
            (3, "math.sqrt(abs"),
            (2, "math.sin"),
            (1, "math.cos"),
            (1, "math.atan"),
            (1, "math.tanh"),
            (1, "math.fabs"),
            (1, "math.log1p(abs"),
            (2, "min"),
            (2, "max"),
            (1, "float"),
            (1, "math.exp(-abs"),
            (1, "float(math.floor"),
            (1, "math.copysign"),
            (1, "math.hypot"),
        )
        arguments = self.real(depth)
        if name in {"min", "max", "math.copysign", "math.hypot"}:
            arguments += f", {self.real(depth)}"
        elif name == "float":
            arguments = self.mixed(depth)
        return f"{name}({arguments}){')' * name.count('(')}"

    # ------------------------------------------------------------------ truth

    def truth(self, depth: int = 1) -> str:
        """A bool."""
        if self.bools and self.chance(0.2):
            return self.pick([*self.bools, *self.items["bool"]])
        make = self.expression(
            (8, self.compared),
            (2, self.compared_twice),
            (1, lambda depth: f"(not {self.truth(depth)})"),
            (2, lambda depth: f"({self.truth(depth)} and {self.truth(depth)})"),
            (2, lambda depth: f"({self.truth(depth)} or {self.truth(depth)})"),
            (1, lambda depth: f"bool({self.number(depth)})"),
            (1, lambda depth: f"(({self.truth(depth)}) {self.pick('&|^')} ({self.truth(depth)}))"),
        )
        return make(depth - 1) if depth > 0 else self.compared(0)

    def compared(self, depth: int) -> str:
        if self.chance(0.25) and self.counters:
            return f"{self.pick(self.counters)} % {self.pick('2357')} == {self.pick('0011')}"
        return f"{self.number(depth)} {self.pick(COMPARISONS)} {self.number(depth)}"

    def compared_twice(self, depth: int) -> str:
        low, middle, high = (self.number(depth) for _ in range(3))
        return f"({low} {self.pick(COMPARISONS)} {middle} {self.pick(COMPARISONS)} {high})"

    def number(self, depth: int) -> str:
        """An int or a float, whichever the style has more of."""
        if not self.floats or (self.ints and self.chance(0.4)):
            return self.integer(depth)
        return self.real(depth)

    def conditional(self, make: Expression, depth: int) -> str:
        return f"({make(depth)} if {self.truth(depth)} else {make(depth)})"

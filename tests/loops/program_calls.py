"""The style of random programs whose loops call functions, which call each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tests.loops.program_expressions import Expression
from tests.loops.program_loops import Maker, Program, Statement

TESTS = ("u > 7", "w > v", "w", "u % 3 == 1", "v < 0.5")
DEFAULTS = {"v": ("1.5", "-0.25"), "w": ("3", "0.5", "True")}
GLOBAL_EFFECTS = ("TALLY += u % 10", "LEVEL = v * 0.5", "TALLY = TALLY % 1000 + 1", "LEVEL = w")
OUTER_EFFECTS = {"a": "a = a % 1000 + u % 7", "x": "x = x * 0.5 + v", "m": "m = w"}


@dataclass(frozen=True, slots=True)
class Helper:
    """A function `name(u, v, w)` of an int, a float and any number.

    `result` is "int", "float" or "any"; the last `defaults` parameters have one; `is_strict`:
    `w` has to be named.
    """

    name: str
    result: str
    defaults: int
    is_strict: bool


class CallMaker(Maker):
    """Functions with early returns, loops and effects; `m` holds any kind of number."""

    ints: tuple[str, ...] = ("a", "b")
    floats: tuple[str, ...] = ("x", "y")
    bools: tuple[str, ...] = ("p",)

    def __init__(self, style: str, seed: int) -> None:
        super().__init__(style, seed)
        self.is_nested = False
        self.helpers: list[Helper] = []
        self.of_module: list[str] = []
        self.is_inside = False

    # ------------------------------------------------------------------ functions

    def make(self) -> Program:
        self.write("TALLY, LEVEL = 0, 0.5")
        for _ in range(self.random.randint(2, 4)):
            self.helper()
        self.of_module = [made.name for made in self.helpers]
        return super().make()

    def make_arguments(self) -> None:
        self.argument("L", "[k * 0.5 for k in range(7)]")

    def initial(self) -> None:
        super().initial()
        self.write("m = 1")
        if not self.is_module and self.chance(0.6):
            self.helper(self.pick([*OUTER_EFFECTS]))

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Statements of a function, with variables of its own."""
        before = vars(self).copy()
        self.ints, self.floats, self.bools = ("u", "s"), ("v", "r"), ()
        self.counters, self.items = [], {"int": [], "float": [], "bool": [], "raw": []}
        self.is_inside = True
        yield
        for name in ("ints", "floats", "bools", "counters", "items", "is_inside"):
            setattr(self, name, before.get(name, getattr(type(self), name, None)))

    def helper(self, outer: str = "") -> None:
        """Write a function, and know it from now on; `outer`: a variable of `f` that it assigns."""
        made = Helper(
            f"h{len(self.helpers)}",
            self.pick(["int", "float", "any"]),
            self.weighted((3, 0), (2, 1), (1, 2)),
            self.chance(0.2),
        )
        with self.block(f"def {made.name}({self.parameters(made)}):"), self.inside():
            self.write("global TALLY, LEVEL")
            if outer:
                self.write(f"nonlocal {outer}")
            self.helper_body(made, outer)
        self.helpers.append(made)

    def parameters(self, made: Helper) -> str:
        names = ["u", "v", "w"]
        texts = [
            f"{name}={self.pick(DEFAULTS[name])}" if name in names[3 - made.defaults :] else name
            for name in names
        ]
        return ", ".join([*texts[:2], *["*"] * made.is_strict, texts[2]])

    def helper_body(self, made: Helper, outer: str) -> None:
        self.write("s = u", "r = v")
        for _ in range(self.random.randint(0, 2)):
            self.statement(1)
        if self.chance(0.5):
            effects = [*GLOBAL_EFFECTS, *[OUTER_EFFECTS.get(outer, "pass")] * 5]
            self.write(self.pick(effects))
        if self.chance(0.5):
            with self.block(f"if {self.pick(TESTS)}:"):
                self.write(f"return {self.returned(made.result)}")
        if self.chance(0.05):
            self.write(f"s = u // (u - {self.random.randint(2, 40)})")
        self.write(f"return {self.returned(made.result)}")

    def returned(self, result: str) -> str:
        if result == "int":
            return f"({self.integer(1)}) % 65521"
        if result == "float":
            return f"max(min({self.real(1)}, 1e5), -1e5)"
        return self.pick(["w", "u % 100", "v", "w + 1", "w * 0.5", "u > 3", "w + v * 0.0"])

    # ------------------------------------------------------------------ calls

    def call(self, result: str) -> str:
        """A call of a function that gives this kind, or something else of it if there is none."""
        fitting = [made for made in self.helpers if result in (made.result, "any")]
        if not fitting:
            return self.integer_leaf() if result == "int" else self.real_leaf()
        made = self.random.choice(fitting)
        changing = [] if self.is_inside else ["m", "m", "p"]
        values = [
            f"{self.integer(1)} % 101",
            self.real_leaf(),
            self.pick([self.integer_leaf(), self.real_leaf(), "True", *changing]),
        ]
        names = ["", "", "w=" if made.is_strict else ""]
        if self.chance(0.3):
            names = ["", self.pick(["", "v="]), "w="]
        texts = [name + value for name, value in zip(names, values, strict=True)]
        given = texts[: 3 - self.random.randint(0, made.defaults)]
        if self.chance(0.05):
            given = [f"u={values[0]}", *(t for t in given[1:] if "=" in t[:2])]
        return f"{made.name}({', '.join(given)})"

    def more_integers(self) -> Sequence[tuple[int, Expression]]:
        return (7, lambda depth: self.call("int")), (1, lambda depth: "(TALLY % 7)")

    def more_reals(self) -> Sequence[tuple[int, Expression]]:
        return (7, lambda depth: self.call("float")), (1, lambda depth: "(LEVEL * 0.25)")

    # ------------------------------------------------------------------ statements

    def variables(self) -> list[str]:
        return [*super().variables(), *["m"] * (not self.is_inside)]

    def value_for(self, name: str) -> str:
        return self.changing() if name == "m" else super().value_for(name)

    def changing(self) -> str:
        """A number whose kind depends on what happened before."""
        first = self.pick(["m", "a", "x", "p"])
        return self.pick([f"({first} + {self.number(1)})", self.call("any"), self.call("any"), "m"])

    def limit(self, names: set[str]) -> None:
        super().limit(names)
        if not self.is_inside:
            with self.block("if not -1e9 < m < 1e9:"):
                self.write(f"m = {self.pick(['1', '0.5', 'False'])}")

    def more_statements(self) -> Sequence[tuple[int, Statement]]:
        if self.is_inside:
            return ()
        return (
            (5, lambda: self.write(f"m = {self.changing()}")),
            (2, lambda: self.write(f"L[{self.pick(self.counters or ['a'])} % 7] = {self.real(1)}")),
            (2, lambda: self.write(self.call("any"))),
            (1, lambda: self.protected(self.assign)),
        )

    def leave(self) -> None:
        if not self.is_inside:
            super().leave()
        elif self.counters:
            with self.block(f"if {self.counters[-1]} == 2:"):
                self.write(self.pick(["break", f"return {self.returned('any')}"]))

    def rare(self) -> None:
        if not self.is_inside:
            super().rare()
        elif self.chance(0.3):
            self.write(f"print({self.pick(['u', 'v', 'w'])})")

    def more_rare(self) -> Sequence[tuple[int, Statement]]:
        one, other = self.random.sample(self.of_module, 2)
        return (
            (2, lambda: self.write(f"{one}.__code__ = {other}.__code__")),
            (1, lambda: self.write(f"{one}.__defaults__ = (0.25, 2)")),
            (1, lambda: self.write(f"globals()['{one}'] = {other}")),
        )

"""Random programs with loops of numbers; the styles add to them."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tests.loops.program_expressions import Numbers

PREAMBLE = """\
import math
import numpy as np


def unknown(x, seen=[]):
    seen.append(x)
    return len(seen)


COUNT = 3
SCALE = 0.5


def rebind(count, scale):
    global COUNT, SCALE
    COUNT, SCALE = count, scale


"""
Statement = Callable[[], None]
Loop = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Program:
    """A program: `arguments` are names with the expressions that make their values.

    It defines `f`, which takes the arguments; a module finds them among its names instead.
    `variables` are the names that it changes.
    """

    style: str
    seed: int
    source: str
    arguments: tuple[tuple[str, str], ...]
    variables: tuple[str, ...]
    is_module: bool

    @property
    def path(self) -> str:
        """The name of the file that the program claims to be from."""
        return f"<{self.style} {self.seed}>"

    def with_source(self, source: str) -> Program:
        """The same with another text."""
        return replace(self, source=source)

    def __str__(self) -> str:
        made = "".join(f"# {name} = {text}\n" for name, text in self.arguments)
        return f"# {self.style} {self.seed}\n{made}{self.source}"


class Maker(Numbers):
    """Statements, loops and the whole program; the styles add to it."""

    may_be_module = True
    ints: tuple[str, ...] = ("a", "b", "c")

    def __init__(self, style: str, seed: int) -> None:
        super().__init__(style, seed)
        self.arguments: list[tuple[str, str]] = []
        self.loops = 0
        self.is_module = self.may_be_module and self.chance(0.08)
        self.is_nested = not self.is_module and self.chance(0.05)

    def way(self, *options: tuple[int, Statement]) -> Statement:
        """One of several ways to write a statement, by their weights."""
        return self.weighted(*options)

    # ------------------------------------------------------------------ the program

    def make(self) -> Program:
        """The program."""
        self.argument("n", str(self.random.randint(20, 45)))
        self.make_arguments()
        names = ", ".join(name for name, _ in self.arguments)
        if self.is_module:
            self.body()
            self.write(f"result = ({', '.join(self.variables())},)")
        elif self.is_nested:
            self.closure(names)
        else:
            with self.block(f"def f({names}):"):
                self.body()
                self.write(f"return {', '.join(self.variables())},")
        source = PREAMBLE + "\n".join(self.lines) + "\n"
        return Program(
            self.style,
            self.seed,
            source,
            tuple(self.arguments),
            tuple(self.variables()),
            self.is_module,
        )

    def closure(self, names: str) -> None:
        """The loops in a function in `f`, whose variables are cells."""
        with self.block(f"def f({names}):"):
            self.initial()
            with self.block("def inner():"):
                self.write(f"nonlocal {', '.join(filter(str.isidentifier, self.variables()))}")
                self.loop(2)
                self.write(f"return {self.variables()[0]}")
            self.write(f"return inner(), {', '.join(self.variables())}")

    def argument(self, name: str, text: str) -> None:
        """Add an argument made by an expression."""
        self.arguments.append((name, text))

    def make_arguments(self) -> None:
        """The arguments of the style."""

    def variables(self) -> list[str]:
        """The names that are bound from the start and may change."""
        return [*self.ints, *self.floats, *self.bools]

    def initial(self) -> None:
        """The first values of the variables."""
        for name in self.ints:
            self.write(f"{name} = {self.pick(['0', '1', '3', '-2', '1000', '-77777', '2**31'])}")
        for name in self.floats:
            self.write(f"{name} = {self.pick(['0.0', '0.5', '-2.0', '-0.0', '1e5', '3.25'])}")
        for name in self.bools:
            self.write(f"{name} = {self.pick(['True', 'False'])}")

    def body(self) -> None:
        """Everything between the arguments and the result."""
        self.initial()
        for _ in range(self.weighted((6, 1), (1, 2))):
            if self.chance(0.06):
                self.protected(partial(self.loop, 2))
            else:
                self.loop(2)

    def protected(self, write: Statement) -> None:
        """A try statement around something."""
        error = self.pick(["ZeroDivisionError", "IndexError", "OverflowError", "Exception"])
        with self.block("try:"):
            write()
        with self.block(self.pick([f"except {error}:", f"except {error} as error:"])):
            self.write(f"a = {self.random.randint(-9, 9)}")
        if self.chance(0.2):
            with self.block("else:"):
                self.assign()
        if self.chance(0.3):
            with self.block("finally:"):
                self.assign()

    # ------------------------------------------------------------------ loops

    def loop(self, depth: int) -> None:
        """A loop; `depth`: how many more may stand inside each other."""
        header: Loop = self.weighted((6, self.counted), (3, self.conditioned), *self.more_loops())
        before = list(self.counters), {kind: list(names) for kind, names in self.items.items()}
        self.loops += 1
        header(depth)
        self.counters, self.items = before
        if self.chance(0.15):
            with self.block("else:"):
                self.assign()

    def more_loops(self) -> Sequence[tuple[int, Loop]]:
        """What else a style has to loop over: each writes the header and the body."""
        return ()

    def trips(self, depth: int) -> str:
        """How often a loop runs; the inner ones not long."""
        if depth == 2:
            return "n"
        inner = [*self.pick("3456"), f"{self.counters[0]} % 5"] if self.counters else ["4"]
        return self.pick(inner)

    def counted(self, depth: int) -> None:
        """A loop over a range."""
        name, trips = f"i{self.loops}", self.trips(depth)
        bounds = self.pick(
            [
                trips,
                trips,
                f"0, {trips}",
                f"1, {trips}, 2",
                f"{trips} - 1, -1, -1",
                f"-3, {trips}",
                f"2 * {trips}, 0, -3",
            ]
        )
        with self.block(f"for {name} in range({bounds}):"):
            self.counters.append(name)
            self.loop_body(depth)

    def conditioned(self, depth: int) -> None:
        """A loop with a condition, whose counter moves at its top."""
        name, trips = f"i{self.loops}", self.trips(depth)
        self.write(f"{name} = {self.pick(['0', '0', '-1'])}")
        test = self.weighted((6, f"{name} < {trips}"), (1, f"{name} < {trips} and a != 11"))
        leaves_inside = self.chance(0.15)
        with self.block("while True:" if leaves_inside else f"while {test}:"):
            if leaves_inside:
                with self.block(f"if {name} >= {trips}:"):
                    self.write("break")
            self.write(f"{name} += 1")
            self.counters.append(name)
            self.loop_body(depth)

    def over(self, targets: str, iterable: str, kinds: list[str], depth: int) -> None:
        """A loop over something; `kinds`: what the targets get, as far as it is of use."""
        names = [f"v{self.loops}", f"i{self.loops}", f"k{self.loops}"]
        with self.block(f"for {targets.format(*names)} in {iterable}:"):
            for name, kind in zip(names, kinds, strict=False):
                (self.counters if kind == "count" else self.items[kind]).append(name)
            self.loop_body(depth)

    def loop_body(self, depth: int) -> None:
        """The statements of a loop, and before them what keeps their numbers small."""
        before = self.lines
        self.lines = []
        for _ in range(self.random.randint(1, 2) + depth // 2):
            self.statement(depth - 1)
        body, self.lines = self.lines, before
        self.limit(assigned(body))
        self.lines += body

    def limit(self, names: set[str]) -> None:
        """Cut back numbers that grow."""
        high = "2**62" if self.wild else "2**31"
        for name in self.ints:
            if name not in names:
                continue
            if self.chance(0.6):
                self.write(f"{name} = {name} {self.pick(['% 1000003', '% 65521 - 30000'])}")
            else:
                with self.block(f"if not -{high} < {name} < {high}:"):
                    self.write(f"{name} = {name} % 1000003")
        high = "1e300" if self.wild else "1e6"
        for name in self.floats:
            if name in names:
                with self.block(f"if not -{high} < {name} < {high}:"):
                    self.write(f"{name} = {self.pick(['0.75', '-1.25', '2.0'])}")

    # ------------------------------------------------------------------ statements

    def statement(self, depth: int) -> None:
        """One statement; `depth`: how many more loops may stand inside each other."""
        write = self.way(
            (10, self.assign),
            (4, self.augmented),
            (2, self.swap),
            (5, partial(self.branch, depth)),
            (4 if depth > 0 else 0, partial(self.loop, depth)),
            (2, self.leave),
            (2, self.rarely),
            *self.more_statements(),
        )
        write()

    def more_statements(self) -> Sequence[tuple[int, Statement]]:
        """What else a style does in a loop."""
        return ()

    def assign(self) -> None:
        """Give a variable a new value of its kind."""
        name = self.pick(self.variables())
        self.write(f"{name} = {self.value_for(name)}")

    def value_for(self, name: str) -> str:
        if name in self.ints:
            return self.integer()
        return self.real() if name in self.floats else self.truth()

    def augmented(self) -> None:
        name = self.pick([*self.ints, *self.floats])
        if name in self.ints:
            value = self.weighted((3, self.integer(1)), (1, self.integer_leaf()))
            self.write(f"{name} {self.pick(['+=', '-=', '^=', '|='])} {value}")
        else:
            self.write(f"{name} {self.pick(['+=', '-=', '+='])} {self.real(1)}")

    def swap(self) -> None:
        """Several variables of one kind at once."""
        names = list(self.weighted((1, self.ints), (len(self.floats), self.floats)))
        self.random.shuffle(names)
        count = min(len(names), self.random.randint(2, 3))
        if self.chance(0.3):
            values = [self.value_for(name) for name in names[:count]]
        else:
            values = names[1:count] + names[:1]
        self.write(f"{', '.join(names[:count])} = {', '.join(values)}")

    def branch(self, depth: int) -> None:
        with self.block(f"if {self.truth()}:"):
            self.statement(depth)
        if self.chance(0.2):
            with self.block(f"elif {self.truth()}:"):
                self.statement(depth)
        if self.chance(0.4):
            with self.block("else:"):
                self.statement(depth)

    def leave(self) -> None:
        """Leave the loop or go on with it, under a condition."""
        if self.chance(0.5):
            with self.block(f"if {self.truth()}:"):
                self.write("continue")
        elif self.counters:
            test = f"{self.pick(self.counters)} == {self.random.randint(3, 40)}"
            with self.block(f"if {test if self.chance(0.8) else self.truth()}:"):
                may_return = not self.is_module and not self.is_nested and self.chance(0.1)
                values = ", ".join(self.variables())
                self.write(f"return 'early', {values}" if may_return else "break")

    def rarely(self) -> None:
        """Something for the interpreter, in one iteration of the outermost loop."""
        if self.counters:
            number = self.random.randint(2, 19)
            with self.block(f"if {self.counters[0]} == {number}:"):
                self.rare()

    def rare(self) -> None:
        write = self.way(
            (2, lambda: self.write(f"print({self.pick(self.variables())})")),
            (2, lambda: self.write(f"a = unknown({self.pick(self.variables())})")),
            (2, lambda: self.write(f"a = {self.integer(1)} * 2**{self.pick(['40', '62', '90'])}")),
            (1, lambda: self.write(f"rebind({self.pick(['4', 'a', '0.5'])}, -1.5)")),
            (1, lambda: self.protected(self.raising)),
            (1, self.raising),
            (1, lambda: self.write("raise ValueError(a)") if self.chance(0.1) else None),
            *self.more_rare(),
        )
        write()

    def more_rare(self) -> Sequence[tuple[int, Statement]]:
        """What else a style does rarely."""
        return ()

    def raising(self) -> None:
        """A statement that may well raise."""
        divided = self.pick(["//", "%", "/"])
        self.write(f"b = int({self.integer(1)} {divided} ({self.integer(1)}))")


def assigned(lines: list[str]) -> set[str]:
    """The names that some statements bind."""
    tree = ast.parse(textwrap.dedent("\n".join(lines)))
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }

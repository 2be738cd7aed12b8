"""The styles of random programs: what they compute with, and what they do to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tests.loops.program_expressions import COMPARISONS, Expression
from tests.loops.program_loops import Loop, Maker, Statement

LARGE = ("1e200", "-1e308", "1e-300", "2.0")


class IntMaker(Maker):
    """Ints, with a few bools."""

    ints = ("a", "b", "c", "d")
    bools = ("p",)


class FloatMaker(Maker):
    """Floats, with an int."""

    ints = ("a",)
    floats = ("x", "y", "z")

    def more_integers(self) -> Sequence[tuple[int, Expression]]:
        return (
            (1, lambda depth: f"(int({self.real(depth)}) % 4099)"),
            (1, lambda depth: f"math.floor({self.real_leaf()})"),
        )


class NumpyMaker(Maker):
    """Arrays, their elements, and what is computed from these."""

    ints = ("a", "b")
    floats = ("x", "y")
    reals = ("A", "B")
    whole = ("K", "I", "U")

    def make_arguments(self) -> None:
        size = self.random.randint(4, 20)
        self.argument("A", self.array_of_reals(size))
        self.argument("B", self.pick(["A", "A[::-1]", "A[1:]", self.array_of_reals(size)]))
        rows, columns = self.random.randint(2, 4), self.random.randint(2, 4)
        self.argument("M", self.matrix(rows, columns))
        self.argument("K", f"np.arange({size}, dtype=np.int64) * {self.pick(['3', '-7', '2**20'])}")
        self.argument("I", f"np.arange({size}, dtype=np.int32) - 2")
        self.argument("U", f"np.arange({size}, dtype=np.uint8) * {self.pick(['1', '30', '51'])}")
        self.argument("F", f"np.arange({size}) % 3 == 0")

    def array_of_reals(self, size: int) -> str:
        made = f"np.arange({size}) * {self.pick(['0.5', '1.0', '-3.25'])} - 1.0"
        return self.weighted(
            (4, made),
            (1, f"(np.arange({3 * size}) * 0.25)[::3]"),
            (1, f"({made})[::-1]"),
            (1, f"np.resize([1.5, 1e308, 0.0, -1e300, -0.0, 2.5], {size})"),
            (1, f"np.resize([1.5, -1e308, 0.0, 2.5, math.inf, 0.5, 5e-324], {size})"),
        )

    def matrix(self, rows: int, columns: int) -> str:
        made = f"(np.arange({rows * columns}.0) - 2.5).reshape({rows}, {columns})"
        return self.weighted(
            (4, made),
            (1, f"np.asfortranarray({made})"),
            (1, f"({made}).T"),
            (1, f"({made})[::-1, ::-1]"),
            (1, f"np.arange({rows * columns}).reshape({rows}, {columns})"),
        )

    # ------------------------------------------------------------------ elements

    def index(self, array: str) -> str:
        """An index of a vector, nearly always one that it has."""
        if self.chance(0.02):
            return self.integer_leaf()
        if self.chance(0.3):
            return self.pick(["0", "-1", "1", "-2"])
        size = self.pick([f"len({array})", f"{array}.shape[0]", f"{array}.size", "3"])
        leaf = self.pick(self.counters) if self.counters and self.chance(0.8) else "a"
        moved = self.pick([leaf, leaf, f"({leaf} * 7)", f"({leaf} + 1)", f"(n - {leaf})"])
        back = " - 1" if self.chance(0.15) else ""
        return f"{moved} % {size}{back}"

    def place(self) -> str:
        """An element of the matrix."""
        leaf = self.pick(self.counters) if self.counters else "a"
        row = self.pick([f"{leaf} % M.shape[0]", "0", "-1", f"{leaf} % len(M)"])
        column = self.pick([f"{leaf} % M.shape[1]", "-1", f"a % M.shape[1] - {self.pick('01')}"])
        return f"M[{row}][{column}]" if self.chance(0.2) else f"M[{row}, {column}]"

    def element(self, arrays: Sequence[str]) -> str:
        array = self.pick(arrays)
        return f"{array}[{self.index(array)}]"

    def more_reals(self) -> Sequence[tuple[int, Expression]]:
        return (
            (10, lambda depth: self.element(self.reals)),
            (4, lambda depth: self.place()),
            (1, lambda depth: f"float({self.element(self.reals)})"),
            (2, lambda depth: f"({self.real(depth)} {self.pick('/%')} {self.element(self.reals)})"),
            (2, lambda depth: f"({self.element(self.reals)} * {self.pick(LARGE)})"),
            (1, lambda depth: f"({self.element(self.whole)} * 0.5)"),
        )

    def more_integers(self) -> Sequence[tuple[int, Expression]]:
        return (
            (6, lambda depth: f"int({self.pick([self.element(self.whole), *self.items['raw']])})"),
            (1, lambda depth: self.pick(["len(A)", "M.shape[1]", "K.size", "M.ndim"])),
        )

    def compared(self, depth: int) -> str:
        if self.chance(0.15):
            return f"{self.element(self.whole)} {self.pick(COMPARISONS)} {self.integer_leaf()}"
        return super().compared(depth)

    def truth(self, depth: int = 1) -> str:
        if self.chance(0.1):
            return f"bool({self.element('F')})"
        return super().truth(depth)

    # ------------------------------------------------------------------ statements

    def more_statements(self) -> Sequence[tuple[int, Statement]]:
        return (
            (7, self.store_real),
            (4, self.store_whole),
            (2, lambda: self.write(f"{self.place()} = {self.weighted((3, 'x'), (1, 'a & 255'))}")),
            (1, lambda: self.write(f"{self.element('F')} = {self.truth()}")),
            (2, lambda: self.write(f"{self.element(self.reals)} += {self.real(1)}")),
            (1, self.read_raw),
            (0 if self.is_nested else 1, lambda: self.write("A, B = B, A")),
        )

    def store_real(self) -> None:
        self.write(f"{self.element(self.reals)} = {self.mixed(2)}")

    def store_whole(self) -> None:
        array = self.pick(self.whole)
        value = self.integer(1)
        if not self.chance(0.01):
            value = f"{value} & 255"
        self.write(f"{array}[{self.index(array)}] = {value}")

    def read_raw(self) -> None:
        """A variable holds a scalar of numpy for a while."""
        read = self.pick([self.element(self.whole), self.element(self.reals), self.element("F")])
        self.write(f"r = {read}")
        use = self.pick(["a = int(r)", "x = float(r)", "K[0] = r", "A[0] = r"])
        self.write(use if self.chance(0.7) else "a = int(r + r)")

    def more_loops(self) -> Sequence[tuple[int, Loop]]:
        return (
            (1, partial(self.over, "{0}", "range(len(A))", ["count"])),
            (1, partial(self.over, "{0}", "A", ["float"])),
            (1, partial(self.over, "{0}", "K", ["raw"])),
        )

    def more_rare(self) -> Sequence[tuple[int, Statement]]:
        return (
            (0 if self.is_nested else 1, lambda: self.write("A = A * 1.0")),
            (0 if self.is_nested else 1, lambda: self.write("M = M.T")),
            (1, lambda: self.write(f"U[0] = {self.integer(1)}")),
            (1, lambda: self.write("x = A.sum()")),
            (1, lambda: self.write(f"x = A[{self.integer(1)}]")),
            (1, lambda: self.write("a = U[1] + U[2]")),
            (2, lambda: self.write(f"A[1] = {self.pick(['1e308 * 10', 'math.nan', '-0.0'])}")),
        )


class ListMaker(Maker):
    """Lists that are read, and whose elements are replaced."""

    ints = ("a", "b")
    floats = ("x", "y")

    def make_arguments(self) -> None:
        size = self.random.randint(4, 24)
        self.size = size
        real = self.pick(
            [
                f"[k * 0.5 for k in range({size})]",
                f"[0.25] * {size}",
                f"[float(k % 2) - 0.5 for k in range({size})]",
                "[" + ", ".join(f"{k}.5" for k in range(size)) + "]",
            ]
        )
        if self.chance(0.15):
            real = (
                f"[k * 0.5 if k % 5 else {self.pick(['k', '0.0', 'k > 3'])} for k in range({size})]"
            )
        self.argument("L", real)
        self.argument("N", f"[k * {self.pick(['1', '1000', '-77777'])} for k in range({size})]")
        self.argument("T", f"[k % {self.pick('23')} == 0 for k in range({size})]")
        row = f"[k + 0.5 for k in range({size})]"
        self.argument("R", self.pick([f"[{row}, {row}, L]", f"[{row}] * 3", f"[{row}, {row}]"]))
        self.argument("L2", self.pick(["L", "list(L)", "L[:]"]))
        self.argument("X", "[1, 2.5, True, None, 'text', 2**70, 1.5]")

    # ------------------------------------------------------------------ elements

    def index(self, values: str) -> str:
        if self.chance(0.02):
            return self.integer_leaf()
        if self.chance(0.3):
            return self.pick(["0", "-1", "1", "-2"])
        leaf = self.pick(self.counters) if self.counters and self.chance(0.8) else "a"
        moved = self.pick([leaf, leaf, f"({leaf} * 7)", f"({leaf} + 1)", f"(n - {leaf})"])
        return f"{moved} % {self.pick([f'len({values})', str(self.size)])}"

    def element(self, *lists: str) -> str:
        values = self.pick(lists)
        if values == "R":
            leaf = self.pick(self.counters) if self.counters else "a"
            return f"R[{self.pick(['0', '-1', f'{leaf} % len(R)'])}][{self.index('L')}]"
        return f"{values}[{self.index(values)}]"

    def more_reals(self) -> Sequence[tuple[int, Expression]]:
        return (
            (8, lambda depth: self.element("L", "L", "L2")),
            (3, lambda depth: self.element("R")),
        )

    def more_integers(self) -> Sequence[tuple[int, Expression]]:
        return (
            (8, lambda depth: self.element("N")),
            (1, lambda depth: self.pick(["len(L)", "len(R[0])"])),
            (1, lambda depth: f"({self.element('T')} + {self.integer(depth)})"),
        )

    def truth(self, depth: int = 1) -> str:
        if self.chance(0.1):
            return self.element("T")
        return super().truth(depth)

    # ------------------------------------------------------------------ statements

    def more_statements(self) -> Sequence[tuple[int, Statement]]:
        return (
            (6, lambda: self.write(f"{self.element('L', 'L2')} = {self.real()}")),
            (5, lambda: self.write(f"{self.element('N')} = {self.integer()}")),
            (2, lambda: self.write(f"{self.element('R')} = {self.real(1)}")),
            (1, lambda: self.write(f"{self.element('T')} = {self.truth()}")),
            (2, lambda: self.write(f"{self.element('L')} += {self.real(1)}")),
            (2, self.exchange),
            (1, lambda: self.write(f"x = {self.element('L')}", f"{self.element('L')} = x")),
        )

    def exchange(self) -> None:
        values = self.pick(["L", "N", "L2", "R[0]", "R"])
        kind = values if len(values) < 3 and values != "R" else "L"
        if values == "R":
            self.write("R[0], R[-1] = R[-1], R[0]")
            return
        one, other = self.index(kind), self.index(kind)
        self.write(f"{values}[{one}], {values}[{other}] = {values}[{other}], {values}[{one}]")

    def more_loops(self) -> Sequence[tuple[int, Loop]]:
        return (
            (2, partial(self.over, "{0}", "L", ["float"])),
            (2, partial(self.over, "{0}", "N", ["int"])),
            (1, partial(self.over, "{0}", "R[0]", ["float"])),
            (1, partial(self.over, "{1}, {0}", "enumerate(L)", ["float", "count"])),
            (1, partial(self.over, "{0}, {1}", "zip(L, N)", ["float", "int"])),
        )

    def more_rare(self) -> Sequence[tuple[int, Statement]]:
        return (
            (1, lambda: self.write("L.append(x)") if len(self.counters) < 2 else None),
            (0 if self.is_nested else 1, lambda: self.write("L = L + [0.5]")),
            (1, lambda: self.write("N.pop()", "N.append(a)")),
            (3, lambda: self.write(f"{self.element('L')} = {self.pick(['None', '3', 'True'])}")),
            (3, lambda: self.write(f"{self.element('N')} = {self.pick(['0.5', '2**70', 'True'])}")),
            (1, lambda: self.write(f"x = L[{self.integer(1)}]")),
            (1, lambda: self.write("N[0] = sum(T)")),
            (1, lambda: self.write(f"x = {self.element('X')}")),
            (1, lambda: self.write("R[0] = L")),
        )

    def limit(self, names: set[str]) -> None:
        super().limit(names)
        # Their elements grow, if at all, no faster than these shrink them.
        if self.chance(0.4):
            self.write("N[a % len(N)] %= 65537")
        if self.chance(0.4):
            self.write("L[a % len(L)] = x * 0.5")


class MixedMaker(Maker):
    """Variables that change kind, are unbound, None, tuples or cells, and much else."""

    ints = ("a", "b")
    floats = ("x",)
    bools = ("p", "q")

    def __init__(self, style: str, seed: int) -> None:
        super().__init__(style, seed)
        self.has_cell = not self.is_module and not self.is_nested and self.chance(0.25)

    def make_arguments(self) -> None:
        self.argument("A", "np.arange(5) * 0.5")
        self.argument("L", "[k * 1.5 for k in range(6)]")
        self.argument("N", "[k - 3 for k in range(6)]")
        self.argument("S", "['one', 'two', 'three']")

    def variables(self) -> list[str]:
        return [*super().variables(), "m", "o", "t"]

    def initial(self) -> None:
        super().initial()
        self.write(f"m = {self.pick(['0', '0.5', 'True', '-3'])}")
        self.write(f"o = {self.pick(['None', '1', '2.5'])}")
        self.write(f"t = {self.pick(['(1, 2.5)', '(a, x)', '(0, 0)'])}")
        if self.has_cell:
            with self.block("def peek():"):
                self.write("return a, x")

    def limit(self, names: set[str]) -> None:
        super().limit(names)
        if "m" in names and self.chance(0.9):
            with self.block("if not -1e9 < m < 1e9:"):
                self.write(f"m = {self.pick(['1', '0.5', 'False'])}")

    def value_for(self, name: str) -> str:
        if name == "m":
            return self.weighted((3, self.changing), (2, self.integer), (2, self.real))(1)
        if name == "o":
            return self.pick(["None", "None", self.number(1), "m", "o"])
        if name == "t":
            return f"({self.number(1)}, {self.pick(['a', 'x', 'm', 'p', 'None', 't[0]'])})"
        return super().value_for(name)

    def changing(self, depth: int) -> str:
        """A number whose kind depends on what happened before."""
        first, second = self.pick(["m", "m", "p", "a", "x"]), self.number(depth)
        return self.pick(
            [
                f"{first} + {second}",
                f"m * {self.pick(['2', '0.5', 'True', '-1'])}",
                f"({first} and {second})",
                f"({first} or {second})",
                f"({self.integer(1)} if {self.truth()} else {self.real(1)})",
                f"max(m, {second})",
                f"min({second}, m)",
                f"abs(m) // {self.pick(['3', '2.0', '7'])}",
                f"round({self.real(1)}{self.pick(['', ', 1'])})",
            ]
        )

    def truth(self, depth: int = 1) -> str:
        if self.chance(0.15):
            return self.pick(["o is None", "o is not None", "m is a", "t[1] is None", "L is L"])
        if self.chance(0.08):
            return self.pick(["m", "a", "x", "o", "t", "not m", "not o"])
        return super().truth(depth)

    def more_statements(self) -> Sequence[tuple[int, Statement]]:
        return (
            (3, self.perhaps_none),
            (2, self.unpack),
            (2, self.perhaps_unbound),
            (1, self.delete),
            (1, lambda: self.write(f"A[{self.pick(self.counters or ['a'])} % 5] = x")),
            (1, lambda: self.write(f"x = L[{self.pick(self.counters or ['a'])} % 6]")),
            (1, lambda: self.protected(self.raising if self.chance(0.1) else self.assign)),
            (1, lambda: self.write(f"x = float({self.pick(['a', 'p', 'x', 'A[a % 5]'])})")),
            (
                1,
                lambda: self.write(
                    f"p = {self.integer(1)} {self.pick('<>')} m {self.pick('<>')} x"
                ),
            ),
            (1 if self.has_cell else 0, self.peeked),
        )

    def perhaps_none(self) -> None:
        with self.block("if o is None:"):
            self.write(f"o = {self.number(1)}")
        if self.chance(0.6):
            with self.block("else:"):
                self.write(self.pick(["x = o * 0.5", "m = o", "o = None", "b = int(o) % 1009"]))

    def unpack(self) -> None:
        self.write(
            *self.weighted(
                (2, ["a, m = m, a", "a = int(a)"]),
                (2, ["t = a, x", "b, m = t"]),
                (1, ["m, o = t", "m = 1 if m is None else m", "o = None"]),
                (1, ["(a, b), x = (b, a), x + 1.0"]),
                (1, ["p, q = q, p"]),
                (1, ["a, *_ = b, a, 3"]),
            )
        )

    def perhaps_unbound(self) -> None:
        if not self.counters:
            return
        first, later = sorted(self.random.sample(range(8), 2))
        with self.block(f"if {self.counters[0]} == {first}:"):
            self.write(f"u = {self.number(1)}")
        test = f"{self.counters[0]} > {later}"
        if self.chance(0.03):
            test = "a >= 0"
        with self.block(f"if {test}:"):
            if self.chance(0.8):
                with self.block("try:"):
                    self.write("x += u")
                with self.block("except NameError:"):
                    self.write("x = 0.0")
            else:
                self.write("x += u")

    def delete(self) -> None:
        self.write(f"w = {self.pick(['a', 'x', 'm'])}", f"{self.pick(['b', 'm'])} = w", "del w")

    def peeked(self) -> None:
        with self.block(f"if {self.truth()}:"):
            self.write(self.pick(["t = peek()", "a, x = peek()"]))

    def more_loops(self) -> Sequence[tuple[int, Loop]]:
        return (
            (1, partial(self.over, "{0}, {1}", "enumerate(N)", ["count", "int"])),
            (1, partial(self.over, "{0}, {1}", "enumerate(L, 1)", ["count", "float"])),
            (1, partial(self.over, "{0}, {1}", "zip(N, L)", ["int", "float"])),
            (1, partial(self.over, "{0}, {1}", "zip(range(9), A)", ["count", "float"])),
            (1, partial(self.over, "{0}, ({1}, {2})", "enumerate(zip(N, L))", ["count"])),
            (1, partial(self.over, "{0}", "(1, 2, 7)", ["count"])),
            (1, partial(self.over, "{0}", "S", [])),
            (1, partial(self.over, "{0}", "reversed(N)", ["int"])),
        )

    def more_rare(self) -> Sequence[tuple[int, Statement]]:
        return (
            (1, lambda: self.write("m = 'text'", "m = len(m)")),
            (1, lambda: self.write("a = a + 2**64")),
            (1, lambda: self.write("x = m / 3")),
            (1, lambda: self.write("o = [a]", "o = None")),
            (1, lambda: self.write("m = {1: 2}[1]")),
            (1, lambda: self.write("del p", "p = True")),
            (1, lambda: self.write("m = sum(k for k in range(3))")),
        )

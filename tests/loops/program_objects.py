"""The style of random programs that compute with the attributes of objects."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tests.loops.program_expressions import Expression
from tests.loops.program_loops import Loop, Maker, Statement

CLASSES = """\
class Plain:
    SCALE, WEIGHT, spare = 0.75, 3, 0
    def __init__(self, k=1, x=0.5):
        self.k, self.x, self.other, self.L = k, x, self, [0.5, 1.5, -2.5]
    def change(self, *values):
        for value in values:
            self.k = value
    @property
    def twice(self):
        return 2 * self.k
class Derived(Plain):
    WEIGHT = 7
class Slots:
    __slots__ = ("k", "x", "other", "L", "spare")
    SCALE, WEIGHT, change, twice = Plain.SCALE, 5, Plain.change, Plain.twice
    def __init__(self, k=2, x=-0.5):
        self.spare = 0
        Plain.__init__(self, k, x)
class Loud(Plain):
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        if name == "k" and value == 7:
            print("seven")
"""


class ObjectMaker(Maker):
    """Attributes of two or three objects, which may be the same, and which change places."""

    may_be_module = False
    ints = ("a", "p.k", "q.k", "p.other.k")
    floats = ("x", "p.x", "q.x", "r.x")
    bools = ("p.done",)

    def initial(self) -> None:
        kinds = ["Plain", "Plain", "Plain", "Derived", "Slots"]
        if self.chance(0.08):
            kinds.append("Loud")
        self.write(*CLASSES.splitlines())
        self.write(f"p = {self.pick(kinds)}({self.random.randint(-9, 9)})")
        self.write(f"q = {self.pick(['p', *(f'{kind}()' for kind in kinds)])}")
        self.write(f"r = {self.pick(['p', 'q', 'Plain(5, 2.5)', 'Derived()'])}")
        self.write(
            f"p.other, q.other = {self.pick(['q, p', 'p, q', 'r, r', 'q, Plain()', 'r, p'])}"
        )
        super().initial()

    # ------------------------------------------------------------------ expressions

    def more_integers(self) -> Sequence[tuple[int, Expression]]:
        return (
            (4, lambda depth: self.pick(["r.k", "q.other.k", "p.other.other.k", "r.other.k"])),
            (2, lambda depth: self.pick(["p.WEIGHT", "q.WEIGHT", "Plain.WEIGHT", "len(p.L)"])),
            (1, lambda depth: self.pick(["p.spare", "q.spare"])),
        )

    def more_reals(self) -> Sequence[tuple[int, Expression]]:
        return (
            (4, lambda depth: self.pick(["r.x", "q.other.x", "p.other.x"])),
            (4, lambda depth: self.element()),
            (2, lambda depth: self.pick(["p.SCALE", "Plain.SCALE", "q.SCALE"])),
        )

    def element(self) -> str:
        owner = self.pick(["p", "q", "r", "p.other"])
        index = self.pick(["0", "-1", "a % 3", *(f"{name} % 3" for name in self.counters)])
        return f"{owner}.L[{index}]"

    def truth(self, depth: int = 1) -> str:
        if self.chance(0.15):
            one, other = self.pick(["p", "q", "p.other", "r"]), self.pick(["p", "q", "q.other"])
            return f"{one} {self.pick(['is', 'is not'])} {other}"
        return super().truth(depth)

    # ------------------------------------------------------------------ statements

    def more_statements(self) -> Sequence[tuple[int, Statement]]:
        return (
            (4, lambda: self.write(f"{self.element()} = {self.real()}")),
            (2, lambda: self.write(f"{self.element()} += {self.real(1)}")),
            (3, self.move),
            (2, lambda: self.write(f"r.k = {self.integer(1)}")),
            (1, lambda: self.write("q.x = p.x", "x = q.x")),
        )

    def move(self) -> None:
        """An object, or a list, gets another name."""
        self.write(
            self.pick(
                [
                    *("p, q = q, p", "r = p", "r = q", "r = p.other", "q = p.other"),
                    *("p.other, q.other = q.other, p.other", "p.L, q.L = q.L, p.L"),
                    *("p.other = r", "q.other = p", "p.L = r.L"),
                ]
            )
        )

    def more_loops(self) -> Sequence[tuple[int, Loop]]:
        return ((2, partial(self.over, "{0}", "p.L", ["float"])),)

    def more_rare(self) -> Sequence[tuple[int, Statement]]:
        return (
            (3, lambda: self.write(f"q.change({self.integer(1)})")),
            (2, lambda: self.write(f"p.k = {self.pick(['0.5', 'True', '2**70', 'None'])}")),
            (2, lambda: self.write(f"p.x = {self.pick(['3', '1e308', 'q.x', 'None'])}")),
            (2, lambda: self.write("r = Plain(a)", "r.other = p")),
            (2, lambda: self.write(f"Plain.SCALE = {self.pick(['1.5', '2', 'x'])}")),
            (1, lambda: self.write("p.SCALE = 0.25")),
            (1, lambda: self.write(f"{self.pick('pq')}.spare = a")),
            (1, lambda: self.write("Plain.__setattr__ = Loud.__setattr__")),
            (1, lambda: self.write("Plain.x = Plain.twice")),
            (1, lambda: self.write("p.__class__ = Derived")),
            (1, lambda: self.write("q.__dict__ = p.__dict__")),
            (1, lambda: self.write("del p.k", "p.k = 3")),
            (1, lambda: self.write("a = p.twice + q.twice")),
            (1, lambda: self.write("p.L.append(0.5)")),
        )

    def limit(self, names: set[str]) -> None:
        # Which of them change is not seen from the names.
        super().limit({*self.ints, *self.floats})

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
    @staticmethod
    def half(x):
        return x * 0.5
{plain}
class Derived(Plain):
    WEIGHT = 7
{derived}
class Slots:
    __slots__ = ("k", "x", "other", "L", "spare")
    SCALE, WEIGHT, change, twice = Plain.SCALE, 5, Plain.change, Plain.twice
    half, m0, m1, m2 = staticmethod(Plain.half), Plain.m0, Plain.m1, Plain.m2
    def __init__(self, k=2, x=-0.5):
        self.spare = 0
        Plain.__init__(self, k, x)
class Loud(Plain):
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        if name == "k" and value == 7:
            print("seven")
"""
METHODS = 3
EFFECTS = (
    "self.k = (self.k + u) % 1009",
    "self.x = self.x * 0.5 + v",
    "other.x -= self.x * 0.25",
    "self.x, other.x = other.x, self.x",
    "self.L[u % 3] = v",
    "self.other.k = u + 1",
    "u, v = self.other.k % 101, v + other.x",
    "if other is self: return v",
    "if self.k > u: return self.k",
    "if u % 3 == 1: return",
    "self.x = self.half(v) + self.SCALE",
    "for each in other.L: v += each",
)
CALLS = (
    "v = self.{0}(other, u)",
    "other.{0}(self, v=self.x)",
    "Plain.{0}(other, other)",
    "if self.{0}(self.other) is None: self.k -= 1",
)
RESULTS = ("self.x + v", "u", "self.k", "v", "(u, v)[0]", "other.x")


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
        self.write(*self.classes().splitlines())
        self.write(f"p = {self.pick(kinds)}({self.random.randint(-9, 9)})")
        self.write(f"q = {self.pick(['p', *(f'{kind}()' for kind in kinds)])}")
        self.write(f"r = {self.pick(['p', 'q', 'Plain(5, 2.5)', 'Derived()'])}")
        self.write(
            f"p.other, q.other = {self.pick(['q, p', 'p, q', 'r, r', 'q, Plain()', 'r, p'])}"
        )
        self.write(f"g = {self.pick('pqr')}.m{self.random.randrange(METHODS)}")
        super().initial()

    def classes(self) -> str:
        """Classes with random methods, some of which the derived class has of its own."""
        own = [f"m{number}" for number in range(METHODS) if self.chance(0.4)]
        plain = "\n".join(self.method(f"m{number}", number) for number in range(METHODS))
        derived = "\n".join(self.method(name, int(name[1:])) for name in own)
        return CLASSES.format(plain=plain, derived=derived)

    def method(self, name: str, calls: int) -> str:
        """A method; it may call those that come before it."""
        lines = [self.pick(EFFECTS) for _ in range(self.random.randint(1, 4))]
        if calls and self.chance(0.6):
            called = f"m{self.random.randrange(calls)}"
            lines.insert(self.random.randint(0, len(lines)), self.pick(CALLS).format(called))
        lines.append(f"return {self.pick(RESULTS)}")
        body = "\n".join(f"        {line}" for line in lines)
        return f"    def {name}(self, other, u=3, v=0.5):\n{body}"

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

    def call(self) -> str:
        """A call of a method; its result may be anything."""
        owner, other = self.pick(["p", "p", "q", "r", "p.other"]), self.pick(["p", "q", "r"])
        name, u, v = f"m{self.random.randrange(METHODS)}", self.integer(1), self.real_leaf()
        values = self.pick([other, f"{other}, {u} % 101", f"{other}, v={v}", f"{other}, 2, {v}"])
        called = f"{self.pick(['g', *[f'{owner}.{name}'] * 6])}({values})"
        return called if self.chance(0.9) else f"type({owner}).{name}({owner}, {values})"

    # ------------------------------------------------------------------ statements

    def use_method(self) -> None:
        """Call a method, and do something with a number that comes back."""
        self.write(f"z = {self.call()}")
        with self.block("if z is not None:"):
            self.write(
                self.pick(["p.x = x * 0.5 + z", "x = z * 0.5", "q.x -= z", "a = a % 99 + 1"])
            )

    def more_statements(self) -> Sequence[tuple[int, Statement]]:
        return (
            (4, lambda: self.write(f"{self.element()} = {self.real()}")),
            (2, lambda: self.write(f"{self.element()} += {self.real(1)}")),
            (3, self.move),
            (2, lambda: self.write(f"r.k = {self.integer(1)}")),
            (1, lambda: self.write("q.x = p.x", "x = q.x")),
            (6, self.use_method),
            (3, lambda: self.write(self.call())),
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
            (2, self.patch),
            (1, lambda: self.write(f"g = {self.pick(['p', 'q', 'p.other'])}.m0")),
            (1, lambda: self.write(f"{self.pick('pq')}.spare = a")),
            (1, lambda: self.write("Plain.__setattr__ = Loud.__setattr__")),
            (1, lambda: self.write("Plain.x = Plain.twice")),
            (1, lambda: self.write("p.__class__ = Derived")),
            (1, lambda: self.write("q.__dict__ = p.__dict__")),
            (1, lambda: self.write("del p.k", "p.k = 3")),
            (1, lambda: self.write("a = p.twice + q.twice")),
            (1, lambda: self.write("p.L.append(0.5)")),
        )

    def patch(self) -> None:
        """Another method, other defaults, or something in the object that hides the method."""
        one, other = self.random.sample(range(METHODS), 2)
        self.write(
            self.pick(
                [
                    f"Plain.m{one} = Derived.m{one}",
                    f"Derived.m{one} = Plain.m{one}",
                    f"Plain.m{one}.__defaults__ = (0.25, 2)",
                    f"Plain.m{one}.__code__ = Derived.m{one}.__code__",
                    f"p.m{one} = q.m{one}",
                    f"q.m{one} = lambda *values: 1.5",
                    f"Plain.half = Plain.m{other}",
                ]
            )
        )

    def limit(self, names: set[str]) -> None:
        # Which of them change is not seen from the names.
        super().limit({*self.ints, *self.floats})

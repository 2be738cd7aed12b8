"""The operations that compiled loops may do natively, each in a loop of three rounds.

The first round computes with plain values and is interpreted: at its end the loop is compiled, for
the kinds of these values. In the others, which start in machine code, it computes with the values
to be tried.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tests.loops.boundary_values import INT_MAX, INT_MIN, NUMBERS, NUMPY_INTS, VALUES

ROUNDS = 3

ONE = """\
def f(x, a):
    i = 0
    while i < {rounds}:
        i += 1
{statements}
        x = a
    return r
"""
TWO = """\
def f(x, y, a, b):
    i = 0
    while i < {rounds}:
        i += 1
{statements}
        x = a
        y = b
    return r
"""


@dataclass(frozen=True, slots=True)
class Operation:
    """Statements that compute `r` from `x`, and from `y` if there are two operands."""

    name: str
    statements: tuple[str, ...]
    operands: int
    kinds: tuple[str, ...] = NUMBERS

    @property
    def source(self) -> str:
        lines = "\n".join(f"        {line}" for line in self.statements)
        return (ONE if self.operands == 1 else TWO).format(rounds=ROUNDS, statements=lines)

    def kind_tuples(self) -> list[tuple[str, ...]]:
        """The kinds of operands it is tried with."""
        if self.operands == 1:
            return [(kind,) for kind in self.kinds]
        return [(left, right) for left in self.kinds for right in self.kinds]


ALL = tuple(VALUES)

ARITHMETIC = ("+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^")
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")

BINARY = (
    *(f"x {sign} y" for sign in ARITHMETIC),
    *(f"x {sign} y" for sign in COMPARISONS),
    *("min(x, y)", "max(x, y)"),
    *(f"math.{name}(x, y)" for name in ("copysign", "fmod", "hypot", "pow", "atan2")),
)
BINARY_OF_ALL = (
    *("x and y", "x or y", "x if y else 5", "not x or y", "x is None or y"),
    *("(x == y) + 1", "x != y and x"),
)
BINARY_MIXED = (
    *("x < y < 5", "0 <= x <= y", "x == y == x", "x + y * x", "x * x + y * y", "x - y < y"),
    *("(x < y) & (y < 10)", "(x + y) / 2", "min(x, y, 2)", "max(x, 1, y)", "abs(x - y)"),
    # The least int of 64 bits does not come from outside, it has to be computed.
    *("(x - 1) // y", "(x - 1) % y", "(x - 1) * y", "(x - 1) >> y", "(x - 1) << y", "(x - 1) < y"),
    *("(x - 1) / y", "(x - 1) - y", "(x - 1) == y", "(x - 1) ^ y", "y // (x - 1)", "y % (x - 1)"),
    *("-x * y", "not x < y", "x & y == y", "x * 0.5 + y", "(x + 1) * (y - 1)"),
)
UNUSED = {
    "x * y, unused": ("x * y", "r = 1"),
    "x + y, replaced": ("r = x + y", "r = 1"),
    "x - y, unused in one branch": ("s = x - y", "if x < 3:", "    r = s", "else:", "    r = 2"),
    "x * y, deleted": ("s = x * y", "del s", "r = 1"),
    "x * y, left by a branch": ("r = x * y", "if x < y:", "    r = 2"),
    "x * y, then a branch": ("r = x * y + (x if x < y else y)",),
    "x * y, and": ("r = x * y and 1",),
    "x * y, is None": ("r = x * y is None",),
    "x * y, twice": ("s = x * y", "r = s - s"),
    "x + y, copied": ("s = r = x + y", "s = 1"),
    "x * y, exchanged": ("s, r = x * y, x + y", "r, s = s, r"),
    "x - y, inner loop": ("r = 1", "for k in range(2):", "    r = x - y"),
    "x * y, sum": ("r = 0", "for k in range(2):", "    r += x * y"),
    "x // y, unused": ("x // y", "r = 1"),
    "x / y, replaced": ("r = x / y", "r = 1"),
    "x * y, min": ("r = min(x * y, 5)",),
    "x + y, float": ("r = float(x + y)",),
    "x - y, not": ("r = not x - y",),
}
"""A result of which nothing is left may have warned all the same."""

UNARY = (
    *("-x", "+x", "~x", "abs(x)", "int(x)", "float(x)", "bool(x)", "round(x)", "not not x"),
    *(
        f"math.{name}(x)"
        for name in (
            *("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "log2", "log10"),
            *("log1p", "expm1", "sinh", "cosh", "tanh", "erf", "erfc", "floor", "ceil", "trunc"),
            *("fabs", "isnan", "isinf", "isfinite", "degrees", "radians", "gamma", "lgamma"),
        )
    ),
)
UNARY_OF_ALL = ("not x", "x is None", "x is not None", "1 if x else 2", "x == None", "x != None")
WITH_CONSTANT = (
    *("x + 1", "1 + x", "x - 1", "1 - x", "x * 2", "3 * x", "x * -1", "x * 0", "x / 2", "1 / x"),
    *("x // 1", "x // 2", "x // 8", "x // 10", "x // -1", "x // -8", "7 // x", "x // 0"),
    *("x % 1", "x % 2", "x % 8", "x % 10", "x % -1", "x % -8", "7 % x", "x % 0", "x % 0.5"),
    *("x ** 0", "x ** 1", "x ** 2", "x ** 3", "x ** -1", "x ** 0.5", "x ** 2.0", "2 ** x"),
    *("x << 1", "x << 62", "x << 63", "x << 64", "x << -1", "1 << x", "x >> 1", "x >> 63"),
    *("x >> 64", "x >> -1", "-1 >> x", "x & 1", "x & 255", "x & -8", "x | 1", "x | -1", "x ^ 1"),
    *("x ^ -1", "x + 0.0", "x - 0.0", "0.0 - x", "x + -0.0", "x * 1.0", "x * 0.0", "x * 0.1"),
    *("x / 3.0", "x + 1e308", "x + 128", "x - 128", "x + 2147483648", "x + 9223372036854775807"),
    *("x + 9223372036854775808", "x * 4294967296", "x // 9223372036854775807", "x + True"),
    *("x < 0", "x <= 127", "x > 200", "x >= 0.5", "x == 1", "x != 0.0", "0 < x", "x == True"),
    *("x < 9007199254740993", "x == 9007199254740992.0", "x > 9223372036854775808", "x < -1"),
    *("0 < x < 10", "-1 <= x != 0", "x + x", "x - x", "x * x", "x / x", "x == x", "x ^ x"),
    *("x != x", "x < x", "x * x * x", "x * x - x", "min(x, 0)", "max(x, 0.0)", "max(0, x)"),
    *("abs(x) + 1", "-x - 1", "int(x) + 1", "int(float(x))", "float(int(x))", "bool(x) + 1"),
    *("-(x - 1)", "abs(x - 1)", "(x - 1) // -1", "(x - 1) % -1", "float(x - 1)", "~(x - 1)"),
    *(
        "(x - 1) // 8",
        "(x - 1) * -1",
        "round(x - 1)",
        "(x - 1) < 0.0",
        "bool(x - 1)",
        "(x - 1) // 7",
    ),
    *("math.sqrt(x * x)", "math.floor(x) + 1", "math.floor(x / 2)", "int(x / 3)", "x or 1"),
)


def _operations() -> dict[str, Operation]:
    made = [
        *(Operation(text, (f"r = {text}",), 2) for text in (*BINARY, *BINARY_MIXED)),
        *(Operation(text, (f"r = {text}",), 2, ALL) for text in BINARY_OF_ALL),
        *(Operation(f"x {sign}= y", ("r = x", f"r {sign}= y"), 2) for sign in ARITHMETIC),
        *(
            Operation(
                f"if x {sign} y",
                (f"if x {sign} y:", "    r = 1", "else:", "    r = 2"),
                2,
                ALL if sign in {"==", "!="} else NUMBERS,
            )
            for sign in COMPARISONS
        ),
        *(Operation(name, statements, 2) for name, statements in UNUSED.items()),
        *(Operation(text, (f"r = {text}",), 1) for text in (*UNARY, *WITH_CONSTANT)),
        *(Operation(text, (f"r = {text}",), 1, ALL) for text in UNARY_OF_ALL),
        Operation("if x", ("r = 1", "if x:", "    r = 2"), 1, ALL),
        Operation("if not x", ("r = 1", "if not x:", "    r = x"), 1, ALL),
        Operation("if x is None", ("r = 1", "if x is None:", "    r = 2"), 1, ALL),
        Operation("while x", ("r = 0", "while x:", "    r += 1", "    break"), 1, ALL),
    ]
    return {operation.name: operation for operation in made}


OPERATIONS = _operations()

CHOICES = frozenset(
    {
        *("x and y", "x or y", "x if y else 5", "not x or y", "x is None or y", "x != y and x"),
        *("min(x, y)", "max(x, y)", "min(x, y, 2)", "max(x, 1, y)", "max(0, x)", "min(x, 0)"),
        *("x or 1", "if not x"),
    }
)
"""Their result is one of the operands, the very object."""


SPECIAL_OF_INT = (
    *("x // 1", "x // -1", "x // -8", "7 // x", "x // 0", "x % 1", "x % -1", "x % -8", "7 % x"),
    *("x << 62", "x << 63", "1 << x", "x >> 63", "-1 >> x", "x & -8", "x | -1", "x * -1", "1 / x"),
    *("-(x - 1)", "abs(x - 1)", "(x - 1) // -1", "(x - 1) % -1", "~(x - 1)", "(x - 1) * -1"),
    *("x == 9007199254740992.0", "x != 0.0", "x + 9223372036854775807", "x + True"),
)
SPECIAL_OF_FLOAT = (
    *("x < 9007199254740993", "x ** 2", "x ** 3", "x % 0.5", "x / 3.0", "int(x / 3)", "x * 0.0"),
    *("math.floor(x) + 1", "math.floor(x / 2)", "int(x) + 1", "0.0 - x", "x + -0.0"),
)
FREQUENT = {
    **dict.fromkeys(BINARY),
    **dict.fromkeys((*UNARY, *SPECIAL_OF_FLOAT), ("float",)),
    **dict.fromkeys(SPECIAL_OF_INT, ("int",)),
}
"""The operations that are tried with more kinds than others, some with these in any case."""

INEXACT = frozenset(
    {
        *(f"x {sign} y" for sign in ("/", "//", "%", "**")),
        *(name for name in OPERATIONS if name.startswith(("math.", "x ** "))),
    }
)
"""Those that may go wrong in the last bit: tried with many floats."""


def takes_too_long(operation: Operation, values: tuple[Any, ...]) -> bool:
    """Whether CPython itself would need minutes or gigabytes for whole numbers like these."""
    text = operation.name
    left = 2 if text == "2 ** x" else 1 if text == "1 << x" else values[0]
    right = values[-1]
    if not {type(left), type(right)} <= {int, bool}:
        return False
    if text in {"x ** y", "x **= y", "2 ** x"}:
        return bool(abs(left) > 1) and right > (64 if operation.operands == 2 else 4096)
    return text in {"x << y", "x <<= y", "1 << x", "(x - 1) << y"} and 4096 < right < 2**62


# ---------------------------------------------------------------- what has to be done natively


def must_be_native(operation: str, kinds: tuple[str, ...], values: tuple[Any, ...]) -> bool:
    """Whether the operation belongs to the core, if CPython computed it without a warning."""
    core = CORE.get(kinds, frozenset())
    return operation in core and not _may_exit(operation, kinds, values)


def fits(value: Any) -> bool:
    """Whether a result, if it is an int, has 64 bits at most."""
    return type(value) is not int or INT_MIN <= value <= INT_MAX


def _texts(signs: str) -> frozenset[str]:
    return frozenset(f"x {sign} y" for sign in signs.split())


_COMPARE = _texts(" ".join(COMPARISONS)) | {f"if x {sign} y" for sign in COMPARISONS}

_TRUTH = frozenset({"if x", "if not x", "not x", "x is None", "x is not None"})

CORE: dict[tuple[str, ...], frozenset[str]] = {
    ("int", "int"): _texts("+ - * // % & | ^ << >>") | _COMPARE,
    ("float", "float"): _texts("+ - * /") | _COMPARE,
    ("int", "float"): _texts("+ - *") | _COMPARE,
    ("float", "int"): _texts("+ - * /") | _COMPARE,
    ("bool", "bool"): _texts("& | ^ == !="),
    ("float64", "float64"): _texts("+ - * /") | _COMPARE,
    **{(kind, kind): _texts("+ - *") | _COMPARE for kind in NUMPY_INTS},
    ("bool",): _TRUTH,
    ("float",): _TRUTH | {"-x", "x + 1", "x - 1", "x * 2", "x * 0.1", "x / 3.0", "x < 0", "x * x"},
    ("int",): _TRUTH
    | {"-x", "x + 1", "1 + x", "x - 1", "1 - x", "x * 2", "3 * x", "x // 2", "x // 8", "x // 10"}
    | {"x % 2", "x % 8", "x % 10", "x & 1", "x & 255", "x ^ 1", "x >> 1", "x << 1", "x * x"}
    | {"x < 0", "x <= 127", "x == 1", "0 < x", "0 < x < 10"},
    ("None",): frozenset({"x is None", "x is not None", "if x is None"}),
}


def _may_exit(operation: str, kinds: tuple[str, ...], values: tuple[Any, ...]) -> bool:
    """The cases of the core that are left to the interpreter, though nothing is wrong with them."""
    if not all(map(fits, values)) or INT_MIN in values:
        return True
    right: Any = values[-1]
    match operation, kinds:
        case ("x << y", _):
            return bool(not 0 <= right < 63)
        case ("x + y" | "x - y" | "x * y" | "x / y", ("float64", _)):
            return not all(map(math.isfinite, values))
        case (_, ("int", "float") | ("float", "int")):
            return any(type(value) is int and abs(value) > 2**53 for value in values)
    return False

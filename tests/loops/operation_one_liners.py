"""One-line programs on which compilers of Python get things wrong, each in a loop.

    python -m tests.loops.operation_one_liners FOLDER NAME...

prints what became of each natively and compiled, a line of JSON each.
"""

from __future__ import annotations

import json
import math
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.loops.operation_fuzz import Calls, last_words, real_engine, recorded
from tests.loops.operation_outcome import describe, difference, outcome


@dataclass(frozen=True, slots=True)
class OneLiner:
    """Statements that compute `r` from `a` and `b`.

    The first round of the loop has `a` and `b` from `plain`, the others from `values`; both are
    expressions, evaluated anew for each run. `between` is executed after a first run, and then
    there is a second.
    """

    name: str
    statements: str
    plain: str
    values: str
    between: str = ""
    before: str = ""

    @property
    def source(self) -> str:
        lines = "\n".join(f"        {line}" for line in self.statements.splitlines())
        return (
            f"{self.before}\n"
            "def f(a, b, later_a, later_b):\n"
            "    i = 0\n"
            "    while i < 3:\n"
            "        i += 1\n"
            f"{lines}\n"
            "        a = later_a\n"
            "        b = later_b\n"
            "    return r\n"
        )


MIN, MAX = "-2**63", "2**63 - 1"
ARRAY = "np.arange(3.0)"

ONE_LINERS = (
    # Whole numbers have no bounds.
    OneLiner("int product of 81 bits", "r = a * a", "3, 0", "2**40, 0"),
    OneLiner("int sum of 65 bits", "r = a + 1", "3, 0", f"{MAX}, 0"),
    OneLiner("int beyond 64 bits as an argument", "r = a + 1", "3, 0", "2**70, 0"),
    OneLiner("shift by 70", "r = a << b", "1, 2", "1, 70"),
    OneLiner("shift by less than nothing", "r = a << b", "1, 2", "1, -1"),
    OneLiner("least int // -1", "r = (a - 1) // b", "7, 2", f"{MIN} + 1, -1"),
    OneLiner("least int % -1", "r = (a - 1) % b", "7, 2", f"{MIN} + 1, -1"),
    OneLiner("abs of the least int", "r = abs(a - 1)", "-3, 0", f"{MIN} + 1, 0"),
    OneLiner("int ** negative", "r = a ** b", "2, 3", "2, -1"),
    OneLiner("int of a large float", "r = int(a)", "2.5, 0", "1e19, 0"),
    OneLiner("int of nan", "r = int(a)", "2.5, 0", "math.nan, 0"),
    OneLiner("quotient of ints of 63 bits", "r = a / b", "7, 2", f"{MAX}, 3"),
    OneLiner("range up to the last int", "r = 0\nfor k in range(a, a + 2): r += 1",
             "5, 0", "2**63 - 2, 0"),
    # Each value keeps its kind.
    OneLiner("int or float by a condition", "r = 1\nif a: r = 2.5", "True, 0", "False, 0"),
    OneLiner("int and float exchanged", "a, b = b, a\nr = a", "1, 2.5", "1, 2.5"),
    OneLiner("max of int and float", "r = max(a, b)", "3, 4.5", "3, 2.5"),
    OneLiner("and gives an operand", "r = a and b", "1, 2.5", "0, 2.5"),
    OneLiner("bool + bool", "r = a + b", "True, False", "True, True"),
    OneLiner("-bool", "r = -a", "False, 0", "True, 0"),
    OneLiner("~bool", "r = ~a", "False, 0", "True, 0"),
    OneLiner("round half to even", "r = round(a)", "1.2, 0", "2.5, 0"),
    OneLiner("int compared with float", "r = a == b", "1, 1.0", "2**53 + 1, 2.0**53"),
    # Floats, to the last bit and the sign of zero.
    OneLiner("negative float ** fraction", "r = a ** b", "8.0, 1 / 3", "-8.0, 1 / 3"),
    OneLiner("zero ** negative", "r = a ** b", "2.0, -1.0", "0.0, -1.0"),
    OneLiner("float ** 3", "r = a ** 3", "2.0, 0", "-26.203537290810864, 0"),
    OneLiner("float // 0.1", "r = a // b", "1.0, 0.5", "1.0, 0.1"),
    OneLiner("negative // inf", "r = a // b", "1.0, 0.5", "-1.0, math.inf"),
    OneLiner("remainder -0.0", "r = a % b", "1.0, 0.75", "-1.0, 1.0"),
    OneLiner("float / zero", "r = a / b", "1.0, 0.5", "1.0, 0.0"),
    OneLiner("min with nan", "r = min(a, b)", "1.0, 2.0", "1.0, math.nan"),
    OneLiner("math.gamma", "r = math.gamma(a)", "1.5, 0", "4.3, 0"),
    OneLiner("math.exp of much", "r = math.exp(a)", "1.5, 0", "1000.0, 0"),
    OneLiner("math.sqrt of less than nothing", "r = math.sqrt(a)", "1.5, 0", "-1.0, 0"),
    # Names that are not bound, and loops that do not go round.
    OneLiner("local not bound", "if a: x = 7\nr = x\ndel x", "True, 0", "False, 0"),
    OneLiner("name of a loop that did not go round",
             "for k in range(a): pass\nr = k\ndel k", "2, 0", "0, 0"),
    # Arrays and numpy's numbers.
    OneLiner("index out of range", "r = a[b]", f"{ARRAY}, 1", f"{ARRAY}, 1000"),
    OneLiner("kind of an element", "r = a[0]", f"{ARRAY}, 0", f"{ARRAY}, 0"),
    OneLiner("int32 + int32", "r = a[0] + a[0]",
             "np.array([5], np.int32), 0", "np.array([2**31 - 1], np.int32), 0"),
    OneLiner("uint8 + uint8", "r = a[0] + a[0]",
             "np.array([5], np.uint8), 0", "np.array([200], np.uint8), 0"),
    OneLiner("uint64 + int", "r = a[0] + b",
             "np.array([5], np.uint64), 1", "np.array([2**64 - 1], np.uint64), 1"),
    OneLiner("sum of an array", "r = 0\nfor x in a: r += x",
             "np.array([1.5]), 0", "np.array([1.5, 2.5]), 0"),
    OneLiner("float64 / zero", "r = a[0] / a[1]",
             "np.array([1.0, 2.0]), 0", "np.array([1.0, 0.0]), 0"),
    OneLiner("index True", "r = a[b]", f"{ARRAY}, True", f"{ARRAY}, True"),
    OneLiner("float into ints", "a[0] = b\nr = a[0]",
             "np.zeros(2, np.int64), 2.5", "np.zeros(2, np.int64), 1.7"),
    OneLiner("300 into bytes", "a[0] = b\nr = a[0]",
             "np.zeros(2, np.uint8), 30", "np.zeros(2, np.uint8), 300"),
    # Objects and names are what they are now.
    OneLiner("list that grows", "a.append(4)\nr = len(a)", "[1, 2, 3], 0", "[1, 2, 3], 0"),
    OneLiner("global bound anew", "r = a + G", "1, 0", "2, 0", "G = 100", "G = 1"),
)  # fmt: skip

MORE = (
    OneLiner("global bound to another kind", "r = a + G", "1, 0", "2, 0", "G = 0.5", "G = 1"),
    OneLiner("global deleted", "r = a + G", "1, 0", "2, 0", "del G", "G = 1"),
    OneLiner("global bound anew by a callee", "if i == 3: grow()\nr = a + G", "1, 0", "2, 0",
             before="G = 1\ndef grow():\n    global G\n    G += 10"),
    OneLiner("builtin hidden", "r = abs(a)", "1, 0", "-2, 0", "def abs(x): return 'mine'"),
    OneLiner("function of a module replaced", "r = math.floor(a)", "1.5, 0", "-2.5, 0",
             "import types\nmath = types.SimpleNamespace(floor=lambda x: 'mine')"),
    OneLiner("index less than nothing", "r = a[b]", f"{ARRAY}, 1", f"{ARRAY}, -1"),
    OneLiner("index below all", "r = a[b]", f"{ARRAY}, 1", f"{ARRAY}, -4"),
    OneLiner("index at the end", "r = a[b]", f"{ARRAY}, 1", f"{ARRAY}, 3"),
    OneLiner("float index", "r = a[b]", f"{ARRAY}, 1", f"{ARRAY}, 1.0"),
    OneLiner("index of numpy's", "r = a[b]", f"{ARRAY}, np.int8(1)", f"{ARRAY}, np.int8(-1)"),
    OneLiner("None into floats", "a[0] = b\nr = a[0]", f"{ARRAY}, 2.5", f"{ARRAY}, None"),
    OneLiner("-1 into bytes without a sign", "a[0] = b\nr = a[0]",
             "np.zeros(2, np.uint8), 30", "np.zeros(2, np.uint8), -1"),
    OneLiner("1e300 into float32", "a[0] = b\nr = a[0]",
             "np.zeros(2, np.float32), 0.1", "np.zeros(2, np.float32), 1e300"),
    OneLiner("nan into ints", "a[0] = b\nr = a[0]",
             "np.zeros(2, np.int64), 2.5", "np.zeros(2, np.int64), math.nan"),
    OneLiner("array that cannot be written", "a[0] = b\nr = a[0]",
             f"{ARRAY}, 2.5", f"np.broadcast_to({ARRAY}, 3), 1.5"),
    OneLiner("bytes of the other order", "r = a[1] + 1",
             "np.arange(3, dtype='>i4'), 0", "np.arange(3, dtype='>i4'), 0"),
    OneLiner("array backwards", "r = a[1] + a[0]", f"{ARRAY}[::-1], 0", f"{ARRAY}[::-1], 0"),
    OneLiner("list of numbers of several kinds", "r = a[b]", "[1, 2.5, True], 0",
             "[1, 2.5, True], 1"),
    OneLiner("least int negated", "r = -(a - 1)", "3, 0", f"{MIN} + 1, 0"),
    OneLiner("least int64 negated", "r = -a", "np.int64(3), 0", f"np.int64({MIN}), 0"),
    OneLiner("least int64 // -1", "r = a // b", "np.int64(3), np.int64(2)",
             f"np.int64({MIN}), np.int64(-1)"),
    OneLiner("least int8 * -1", "r = a * b", "np.int8(3), np.int8(2)",
             "np.int8(-128), np.int8(-1)"),
    OneLiner("uint8 + 300", "r = a + b", "np.uint8(3), 3", "np.uint8(3), 300"),
    OneLiner("uint8 < 300", "r = a < b", "np.uint8(3), 3", "np.uint8(3), 300"),
    OneLiner("uint64 against int64", "r = a < b", "np.uint64(3), np.int64(4)",
             "np.uint64(2**63), np.int64(-1)"),
    OneLiner("float64 against int", "r = a == b", "np.float64(3), 4",
             "np.float64(2.0**53), 2**53 + 1"),
    OneLiner("float64 overflow", "r = a * b", "np.float64(3), 4.0", "np.float64(1e308), 10.0"),
    OneLiner("float64 underflow", "r = a * b", "np.float64(3), 4.0", "np.float64(1e-308), 1e-308"),
    OneLiner("inf - inf", "r = a - b", "np.float64(3), np.float64(2)",
             "np.float64(math.inf), np.float64(math.inf)"),
    OneLiner("float32 + float", "r = a + b", "np.float32(0.1), 0.5", "np.float32(0.1), 0.1"),
    OneLiner("float32 + float64", "r = a + b", "np.float32(0.1), np.float64(1)",
             "np.float32(0.1), np.float64(0.1)"),
    OneLiner("sum of bool_", "r = a + b", "np.True_, np.False_", "np.True_, np.True_"),
    OneLiner("difference of bool_", "r = a - b", "1, np.False_", "np.True_, np.True_"),
    OneLiner("float kind changes to float64", "r = a + 0.5", "1.5, 0", "np.float64(1.5), 0"),
    OneLiner("a number becomes None", "r = a is None or a + 1", "1, 0", "None, 0"),
    OneLiner("a number becomes text", "r = a * 2", "1, 0", "'ab', 0"),
    OneLiner("step 0", "r = 0\nfor k in range(0, 4, a): r += k", "1, 0", "0, 0"),
    OneLiner("loop backwards", "r = 0\nfor k in range(a, b, -1): r = r * 10 + k", "5, 2", "5, 0"),
    OneLiner("loop's name bound in the loop", "for k in range(3):\n    k *= 2\nr = k",
             "1, 0", "2, 0"),
    OneLiner("end of a range changes", "for k in range(a):\n    a = 1\nr = k", "4, 0", "5, 0"),
)  # fmt: skip


TABLE = {each.name: each for each in (*ONE_LINERS, *MORE)}


def run(
    one_liner: OneLiner,
    call: Callable[..., Any],
    log: list[warnings.WarningMessage],
    folder: Path,
) -> list[Any]:
    """The outcomes of one or two runs, each followed by what the arguments have become."""
    path = folder / f"one_liner_{list(TABLE).index(one_liner.name)}.py"
    path.write_text(one_liner.source)
    names: dict[str, Any] = {"__name__": "one_liner", "math": math, "np": np}
    exec(compile(one_liner.source, str(path), "exec", dont_inherit=True), names)
    seen: list[Any] = []
    for between in (one_liner.between, "") if one_liner.between else ("",):
        args = (*eval(one_liner.plain, names), *eval(one_liner.values, names))
        seen.append(outcome(log, call, names["f"], *args)[0])
        seen.append([describe(each) for each in args])
        exec(between, names)
    return seen


def run_natively(function: Callable[..., Any], *args: Any) -> Any:
    return function(*args)


def compare(one_liner: OneLiner, engine: Calls, folder: Path) -> str:
    """What differs between CPython and the engine, in words."""
    with recorded() as log:
        native = run(one_liner, run_natively, log, folder)
        compiled = run(one_liner, engine.call, log, folder)
    differences = []
    for expected, found in zip(native, compiled, strict=True):
        if isinstance(expected, list):
            if expected != found:
                differences.append(f"arguments: {expected} became {found}")
        elif expected != found:
            differences.append(difference(expected, found))
    return "; ".join(differences)


def main(words: list[str]) -> int:
    folder = Path(words[0])
    note = last_words(folder)
    engine, native = real_engine()
    for name in words[1:]:
        note(name)
        before = native()
        differences = compare(TABLE[name], engine, folder)
        after = native()
        found = {
            "name": name,
            "differences": differences,
            "entries": after.entries - before.entries,
            "iterations": after.iterations - before.iterations,
            "exits": after.exits - before.exits,
        }
        print(json.dumps(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

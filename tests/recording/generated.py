"""Random programs that assign, change containers, loop, call, raise and catch."""

from __future__ import annotations

import random

from tests.frames.support import Program

HEAD = """
class Thing:
    def __init__(self, n):
        self.n = n
        self.seen = [n]
    def add(self, k):
        self.n += k
        self.seen.append(k)
        return self.n % 11

def helper(values, k):
    before = values[k % len(values)]
    values[k % len(values)] = before + k
    if before % 5 == 4:
        raise ValueError(before)
    return before - k

THINGS = [Thing(1), Thing(2)]
"""

SIMPLE = (
    "{a} = {b} + {k}",
    "{a} += {b} % 7",
    "{a}, {b} = {b}, {a}",
    "{a} = ({b} * {c}) % 101",
    "values[{k} % len(values)] = {a} % 13",
    "values[-1] += {a} % 3",
    "values.append({b} % 9)",
    "table[{a} % 5] = {b}",
    "table[{k}] = table.get({k}, 0) + 1",
    "thing.n = {a} % 17",
    "{a} = thing.add({k})",
    "{a} = helper(values, {k})",
    "names = [v for v in values if v > {k}]",
    "{a} = len(values) + sum(values[:3])",
    "thing, other = other, thing",
    "if {a} > {b}: {a} -= {k}",
    "values = values[-6:]",
    "total = (total +\n    {a})",
)

BLOCKS = (
    "for i in range({n}):",
    "for i, v in enumerate(values[:4]):",
    "for key, v in list(table.items())[:3]:",
    "while total % 7 and steps < 20:",
    "if {a} % 2:",
    "try:",
    "for x, y in zip(values[:3], range({k}, 9)):",
)


class Writer:
    """Writes the body of one function."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311
        self.lines: list[str] = []

    def text(self, template: str) -> str:
        names = self.chance.sample(["p", "q", "r", "total"], 3)
        a, b, c = names
        numbers = {"k": self.chance.randint(1, 6), "n": self.chance.randint(1, 4)}
        return template.format(a=a, b=b, c=c, **numbers)

    def block(self, indent: str, depth: int) -> None:
        for _ in range(self.chance.randint(2, 4)):
            if depth and self.chance.random() < 0.45:
                self.compound(indent, depth)
            else:
                text = self.text(self.chance.choice(SIMPLE))
                self.lines.append(indent + text.replace("\n", "\n" + indent))

    def compound(self, indent: str, depth: int) -> None:
        head = self.text(self.chance.choice(BLOCKS))
        self.lines.append(indent + head)
        self.block(indent + "    ", depth - 1)
        if head == "try:":
            self.lines += [f"{indent}except (ValueError, KeyError) as error:"]
            self.lines += [f"{indent}    total += len(error.args)"]
        elif head.startswith("while"):
            self.lines.append(f"{indent}    steps += 1")
        elif head.startswith("for") and self.chance.random() < 0.3:
            self.lines.append(self.text(f"{indent}    if {{a}} % 3 == 0: break"))


def generated(seed: int) -> Program:
    """The program number `seed`."""
    writer = Writer(seed)
    writer.block("    ", 3)
    lines = [
        HEAD,
        "def run():",
        "    p, q, r, total, steps = 3, 5, 7, 1, 0",
        "    values, table = [1, 2, 3], {}",
        "    thing, other, names = THINGS[0], THINGS[1], []",
        *writer.lines,
        "    return p, q, r, total, values, table, thing.n, thing.seen, other.n, names",
        "result = run()",
    ]
    return Program("\n".join(lines), f"<generated {seed}>")

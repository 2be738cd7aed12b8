"""Makes a program from a seed, of kinds of statements that are chosen at random.

Kinds have holes.  `$A` to `$Z` are names made up for one statement, `$id` a label made up for each
place.  A word alone in its line stands for statements: `$block` where it is, `$loop` in a loop,
`$group` in a handler of `except*`, `$hot` in a hot loop, `$class` and `$classloop` in a class, and
the rest are bodies of functions.  All other words are expressions, of the table of that name.
All loops and recursions come to an end, and how much they do together is limited.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Iterator, Sequence
from itertools import count
from random import Random

from tests.fuzz.scopes import ALL_NAMES, NAMES, Place, Scope
from tests.fuzz.tables import BLOCKS, HOLE, Kind, expressions, groups, kinds, prelude_for

MOST_STATEMENTS = 8
DEEPEST, DEEPEST_EXPRESSION = 5, 3
HEAVIEST = 600
"""How often a statement may be executed in all."""
LOOP_WEIGHT, CALL_WEIGHT, HOT_WEIGHT = 4, 3, 90
COMMON = "data"
"""The group that all programs draw from."""
SIMPLE_EXPRESSIONS = {"number": 2, "list": 2, "items": 2, "text": 2, "value": 1, "catch": 2}
"""How many of the first expressions of a table are simple."""
RETURNING = frozenset({"function"})
NEW = "new"
"""What a kind needs that there is from 3.12 on."""
BODIES = {
    "function": RETURNING,
    "function_": frozenset[str](),
    "generator": RETURNING | {"yield", "delegates"},
    "coroutine": RETURNING | {"async"},
    "asyncgenerator": frozenset({"bare", "yield", "async"}),
}
"""What is allowed in the bodies of functions, by hole."""
HOT_KINDS = ("assign", "if", "continue", "swap", "arithmetic", "assign text")
DEFINITION = re.compile(r"(?:async )?def [^(]*\(.*\)[^)]*:$")


def program(seed: int) -> str:
    """The program of a seed."""
    for attempt in count():
        source = Maker(Random(f"{seed} {attempt}")).program()  # noqa: S311 - no secret
        try:
            compile(source, "<fuzz>", "exec", dont_inherit=True)
        except SyntaxError:
            continue
        return source
    raise AssertionError


class Maker:
    """Makes one program; each has kinds of some groups only, so that these meet more often."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self._left = MOST_STATEMENTS
        self._numbers = count(1)
        chosen = {COMMON, *random.sample(groups(), random.randint(2, 5))}
        self._kinds = [kind for kind in kinds() if kind.group in chosen and fits(kind, chosen)]

    def program(self) -> str:
        """The whole text."""
        place = Place(Scope(None, ALL_NAMES, ALL_NAMES))
        parts = list[str]()
        while self._left > 0:
            parts.append("\n".join(self._kept_apart(place)))
        names = ", ".join(sorted(ALL_NAMES))
        text = "\n".join([*parts, f"print({names})", ""])
        return f"{prelude_for(text)}\n{text}"

    def _kept_apart(self, place: Place) -> Iterator[str]:
        """A statement of the module, mostly one whose errors do not end the program."""
        choice = self.random.random()
        if choice < 0.15:
            yield from self.statement(place)
        elif choice < 0.5:
            yield "try:"
            yield from indented(self.statement(place.inner()))
            yield from ("except Exception as error:", "    show(error)", "    del error")
        else:
            name = f"main{next(self._numbers)}"
            given = self.random.choice(("", "n0=1", "n0=2, n1=0"))
            yield f"def {name}({given}):"
            scope = Scope(place.scope, frozenset(), frozenset())
            body = place.body(scope, RETURNING, 1)
            yield from indented(self._function_body(given, body, "function"))
            yield f"attempt({name})"

    # ------------------------------------------------------------------ statements

    def block(self, place: Place) -> list[str]:
        """A few statements."""
        size = self.random.choice((1, 1, 2, 2, 3))
        return [line for _ in range(size) for line in self.statement(place)]

    def statement(self, place: Place) -> list[str]:
        """One statement that may stand there."""
        self._left -= 1
        is_simple = place.depth >= DEEPEST or place.weight > HEAVIEST or self._left < 0
        fitting = [
            kind
            for kind in self._kinds
            if kind.needs - {NEW} <= place.has and not (is_simple and kind.holds_statements)
        ]
        group = self.random.choice(sorted({kind.group for kind in fitting}))
        return self.filled(self.random.choice([k for k in fitting if k.group == group]), place)

    def filled(self, kind: Kind, place: Place) -> list[str]:
        """A statement of that kind."""
        names: dict[str, str] = {}
        lines: list[str] = []
        for index, line in enumerate(kind.lines):
            text = line.strip()
            if text.startswith("$") and text[1:] in BLOCKS:
                around = definition(kind.lines, index)
                made = self._statements(text[1:], around, place)
                lines += indented(made, len(line) - len(line.lstrip()))
            elif text:
                lines.append(self._text(line, place, names, 0))
        return lines

    def _statements(self, hole: str, around: str, place: Place) -> list[str]:
        """What stands for a hole, in a function of the kind itself if it is in one."""
        if hole in BODIES:
            scope = Scope(place.scope, frozenset(), frozenset())
            return self._function_body(around, place.body(scope, BODIES[hole], CALL_WEIGHT), hole)
        if hole.startswith("class"):
            scope = Scope(place.scope, ALL_NAMES, ALL_NAMES, is_class=True)
            more = frozenset({"loop"} if hole == "classloop" else ())
            return self.block(place.body(scope, more, LOOP_WEIGHT))
        if around:
            own = named(around)
            place = place.body(Scope(place.scope, own, own), frozenset(), CALL_WEIGHT)
        if hole == "loop":
            return self.block(place.inner("loop", weight=LOOP_WEIGHT))
        if hole == "hot":
            return self._hot(place.inner("loop", weight=HOT_WEIGHT))
        if hole == "group":
            return self.block(place.without("loop", "function", "bare"))
        return self.block(place.inner())

    def _hot(self, place: Place) -> list[str]:
        """What is in a hot loop: nothing, or something small."""
        if self.random.random() < 0.5:
            return ["pass"]
        chosen = [kind for kind in kinds() if kind.title in HOT_KINDS and not kind.holds_statements]
        return self.filled(self.random.choice(chosen), place)

    # ------------------------------------------------------------------ functions

    def _function_body(self, around: str, place: Place, hole: str) -> list[str]:
        """Statements of a function, with what makes its variables its own before them."""
        given, outside = named(around), place.scope.around
        own, declared, lines = set(given), dict[str, str](), list[str]()
        for name in sorted(ALL_NAMES - given):
            choice = self.random.random()
            if choice < 0.3:
                own.add(name)
                lines.append(self._text(f"{name} = {self._initial(name[0])}", place, {}, 0))
            elif choice < 0.45:
                is_free = outside is not None and outside.holds(name)
                declared[name] = "nonlocal" if is_free else "global"
        scope = Scope(outside, frozenset(own), frozenset(own | declared.keys()))
        body = Place(scope, place.has, place.depth, place.weight)
        heads = [f"{word} {name}" for name, word in declared.items()]
        lines = [*heads, *lines, *self.block(body)]
        if "yield" in place.has:
            lines.append(self._text("yield $value", body, {}, 0))
        if hole != "function_" and "bare" not in place.has and self.random.random() < 0.6:
            lines.append(self._text("return $value", body, {}, 0))
        return lines

    def _initial(self, kind: str) -> str:
        """What a variable begins with: seldom something that may need one that has no value yet."""
        return self.random.choice(INITIAL[kind]) if self.random.random() < 0.95 else ANY[kind]

    # ------------------------------------------------------------------ expressions

    def _text(self, text: str, place: Place, names: dict[str, str], depth: int) -> str:
        """The text with all its holes filled."""
        return HOLE.sub(lambda hole: self._expression(hole[1], place, names, depth), text)

    def _expression(self, hole: str, place: Place, names: dict[str, str], depth: int) -> str:
        if hole.isupper():
            if hole not in names:
                names[hole] = f"{hole.lower()}{next(self._numbers)}_"
            return names[hole]
        if hole == "id":
            return f"L{next(self._numbers)}"
        if hole in NAMES:
            return self.random.choice(NAMES[hole])
        if hole in TARGETS:
            return self._target(TARGETS[hole], place)
        choices = expressions()[hole]
        if depth >= DEEPEST_EXPRESSION or self.random.random() < 0.4:
            choices = choices[: SIMPLE_EXPRESSIONS.get(hole, len(choices))]
        return self._text(self.random.choice(choices), place, names, depth + 1)

    def _target(self, kind: str, place: Place) -> str:
        """A variable that may be assigned there; now and then one that should not be."""
        fitting = [name for name in NAMES[kind] if name in place.scope.assignable]
        if self.random.random() < 0.03:
            fitting = list(NAMES[kind])
        return self.random.choice(fitting) if fitting else f"{kind}9"


INITIAL = {
    "n": ("$k", "-$k", "$k * 3"),
    "x": ("[$k, $k, $k]", "list(range($k))", "[4, $k, 2, $k]"),
    "s": ('"$id"', "str($k)", '"ab" * $k'),
}
ANY = {"n": "$number", "x": "$list", "s": "$text"}
TARGETS = {"target": "n", "listtarget": "x", "texttarget": "s"}


def fits(kind: Kind, chosen: Container[str]) -> bool:
    """Whether this version of Python has what a kind is of, and it gets on with the other groups.

    An error of asyncio may stay in a cycle, and keep the variables of callers, but only natively.
    """
    is_known = NEW not in kind.needs or sys.version_info >= (3, 12)
    dies = any("Tracked(" in line for line in kind.lines)
    return is_known and not (dies and "asynchronous" in chosen)


def definition(lines: Sequence[str], index: int) -> str:
    """The function, among these lines, that a line is in, up to there; empty if it is in none."""
    depth = indentation(lines[index])
    for number in reversed(range(index)):
        line = lines[number]
        if line.strip() and indentation(line) < depth:
            depth = indentation(line)
            if DEFINITION.match(line.strip()):
                return "\n".join(lines[number:index])
    return ""


def named(text: str) -> frozenset[str]:
    """The variables of every program that are named in a part of a kind."""
    return ALL_NAMES & {*re.findall(r"\w+", text)}


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def indented(lines: Sequence[str], by: int = 4) -> list[str]:
    return [" " * by + line for line in lines]

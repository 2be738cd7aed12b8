"""The tables that programs are made of: kinds of statements by group, and expressions.

A kind is a few lines of text with holes, see `maker.py`.  The files are read once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
HEAD = re.compile(r"^== (?P<title>[^\[\n]+?)(?: \[(?P<needs>[a-z ]+)\])?\n", re.MULTILINE)
HOLE = re.compile(r"\$([a-z]+_?|[A-Z])")
DEFINED = re.compile(r"(?:async def|def|class) (\w+)")
BLOCKS = {
    "block",
    "loop",
    "group",
    "hot",
    "function",
    "function_",
    "generator",
    "coroutine",
    "asyncgenerator",
    "class",
    "classloop",
}
"""Holes that stand for statements, alone in their line."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of statement: its lines, and what the place must have that it stands in."""

    group: str
    title: str
    needs: frozenset[str]
    lines: tuple[str, ...]

    @property
    def holds_statements(self) -> bool:
        return any(line.strip().removeprefix("$") in BLOCKS for line in self.lines)


@cache
def kinds() -> tuple[Kind, ...]:
    """All kinds of statements."""
    return tuple(
        kind for path in sorted((FOLDER / "kinds").glob("*.txt")) for kind in _in_file(path)
    )


def _in_file(path: Path) -> Iterator[Kind]:
    parts = HEAD.split(path.read_text(encoding="utf-8"))[1:]
    for title, needs, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield Kind(path.stem, title, frozenset((needs or "").split()), tuple(text.split("\n")))


@cache
def groups() -> tuple[str, ...]:
    """The names of the groups of kinds."""
    return tuple(dict.fromkeys(kind.group for kind in kinds()))


@cache
def expressions() -> Mapping[str, tuple[str, ...]]:
    """The expressions by what they stand for; the first ones of each have no others in them."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for line in (FOLDER / "expressions.txt").read_text(encoding="utf-8").splitlines():
        name, _, text = line.partition(": ")
        found[name].append(text)
    return {name: tuple(texts) for name, texts in found.items()}


@cache
def prelude() -> str:
    """What programs begin with: definitions, each behind an empty line, of what they may use."""
    return (FOLDER / "prelude.txt").read_text(encoding="utf-8")


def prelude_for(text: str) -> str:
    """What a program begins with that goes on with some text: without definitions it lacks."""
    kept = list[str]()
    for part in reversed(re.split(r"\n\n(?=\S)", prelude())):
        defined = DEFINED.match(part)
        if defined is None or re.search(rf"\b{defined[1]}\b", text):
            kept.append(part)
            text += part
    return "\n\n".join(reversed(kept))

"""Where a statement of a generated program stands: the names it may use, and what is around it."""

from __future__ import annotations

from dataclasses import dataclass, replace

NAMES = {"n": ("n0", "n1", "n2", "n3"), "x": ("x0", "x1"), "s": ("s0", "s1")}
"""The variables of every program, by kind: numbers, lists, texts."""
ALL_NAMES = frozenset(name for names in NAMES.values() for name in names)


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables of a module, class or function: which are its own, and which it may assign."""

    around: Scope | None
    own: frozenset[str]
    assignable: frozenset[str]
    is_class: bool = False

    def holds(self, name: str) -> bool:
        """Whether a function in here finds the name as a variable of a function around it."""
        if self.around is None:
            return False
        if name in self.own and not self.is_class:
            return True
        declared = not self.is_class and name in self.assignable
        return not declared and self.around.holds(name)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a statement stands.

    `has`: what kinds of statements may need (`loop`, `function`, ...); `weight`: how often it is
    executed, at most.
    """

    scope: Scope
    has: frozenset[str] = frozenset()
    depth: int = 0
    weight: int = 1

    def inner(self, *more: str, weight: int = 1) -> Place:
        """A block in here."""
        has = self.has | set(more)
        return replace(self, has=has, depth=self.depth + 1, weight=self.weight * weight)

    def without(self, *less: str) -> Place:
        """A block in here that lacks something."""
        return replace(self, has=self.has - set(less), depth=self.depth + 1)

    def body(self, scope: Scope, has: frozenset[str], weight: int) -> Place:
        """The body of a function or class in here."""
        return Place(scope, has, self.depth + 1, self.weight * weight)

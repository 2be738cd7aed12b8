"""The guards of a unit in the user's words, each said once: none that another one implies.

Guards that two variables are the same known object make them one class (union-find).  A class that
is a module goes without saying where an attribute of the module is guarded: `math.sqrt is the
built-in sqrt`.  Of several guards of one variable only those stay that no other one implies.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from types import BuiltinFunctionType, ModuleType
from typing import Any

from debugger.compiled.loops.emit.inputs import Guard
from debugger.compiled.loops.emit.kinds import (
    NONE,
    UNBOUND,
    Array,
    Enumerate,
    Function,
    ItemIterator,
    Kind,
    Known,
    List,
    Nothing,
    Number,
    Opaque,
    RangeIterator,
    Row,
    Tuple,
    Zip,
)
from debugger.compiled.loops.emit.object_kinds import (
    Apart,
    BoundMethod,
    Class,
    Instance,
    Method,
    Owner,
)
from debugger.compiled.loops.region import (
    Attribute,
    CellContent,
    Default,
    Elsewhere,
    Field,
    FreeContent,
    Receiver,
    Variable,
)
from debugger.frames import ir
from debugger.frames.class_attributes import kind_of
from debugger.frames.framecode import FrameCode
from debugger.frames.listing import last_jump_to
from debugger.frames.records import Record

Node = Variable | tuple[str, int]
"""What is equated: variables, and objects by their identity."""


class Requirement(Record):
    """All of `variables` are of `kind`; `guards`: which guards say so, or are implied by it."""

    variables: tuple[Variable, ...]
    kind: Kind
    guards: tuple[int, ...]


# ---------------------------------------------------------------------- simplifying


class Classes:
    """Union-find over the variables and objects that guards equate."""

    def __init__(self, guards: Iterable[Guard]) -> None:
        self._parents: dict[Node, Node] = {}
        self._variables: dict[Node, Variable] = {}
        for guard in guards:
            if isinstance(guard.kind, Known):
                # The object becomes the root, and the first of its variables its name.
                self._variables.setdefault(node_of(guard.kind.value), guard.variable)
                self._parents[self.root(guard.variable)] = self.root(node_of(guard.kind.value))

    def root(self, node: Node) -> Node:
        """What stands for the class of a node."""
        while (parent := self._parents.get(node, node)) != node:
            self._parents[node] = self._parents.get(parent, parent)
            node = parent
        return node

    def variable(self, value: object) -> Variable | None:
        """A variable that is guarded to be this object."""
        return self._variables.get(self.root(node_of(value)))


def node_of(value: object) -> Node:
    """The node of an object."""
    return ("object", id(value))


def simplified(guards: Sequence[Guard]) -> list[Requirement]:
    """What the guards require, in their order, without what is implied by the rest."""
    classes = Classes(guards)
    merged = _merged(guards, classes)
    owners = _owners(merged, classes)
    stronger = {
        place: found
        for place, each in enumerate(merged)
        if (found := _implied_by(place, each, merged, owners)) is not None
    }
    gathered: dict[int, list[int]] = {}
    for place, each in enumerate(merged):
        gathered.setdefault(_last(stronger, place), []).extend(each.guards)
    return [
        Requirement(_beside(merged[place], owners), merged[place].kind, tuple(sorted(found)))
        for place, found in sorted(gathered.items())
    ]


def _merged(guards: Sequence[Guard], classes: Classes) -> list[Requirement]:
    """One requirement for each class and for each other kind that a variable has to be of."""
    found: dict[object, Requirement] = {}
    for index, guard in enumerate(guards):
        is_known = isinstance(guard.kind, Known)
        key = classes.root(guard.variable) if is_known else (guard.variable, guard.kind)
        before = found.get(key, Requirement((), guard.kind, ()))
        more = () if guard.variable in before.variables else (guard.variable,)
        found[key] = Requirement((*before.variables, *more), before.kind, (*before.guards, index))
    return list(found.values())


def _owners(requirements: Sequence[Requirement], classes: Classes) -> dict[Variable, int]:
    """The variables through which modules are reached, and a requirement that says so."""
    found: dict[Variable, int] = {}
    for place, each in enumerate(requirements):
        for variable in each.variables:
            owner = classes.variable(variable.owner) if isinstance(variable, Attribute) else None
            if owner is not None:
                found.setdefault(owner, place)
    return found


def _implied_by(
    place: int,
    weak: Requirement,
    requirements: Sequence[Requirement],
    owners: dict[Variable, int],
) -> int | None:
    """The place of a requirement that implies the one at `place`."""
    if not _beside(weak, owners):
        return owners[weak.variables[0]]
    for other, strong in enumerate(requirements):
        covers = set(weak.variables) <= set(strong.variables) and implies(strong.kind, weak.kind)
        # Of two that imply each other the earlier one stays.
        if other != place and covers and (other < place or not implies(weak.kind, strong.kind)):
            return other
    return None


def _beside(requirement: Requirement, owners: dict[Variable, int]) -> tuple[Variable, ...]:
    """The variables of which it has to be said: not those named in what is said of attributes."""
    if not isinstance(requirement.kind, Known):
        return requirement.variables
    return tuple(v for v in requirement.variables if v not in owners)


def _last(stronger: dict[int, int], place: int) -> int:
    """The end of a chain: `numpy` is implied by `numpy.linalg`, that by `numpy.linalg.norm`."""
    seen = set()
    while place in stronger and place not in seen:
        seen.add(place)
        place = stronger[place]
    return place


def implies(strong: Kind, weak: Kind) -> bool:
    """Whether a value that passes the guard of kind `strong` passes that of kind `weak`."""
    if strong == weak:
        return True
    if isinstance(weak, Opaque):
        return strong not in (UNBOUND, NONE) and (weak.type is None or type_of(strong) is weak.type)
    if isinstance(strong, Known):
        return isinstance(weak, Number) and type(strong.value).__name__ == weak.name
    alike = IMPLYING.get(type(strong))
    return alike is not None and type(weak) is type(strong) and alike(strong, weak)


def all_imply(strong: Sequence[Kind], weak: Sequence[Kind]) -> bool:
    """The same for each of several kinds."""
    return len(strong) == len(weak) and all(map(implies, strong, weak))


# For kinds of one type: whether the first implies the second.  Of a list only that it is one is
# checked at entry, its elements when they are read.
IMPLYING: dict[type, Callable[[Any, Any], bool]] = {
    List: lambda strong, weak: True,
    Array: lambda strong, weak: array_facts(strong) == array_facts(weak),
    RangeIterator: lambda strong, weak: weak.step in (0, strong.step),
    ItemIterator: lambda strong, weak: implies(strong.items, weak.items),
    Enumerate: lambda strong, weak: implies(strong.inner, weak.inner),
    Tuple: lambda strong, weak: all_imply(strong.elements, weak.elements),
    Zip: lambda strong, weak: all_imply(strong.inner, weak.inner),
}


def array_facts(kind: Array) -> tuple[object, ...]:
    """What the guard of an array checks: everything but where the array came from."""
    return kind.item, kind.dimensions, kind.writeable, kind.contiguous


def type_of(kind: Kind) -> type | None:
    """The exact type of the values of a kind, as far as `Opaque` kinds are concerned."""
    if isinstance(kind, Known):
        return type(kind.value)
    if isinstance(kind, Opaque):
        return kind.type
    if isinstance(kind, Nothing):
        return type(None)
    return TYPES.get(kind.name) if isinstance(kind, Number) else None


TYPES = {"int": int, "float": float, "bool": bool}


# ---------------------------------------------------------------------- words


class Words:
    """How the variables and guards at a header of a framecode are called."""

    def __init__(self, framecode: FrameCode, header: int, guards: Iterable[Guard] = ()) -> None:
        self._framecode = framecode
        self._header = header
        self._classes = Classes(guards)

    def sentence(self, requirement: Requirement) -> str:
        """`n is int`."""
        *others, last = map(self.variable, requirement.variables)
        subject = f"{', '.join(others)} and {last}" if others else last
        kind = requirement.kind
        if kind == UNBOUND:
            return f"{subject} {'have' if others else 'has'} no value yet"
        if isinstance(kind, Opaque) and kind.type is None:
            return f"{subject} {'are' if others else 'is'} not None"
        return f"{subject} {'are' if others else 'is'} {self._kind(requirement)}"

    def _kind(self, requirement: Requirement) -> str:
        """What the variables are; an object that another variable stands for is called by that."""
        kind = requirement.kind
        if isinstance(kind, Apart):
            return f"not {self.variable(kind.other)}"
        if isinstance(kind, Owner) and kind.source not in requirement.variables:
            return self.variable(kind.source)
        return kind_words(kind)

    def variable(self, variable: Variable) -> str:
        """`n`, `math.sqrt`, `the iterator of line 12`."""
        if isinstance(variable, int):
            return self._register(variable)
        if isinstance(variable, Default):
            return f"the default {variable.name} of {self.variable(variable.function)}"
        if isinstance(variable, FreeContent):
            return f"{variable.name} of {self.variable(variable.function)}"
        if isinstance(variable, Receiver):
            return f"{self.variable(variable.method)}.__self__"
        return self._elsewhere(variable)

    def _elsewhere(self, variable: Elsewhere) -> str:
        if isinstance(variable, CellContent):
            return self._framecode.names[variable.register]
        if isinstance(variable, Field):
            return f"{self.variable(variable.owner)}.{variable.name}"
        if isinstance(variable, Attribute):
            owner = self._classes.variable(variable.owner)
            return str(variable) if owner is None else f"{self.variable(owner)}.{variable.name}"
        return str(variable)

    def _register(self, register: int) -> str:
        if register >= self._framecode.first_temp:
            return self._temporary(register)
        name = self._framecode.names[register]
        return "the iterator passed in" if name.startswith(".") else name

    def _temporary(self, register: int) -> str:
        for pc, statement in enumerate(self._framecode.statements):
            is_its = isinstance(statement, ir.ForNext) and statement.iterator.register == register
            if is_its and pc <= self._header <= last_jump_to(self._framecode, pc):
                return f"the iterator of line {self._framecode.positions[pc].line or '?'}"
        return f"the temporary ${register - self._framecode.first_temp}"


def kind_words(kind: Kind) -> str:
    """What a value of a kind is."""
    words = WORDS.get(type(kind))
    return str(kind) if words is None else words(kind)


def known_words(value: object) -> str:
    """`the built-in sqrt`."""
    if isinstance(value, ModuleType):
        return f"the module {value.__name__}"
    if isinstance(value, BuiltinFunctionType):
        return f"the built-in {value.__name__}"
    if isinstance(value, type):
        return f"the type {value.__name__}"
    return f"the same {kind_of(value)} as before"


def function_words(kind: Function) -> str:
    """`the function helper (app.py:3)`: one with that code, not this very object."""
    if kind.framecode is None:
        return "a function"
    code = kind.framecode.code
    place = f"{os.path.basename(code.co_filename)}:{code.co_firstlineno}"
    name = code.co_qualname.replace("<locals>.", "")
    return f"the function {name} ({place})"


def array_words(kind: Array) -> str:
    """`array of float64[:,:], C-contiguous`."""
    marks = ["C-contiguous"] * kind.contiguous + ["read-only"] * (not kind.writeable)
    return ", ".join([f"array of {kind.item.name}[{','.join(':' * kind.dimensions)}]", *marks])


def list_words(kind: List) -> str:
    """`list of int`."""
    return "list" if kind.element is None else f"list of {kind_words(kind.element)}"


WORDS: dict[type, Callable[[Any], str]] = {
    Known: lambda kind: known_words(kind.value),
    Instance: lambda kind: f"an instance of {kind} (unchanged since)",
    Class: lambda kind: f"the {kind} (unchanged since)",
    Method: lambda kind: f"the {kind} of its class",
    BoundMethod: lambda kind: f"the {kind}, bound",
    Array: array_words,
    Function: function_words,
    Row: lambda kind: f"row of {array_words(kind.array)}",
    List: list_words,
    Tuple: lambda kind: f"tuple ({', '.join(map(kind_words, kind.elements))})",
    RangeIterator: lambda kind: f"a {kind}",
    ItemIterator: lambda kind: f"an iterator over {kind_words(kind.items)}",
    Enumerate: lambda kind: f"an enumerate of {kind_words(kind.inner)}",
    Zip: lambda kind: f"a zip of {', '.join(map(kind_words, kind.inner))}",
}

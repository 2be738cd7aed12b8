"""Observing the attributes of objects: which of them compiled code may keep in registers.

Only names that the region mentions are looked at, and only attributes that are plain
(`classes.py`).  Variables that hold the same object are one: the first of them is the `source` of
the kind of all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any
from weakref import ref

from debugger.compiled.loops import classes
from debugger.compiled.loops.emit.kinds import Kind, Opaque
from debugger.compiled.loops.emit.object_kinds import BoundMethod, Class, Instance, Method, Shape
from debugger.compiled.loops.region import Field, KnownFunction, Receiver, Variable
from debugger.frames.class_attributes import class_name, is_written_in_python, looked_up
from debugger.frames.missing import MISSING

if TYPE_CHECKING:
    from debugger.compiled.loops.surroundings import Surroundings

DEEPEST, MOST_FIELDS = 4, 200
"""Dots after a variable (`self.a.b.c.d`), and attributes of all variables together."""


class Fields:
    """The attributes of objects, found from the variables that hold them.

    `kinds`: of all variables, the fields among them; `assignable`: the fields that can be kept in
    registers while they change.  `functions`: those that classes and objects were found to hold.
    """

    def __init__(
        self,
        kinds: Mapping[Variable, Kind],
        outside: Surroundings,
        loaded: frozenset[str],
        stored: frozenset[str],
    ) -> None:
        self.kinds = dict(kinds)
        self.assignable: set[Field] = set()
        self.functions: dict[KnownFunction, None] = {}
        self._outside = outside
        self._names = sorted(loaded | stored)
        self._stored = stored
        self._sources: dict[int, Variable] = {}
        self._room = MOST_FIELDS
        self._todo: deque[tuple[Variable, object, int]] = deque()

    def observe(self, values: Mapping[Variable, object]) -> None:
        """Look at the objects that variables hold, and at those that they hold."""
        self._todo.extend((variable, value, 0) for variable, value in values.items())
        while self._todo:
            self._look(*self._todo.popleft())

    def _look(self, variable: Variable, value: object, depth: int) -> None:
        source = self._sources.get(id(value))
        if source is not None:
            self.kinds[variable] = self.kinds[source]
            return
        if type(value) is MethodType and type(value.__func__) is FunctionType:
            self._bind(variable, value, depth)
            return
        found = self._class(variable, value) or self._instance(variable, value)
        if found is None or depth == DEEPEST or self._room < len(found[1]):
            return
        self._sources[id(value)] = variable
        self._room -= len(found[1])
        kind, names = found
        self.kinds[variable] = kind
        for name in names:
            self._add(Field(variable, name), value, kind, depth)

    def _bind(self, variable: Variable, method: MethodType, depth: int) -> None:
        """Observe a bound method, and what it is bound to."""
        self._sources[id(method)] = variable
        function: Any = method.__func__
        receiver = Receiver(variable)
        self.kinds[variable] = BoundMethod(variable, self._known(function), receiver)
        self.kinds[receiver] = self._outside.kind(method.__self__, receiver)
        if isinstance(self.kinds[receiver], Opaque):
            self._todo.append((receiver, method.__self__, depth))

    def _class(self, variable: Variable, value: object) -> tuple[Class, list[str]] | None:
        if type(value) is not type or not is_written_in_python(value):
            return None
        shape = Shape(id(value), class_name(value), classes.version(value))
        names = [name for name in self._names if classes.has_plain(value, name)]
        return (Class(variable, shape), names) if names and shape.version else None

    def _instance(self, variable: Variable, value: object) -> tuple[Instance, list[str]] | None:
        owner = type(value)
        # Whatever changes from here on changes the version, too.
        version = classes.version(owner)
        if not classes.reads_plainly(owner):
            return None
        plain = [name for name in self._names if classes.is_plain(owner, name)]
        names = [name for name in plain if classes.read(value, name) is not MISSING]
        defaults = [(name, classes.default(owner, name)) for name in names if name in self._stored]
        shape = Shape(
            id(owner), class_name(owner), version, classes.has_dictionary(owner), tuple(defaults)
        )
        return (Instance(variable, shape), names) if names and version else None

    def _add(self, field: Field, owner: object, kind: Class | Instance, depth: int) -> None:
        """Observe one attribute."""
        if isinstance(kind, Class):
            value = classes.has(owner, field.name)  # type: ignore[arg-type]
        else:
            value = classes.read(owner, field.name)
            if is_method(owner, field.name, value):
                self.kinds[field] = Method(self._known(value.__func__), kind)
                return
            if self._is_assignable(owner, field.name, value):
                self.assignable.add(field)
        self.kinds[field] = self._kind(value, field)
        if isinstance(self.kinds[field], Opaque):
            self._todo.append((field, value, depth + 1))

    def _kind(self, value: object, field: Field) -> Kind:
        """The kind of what an attribute holds: a function is known, where it will stay."""
        if type(value) is not FunctionType:
            return self._outside.kind(value, field)
        if field in self.assignable:
            return Opaque(field)
        return self._outside.kind(value, self._known(value))

    def _known(self, function: FunctionType) -> KnownFunction:
        found = KnownFunction(ref(function), function.__qualname__.replace("<locals>.", ""))
        self.functions[found] = None
        return found

    def _is_assignable(self, owner: object, name: str, value: object) -> bool:
        """Whether assigning replaces what the object itself has: not what its class has for it."""
        if name not in self._stored or not classes.assigns_plainly(type(owner)):
            return False
        return classes.default(type(owner), name) != id(value)


def is_method(owner: object, name: str, value: object) -> bool:
    """Whether an attribute of an object is a function of its class, bound to it."""
    if type(value) is not MethodType or value.__self__ is not owner:
        return False
    function = looked_up(type(owner), name)
    return type(function) is FunctionType and value.__func__ is function

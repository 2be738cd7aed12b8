"""Frozen, slotted records: what frozen dataclasses give, defined in a tenth of the time.

The statements of the IR alone are forty classes; as dataclasses they would take longer to define
than the rest of the start of the debugger.  Type checkers see a dataclass.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform

AnyRecord = TypeVar("AnyRecord", bound="Record")


@dataclass_transform(frozen_default=True)
class RecordType(type):
    """The type of record classes: turns annotations into slots and a constructor."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> RecordType:
        own = [
            field
            for field, annotation in namespace.get("__annotations__", {}).items()
            if not str(annotation).startswith("ClassVar")
        ]
        base: Any = bases[0] if bases else None
        fields = (*getattr(base, "_fields", ()), *own)
        defaults = {field: namespace.pop(field) for field in own if field in namespace}
        namespace |= {
            "__slots__": tuple(own),
            "__match_args__": fields,
            "_fields": fields,
            "_default_values": {**getattr(base, "_default_values", {}), **defaults},
            "_read": attrgetter(*fields) if fields else _nothing,
        }
        made = super().__new__(cls, name, bases, namespace)
        made.__init__ = _constructor(made)  # type: ignore[misc]
        return made

    _fields: tuple[str, ...]
    _default_values: dict[str, Any]
    _read: Callable[[Any], Any]


def _nothing(record: Any) -> tuple[()]:
    return ()


def _constructor(kind: RecordType) -> Any:
    """`__init__(self, fields...)`, which fills the slots behind the back of `__setattr__`."""
    defaults = kind._default_values  # noqa: SLF001
    names: dict[str, Any] = {f"default_{n}": v for n, v in defaults.items()}
    for field in kind._fields:
        names[f"set_{field}"] = getattr(kind, field).__set__
    parameters = [
        f"{field}=default_{field}" if field in defaults else field for field in kind._fields
    ]
    body = [f"set_{field}(self, {field})" for field in kind._fields] or ["pass"]
    exec(f"def __init__(self, {', '.join(parameters)}): {'; '.join(body)}", names)
    return names["__init__"]


class Record(metaclass=RecordType):
    """The base of all records."""

    _fields: ClassVar[tuple[str, ...]]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen; cannot set {name!r}")

    def __eq__(self, other: object) -> bool:
        kind = type(self)
        return kind is type(other) and bool(kind._read(self) == kind._read(other))

    def __hash__(self) -> int:
        kind = type(self)
        return hash((kind, kind._read(self)))  # noqa: SLF001

    def __repr__(self) -> str:
        fields = zip(type(self)._fields, values(self), strict=True)
        return f"{type(self).__name__}({', '.join(f'{n}={v!r}' for n, v in fields)})"


def values(record: Any) -> tuple[Any, ...]:
    """The values of the fields of a record, in order."""
    return tuple(getattr(record, field) for field in type(record)._fields)


def replaced(record: AnyRecord, **changes: Any) -> AnyRecord:
    """The same record with some fields changed."""
    fields = type(record)._fields
    return type(record)(*(changes.get(field, getattr(record, field)) for field in fields))

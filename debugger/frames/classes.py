"""`class` statements whose body is interpreted (CPython: Python/bltinmodule.c, __build_class__)."""

from __future__ import annotations

import types
from types import CellType, FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from debugger.frames.frame import Frame


def build_class(
    frame: Frame,
    body: FunctionType,
    name: str,
    bases: tuple[Any, ...],
    keywords: dict[str, Any],
) -> Frame:
    """The frame of a class body, which makes the class when it returns."""

    def native(callee: Any, *arguments: Any, **named: Any) -> Any:
        return frame.binding.call(frame.pc, callee, arguments, named)

    resolved = native(types.resolve_bases, bases)
    metaclass = choose_metaclass(resolved, keywords)
    namespace: Any = {}
    if hasattr(metaclass, "__prepare__"):
        namespace = native(metaclass.__prepare__, name, resolved, **keywords)
    if not hasattr(type(namespace), "__getitem__"):
        owner = metaclass.__name__ if isinstance(metaclass, type) else "<metaclass>"
        message = f"{owner}.__prepare__() must return a mapping, not {type(namespace).__name__}"
        raise TypeError(message)

    def finish(_: Frame, cell: object) -> object:
        if resolved is not bases:
            namespace["__orig_bases__"] = bases
        made = native(metaclass, name, resolved, namespace, **keywords)
        if isinstance(made, type) and isinstance(cell, CellType):
            check_cell(cell, name, made)
        return made

    code_frame = frame.interpreter.code_frame(
        frame, body.__code__, body.__globals__, namespace, body.__closure__ or ()
    )
    code_frame.finish = finish
    return code_frame


def choose_metaclass(bases: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """The most derived metaclass; takes `metaclass` out of the keywords."""
    if "metaclass" in keywords:
        metaclass = keywords.pop("metaclass")
    else:
        metaclass = type(bases[0]) if bases else type
    if not isinstance(metaclass, type):
        return metaclass
    for base in bases:
        kind = type(base)
        if issubclass(metaclass, kind):
            continue
        if not issubclass(kind, metaclass):
            message = (
                "metaclass conflict: the metaclass of a derived class must be a (non-strict)"
                " subclass of the metaclasses of all its bases"
            )
            raise TypeError(message)
        metaclass = kind
    return metaclass


def check_cell(cell: CellType, name: str, made: type) -> None:
    """The `__class__` of the methods must have become the class that was made."""
    try:
        found = cell.cell_contents
    except ValueError:
        message = (
            f"__class__ not set defining {name!r} as {made!r}. Was __classcell__ propagated"
            " to type.__new__?"
        )
        raise RuntimeError(message) from None
    if found is not made:
        raise TypeError(f"__class__ set to {found!r} defining {name!r} as {made!r}")

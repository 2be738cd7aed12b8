"""Values as text.

Nothing of the program runs for it but `__repr__` methods: whatever those raise is caught, and they
have a limit of time.  Classes are looked at past their metaclasses.
"""

from __future__ import annotations

import sys
from itertools import islice
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import TYPE_CHECKING, Any

from debugger.frames.class_attributes import bases, looked_up, namespace
from debugger.ui.limit import TooLongError, within

if TYPE_CHECKING:
    from collections.abc import Callable

LIMIT = 60
LONGEST = 100_000
"""Characters of a text that the user has asked for."""
_BRIEF, _LONG = 0.5, 5
"""Seconds for what is shown unasked, and for what the user has asked for."""
_QUALNAME: Any = type.__dict__["__qualname__"]
_ITEMS = 6
_DEPTH = 3
_WRITTEN_BITS = 2000
_BRACKETS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
}


def short(value: object, limit: int = LIMIT) -> str:
    """One line that says what the value is, of about `limit` characters at the most."""
    try:
        return clipped(_describe(value, _DEPTH), limit)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a container that another thread changes meanwhile, for one
        return _failed(value, error)


def full(value: object) -> str:
    """What `repr` gives, or a sentence about what it raised; cut where it is very long."""
    return asked(repr, value)


def asked(show: Callable[[object], str], value: object) -> str:
    """A value as `show` gives it, with the limits of what the user has asked for."""
    try:
        text = _text_of(within(_LONG, show, value))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever the program's __repr__ raises
        return _failed(value, error)
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]}... {len(text):,} characters"


def is_too_long(text: str) -> bool:
    """Whether `short` has given this text for a value that takes too long."""
    return text.endswith(_TOO_LONG)


def class_name(kind: type) -> str:
    """The name of a class, whatever its metaclass says."""
    found: str = _QUALNAME.__get__(kind)
    return found


def class_path(kind: type) -> str:
    """The name of a class, with its module but for `builtins`."""
    module = namespace(kind).get("__module__", "builtins")
    # In some classes of Python's own it is what their instances are asked by.
    is_named = type(module) is str and module != "builtins"
    return f"{module}.{class_name(kind)}" if is_named else class_name(kind)


def clipped(text: str, limit: int) -> str:
    """The text on one line, cut where it is too long."""
    line = " ".join(text.split("\n")) if "\n" in text else text
    return line if len(line) <= limit else f"{line[: max(limit - 3, 0)]}..."


def error_text(error: BaseException) -> str:
    """`ValueError: what it says`, as the last line of a traceback has it."""
    name = class_name(type(error))
    message = _message(error)
    return f"{name}: {clipped(message, 200)}" if message else name


def instance_attributes(value: object) -> dict[str, object]:
    """What is in the instance itself, without running a property or `__getattr__`."""
    for kind in bases(type(value)):
        descriptor = namespace(kind).get("__dict__")
        # Python's own descriptor; a class may have put something that runs in its place.
        if isinstance(descriptor, GetSetDescriptorType | MemberDescriptorType):
            found = descriptor.__get__(value)
            return found if type(found) is dict else {}
        if descriptor is not None:
            return {}
    return {}


def _message(error: BaseException) -> str:
    says = _syntax if issubclass(type(error), SyntaxError) else str
    try:
        return _text_of(within(_BRIEF, says, error))
    except KeyboardInterrupt:
        raise
    except BaseException:  # whatever the program's __str__ raises
        return "<its __str__ raised too>"


def _syntax(error: BaseException) -> str:
    """What is wrong, without the place."""
    return f"{getattr(error, 'msg', '')}"


_TOO_LONG = ": its __repr__ takes too long>"


def _failed(value: object, error: BaseException) -> str:
    if type(error) is TooLongError:
        return f"<{class_name(type(value))}{_TOO_LONG}"
    return f"<{class_name(type(value))}: its __repr__ raised {class_name(type(error))}>"


def _text_of(text: str) -> str:
    """The text without the methods of a subclass of `str` that a program may give for it."""
    return str.__str__(text)


def _describe(value: object, depth: int) -> str:
    describe = _DESCRIBERS.get(type(value))
    if describe is not None:
        return describe(value, depth)
    # Not isinstance(), which asks the value for its `__class__`.
    if issubclass(type(value), type):
        return f"<class {class_name(value)}>"  # type: ignore[arg-type]
    kind = type(value)
    if class_name(kind) == "ndarray" and namespace(kind).get("__module__") == "numpy":
        return within(_BRIEF, _array, value)
    if looked_up(kind, "__repr__") is object.__repr__:
        return _instance(value, depth)
    return _represented(value)


def _represented(value: object) -> str:
    """What its own `__repr__` gives, or a sentence about what it raised."""
    try:
        return _text_of(within(_BRIEF, repr, value))
    except (KeyboardInterrupt, TooLongError):
        raise
    except BaseException as error:  # whatever the program's __repr__ raises
        return _failed(value, error)


def _plain(value: object, depth: int) -> str:
    del depth
    return repr(value)


def _integer(value: object, depth: int) -> str:
    del depth
    assert isinstance(value, int)
    # Python refuses to write out integers of very many digits.
    return (
        repr(value)
        if value.bit_length() < _WRITTEN_BITS
        else f"<int of {value.bit_length():,} bits>"
    )


def _text(value: object, depth: int) -> str:
    del depth
    assert isinstance(value, str | bytes | bytearray)
    if len(value) <= LIMIT:
        return repr(value)
    return f"{repr(value[: LIMIT - 20])[:-1]}... {len(value):,} long"


def _sequence(value: object, depth: int) -> str:
    assert isinstance(value, list | tuple | set | frozenset)
    opening, closing = _BRACKETS[type(value)]
    if not value:
        return repr(value)
    items = [_describe(item, depth - 1) for item in islice(value, _ITEMS)] if depth else []
    comma = "," if isinstance(value, tuple) and len(value) == 1 else ""
    return f"{opening}{_joined(items, len(value))}{comma}{closing}"


def _mapping(value: object, depth: int) -> str:
    assert isinstance(value, dict)
    pairs = islice(value.items(), _ITEMS) if depth else []
    items = [f"{_describe(key, depth - 1)}: {_describe(item, depth - 1)}" for key, item in pairs]
    return f"{{{_joined(items, len(value))}}}"


def _joined(items: list[str], size: int) -> str:
    shown = ", ".join(items)
    if len(items) == size and len(shown) <= LIMIT:
        return shown
    return f"{_fitting(items)}... {size:,} items"


def _fitting(items: list[str]) -> str:
    text = ""
    for item in items:
        if len(text) + len(item) > LIMIT - 20:
            break
        text += f"{item}, "
    return text


def _instance(value: object, depth: int) -> str:
    attributes = instance_attributes(value) if depth else {}
    texts = [
        f"{name}={_describe(item, depth - 1)}" for name, item in islice(attributes.items(), _ITEMS)
    ]
    more = " ..." if len(attributes) > _ITEMS else ""
    return f"<{' '.join([class_name(type(value)), *texts])}{more}>"


def _named(kind: str) -> Callable[[object, int], str]:
    def describe(value: object, depth: int) -> str:
        del depth
        return f"<{kind} {getattr(value, '__qualname__', '?')}>"

    return describe


def _module(value: object, depth: int) -> str:
    del depth
    # Its own `__getattr__` may run anything.
    return f"<module {vars(value).get('__name__', '?')}>"


def _array(value: object) -> str:
    numpy = sys.modules["numpy"]
    shape = "x".join(map(str, value.shape))  # type: ignore[attr-defined]
    text = numpy.array2string(value, threshold=6, edgeitems=2, precision=4)
    return f"{value.dtype}[{shape}] {text}"  # type: ignore[attr-defined]


_DESCRIBERS: dict[type, Callable[[object, int], str]] = {
    **dict.fromkeys((bool, float, complex, type(None), type(...), range), _plain),
    **dict.fromkeys((str, bytes, bytearray), _text),
    **dict.fromkeys(_BRACKETS, _sequence),
    int: _integer,
    dict: _mapping,
    ModuleType: _module,
    FunctionType: _named("function"),
    MethodType: _named("method"),
    BuiltinFunctionType: _named("function"),
}

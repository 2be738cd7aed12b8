"""All that can be seen of a call: its value with its type, its exception and its warnings."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

SINGLETONS = (None, True, False, np.True_, np.False_, *range(-5, 257))
"""What CPython makes only once, so that `is` can tell if another has been made."""

BY_ID = {id(each): f"{type(each).__name__} {each!r}" for each in SINGLETONS}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a call, in words."""

    value: str
    exception: str
    warnings: tuple[str, ...]

    @property
    def is_quiet(self) -> bool:
        return not self.exception and not self.warnings


def outcome(
    log: list[warnings.WarningMessage], function: Callable[..., Any], *args: Any
) -> tuple[Outcome, Any]:
    """Call a function; what became of it, and the value. The log is that of the warnings."""
    log.clear()
    value = None
    exception = ""
    try:
        value = function(*args)
    except Exception as error:
        exception = f"{type(error).__name__}: {error} {error.args!r}"
        words = ""
    else:
        words = describe(value)
    warned = tuple(f"line {w.lineno}, {w.category.__name__}: {w.message}" for w in log)
    return Outcome(words, exception, warned), value


def same_as(value: Any, args: tuple[Any, ...]) -> str:
    """Which of the arguments a value is, if any, counted from the last."""
    places = [str(place) for place, each in enumerate(reversed(args)) if each is value]
    return f" (argument {', '.join(places)} from the end)" if places else ""


def describe(value: Any) -> str:
    """A value with its exact type, to the bit; NaNs are all alike."""
    known = BY_ID.get(id(value))
    if known is not None:
        return known
    kind = type(value)
    name = f"{kind.__module__}.{kind.__qualname__}"
    if kind is float:
        text = "nan" if math.isnan(value) else value.hex()
    elif kind is int:
        text = hex(value)
    elif isinstance(value, np.floating):
        text = "nan" if np.isnan(value) else f"{value!r} {value.tobytes().hex()}"
    elif isinstance(value, np.integer):
        text = str(value)
    elif isinstance(value, complex | np.complexfloating):
        text = f"{describe(value.real)} {describe(value.imag)}"
    elif isinstance(value, tuple | list):
        text = ", ".join(map(describe, value))
    elif isinstance(value, np.ndarray):
        text = f"{value.dtype} {value.shape} {value.tolist()!r}"
    else:
        text = repr(value)
    return f"{name} {text}"


def difference(native: Outcome, compiled: Outcome) -> str:
    """What differs between an outcome of CPython and one of a compiled loop, in words."""
    return "; ".join(
        f"{field.name}: {getattr(native, field.name)!r} became {getattr(compiled, field.name)!r}"
        for field in fields(Outcome)
        if getattr(native, field.name) != getattr(compiled, field.name)
    )

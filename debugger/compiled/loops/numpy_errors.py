"""What numpy does about floating point errors, asked at every entry of code that computes with it.

Compiled code leaves where a result overflows, is undefined or divides by zero, so only what happens
at an underflow matters: usually nothing, but the program may have asked for more (`np.errstate`).
"""

from __future__ import annotations

import sys
from typing import Any

UNKNOWN = object()


class NumpyErrors:
    """Asks `geterr` only when the context variable that numpy keeps its answer in has changed."""

    def __init__(self, numpy: Any) -> None:
        self.numpy = numpy
        inner = sys.modules.get("numpy._core.umath")
        variable: Any = getattr(inner, "_extobj_contextvar", None)
        self.get = getattr(variable, "get", None) or (lambda default: object())
        self.ignoring: object = UNKNOWN

    def are_ignored(self) -> bool:
        """Whether an underflow goes unnoticed."""
        current = self.get(None)
        if current is self.ignoring:
            return True
        if self.numpy.geterr()["under"] != "ignore":
            return False
        self.ignoring = current
        return True

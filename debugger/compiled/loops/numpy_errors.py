"""What numpy does about floating point errors, asked at every entry of code that computes with it.

Compiled code leaves where a result overflows, is undefined or divides by zero, so only what happens
at an underflow matters: usually nothing, but the program may have asked for more (`np.errstate`).
"""

from __future__ import annotations

import ctypes
import sys
from contextvars import ContextVar
from typing import Any


class NumpyErrors:
    """What the context variable, in which numpy keeps its answer, holds while it ignores them.

    Machine code compares the address of what it holds with a word of memory here.  Without such a
    `variable` numpy has to be asked each time.
    """

    def __init__(self, numpy: Any) -> None:
        self.numpy = numpy
        inner = sys.modules.get("numpy._core.umath")
        variable = getattr(inner, "_extobj_contextvar", None)
        self.variable = variable if type(variable) is ContextVar else None
        self._ignoring: object = None
        self._word = ctypes.c_int64(0)

    @property
    def address(self) -> int:
        """Where the address is of what the variable holds while underflows are ignored."""
        return ctypes.addressof(self._word)

    def are_ignored(self) -> bool:
        """Whether an underflow goes unnoticed; if so, what the variable holds is remembered."""
        if self.numpy.geterr()["under"] != "ignore":
            return False
        if self.variable is not None:
            current = self.variable.get(None)
            self._word.value, self._ignoring = id(current), current
        return True

"""The marker of an empty register."""

from __future__ import annotations

import ctypes
from typing import Final


class Missing:
    """The value of a register that holds nothing: an unbound local, a used-up temporary."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()
# A program that goes through all objects would take it for an unbound variable.
ctypes.pythonapi.PyObject_GC_UnTrack(ctypes.py_object(MISSING))

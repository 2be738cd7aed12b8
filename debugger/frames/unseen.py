"""What the program's own tracers, profilers and monitoring see nothing of.

In the bytecode of a variant, between `BEGIN(STATE())` and `END(STATE())`, a thread has no events.
None of the three is a function, so calling them is no event either.
"""

from __future__ import annotations

import ctypes
from typing import Any, Final

_NO_RESULT = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)

STATE: Final[Any] = ctypes.PYFUNCTYPE(ctypes.c_void_p)(("PyThreadState_Get", ctypes.pythonapi))
"""Gives the state of the thread that calls."""

BEGIN: Final[Any] = _NO_RESULT(("PyThreadState_EnterTracing", ctypes.pythonapi))
"""From now on this thread has no events."""

END: Final[Any] = _NO_RESULT(("PyThreadState_LeaveTracing", ctypes.pythonapi))
"""It has them again, unless there was one more `BEGIN`."""

"""What differs between Python versions, and nothing else: one small table per version.

A table maps an opcode's name to a *shape* (an instruction that is executed as it
stands; see `Shape`) or to the name of the `Lifter` method that lowers it.  To support
a new Python: add a module with a `TABLE` beside these and name it in `table()`.
"""

from __future__ import annotations

import sys
from functools import cache

from debugger.frames.opcodes.base import Shape, Table

__all__ = ["Shape", "Table", "table"]


@cache
def table() -> Table:
    """The table of the running Python; raises ImportError for an unsupported one."""
    version = sys.version_info[:2]
    if version == (3, 11):
        from debugger.frames.opcodes.v311 import TABLE
    elif version == (3, 12):
        from debugger.frames.opcodes.v312 import TABLE
    elif version == (3, 13):
        from debugger.frames.opcodes.v313 import TABLE
    else:
        message = f"Python {version[0]}.{version[1]} is not supported; use 3.11, 3.12 or 3.13."
        raise ImportError(message)
    return TABLE

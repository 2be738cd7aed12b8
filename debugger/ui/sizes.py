"""Sizes of memory, as they are typed and shown."""

from __future__ import annotations

import re

from debugger.frames.errors import UserError
from debugger.frames.recording.log import DEFAULT_LIMIT

_UNITS = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3}
_STEP = 1024
_SMALLEST = 64 * 1024


def bytes_in(text: str) -> int:
    """So many bytes are meant by a size; raises UserError where it is none."""
    found = re.fullmatch(r"(\d+)\s*([KMG]?)B?", text.upper())
    if found is None:
        raise UserError(f"'{text}' is neither on, off nor a size such as {size(DEFAULT_LIMIT)}.")
    return max(int(found[1]) * _UNITS[found[2]], _SMALLEST)


def size(count: int) -> str:
    """So many bytes in the largest unit of which they fill one."""
    for unit in ("bytes", "KB", "MB"):
        if count < _STEP:
            return f"{count:,} {unit}"
        count //= _STEP
    return f"{count:,} GB"

"""The marker of an empty register."""

from __future__ import annotations

from typing import Final


class Missing:
    """The value of a register that holds nothing: an unbound local, a used-up temporary."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()

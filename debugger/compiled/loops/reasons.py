"""Why compiled code leaves: the reasons that a side exit can have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from debugger.frames.records import Record

if TYPE_CHECKING:
    from debugger.frames.framecode import FrameCode

END: Final = "end of the loop"
SLICE: Final = "time slice"
BREAKPOINT: Final = "breakpoint"
OVERFLOW: Final = "integer beyond 64 bits"
ZERO: Final = "division by zero"
BIG: Final = "integer too big to be exact as a float"
SHIFT: Final = "shift count"
DOMAIN: Final = "outside the domain of the function"
WARNING: Final = "result that is not finite"
OVERFLOW_WARNING: Final = "numpy would warn"
BOUNDS: Final = "index out of range"
SPAN: Final = "range beyond the bounds of an array"
NEGATIVE: Final = "negative index"
ELEMENT: Final = "list element of another kind"
FULL: Final = "too many replaced objects"
JOURNAL: Final = "much overwritten"
RANGE: Final = "value out of the range of numpy's type"
LAST: Final = "the last reference to an object would go"
VERSIONS: Final = "too many versions"


class UnsupportedError(Exception):
    """An operation is not compiled; the message says which and why."""


class Refusal(Record):
    """Why a loop is not compiled: no way around it stays in compiled code.

    `pc` is the statement that stands in the way, `framecode` its code if it is in a function that
    the loop calls.
    """

    pc: int
    reason: str
    framecode: FrameCode | None = None


class RefusedError(Exception):
    """A loop is refused.  Only the refusal is kept: an error holds on to frames."""

    def __init__(self, pc: int, reason: str, framecode: FrameCode | None = None) -> None:
        super().__init__(reason)
        self.refusal = Refusal(pc, reason, framecode)

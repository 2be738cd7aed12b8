"""What a step may return instead of the next pc: negative numbers, each an event for the driver."""

from __future__ import annotations

from typing import Final

CALL: Final = -1
"""`frame.callee` is a new frame to run."""
RETURN: Final = -2
"""The frame returns `frame.value`."""
RAISED: Final = -3
"""`frame.value` is an exception, raised in the statement at `frame.pc`."""
PUSHED: Final = -4
"""The handled exceptions of the frame changed; go on at the next statement."""
YIELD: Final = -5
"""The frame yields `frame.value`."""
DELEGATE: Final = -6
"""The frame delegates to the iterator `frame.value` (`yield from`, `await`)."""
STOP: Final = -7
"""The statement at `frame.pc` is armed; nothing of it has been executed."""
ONE: Final = -8
"""One statement was executed; the next is at `frame.pc`."""
MOVED: Final = -9
"""The user went back: go on with the leaf, whichever frame that is."""
LEFT: Final = -10
"""The frame, the root of its segment, goes on natively: with the statement at `frame.pc`."""

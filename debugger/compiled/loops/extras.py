"""Extras: the list that each entry passes to compiled code, and in which the code leaves things.

First come words about the exit: the exit itself (None if entry was refused); the fuel used, in back
edges; the number of the exit if Python has to complete it, or of what refused entry; True if
there is something to learn from the exit; and what the journal has kept (bytes, or None; True if
there was no memory for them).  Then come the variables that are in no register, and at
the end, the last one first, the parts of values that have to be put together.
"""

from __future__ import annotations

LEFT, USED, NUMBER, NOTE, WRITTEN, FIRST_EXTRA = range(6)
OUTDATED, CAREFUL, FIRST_GUARD = 1, 2, 3
"""What refuses entry: breakpoints have changed, numpy may have to warn, or a guard."""

"""Try going back in a kernel with a bug planted into the recording of runs.

    python -m tests.recording.planted_worker BUG KERNEL

Standard output gets the number of mistakes that were noticed.
"""

from __future__ import annotations

import sys
from typing import Any

from debugger.compiled.runs.contents import Contents
from debugger.compiled.runs.overwritten import Overwritten
from debugger.frames.recording import replaying
from tests.recording.returning_worker import tried

SEEDS = 10


def forget_arrays() -> None:
    """What is in arrays and lists is not put back."""
    Contents.put_back = lambda *_: 0  # type: ignore[method-assign]


def forget_a_register() -> None:
    """One register is not restored."""
    make = Overwritten.__init__

    def made(self: Overwritten, *arguments: Any) -> None:
        make(self, *arguments)
        self.named = self.named[:-1]

    Overwritten.__init__ = made  # type: ignore[method-assign,assignment]


def count_wrong() -> None:
    """The engine tells of one back edge too many."""
    enter = replaying.enter
    replaying.enter = lambda *arguments: enter(*arguments) + 1


BUGS = {"arrays": forget_arrays, "register": forget_a_register, "edges": count_wrong}

if __name__ == "__main__":
    BUGS[sys.argv[1]]()
    print(len(tried(sys.argv[2], SEEDS)["mistakes"]))

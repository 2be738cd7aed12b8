"""Run a program natively, with an exit before every line that is answered with its own point.

    python -m tests.variants.run_bounced [--count FILE] FILE [ARGUMENTS]

All code of the program is made into variants, nested functions and classes too; `--count` writes
down how many exits there were.  The program sees the same as without.
"""

from __future__ import annotations

import sys
from collections import Counter
from types import CodeType
from typing import Any

from debugger.compiled.variants.layout import Answer, Layout
from debugger.compiled.variants.variant import make_variant
from debugger.frames.framecode import FrameCode
from debugger.frames.hosts import real_frame
from tests.variants import natively

EXITS: Counter[str] = Counter()


def bounce(layout: Layout, arguments: list[Any]) -> Answer:
    """Go on at once where the frame was left."""
    EXITS["exits"] += 1
    index, values, stack, _ = layout.taken_out(arguments, real_frame(2))
    return layout.answer(index, values, stack)


def bounced(code: CodeType) -> CodeType:
    """The variant of `code` that exits before every line."""
    framecode = FrameCode(code)
    return make_variant(framecode, bounce, range(len(framecode.statements))).code


if __name__ == "__main__":
    words = sys.argv[1:]
    natively.count_into(natively.options(words).get("count"), EXITS)
    natively.main(words, bounced)

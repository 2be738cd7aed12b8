"""Run a program natively, leaving frames for the interpreter before lines, and going back.

    python -m tests.variants.run_left [--seed N] [--chance N] [--count FILE] FILE [ARGUMENTS]

All code of the program is made into variants.  At each exit chance decides whether to go on at
once, after 1, 2 or 5 lines, or never (`--seed`), and for each function whether interpreted frames
call it interpreted or natively, as a variant.  `--chance` is how many of 100 exits are interpreted
at all.  The program sees the same as without.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from types import CodeType
from zlib import crc32

from debugger.compiled.variants.layout import Layout
from debugger.compiled.variants.leaving import Leave
from debugger.frames.engine import Engine
from debugger.frames.frame import Frame
from debugger.frames.interpreter import Interpreter
from debugger.frames.stepping import Silent
from tests.variants import natively

LINES = (0, 1, 2, 5, None)


class Chance:
    """Decides how long to interpret; `exits` by number of lines."""

    def __init__(self, seed: int, percent: int) -> None:
        self.random = random.Random(seed)  # noqa: S311
        self.percent = percent
        self.exits: Counter[int | None] = Counter()

    def leaving(self, _: Frame, layout: Layout) -> Callable[[Frame], bool] | None:
        lines = self.random.choice(LINES) if self.random.randrange(100) < self.percent else 0
        self.exits[lines] += 1
        return None if lines is None else After(layout, lines)


class After:
    """Says yes at the first place to go back to after some lines."""

    def __init__(self, layout: Layout, lines: int) -> None:
        self.indices = layout.indices
        self.lines = lines

    def __call__(self, frame: Frame) -> bool:
        if frame.pc not in self.indices:
            return False
        self.lines -= 1
        return self.lines < 0


class ByChance(Interpreter):
    """Interprets the calls of about half of all functions, always the same."""

    seed = 0

    def interprets(self, code: CodeType) -> bool:
        return super().interprets(code) and bool(crc32(code.co_qualname.encode(), self.seed) & 1)


def main(words: list[str]) -> None:
    chosen = natively.options(words, seed="1", chance="100")
    ByChance.seed = int(chosen["seed"])
    chance = Chance(int(chosen["seed"]), int(chosen["chance"]))
    natively.count_into(chosen.get("count"), chance.exits)
    engine = Engine(Silent(), make_interpreter=ByChance)
    leave = Leave(engine, chance.leaving)

    def left(code: CodeType) -> CodeType:
        framecode = engine.framecode(code)
        return leave.variant(framecode, range(len(framecode.statements))).code

    try:
        natively.main(words, left)
    finally:
        leave.detach()


if __name__ == "__main__":
    main(sys.argv[1:])

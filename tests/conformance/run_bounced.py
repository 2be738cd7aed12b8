"""Run a program as compiled frames that stop before every line, and go on.

python -m tests.conformance.run_bounced FILE [ARGUMENTS]
"""

from __future__ import annotations

import linecache
import sys

from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.focus import Focus
from debugger.frames.framecode import FrameCode
from debugger.frames.stepping import Silent
from debugger.ui import script


class Bouncing(CompiledEntries):
    """Code is left before every line, wherever there is a point."""

    def exits(self, framecode: FrameCode) -> dict[int, tuple[str, ...]]:
        return {point.pc: () for point in framecode.points if point.pc in framecode.new_lines}


if __name__ == "__main__":
    linecache.clearcache()  # of the text that started us
    engine = Engine(Silent(), Focus(add=["stdlib"]), make_entries=Bouncing)
    script.run(script.file_program(sys.argv[1], sys.argv[2:]), engine, script.running)

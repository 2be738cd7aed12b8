"""Run a module with all functions in focus interpreted, also those that native code calls.

run_interpreted.py MODULE [ARGUMENTS]

Under `--no-compiled-frames` pytest, which is out of focus, runs natively, and so do the tests that
it calls, unless they hold a breakpoint.  Here they are entered as if they did.
"""

from __future__ import annotations

import sys
from types import CodeType

from debugger.compiled.tiered import tiered
from debugger.frames.engine import Engine
from debugger.frames.entries import Entries
from debugger.frames.focus import Focus
from debugger.frames.framecode import FrameCode
from debugger.frames.stepping import Silent
from debugger.ui import script


class AllEntered(Entries):
    """Every function in focus has a stub."""

    def stub(self, code: CodeType) -> CodeType | None:
        if id(code) not in self.stubs:
            self.changes(self._engine.framecode(code))  # no function has it yet
        return self.stubs.get(id(code))

    def _stops(self, framecode: FrameCode) -> bool:
        return self._engine.focus.contains(framecode.code)


if __name__ == "__main__":
    engine = Engine(Silent(), Focus(), tiered(), make_entries=AllEntered)
    engine.break_on.on("error")
    script.run(script.module_program(sys.argv[1], sys.argv[2:]), engine, script.running)

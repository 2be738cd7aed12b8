"""Run a program as `python -m debugger --interpret` does, interpreted and recorded.

    python -m tests.recording.run_recorded FILE [ARGUMENTS]

The program sees the same as under the debugger.
"""

from __future__ import annotations

import linecache
import sys

from debugger.frames.engine import Engine
from debugger.frames.recording.recorder import Recording
from debugger.frames.stepping import Silent
from debugger.ui import script

if __name__ == "__main__":
    linecache.clearcache()  # of the text that started us
    engine = Engine(Silent(), recorder=Recording())
    script.run(script.file_program(sys.argv[1], sys.argv[2:]), engine, script.running)

"""Run a program as compiled frames that stop before every line, and go on.

python -m tests.conformance.run_bounced FILE [ARGUMENTS]
"""

from __future__ import annotations

import linecache
import sys

from debugger.frames.engine import Engine
from debugger.frames.focus import Focus
from debugger.frames.stepping import Silent
from debugger.ui import script
from tests.variants.bouncing import Bouncing

if __name__ == "__main__":
    linecache.clearcache()  # of the text that started us
    engine = Engine(Silent(), Focus(add=["stdlib"]), make_entries=Bouncing)
    script.run(script.file_program(sys.argv[1], sys.argv[2:]), engine, script.running)

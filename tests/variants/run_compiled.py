"""Run a program with frames interpreted or compiled, and a breakpoint on some of its lines.

    python -m tests.variants.run_compiled [--compiled | --interpreted | --stubs] [--every N]
        [--stops FILE] [--hot N] [--report FILE] FILE [ARGUMENTS]

`--stubs`: interpreted, whoever calls them.
`--every`: on each line whose number is divisible by N there is a breakpoint; none without it.
`--stops`: where to write the stops, a line each; those of other threads than the main one at the
end and sorted, as which of them does what when is not ours to say.  `--hot`: loops are made machine
code when they come round for the Nth time; never without it.  `--report`: where to write what
became of them, as JSON.  The program sees the same as without.
"""

from __future__ import annotations

import atexit
import linecache
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from debugger.compiled.loops.building import Request
from debugger.compiled.loops.loop import Loop
from debugger.compiled.loops.loops import Loops
from debugger.compiled.loops.policy import Policy
from debugger.compiled.tiered import TieredInterpreter
from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames import source
from debugger.frames.breakable import breakable
from debugger.frames.engine import Engine
from debugger.frames.entries import Entries
from debugger.frames.errors import UserError
from debugger.frames.interpreted_entries import InterpretedEntries
from debugger.frames.interpreter import Interpreter
from debugger.frames.stack import stack
from debugger.frames.stepping import Continue, Plan
from debugger.frames.stops import Stop
from debugger.ui import script
from tests.loops.run_eagerly import report

ENTRIES = {
    "--compiled": CompiledEntries,
    "--interpreted": Entries,
    "--stubs": InterpretedEntries,
}
MOST_WALKS = 200
"""At so many stops the stack is walked."""
SHOWN = (int, str, bool, type(None))


class InTurn(Policy):
    """Compiles at once, for one thread after the other."""

    def __init__(self, hot: int) -> None:
        super().__init__(hot=hot, first=0)
        self._lock = threading.RLock()

    def compile(self, loops: Loops, loop: Loop, request: Request) -> None:
        with self._lock:
            super().compile(loops, loop, request)


class Listening:
    """Goes on at every stop, and notes it: the frames, and the plain ones of the variables."""

    def __init__(self) -> None:
        self.stops: list[str] = []
        self.elsewhere: list[str] = []

    def on_stop(self, stop: Stop) -> Plan:
        # Not without end: an error of a signal handler that arises here cannot always get out.
        walked = stack(stop.frame)[0].frame if len(self.stops) < MOST_WALKS else stop.frame
        names = {} if stop.frame.namespace is not None else stop.frame.variables()
        shown = {name: value for name, value in names.items() if type(value) in SHOWN}
        is_main = threading.current_thread() is threading.main_thread()
        (self.stops if is_main else self.elsewhere).append(f"{walked.name}:{walked.line} {shown}")
        return Continue()

    def write(self, path: str, process: int) -> None:
        if os.getpid() == process:
            with open(path, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write("\n".join([*self.stops, *sorted(self.elsewhere)]))


def break_at_every(number: int, path: str, engine: Engine) -> None:
    """Set breakpoints on the lines whose number is divisible by `number`."""
    for line in breakable(source.canonical(path)):
        if line % number == 0:
            engine.breakpoints.add_line(path, line)


def main(words: list[str]) -> None:
    make_entries = ENTRIES[words.pop(0)]
    chosen = {"--every": "0"}
    while words[0] in ("--every", "--stops", "--hot", "--report"):
        chosen[words[0]] = words[1]
        words = words[2:]
    listening = Listening()
    make_interpreter: Callable[[Engine], Interpreter] = Interpreter
    if "--hot" in chosen:
        loops = Loops(InTurn(int(chosen["--hot"])))
        make_interpreter = partial(TieredInterpreter, loops=loops)
        atexit.register(report, loops, os.path.abspath(chosen["--report"]), os.getpid())
    engine = Engine(listening, make_interpreter=make_interpreter, make_entries=make_entries)
    if "--stops" in chosen:
        atexit.register(listening.write, os.path.abspath(chosen["--stops"]), os.getpid())
    if int(chosen["--every"]):
        with suppress(UserError):  # it does not compile
            break_at_every(int(chosen["--every"]), words[0], engine)
    linecache.clearcache()  # of the text that started us
    script.run(script.file_program(words[0], words[1:]), engine, script.running)


if __name__ == "__main__":
    main(sys.argv[1:])

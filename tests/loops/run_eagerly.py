"""Run a program recorded, as the debugger does, and with every loop compiled that can be.

    python -m tests.loops.run_eagerly [OPTION VALUE]... FILE [ARGUMENTS]

    --hot N         compile a loop when it comes round for the Nth time (2)
    --fuel N        leave compiled code after so many back edges (0: after a slice of time)
    --level N       how hard to optimise (0)
    --focus NAME    interpret this package, module or file too (repeatable)
    --report FILE   write what became of the loops, as JSON, when the program has ended

The program sees the same as under the debugger.
"""

from __future__ import annotations

import atexit
import json
import linecache
import os
import sys
from collections.abc import Sequence
from functools import partial

from debugger.compiled.loops.loops import FAILED, Loops
from debugger.compiled.loops.policy import Policy
from debugger.compiled.tiered import TieredInterpreter
from debugger.frames.engine import Engine
from debugger.frames.focus import Focus
from debugger.frames.recording.recorder import Recording
from debugger.frames.stepping import Silent
from debugger.ui import script

OPTIONS = ("--hot", "--fuel", "--level", "--focus", "--report")


def main(words: Sequence[str]) -> None:
    rest, chosen, focus = list(words), {"--hot": "2", "--fuel": "0", "--level": "0"}, list[str]()
    while rest[0] in OPTIONS:
        name, value = rest.pop(0), rest.pop(0)
        if name == "--focus":
            focus.append(value)
        chosen[name] = value
    hot, fuel, level = (int(chosen[name]) for name in OPTIONS[:3])
    linecache.clearcache()  # of the text that started us
    loops = Loops(Policy(hot=hot, fuel=fuel, first=level))
    engine = Engine(
        Silent(), Focus(add=focus), partial(TieredInterpreter, loops=loops), Recording()
    )
    if "--report" in chosen:
        atexit.register(report, loops, os.path.abspath(chosen["--report"]), os.getpid())
    script.run(script.file_program(rest[0], rest[1:]), engine, script.running)


def report(loops: Loops, path: str, process: int) -> None:
    """Write down what became of the loops, unless this is another process, forked meanwhile."""
    if os.getpid() != process:
        return
    refusals = [(loop, loop.refusal.reason) for loop in loops if loop.refusal is not None]
    found = {
        "loops": len(list(loops)),
        "entries": sum(loop.entries for loop in loops),
        "iterations": sum(loop.iterations for loop in loops),
        "refused": [place(loop.framecode.code, loop.line, why) for loop, why in refusals],
        "failed": [
            place(loop.framecode.code, loop.line, why) for loop, why in refusals if FAILED in why
        ],
    }
    with open(path, "w", encoding="utf-8") as file:
        json.dump(found, file)


def place(code: object, line: int | None, why: str) -> str:
    """Which loop was refused, and why."""
    name = getattr(code, "co_filename", "")
    return f"{name}:{line}: {why}"


if __name__ == "__main__":
    main(sys.argv[1:])

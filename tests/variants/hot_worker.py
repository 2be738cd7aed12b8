"""Run generated programs with compiled frames whose loops are made machine code, and compare.

    python -m tests.variants.hot_worker STYLE FIRST END

For each seed it writes "SEED", and what differs from a native run, if anything does, in each way:
with loops compiled at their first or third turn, and left after 1, 7 or any number of back edges.
The last line says how many iterations machine code has made.  It may crash.
"""

from __future__ import annotations

import sys
from functools import partial

from debugger.compiled.loops.loops import Loops
from debugger.compiled.tiered import TieredInterpreter
from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.stepping import Silent
from tests.loops.program_generator import generate
from tests.loops.program_loops import Program
from tests.loops.program_outcome import run
from tests.loops.support import Eager

WAYS = ((1, 0), (1, 1), (3, 7))
"""After how many turns loops are hot, and after how many back edges they are left (0: a slice)."""


def as_module(program: Program) -> Program:
    """A program that calls its function itself."""
    if program.is_module:
        return program
    names = ", ".join(name for name, _ in program.arguments)
    return Program(
        program.style,
        program.seed,
        f"{program.source}\nresult = f({names})\n",
        program.arguments,
        program.variables,
        is_module=True,
    )


def main(style: str, first: int, end: int) -> None:
    iterations = 0
    for seed in range(first, end):
        print(seed, flush=True)
        program = as_module(generate(style, seed))
        native = run(program)
        hot, fuel = WAYS[seed % len(WAYS)]
        loops = Loops(Eager(hot=hot, fuel=fuel, first=0))
        make_interpreter = partial(TieredInterpreter, loops=loops)
        engine = Engine(Silent(), make_interpreter=make_interpreter, make_entries=CompiledEntries)
        differences = native.differences(run(program, engine))
        failures = [r.reason for loop in loops if (r := loop.refusal) and "failed" in r.reason]
        if differences or failures:
            print(program.source, differences, failures, sep="\n")
        iterations += sum(loop.iterations for loop in loops)
    print(iterations)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))

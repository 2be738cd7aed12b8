"""How much memory compiled loops take; in a process of its own.

    python -m tests.loops.forced_memory SCENARIO COUNT [MOST_UNITS]

Standard output gets a JSON object.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from debugger.compiled.loops import loops
from tests.loops.kernels import fresh_names
from tests.loops.support import eager_engine, report

PAGE = os.sysconf("SC_PAGE_SIZE")
SAMPLES = 5

SOURCE = """\
def f(n):
    total = {number}
    for i in range(n):
        total += i * {factor}
    return total
"""


def source(number: int) -> str:
    """The text of a function whose loop is like no other's."""
    return SOURCE.format(number=number, factor=number % 97 + 3)


def megabytes() -> float:
    """The resident memory of this process."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 1e6


def distinct(count: int) -> dict[str, Any]:
    """As many functions with a loop, all kept."""
    texts = [source(number) for number in range(count)]
    return run(texts, kept=[])


def again(count: int) -> dict[str, Any]:
    """The same text, executed again and again: each time it makes a function anew."""
    return run([source(0)] * count, kept=None)


def inside(count: int) -> dict[str, Any]:
    """The program itself makes the functions, and its modules are interpreted."""
    names = fresh_names()
    names["text"] = source(0)
    program = "def f(count):\n for k in range(count):\n  names = {}\n  exec(text, names)\n"
    program += "  result = names['f'](20)\n return result\n"
    exec(program, names)
    engine, wanted, wrong = eager_engine(), names["f"](1), 0
    engine.call(names["f"], 5)
    samples, start = [megabytes()], time.process_time()
    for _ in range(SAMPLES):
        wrong += engine.call(names["f"], count // SAMPLES) != wanted
        samples.append(megabytes())
    return told(engine, samples, time.process_time() - start) | {"wrong": wrong}


def run(texts: list[str], kept: list[Any] | None) -> dict[str, Any]:
    engine, samples, start = eager_engine(), [], time.process_time()
    every = max(1, len(texts) // SAMPLES)
    wrong = 0
    for number, text in enumerate(texts):
        if number % every == 0:
            samples.append(megabytes())
        names = fresh_names()
        exec(compile(text, f"<memory {number}>", "exec", dont_inherit=True), names)
        wrong += engine.call(names["f"], 40) != names["f"](40)
        if kept is not None:
            kept.append(names)
    samples.append(megabytes())
    return told(engine, samples, time.process_time() - start) | {"wrong": wrong}


def told(engine: Any, samples: list[float], seconds: float) -> dict[str, Any]:
    found = report(engine)
    all_loops = list(engine.interpreter().loops)
    return {
        "samples": samples,
        "seconds": seconds,
        "loops": len(all_loops),
        "units": sum(len(loop.units) for loop in all_loops),
        "refused": sorted(set(found.refused)),
        "iterations": found.iterations,
    }


SCENARIOS: dict[str, Callable[[int], dict[str, Any]]] = {
    each.__name__: each for each in (distinct, again, inside)
}


def main(words: list[str]) -> int:
    name, count, *most = words
    if most:
        loops.MOST_UNITS_IN_ALL = int(most[0])
    print(json.dumps(SCENARIOS[name](int(count))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

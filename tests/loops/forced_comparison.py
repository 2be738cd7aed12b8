"""Run kernels natively and with compiled loops in several ways; in a process, which may crash.

    python -m tests.loops.forced_comparison FOLDER WAYS KERNEL...

WAYS are joined by commas.  Standard output gets a JSON object a kernel.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from debugger.compiled.loops.policy import Policy
from debugger.compiled.tiered import tiered
from debugger.frames.engine import Engine
from debugger.frames.stepping import Silent
from tests.loops.forced_lifetimes import LIFETIMES
from tests.loops.kernels import ALL_KERNELS, Loaded
from tests.loops.support import report

TABLE = ALL_KERNELS | LIFETIMES
FUELS = (0, 0, 2)
"""For each run: in the last one the code leaves at every other back edge."""


def level(number: int) -> Callable[[], Policy]:
    return lambda: Policy(hot=1, first=number)


def through_numba() -> Policy:
    from debugger.compiled.loops.toolchains.through_numba import ThroughNumba

    return Policy(hot=1, toolchain=ThroughNumba())


WAYS: dict[str, Callable[[], Policy]] = {
    "eager": level(1),
    "late": lambda: Policy(hot=4),
    **{f"level {number}": level(number) for number in range(4)},
    "numba": through_numba,
}


@dataclass
class Report:
    """What became of a kernel; `iterations` are those made in machine code, by the way."""

    kernel: str
    differences: list[str] = field(default_factory=list)
    iterations: dict[str, int] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    printed: int = 0


def examine(name: str, ways: list[str]) -> Report:
    """Run a kernel natively and in all the ways."""
    found, loaded = Report(name), Loaded(TABLE[name])
    native = loaded.run()
    found.printed = len(native.printed.splitlines())
    for way in ways:
        policy = WAYS[way]()
        engine = Engine(Silent(), make_interpreter=tiered(policy))
        for run, policy.fuel in enumerate(FUELS, 1):
            compiled = loaded.run(engine)
            if compiled != native:
                words = native.differences(compiled)
                found.differences.append(f"{name}, {way}, run {run}: {words[:2000]}")
                break
        native_part = report(engine)
        found.iterations[way] = native_part.iterations
        found.refused += native_part.refused
    return found


def main(words: list[str]) -> int:
    folder, ways, *names = words
    for name in names:
        (Path(folder) / "last").write_text(f"{name}, {ways}")
        print(json.dumps(asdict(examine(name, ways.split(",")))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

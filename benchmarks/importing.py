"""Measure how long a program imports a large package that is in focus, and runs compiled.

    python -m benchmarks.importing [--rounds N]

Fresh processes in turn: natively, with variants on disk, and with none; the compiled modules of
Python are there each time.  Times are of the processor.  The exit status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.startup import environment
from debugger.compiled.tiered import tiered
from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.stepping import Silent

ROUNDS = 9
BAR = 2.0
"""How many times the native time an import may take when the variants are on disk."""
PER_FUNCTION = 2.0
"""Milliseconds that it may take to make the variant of one function."""

PACKAGES = ("asyncio", "email")
MODULES = (
    *("asyncio", "email.message", "email.parser", "email.generator", "email.policy"),
    *("email.mime.text", "email.headerregistry", "email.contentmanager", "email.utils"),
)
PROGRAM = f"""\
from time import process_time
started = process_time()
import {", ".join(MODULES)}
taken = process_time() - started
"""


def run_natively(code: Any, names: dict[str, Any]) -> int:
    """Run a program; gives how many functions run compiled."""
    exec(code, names)
    return 0


def run_compiled(code: Any, names: dict[str, Any]) -> int:
    """The same under the engine, with the packages in focus."""
    engine = Engine(Silent(), make_interpreter=tiered(), make_entries=CompiledEntries)
    for package in PACKAGES:
        engine.focus.add(package)
    engine.run_code(code, names)
    return len(engine.entries.variants)


WAYS: dict[str, Callable[[Any, dict[str, Any]], int]] = {
    "native": run_natively,
    "on disk": run_compiled,
    "anew": run_compiled,
}


def child(way: str) -> None:
    """Run the program, and print what was measured."""
    names: dict[str, Any] = {"__name__": "__main__"}
    functions = WAYS[way](compile(PROGRAM, "/program.py", "exec"), names)
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    own = [file for file in files if file and Path(file).parts[-2:-1] and _package(file)]
    lines = sum(len(Path(file).read_bytes().splitlines()) for file in own)
    print(json.dumps([names["taken"], lines, functions]))


def _package(file: str) -> bool:
    return file.endswith(".py") and bool({*Path(file).parts} & {*PACKAGES})


def measure(rounds: int, folder: Path) -> dict[str, tuple[float, int, int]]:
    """Seconds, lines in focus and functions that run compiled, by way; medians."""
    found: dict[str, list[list[Any]]] = {way: [] for way in WAYS}
    for number in range(rounds + 1):
        for way in WAYS:
            cache = folder / (f"round {number}" if way == "anew" else "cache")
            words = [sys.executable, "-m", "benchmarks.importing", "--way", way]
            run = partial(subprocess.run, words, check=True, stdout=subprocess.PIPE)
            done = run(env=environment() | {"XDG_CACHE_HOME": str(cache)})
            if number:  # the first round only warms up, and writes compiled modules
                found[way].append(json.loads(done.stdout))
    return {
        way: (median(seconds for seconds, _, _ in all_), all_[0][1], all_[0][2])
        for way, all_ in found.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="importing", description="Measure imports in focus.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds, after one to warm up")
    parser.add_argument("--way", choices=WAYS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.way:
        child(options.way)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = measure(options.rounds, Path(folder))
    native, _, _ = found["native"]
    kept, lines, functions = found["on disk"]
    made, _, _ = found["anew"]
    each = (made - native) / functions * 1e3
    print(f"Python {platform.python_version()}, medians of {options.rounds} rounds")
    print(f"{lines:,} lines, {functions:,} functions; natively {native * 1e3:.0f} ms")
    print(f"variants on disk {kept * 1e3:8.0f} ms {kept / native:6.2f} x   bar {BAR:.1f} x")
    print(f"variants anew    {made * 1e3:8.0f} ms {made / native:6.2f} x")
    print(f"each function    {each:8.2f} ms            bar {PER_FUNCTION:.1f} ms")
    return int(kept / native > BAR or each > PER_FUNCTION)


if __name__ == "__main__":
    sys.exit(main())

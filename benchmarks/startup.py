"""Measure how long a user waits for the first prompt of this debugger and of pdb.

Run as `python -m benchmarks.startup [--rounds N]`; the exit status is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import os
import platform
import pty
import re
import select
import subprocess
import sys
import tempfile
import termios
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

PROGRAM = "total = 0\nfor i in range(3):\n    total += i\nprint(total)\n"
ROUNDS = 9
LIMIT = 60  # seconds until a debugger that shows no prompt is given up

ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_=>78])")
"""What a terminal is told besides text: control sequences, titles, modes."""


@dataclass(frozen=True, slots=True)
class Debugger:
    """How to start a debugger, and what its first prompt looks like."""

    name: str
    options: tuple[str, ...]
    prompt: bytes


OURS = Debugger("debugger", ("-m", "debugger"), b"debug>")
PDB = Debugger("pdb", ("-m", "pdb"), b"(Pdb)")


@dataclass(frozen=True, slots=True)
class StartUp:
    """Median seconds until the first prompt, and how many times pdb's ours may be."""

    where: str
    ours: float
    pdb: float
    bar: float

    @property
    def ratio(self) -> float:
        return self.ours / self.pdb

    @property
    def missed(self) -> bool:
        return self.ratio > self.bar


Start = Callable[[list[str]], AbstractContextManager[int]]
"""Starts a process; gives the descriptor of its output, and ends the process in the end."""


def measure(rounds: int = ROUNDS) -> list[StartUp]:
    """Time both debuggers in turn, round after round, without a terminal and on one."""
    times: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program.py")
        program.write_text(PROGRAM, encoding="utf-8")
        for number in range(rounds + 1):
            for where, start in (("pipe", on_pipes), ("terminal", on_terminal)):
                for debugger in (OURS, PDB):
                    seconds = until_prompt(debugger, program, start)
                    if number:  # the first round only warms up, and writes compiled modules
                        times.setdefault((where, debugger.name), []).append(seconds)
    return [
        StartUp(where, median(times[where, OURS.name]), median(times[where, PDB.name]), bar)
        for where, bar in (("pipe", 3.0), ("terminal", 5.0))
    ]


def until_prompt(debugger: Debugger, program: Path, start: Start) -> float:
    """Seconds from starting a debugger until its prompt can be read."""
    words = [sys.executable, *debugger.options, str(program)]
    started = perf_counter()
    with start(words) as output:
        seen = b""
        while debugger.prompt not in ESCAPES.sub(b"", seen):
            left = started + LIMIT - perf_counter()
            ready, _, _ = select.select([output], [], [], max(left, 0))
            more = os.read(output, 65536) if ready else b""
            if not more:
                raise RuntimeError(f"{debugger.name} showed no prompt, but {seen!r}")
            seen += more
        return perf_counter() - started


@contextmanager
def on_pipes(words: list[str]) -> Iterator[int]:
    """Start a process without a terminal; the descriptor of its output."""
    with subprocess.Popen(
        words,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.fileno()
        finally:
            process.kill()


@contextmanager
def on_terminal(words: list[str]) -> Iterator[int]:
    """Start a process on a terminal of its own; the descriptor of what that would show."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    try:
        with subprocess.Popen(
            words,
            env=environment(),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        ) as process:
            os.close(slave)
            try:
                yield master
            finally:
                process.kill()
    finally:
        os.close(master)


def environment() -> dict[str, str]:
    """That of a user: no variables that change Python, such as one that forbids compiled files."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    project = str(Path(__file__).resolve().parent.parent)
    return kept | {"TERM": "xterm-256color", "PYTHONPATH": project}


def show(lines: list[StartUp]) -> None:
    print(f"{'first prompt':<16}{'debugger':>12}{'pdb':>12}{'ratio':>10}{'bar':>8}")
    for line in lines:
        print(
            f"{line.where:<16}{1000 * line.ours:>9.0f} ms{1000 * line.pdb:>9.0f} ms"
            f"{line.ratio:>8.1f} x{line.bar:>6.0f} x{'  MISSED' if line.missed else ''}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="startup", description="Measure the start-up.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds, after one to warm up")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, medians of {options.rounds} rounds")
    lines = measure(options.rounds)
    show(lines)
    return int(any(line.missed for line in lines))


if __name__ == "__main__":
    sys.exit(main())

"""Measure how long a user waits for the first prompt and the first answer, here and with pdb.

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
from itertools import product
from pathlib import Path
from statistics import median
from time import perf_counter

PROGRAM = "total = 0\nfor i in range(3):\n    total += i\nprint(total)\n"
ROUNDS = 9
LIMIT = 60  # seconds until a debugger that shows nothing is given up
QUESTION, ANSWER = b"p 6 * 7\n", b"42"

ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_=>78])")
"""What a terminal is told besides text: control sequences, titles, modes."""

# Line editors ask a terminal where its cursor is, and wait for the answer.
ASKS_POSITION, POSITION = b"\x1b[6n", b"\x1b[6;1R"


@dataclass(frozen=True, slots=True)
class Debugger:
    """How to start a debugger, and what its first prompt looks like."""

    name: str
    options: tuple[str, ...]
    prompt: bytes


OURS = Debugger("debugger", ("-m", "debugger"), b"debug>")
PDB = Debugger("pdb", ("-m", "pdb"), b"(Pdb)")

# What is measured, and how many times pdb's time ours may take.
BARS = {
    "pipe: prompt": 3.0,
    "pipe: answer": None,
    "terminal: prompt": 5.0,
    "terminal: answer": None,
}


@dataclass(frozen=True, slots=True)
class StartUp:
    """Median seconds until something can be read, and how many times pdb's ours may be."""

    what: str
    ours: float
    pdb: float
    bar: float | None

    @property
    def ratio(self) -> float:
        return self.ours / self.pdb

    @property
    def missed(self) -> bool:
        return self.bar is not None and self.ratio > self.bar


@dataclass(frozen=True, slots=True)
class Talk:
    """A debugger that runs: the descriptors to read from and to write to."""

    output: int
    input: int

    def read_until(self, text: bytes) -> None:
        """Read until the text has been shown."""
        seen = b""
        until = perf_counter() + LIMIT
        while text not in ESCAPES.sub(b"", seen):
            ready, _, _ = select.select([self.output], [], [], max(until - perf_counter(), 0))
            more = os.read(self.output, 65536) if ready else b""
            if not more:
                raise RuntimeError(f"waited for {text!r}, but there is {seen!r}")
            seen += more
            if ASKS_POSITION in more:
                os.write(self.input, POSITION)


Start = Callable[[list[str]], AbstractContextManager[Talk]]
"""Starts a process, and ends it in the end."""


def measure(rounds: int = ROUNDS) -> list[StartUp]:
    """Time both debuggers in turn, round after round, without a terminal and on one."""
    times: dict[tuple[str, str], list[float]] = {}
    starts: dict[str, Start] = {"pipe": on_pipes, "terminal": on_terminal}
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program.py")
        program.write_text(PROGRAM, encoding="utf-8")
        for number in range(rounds + 1):
            for (where, start), debugger in product(starts.items(), (OURS, PDB)):
                prompt, answer = wait(debugger, program, start)
                if number:  # the first round only warms up, and writes compiled modules
                    times.setdefault((f"{where}: prompt", debugger.name), []).append(prompt)
                    times.setdefault((f"{where}: answer", debugger.name), []).append(answer)
    return [
        StartUp(what, median(times[what, OURS.name]), median(times[what, PDB.name]), bar)
        for what, bar in BARS.items()
    ]


def wait(debugger: Debugger, program: Path, start: Start) -> tuple[float, float]:
    """Seconds from starting a debugger until its prompt, and until the answer to a question."""
    words = [sys.executable, *debugger.options, str(program)]
    started = perf_counter()
    with start(words) as talk:
        talk.read_until(debugger.prompt)
        prompt = perf_counter() - started
        os.write(talk.input, QUESTION)
        talk.read_until(ANSWER)
        return prompt, perf_counter() - started


@contextmanager
def on_pipes(words: list[str]) -> Iterator[Talk]:
    """Start a process without a terminal."""
    with subprocess.Popen(
        words,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Talk(process.stdout.fileno(), process.stdin.fileno())
        finally:
            process.kill()


@contextmanager
def on_terminal(words: list[str]) -> Iterator[Talk]:
    """Start a process on a terminal of its own."""
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
                yield Talk(master, master)
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
    print(f"{'first ...':<18}{'debugger':>12}{'pdb':>12}{'ratio':>10}{'bar':>8}")
    for line in lines:
        bar = "" if line.bar is None else f"{line.bar:>6.0f} x{'  MISSED' if line.missed else ''}"
        print(
            f"{line.what:<18}{1000 * line.ours:>9.0f} ms{1000 * line.pdb:>9.0f} ms"
            f"{line.ratio:>8.1f} x{bar}"
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

"""Ctrl-C in a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.shell import environment

HERE = Path(__file__).parent
PATIENCE = 30
LATEST = 1
"""Seconds until an interrupt shows."""


class Terminal:
    """A debugger at a terminal without comforts."""

    def __init__(self, *words: str) -> None:
        self.master, slave = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "debugger", *words],
            cwd=HERE / "programs",
            env=environment(TERM="dumb"),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509
        )
        os.close(slave)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def read(self, until: str, seconds: float = PATIENCE) -> str:
        """What appears up to some text."""
        return self.read_up_to(until, seconds=seconds)

    def read_up_to(self, *texts: str, seconds: float) -> str:
        """What appears up to one of these texts."""
        text = ""
        end = time.monotonic() + seconds
        while not any(until in text for until in texts):
            left = end - time.monotonic()
            assert left > 0, f"none of {texts} did appear in {text!r}"
            if select.select([self.master], [], [], left)[0]:
                text += self.received(text)
        return text.replace("\r\n", "\n")

    def received(self, before: str) -> str:
        """What has come; it is an error that the process has ended."""
        try:
            return os.read(self.master, 10_000).decode()
        except OSError:
            raise AssertionError(f"the end came after {before}") from None

    def answer(self, command: str, prompt: str = "debug> ") -> str:
        """What a command prints."""
        self.type(f"{command}\n")
        return self.read(prompt)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


HANGING = """\
import signal
import time
class Hangs:
    def __repr__(self):
        print("ask" + "ed", flush=True)
        time.sleep(1000)
signal.signal(signal.SIGINT, signal.SIG_IGN)
hanging = Hangs()
print("kept", signal.getsignal(signal.SIGINT) is signal.SIG_IGN)
"""


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    opened = Terminal("endless.py")
    yield opened
    opened.close()


LEFT = re.compile(r"left the compiled loop of line 3 after ([\d,]+) iterations: paused")


def interrupted(terminal: Terminal) -> str:
    """Let the program go on, and press Ctrl-C after a second; the screen of the stop."""
    terminal.type("c\n")
    time.sleep(1)
    terminal.type("\x03")
    shown = terminal.read("debug> ", LATEST)
    assert "paused " in shown
    assert "True\n" in terminal.answer("p count - i in (0, 1)")
    return shown


def paused_in_machine_code(terminal: Terminal) -> int:
    """How many iterations the compiled loop has made that was interrupted."""
    # The first second may pass before there is machine code; and it comes up for air at times.
    stops = (LEFT.search(interrupted(terminal)) for _ in range(10))
    found = next(stop for stop in stops if stop is not None)
    return int(found[1].replace(",", ""))


def test_interrupting_a_compiled_loop(terminal: Terminal) -> None:
    terminal.read("debug> ")
    iterations = paused_in_machine_code(terminal)
    assert iterations > 1_000_000
    assert "True\n" in terminal.answer(f"p i >= {iterations - 1}")
    assert "step " in terminal.answer("n")
    assert "True\n" in terminal.answer("p count - i in (0, 1)")
    assert paused_in_machine_code(terminal)
    terminal.type("q\n")
    assert terminal.process.wait(PATIENCE) == 0


HELD = re.compile(r"held +locked\.py")


@pytest.mark.parametrize(
    ("words", "prompt", "is_held"),
    [
        (("locked.py",), "debug> ", True),
        (("locked.py", "elsewhere"), "debug (other)> ", False),
    ],
)
def test_waiting_for_a_thread_that_is_held(words, prompt, is_held) -> None:
    terminal = Terminal(*words)
    try:
        terminal.read("debug> ")
        terminal.answer("b stops")
        terminal.answer("threads hold")
        terminal.type("c\n")
        terminal.read(prompt)
        while not HELD.search(terminal.answer("threads", prompt)):
            time.sleep(0.05)
        terminal.type("p lock.acquire()\n")
        assert "takes long" in terminal.read("Ctrl-C")
        terminal.type("\x03")
        answer = terminal.read(prompt)
        assert ("KeyboardInterrupt" in answer) == is_held
        assert ("True" in answer) != is_held
        assert bool(HELD.search(terminal.answer("threads", prompt))) == is_held
        # At its end the program waits for the thread.
        terminal.type("q\n")
        assert terminal.process.wait(PATIENCE) == 0
    finally:
        terminal.close()


def test_interrupting_a_repr_whatever_handler_the_program_has(tmp_path: Path) -> None:
    script = tmp_path / "hanging.py"
    script.write_text(HANGING, "utf-8")
    terminal = Terminal(str(script))
    try:
        terminal.read("debug> ")
        terminal.type("n\nn\nn\nn\nn\n")
        terminal.read("asked")
        terminal.type("\x03")
        terminal.read("(interrupted)")
        terminal.type("p hanging\n")
        terminal.read("asked")
        terminal.type("\x03")
        terminal.read("debug> ", LATEST)
        assert "42\n" in terminal.answer("p 6 * 7")
        terminal.type("c\n")
        terminal.read("kept True")
    finally:
        terminal.close()

"""Processes that are forked, so that importing the debugger is not paid for with each of them."""

from __future__ import annotations

import atexit
import marshal
import os
import signal
import socket
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer

SERVER = Path(__file__).with_name("prepared_process.py")
LONGEST = 4096
"""Of an input, which has to fit into a pipe that nobody reads yet."""


class Prepared:
    """A Python that has executed some statements, and executes others, in a fork for each.

    A program hardly sees a difference to a fresh process that executes both: its stack is that of
    a script, there are no threads, and no files are open but the standard streams.
    """

    def __init__(self, python: str, statements: str, environment: Mapping[str, str]) -> None:
        self._channel, theirs = socket.socketpair()
        self._answers = self._channel.makefile("rb")
        number = theirs.fileno()
        self._process = subprocess.Popen(
            [python, "-c", SERVER.read_text("utf-8"), str(number), statements],
            env=environment,
            pass_fds=[number],
            # Pipes, as the forks will have: Python looks at its streams when it starts.
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        theirs.close()
        atexit.register(self.close)

    def close(self) -> None:
        self._answers.close()
        self._channel.close()
        self._process.communicate()

    def run(
        self, statements: str, words: Sequence[str], folder: Path, stdin: str, timeout: float
    ) -> tuple[str, str, int]:
        """Output, errors and exit status, as `subprocess.run` has them.

        `words` become `sys.argv`; after so many seconds there is a `TimeoutExpired`.
        """
        (reads_input, input_), (output, writes_output), (errors, writes_errors) = (
            os.pipe() for _ in range(3)
        )
        assert os.write(input_, stdin.encode()) <= LONGEST
        os.close(input_)
        theirs = [reads_input, writes_output, writes_errors]
        message = marshal.dumps((str(folder), statements, list(words)))
        socket.send_fds(self._channel, [message], theirs)
        for each in theirs:
            os.close(each)
        process = int(self._answers.readline())
        timer = Timer(timeout, os.kill, (process, signal.SIGKILL))
        timer.start()
        with ThreadPoolExecutor(1) as elsewhere:
            written_errors = elsewhere.submit(read, errors)
            written = read(output)
        status = os.waitstatus_to_exitcode(int(self._answers.readline()))
        if timer.finished.is_set():
            raise subprocess.TimeoutExpired(words, timeout, written, written_errors.result())
        timer.cancel()
        timer.join()
        return written, written_errors.result(), status


def read(descriptor: int) -> str:
    """All that is written into a pipe."""
    with open(descriptor, encoding="utf-8", errors="backslashreplace") as file:
        return file.read()

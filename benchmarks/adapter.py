"""A client of the Debug Adapter Protocol, as little of it as a benchmark needs.

It attaches to a program that waits for that, sets a breakpoint, and lets the program run.  The
protocol: https://microsoft.github.io/debug-adapter-protocol/specification.
"""

from __future__ import annotations

import json
import socket
import time
from itertools import count
from typing import Any

PATIENCE = 30.0
"""Seconds that a program may take until it can be attached to."""


class Client:
    """A connection to the debugger that listens at a port; raises OSError if there is none."""

    def __init__(self, port: int) -> None:
        self._socket = connected(port)
        self._stream = self._socket.makefile("rb")
        self._numbers = count(1)

    def attach(self, file: str, line: int) -> None:
        """Attach to the program, with a breakpoint on a line of a file, and let it begin."""
        self.await_answer(self.ask("initialize", adapterID="benchmark", pathFormat="path"))
        attaching = self.ask("attach", justMyCode=False)
        self.await_message(lambda message: message.get("event") == "initialized")
        places = {"source": {"path": file}, "breakpoints": [{"line": line}]}
        self.await_answer(self.ask("setBreakpoints", **places))
        self.await_answer(self.ask("setExceptionBreakpoints", filters=[]))
        self.await_answer(self.ask("configurationDone"))
        self.await_answer(attaching)

    def close(self) -> None:
        """Leave the program alone."""
        self._stream.close()
        self._socket.close()

    def ask(self, command: str, **arguments: Any) -> int:
        """Send a request; its number."""
        number = next(self._numbers)
        message = {"seq": number, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode()
        self._socket.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        return number

    def await_answer(self, number: int) -> None:
        """Wait for the response to a request; raises RuntimeError if it was refused."""
        answer = self.await_message(lambda message: message.get("request_seq") == number)
        if not answer["success"]:
            raise RuntimeError(f"{answer['command']}: {answer.get('message')}")

    def await_message(self, is_wanted: Any) -> dict[str, Any]:
        """The first message that is wanted; others are passed over."""
        while True:
            message = self._read()
            if is_wanted(message):
                return message

    def _read(self) -> dict[str, Any]:
        length = 0
        while header := self._stream.readline().strip():
            name, _, value = header.partition(b":")
            if name == b"Content-Length":
                length = int(value)
        if not length:
            raise ConnectionError("the debugger has gone")
        found: dict[str, Any] = json.loads(self._stream.read(length))
        return found


def connected(port: int) -> socket.socket:
    """A connection to a port, as soon as somebody listens there."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port

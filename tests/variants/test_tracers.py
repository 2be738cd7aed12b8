"""The tracers of other threads are exchanged, and nothing else is touched."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.variants import exchanging

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.skipif(sys.version_info >= (3, 12), reason="sys.monitoring is used")


def one(*event: object) -> None:
    """A tracer."""


def another(*event: object) -> None:
    """Another one."""


@pytest.fixture(scope="module")
def exchange() -> Callable[[int, object, object], None]:
    from debugger.compiled.variants.tracers import exchange_function

    return exchange_function()


class Waiting:
    """A thread that waits, and then tells its tracer, without a call that would be traced."""

    def __init__(self, tracer: Callable[..., None] | None) -> None:
        self.ready, self.gate = threading.Lock(), threading.Lock()
        self.ready.acquire()
        self.gate.acquire()
        self.found: list[object] = []
        self._thread = threading.Thread(target=self._wait, args=(tracer,))
        self._thread.start()
        self.ready.acquire()

    def _wait(self, tracer: Callable[..., None] | None) -> None:
        sys.settrace(tracer)
        self.ready.release()
        self.gate.acquire()
        self.found.append(sys.gettrace())
        sys.settrace(None)

    @property
    def identity(self) -> int:
        assert self._thread.ident is not None
        return self._thread.ident

    def end(self) -> object:
        self.gate.release()
        self._thread.join()
        return self.found[0]


CASES = [
    (None, None, one, one),
    (one, one, None, None),
    (one, one, another, another),
    (one, None, another, one),
    (one, another, None, one),
    (None, one, another, None),
    (None, None, None, None),
]


@pytest.mark.parametrize(("has", "before", "after", "expected"), CASES)
def test_only_the_one_tracer_is_exchanged(exchange, has, before, after, expected) -> None:
    waiting, bystander = Waiting(has), Waiting(has)
    exchange(waiting.identity, before, after)
    assert waiting.end() is expected
    assert bystander.end() is has
    assert sys.gettrace() is None


def test_no_such_thread(exchange) -> None:
    exchange(1, None, one)
    assert sys.gettrace() is None


def test_threads_come_and_go_meanwhile() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", exchanging.__name__],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")

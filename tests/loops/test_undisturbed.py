"""While the compiler is imported no handler of a signal runs; its error would get lost there."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from debugger.compiled.loops.loops import Loops
from debugger.compiled.loops.policy import Policy


class RungError(Exception):
    pass


class Ringing:
    """A toolchain that is interrupted while it is imported."""

    was_disturbed = False

    def prepare(self) -> None:
        try:
            signal.raise_signal(signal.SIGUSR1)
        except RungError:
            self.was_disturbed = True


def ring(*_: object) -> None:
    raise RungError


def test_a_handler_waits_until_the_compiler_is_imported():
    toolchain: Any = Ringing()
    before = signal.signal(signal.SIGUSR1, ring)
    try:
        with pytest.raises(RungError):
            Loops(Policy(toolchain=toolchain)).prepare()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert not toolchain.was_disturbed
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ())

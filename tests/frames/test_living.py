"""What is known weakly can be read while other threads add to it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

import pytest

from debugger.frames.living import living


class Thing:
    pass


Known = WeakValueDictionary[int, Thing]
TRIES = 20_000


@contextmanager
def growing() -> Iterator[Known]:
    """Another thread adds things, and drops them again, as long as this lasts."""
    known: Known = WeakValueDictionary()
    ended = threading.Event()

    def grow() -> None:
        while not ended.is_set():
            kept = [Thing() for _ in range(100)]
            for number, each in enumerate(kept):
                known[number] = each

    thread = threading.Thread(target=grow)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread.start()
    try:
        yield known
    finally:
        ended.set()
        thread.join()
        sys.setswitchinterval(interval)


def read(how: Callable[[Known], list[Thing]]) -> None:
    with growing() as known:
        for _ in range(TRIES):
            assert all(isinstance(each, Thing) for each in how(known))


def test_what_lives_is_read_while_others_add() -> None:
    read(living)


def test_plain_iteration_fails() -> None:
    with pytest.raises(RuntimeError, match="changed size during iteration"):
        read(lambda known: list(known.values()))


def test_what_has_died_is_left_out() -> None:
    known: Known = WeakValueDictionary()
    kept = known[1] = Thing()
    known[2] = Thing()
    assert living(known) == [kept]

"""What lives can be found while other threads make more, and drop it."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

import pytest

from debugger.frames.living import every, living


class Thing:
    pass


Known = WeakValueDictionary[int, Thing]
TRIES = 20_000


@contextmanager
def beside(work: Callable[[], None]) -> Iterator[None]:
    """Another thread works, as long as this lasts."""
    ended = threading.Event()

    def go_on() -> None:
        while not ended.is_set():
            work()

    thread = threading.Thread(target=go_on)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        sys.setswitchinterval(interval)


@contextmanager
def growing() -> Iterator[Known]:
    """Another thread adds things, and drops them again, as long as this lasts."""
    known: Known = WeakValueDictionary()

    def grow() -> None:
        kept = [Thing() for _ in range(100)]
        for number, each in enumerate(kept):
            known[number] = each

    with beside(grow):
        yield known


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


def fails(find: Callable[[], object], tries: int) -> bool:
    """Whether a tuple cannot be made while another thread looks for what lives."""
    failed = []

    def make() -> None:
        try:
            tuple(number for number in range(20))
        except SystemError as error:
            failed.append(error)

    with beside(make):
        while tries and not failed:
            tries -= 1
            find()
    return bool(failed)


def test_what_lives_is_found_while_others_make_tuples() -> None:
    assert not fails(lambda: every(Thing, type), 500)


def test_looking_at_all_that_there_is_fails() -> None:
    assert fails(lambda: [each for each in gc.get_objects() if type(each) is Thing], 100_000)


def test_only_what_is_of_the_types_themselves_is_found() -> None:
    class Derived(Thing):
        pass

    things, derived = [Thing(), Thing()], Derived()
    found = every(Thing, Derived)
    assert [each for each in found if each in (*things, derived)] == [*things, derived]
    assert {type(each) for each in found} == {Thing, Derived}

"""The real frames of threads are found without harm to those that go on meanwhile."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from types import FrameType

import pytest

from debugger.frames.hosts import outward, outward_elsewhere, running_frames

DEPTH = 50


@pytest.fixture
def deep() -> Iterator[threading.Thread]:
    """A thread that waits, deep inside frames of which there are no objects yet."""
    ready, go_on = threading.Event(), threading.Event()

    def descend(depth: int) -> None:
        if depth:
            descend(depth - 1)
        else:
            ready.set()
            go_on.wait()

    thread = threading.Thread(target=descend, args=(DEPTH,))
    thread.start()
    ready.wait()
    yield thread
    go_on.set()
    thread.join()


def collections_in(look: Callable[[], object]) -> set[str]:
    """In which functions garbage was collected while `look` ran, as it may at any allocation."""
    places: set[str] = set()

    def collecting(phase: str, _: dict[str, int]) -> None:
        places.add(sys._getframe(1).f_code.co_name)

    before = gc.get_threshold()
    gc.callbacks.append(collecting)
    gc.set_threshold(1)
    try:
        look()
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(collecting)
    return places


def looked(thread: threading.Thread, how: Callable[[FrameType], Iterable[FrameType]]) -> set[str]:
    identity = thread.ident
    assert identity is not None
    host = sys._current_frames()[identity]
    return collections_in(lambda: list(how(host)))


def test_nothing_is_collected_between_the_frames_of_another_thread(deep) -> None:
    assert "outward" not in looked(deep, outward_elsewhere)
    assert gc.isenabled()


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="garbage is collected between instructions")
def test_it_would_be(deep) -> None:
    assert "outward" in looked(deep, outward)


def test_nor_between_those_of_all_threads(deep) -> None:
    assert "outward" not in collections_in(lambda: list(running_frames()))


def test_garbage_stays_uncollected_where_the_program_wants_that(deep) -> None:
    gc.disable()
    try:
        assert len(outward_elsewhere(sys._current_frames()[deep.ident])) > DEPTH
        assert not gc.isenabled()
    finally:
        gc.enable()

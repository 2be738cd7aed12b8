"""What is added to the recursion limit is taken from it again, whoever comes in between."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from threading import Thread

import pytest

from debugger.frames.headroom import Headroom, depth


@pytest.fixture(autouse=True)
def limit() -> Iterator[int]:
    before = sys.getrecursionlimit()
    yield before
    sys.setrecursionlimit(before)


def test_what_is_added_is_taken_again_in_any_order(limit) -> None:
    headroom = Headroom()
    first = headroom.make(100)
    second = headroom.make(20)
    assert sys.getrecursionlimit() == limit + 120
    headroom.give_back(first, 100)
    assert sys.getrecursionlimit() == limit + 20
    headroom.give_back(second, 20)
    assert sys.getrecursionlimit() == limit


def test_a_limit_that_the_program_sets_stays(limit) -> None:
    headroom = Headroom()
    first = headroom.make(100)
    sys.setrecursionlimit(limit + 1234)
    second = headroom.make(20)
    headroom.give_back(first, 100)
    assert sys.getrecursionlimit() == limit + 1234 + 20
    headroom.give_back(second, 20)
    assert sys.getrecursionlimit() == limit + 1234


def test_what_is_added_is_not_the_limit_of_the_program(limit) -> None:
    headroom = Headroom()
    era = headroom.make(100)
    assert headroom.limit_of_program() == limit
    sys.setrecursionlimit(limit + 50)
    assert headroom.limit_of_program() == limit + 50
    headroom.give_back(era, 100)
    assert headroom.limit_of_program() == limit + 50


def test_threads_that_add_and_take_at_once(limit) -> None:
    headroom = Headroom()

    def work() -> None:
        for _ in range(2000):
            headroom.give_back(headroom.make(7), 7)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert sys.getrecursionlimit() == limit


def test_it_is_given_back_where_the_stack_is_deeper_than_that(limit) -> None:
    headroom = Headroom()

    era = headroom.make(1000)

    def deep(further: int) -> None:
        if further:
            deep(further - 1)
        else:
            headroom.give_back(era, 1000)

    deep(limit + 100 - depth())
    assert sys.getrecursionlimit() == limit

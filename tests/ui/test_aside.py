"""The prompt has a thread of its own, which the program's threads do not notice."""

from __future__ import annotations

import threading

import pytest

from debugger.ui.aside import aside


def number_of_next() -> int:
    """The number in the name of a thread that gets no other name."""
    return int(threading.Thread().name.partition("-")[2])


def test_it_gives_what_the_call_gives() -> None:
    assert aside(threading.get_ident) != threading.get_ident()


def test_it_raises_what_the_call_raises() -> None:
    def fail() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        aside(fail)


def test_it_takes_no_number() -> None:
    before = number_of_next()
    aside(threading.current_thread)
    assert number_of_next() == before + 1

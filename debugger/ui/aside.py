"""Doing something in a thread of its own, of which the program sees nothing."""

from __future__ import annotations

from _thread import start_new_thread
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Value = TypeVar("Value")

NAME = "debugger"
"""Without a name of its own it would take a number that belongs to a thread of the program."""


def aside(call: Callable[[], Value]) -> Value:
    """What a call gives, or raises, in another thread, for which this one waits."""
    values: list[Value] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            values.append(call())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=work, name=NAME)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return values[0]


def beside(watch: Callable[[], None]) -> bool:
    """Let a thread watch this one, of which `threading` knows nothing.

    False if none can begin: from 3.12 on that is so once the main thread has ended.
    """
    try:
        start_new_thread(watch, ())
    except RuntimeError:
        return False
    return True

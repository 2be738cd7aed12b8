"""Exchanges the tracers of threads that come and go meanwhile; run in a process of its own."""

from __future__ import annotations

import _thread
import sys
import threading
import time
from types import FrameType
from typing import Any

from debugger.compiled.variants.tracers import exchange_function

ROUNDS = 10_000


def tracer(frame: FrameType, event: str, argument: Any) -> Any:
    return lines


def lines(frame: FrameType, event: str, argument: Any) -> Any:
    seen.add((frame.f_code.co_name, event))
    return lines


def squares(number: int) -> Any:
    for each in range(number):
        yield each * each


def works() -> None:
    while not ended.is_set():
        assert sum(squares(5)) == 30
        try:
            raise KeyError
        except KeyError:
            pass


def sleeps() -> None:
    while not ended.wait(0.0001):
        pass


def starts() -> None:
    while not ended.is_set():
        _thread.start_new_thread(sum, ((1, 2),))
        thread = threading.Thread(target=sum, args=((1, 2),))
        thread.start()
        thread.join()


if __name__ == "__main__":
    exchange = exchange_function()
    seen: set[tuple[str, str]] = set()
    ended = threading.Event()
    references = sys.getrefcount(tracer)
    threads = [threading.Thread(target=each) for each in (works, works, sleeps, starts)]
    sys.setswitchinterval(1e-5)
    for thread in threads:
        thread.start()
    own = threading.get_ident()
    for number in range(ROUNDS):
        others = [each for each in sys._current_frames() if each != own]
        for each in others:
            exchange(each, None, tracer)
        if number % 4 == 0:
            time.sleep(0)
        for each in {*others, *sys._current_frames()} - {own}:
            exchange(each, tracer, None)
    ended.set()
    for thread in threads:
        thread.join()
    assert {("squares", "line"), ("squares", "return")} <= seen
    assert sys.getrefcount(tracer) == references
    assert sys.gettrace() is None

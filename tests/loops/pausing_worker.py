"""Disturb a compiled loop that runs for seconds: signals, pauses, other threads; in a process.

    python -m tests.loops.pausing_worker SCENARIO

Standard output gets a JSON object with what was seen.
"""

from __future__ import annotations

import asyncio
import json
import linecache
import os
import signal
import socket
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from debugger.compiled.loops import reasons
from debugger.frames.engine import Engine
from debugger.frames.stepping import Continue, Next, Plan, Silent
from debugger.frames.stops import Listener, Paused, Stop
from tests.loops.support import eager_engine, report

PATH = "<pausing>"
SECONDS = 20.0
"""When a loop ends that nothing else has ended."""
FIRST = 0.4
"""Seconds from the start of the loop to the first disturbance."""
STEPS = 7
CALLS = 6
"""How often the handler of a timer is called."""
TICKS = 40

Clock = Callable[[], float]
"""`time.process_time` has no part in what else the machine does, but is of one process only."""

SOURCE = """\
def f(stop):
    i = total = 0
    while not stop[0]:
        i += 1
        total += i & 7
    return i, total
"""
MODULE = """\
count = total = 0
while not stop[0]:
    count += 1
    total += count & 7
"""
BODY, SUM = 4, 5
"""The lines of the loop's body."""


def summed(n: int) -> int:
    """The sum of `i & 7` for i from 1 to n."""
    return n // 8 * 28 + sum(range(n % 8 + 1))


def loaded(source: str, **names: Any) -> tuple[Any, dict[str, Any]]:
    """The code of a program, and the names it is to run in."""
    text = textwrap.dedent(source)
    linecache.cache[PATH] = (len(text), None, text.splitlines(keepends=True), PATH)
    return compile(text, PATH, "exec", dont_inherit=True), {"__name__": "__main__", **names}


class Pausing:
    """Notes where the program is when it is paused, and steps a few lines from there.

    After so many pauses it ends the loop.  `clock`: by which it says when it was paused.
    """

    def __init__(self, pauses: int = 1, clock: Clock = time.process_time) -> None:
        self.pauses = pauses
        self.clock = clock
        self.stopped: list[float] = []
        self.states: list[tuple[int | None, int, int]] = []
        self.left = STEPS
        self.going_on = threading.Semaphore(0)

    def on_stop(self, stop: Stop) -> Plan:
        if isinstance(stop.reason, Paused):
            self.stopped.append(self.clock())
            self.left = STEPS
        variables: dict[str, Any] = stop.frame.variables()
        self.states.append((stop.frame.line, variables["i"], variables["total"]))
        self.left -= 1
        if self.left:
            return Next(stop.frame)
        if len(self.stopped) == self.pauses:
            variables["stop"][0] = True
        self.going_on.release()
        return Continue()

    def is_exact(self) -> bool:
        """Whether the variables were at every stop what they have to be on that line."""
        return all(state_fits(*state) for state in self.states)


def state_fits(line: int | None, i: int, total: int) -> bool:
    if line == SUM:
        # A pause may stop amid a line.
        return total in (summed(i - 1), summed(i))
    if line == BODY:
        return total in (summed(i), summed(i - 1))
    return total == summed(i)


def end(stop: list[bool]) -> None:
    """End a loop."""
    stop[0] = True


@contextmanager
def lasting(stop: list[bool], seconds: float = SECONDS) -> Iterator[None]:
    """While this lasts a thread ends the loop when its time is over."""
    timer = threading.Timer(seconds, end, (stop,))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def run(listener: Listener, disturb: Callable[[Engine, list[bool]], object]) -> dict[str, Any]:
    """Run the loop, which is disturbed from its start on; what can be said of any such run.

    The loop ends when the list that `disturb` gets holds True.
    """
    code, names = loaded(SOURCE)
    exec(code, names)
    engine = eager_engine(listener)
    # So that the code is there.
    warm = [False]
    with lasting(warm, 0.2):
        engine.call(names["f"], warm)
    before = report(engine)
    stop = [False]
    with lasting(stop):
        disturb(engine, stop)
        i, total = engine.call(names["f"], stop)
    after = report(engine)
    return {
        "is_right": total == summed(i) and i > 0,
        "native": (after.iterations - before.iterations) / i,
        "slices": (after.exits - before.exits)[reasons.SLICE],
        "iterations": i,
    }


# ---------------------------------------------------------------------- signals


def timer_signal() -> dict[str, Any]:
    """A handler of the program is called in time, again and again."""
    interval, due, late = 0.1, [0.0], list[float]()
    stops: list[list[bool]] = []

    def handler(number: int, frame: object) -> None:
        now = time.monotonic()
        late.append(now - due[0])
        due[0] = now + interval
        signal.setitimer(signal.ITIMER_REAL, interval)
        stops[0][0] = len(late) == CALLS

    def disturb(engine: Engine, stop: list[bool]) -> None:
        stops.append(stop)
        due[0] = time.monotonic() + FIRST
        signal.setitimer(signal.ITIMER_REAL, FIRST)

    signal.signal(signal.SIGALRM, handler)
    found = run(Silent(), disturb)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return found | {"late": late}


def kill_from(sender: Callable[[Callable[[], None]], None], clock: Clock) -> dict[str, Any]:
    """SIGINT arrives; its handler pauses the engine, as that of the console does."""
    sent_at, called_at = [0.0], [0.0]
    listener = Pausing(clock=clock)
    engines: list[Engine] = []
    source, sink = os.pipe()

    def handler(number: int, frame: object) -> None:
        called_at[0] = clock()
        engines[0].pause()

    def send() -> None:
        time.sleep(FIRST)
        os.write(sink, repr(clock()).encode())
        os.kill(target, signal.SIGINT)

    def disturb(engine: Engine, _: list[bool]) -> None:
        engines.append(engine)
        sender(send)

    target = os.getpid()
    signal.signal(signal.SIGINT, handler)
    found = run(listener, disturb)
    sent_at[0] = float(os.read(source, 100))
    return found | {
        "late": [called_at[0] - sent_at[0]],
        "stop_late": [at - sent_at[0] for at in listener.stopped],
        "states": listener.states,
        "is_exact": listener.is_exact(),
    }


def in_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, daemon=True).start()


def in_process(work: Callable[[], None]) -> None:
    if not os.fork():
        try:
            work()
        finally:
            os._exit(0)


def interrupt_from_thread() -> dict[str, Any]:
    return kill_from(in_thread, time.process_time)


def interrupt_from_process() -> dict[str, Any]:
    return kill_from(in_process, time.monotonic)


def raised_by_handler(number: int) -> dict[str, Any]:
    """What a handler of a signal raises leaves the loop, which has exact variables.

    The program cannot be relied on to catch it: in CPython 3.13 no `try` covers the jump back.
    """
    code, names = loaded(SOURCE)
    exec(code, names)
    engine, warm, stop = eager_engine(), [False], [False]
    with lasting(warm, 0.2):
        engine.call(names["f"], warm)
    variables: dict[str, Any] = {}
    words = ""
    with lasting(stop):
        in_thread(partial(send, number))
        try:
            engine.call(names["f"], stop)
        except BaseException as error:
            words, variables = repr(error), variables_in(error)
    i, total = variables.get("i", 0), variables.get("total", 0)
    return {
        "is_right": i > 0 and total in (summed(i), summed(i - 1)),
        "words": words,
        "native": report(engine).iterations / max(i, 1),
    }


def send(number: int) -> None:
    """Send this process a signal once it has computed for a while."""
    due = time.process_time() + FIRST
    while time.process_time() < due:
        time.sleep(0.01)
    os.kill(os.getpid(), number)


def variables_in(error: BaseException) -> dict[str, Any]:
    """The variables that the function `f` had when an error left it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_name != "f":
        trace = trace.tb_next
    return {} if trace is None else dict(trace.tb_frame.f_locals)


def raised_at_scalars() -> dict[str, Any]:
    """The same with all sorts of variables: none is ahead of the others."""
    code, names = loaded("""
        def f(stop, numbers, seen):
            global count
            total, count = numbers[0], 0
            pair = (0, total)
            while not stop[0]:
                count += 1
                total = total + numbers[1]
                pair = (count, total)
                seen[0] = count
    """)
    exec(code, names)
    raise_at_alarm()
    engine = eager_engine()
    numbers, seen, warm, stop = np.array([0.0, 1.0]), [0], [False], [False]
    with lasting(warm, 0.2):
        engine.call(names["f"], warm, numbers, seen)
    variables: dict[str, Any] = {}
    with lasting(stop):
        in_thread(partial(send, signal.SIGALRM))
        try:
            engine.call(names["f"], stop, numbers, seen)
        except TimeoutError as error:
            variables = variables_in(error)
    total, pair = float(variables["total"]), variables["pair"]
    counts = [names["count"], total, pair[0], float(pair[1]), seen[0]]
    return {"is_right": max(counts) - min(counts) <= 1, "counts": counts, "words": "TimeoutError"}


def raise_at_alarm() -> None:
    def handler(number: int, frame: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, handler)


def raising_handler() -> dict[str, Any]:
    raise_at_alarm()
    return raised_by_handler(signal.SIGALRM)


def keyboard_interrupt() -> dict[str, Any]:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return raised_by_handler(signal.SIGINT)


# ---------------------------------------------------------------------- the wake-up descriptor


def wakeup_descriptor() -> dict[str, Any]:
    """The program's own stays in force, and gets its bytes."""
    receiver, sender = socket.socketpair()
    receiver.setblocking(False)  # noqa: FBT003
    sender.setblocking(False)  # noqa: FBT003
    during: list[int] = []

    stops: list[list[bool]] = []

    def handler(number: int, frame: object) -> None:
        current = signal.set_wakeup_fd(sender.fileno())
        during.append(current)
        stops[0][0] = True

    def disturb(engine: Engine, stop: list[bool]) -> None:
        stops.append(stop)
        signal.set_wakeup_fd(sender.fileno())
        signal.setitimer(signal.ITIMER_REAL, FIRST)

    signal.signal(signal.SIGALRM, handler)
    found = run(Silent(), disturb)
    after = signal.set_wakeup_fd(-1)
    return found | {
        "kept": [each == sender.fileno() for each in (*during, after)],
        "received": list(receiver.recv(100)),
    }


def asyncio_handler() -> dict[str, Any]:
    """A signal that arrives amid the compiled loop wakes the event loop around it."""
    called: list[float] = []

    def disturb(_: Engine, stop: list[bool]) -> None:
        signal.setitimer(signal.ITIMER_REAL, FIRST)
        threading.Timer(2 * FIRST, end, (stop,)).start()

    async def work() -> dict[str, Any]:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGALRM, lambda: called.append(time.monotonic()))
        found = run(Silent(), disturb)
        await asyncio.sleep(0.05)
        return found

    return asyncio.run(work()) | {"called": len(called)}


# ---------------------------------------------------------------------- threads


def counting_thread() -> dict[str, Any]:
    """Other threads make progress."""
    ticks: list[float] = []

    def count(stop: list[bool]) -> None:
        while len(ticks) < TICKS and not stop[0]:
            time.sleep(0.001)
            ticks.append(time.monotonic())
        end(stop)

    found = run(Silent(), lambda _, stop: in_thread(partial(count, stop)))
    gaps = [later - earlier for earlier, later in pairwise(ticks)]
    return found | {"ticks": len(ticks) / (ticks[-1] - ticks[0]), "longest_gap": max(gaps)}


def pause_from_thread() -> dict[str, Any]:
    """Another thread pauses the engine, three times."""
    listener = Pausing(pauses=3)
    asked: list[float] = []

    def work(engine: Engine) -> None:
        for _ in range(listener.pauses):
            time.sleep(FIRST)
            asked.append(listener.clock())
            engine.pause()
            listener.going_on.acquire()

    found = run(listener, lambda engine, _: in_thread(lambda: work(engine)))
    return found | {
        "stop_late": [at - when for when, at in zip(asked, listener.stopped, strict=True)],
        "stops": len(listener.stopped),
        "states": listener.states,
        "is_exact": listener.is_exact(),
    }


def globals_seen() -> dict[str, Any]:
    """What a module's loop assigns can be seen by another thread while it runs."""
    stop = [False]
    code, names = loaded(MODULE, stop=stop)
    seen: list[int] = []
    engine = eager_engine()

    def look() -> None:
        while len(seen) < TICKS and not stop[0]:
            time.sleep(0.02)
            seen.append(names.get("count", 0))
        end(stop)

    warm = [False]
    with lasting(warm, 0.2):
        # So that the code is there.
        engine.run_code(code, {"__name__": "__main__", "stop": warm})
    before = report(engine).iterations
    with lasting(stop):
        in_thread(look)
        engine.run_code(code, names)
    count = names["count"]
    return {
        "is_right": names["total"] == summed(count),
        "native": (report(engine).iterations - before) / count,
        "seen": len(set(seen)),
        "ascending": seen == sorted(seen),
    }


SCENARIOS: dict[str, Callable[[], dict[str, Any]]] = {
    each.__name__: each
    for each in (
        timer_signal,
        interrupt_from_thread,
        interrupt_from_process,
        raising_handler,
        keyboard_interrupt,
        raised_at_scalars,
        wakeup_descriptor,
        asyncio_handler,
        counting_thread,
        pause_from_thread,
        globals_seen,
    )
}


def main(words: list[str]) -> int:
    (name,) = words
    print(json.dumps(SCENARIOS[name]()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

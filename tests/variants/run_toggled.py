"""Sets and removes breakpoints again and again in what other threads are running.

    python -m tests.variants.run_toggled FOLDER

The program, which is put into FOLDER, asserts that it does what it does natively.
"""

from __future__ import annotations

import sys
import time
from itertools import combinations, cycle, islice
from pathlib import Path

from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.stepping import Continue, Plan
from debugger.frames.stops import Stop
from tests.variants.run_threaded import marked

CHANGES = 8
CONDITIONS = (None, "True", "1 > 2", None, "len('word') == 4")
PROGRAM = """\
import queue, sys, threading

def meet():
    return None

def double(number):
    doubled = number * 2  # here
    return doubled

def generates(count):
    for number in range(count):
        value = double(number)  # here
        yield value

def busy():
    total = rounds = 0
    while not ended:
        for value in generates(5):
            total += value  # here
        try:
            raise KeyError(rounds)  # here
        except KeyError:
            total += 1
        rounds += 1
    assert total == rounds * 21

def sorts():
    while not ended:
        numbers = sorted([3, 1, 2], key=lambda number: -number)  # here
        assert numbers == [3, 2, 1]

def waits():
    rounds = 0
    while not ended:
        rounds += 1
        with lock:
            things.put(rounds)  # here
        assert things.get() == rounds

def work(target):
    target()
    done.append(target.__name__)

lock, things, ended, done = threading.Lock(), queue.Queue(), [], []
threads = [threading.Thread(target=work, args=(each,)) for each in (busy, sorts, waits)]
for thread in threads:
    thread.start()
meet()
ended.append(True)
for thread in threads:
    thread.join()
assert sorted(done) == ["busy", "sorts", "waits"]
"""


class Toggling:
    """Changes breakpoints at its first stop; the others are those in other threads."""

    def __init__(self, path: Path) -> None:
        self.engine = Engine(self, make_entries=CompiledEntries)
        self.hits = 0
        self._path = str(path)
        self._lines = [line for _, line in marked(path.parent)]
        self._conditions = cycle(CONDITIONS)
        self._has_met = False

    def on_stop(self, stop: Stop) -> Plan:
        if self._has_met:
            self.hits += 1
        else:
            self._has_met = True
            for lines in islice(combinations(self._lines, 2), CHANGES):
                self._change(lines)
        return Continue()

    def _change(self, lines: tuple[int, ...]) -> None:
        breakpoints = self.engine.breakpoints
        made = [
            breakpoints.add_line(self._path, line, condition=next(self._conditions)).breakpoint
            for line in lines
        ]
        time.sleep(0.01)
        for each in made:
            breakpoints.remove(each.number)


def main(path: Path) -> None:
    path.write_text(PROGRAM)
    toggling = Toggling(path)
    toggling.engine.breakpoints.add_function("meet", temporary=True)
    sys.setswitchinterval(1e-5)
    code = compile(PROGRAM, str(path), "exec")
    toggling.engine.run_code(code, {"__name__": "__main__"})
    assert toggling.hits > 0
    assert sys.gettrace() is None


if __name__ == "__main__":
    main(Path(sys.argv[1]) / "program.py")

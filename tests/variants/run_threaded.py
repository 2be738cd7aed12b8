"""Runs a program in which a thread waits while a breakpoint is set in what it is running.

    python -m tests.variants.run_threaded FILE

The first stop is where the program calls `meet`.  There a temporary breakpoint is set in the line
that has the MARK, in FILE or another module beside it.  Written are, by lines, where else it
stopped, and what the program itself writes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from debugger.compiled.variants.installing import CompiledEntries
from debugger.frames.engine import Engine
from debugger.frames.stepping import Continue, Plan
from debugger.frames.stops import Stop

MARK = "# here"


class Setting:
    """Sets the breakpoint at its first stop; notes the others."""

    def __init__(self, folder: Path) -> None:
        self.engine = Engine(self, make_entries=CompiledEntries)
        self._marked = [*marked(folder)]
        self._has_met = False

    def on_stop(self, stop: Stop) -> Plan:
        if self._has_met:
            is_marked = (Path(stop.frame.filename), stop.frame.line) in self._marked
            print("stopped", "where it should" if is_marked else stop.frame.line)
        else:
            self._has_met = True
            for path, line in self._marked:
                self.engine.breakpoints.add_line(str(path), line, temporary=True)
        return Continue()


def marked(folder: Path) -> list[tuple[Path, int]]:
    """The lines with the mark."""
    return [
        (path, number)
        for path in folder.glob("*.py")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if line.endswith(MARK)
    ]


def main(path: Path) -> None:
    sys.path.insert(0, str(path.parent))
    setting = Setting(path.parent)
    setting.engine.breakpoints.add_function("meet", temporary=True)
    code = compile(path.read_text(), str(path), "exec")
    setting.engine.run_code(code, {"__name__": "__main__"})
    assert sys.gettrace() is None


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Where a recording ends, and how a replay knows that it has come there.

It has where the same statements are under way in the same iterations of the loops around them.
Where a loop does not tell its iteration the marks on the way are counted.  Machine code leaves
none, so behind it the plain values of the variables must be the same instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from debugger.frames.recording.iterations import told
from debugger.frames.recording.keeping import PLAIN
from debugger.frames.recording.runs import Run
from debugger.frames.recording.segments import loops, segment, segment_starts
from debugger.frames.recording.sites import Entered, Left, Mark
from debugger.frames.stops import Raised

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import FrameCode
    from debugger.frames.recording.log import Log
    from debugger.frames.stops import Stop

Standing = tuple["FrameCode | None", int, int | None]
"""A frame at a statement, or one loop in which it is there: the header, and the iteration."""


class End:
    """The place where a program is stopped.

    `starts` are the pcs of the marks that lead to the statement at `pc`; `passed`: how many of
    these the replay has passed, from where it begins.
    """

    def __init__(self, stop: Stop, length: int) -> None:
        """The program is stopped at `stop`; the replay begins where the log has this length."""
        frame = stop.frame
        log = frame.interpreter.log
        self.framecode, self.pc, self.passed = frame.framecode, frame.pc, 0
        starts = segment_starts(self.framecode)
        self.starts = frozenset(
            start for start in starts if self.pc in segment(self.framecode, start, starts)
        )
        has_run = isinstance(stop.reason, Raised) and self.pc in self.starts
        marks, self._has_run_as_machine_code = self.way_from(log, length)
        self._expected = marks - has_run
        self._values = plain_values(frame)
        self._standing = tuple(standing(frame))
        self._segments = frame.interpreter.segments
        iterations = [turn for code, _, turn in self._standing if code is None]
        self._is_certain = None not in iterations and not has_run

    def is_reached(self, frame: Frame) -> bool:
        """Whether a frame that has come to the statement is where the program is stopped."""
        if self._is_certain or self._has_run_as_machine_code:
            return self._is_at_the_same(frame)
        return self.passed == self._expected

    def _is_at_the_same(self, frame: Frame) -> bool:
        here = standing(frame)
        return (
            frame.interpreter.segments == self._segments
            and all(fits(now, then) for now, then in zip(here, self._standing, strict=False))
            and (self._is_certain or plain_values(frame) == self._values)
        )

    def way_from(self, log: Log, length: int) -> tuple[int, bool]:
        """How many of the marks were passed since the log had a length, and if machine code ran."""
        marks, has_run_as_machine_code = 0, False
        current = log.current
        for at, site, values in log.newest_first():
            if at < length:
                break
            if isinstance(site, Mark):
                is_on_way = site.pc in self.starts and current is not None
                marks += is_on_way and current.framecode is self.framecode  # type: ignore[union-attr]
            elif isinstance(site, Entered):
                current = values[0]
            elif isinstance(site, Left):
                current = values[2]
            elif isinstance(site, Run):
                has_run_as_machine_code = True
        return marks, has_run_as_machine_code

    def going_back(self, log: Log, length: int) -> None:
        """What the log has beyond a length is about to be undone."""
        marks, has_run_as_machine_code = self.way_from(log, length)
        self.passed -= marks
        self._has_run_as_machine_code |= has_run_as_machine_code


def fits(now: Standing, then: Standing) -> bool:
    """Whether a frame or loop is where it was, as far as was known; machine code does not count."""
    return now[:2] == then[:2] and then[2] in (None, now[2])


def plain_values(frame: Frame) -> list[tuple[str, type, object]]:
    """The variables of a frame that hold numbers, strings and the like."""
    return [
        (name, type(value), value.hex() if type(value) is float else value)
        for name, value in frame.fast_variables().items()
        if type(value) in PLAIN
    ]


def standing(frame: Frame) -> Iterator[Standing]:
    """Where the frames of a segment are, innermost first, and in which iterations of loops."""
    while True:
        yield frame.framecode, frame.pc, None
        found = loops(frame.framecode).items()
        around = [header for header, end in found if header <= frame.pc <= end]
        for header in sorted(around, reverse=True):
            yield None, header, told(frame, header)
        if frame.is_root or frame.caller is None:
            return
        frame = frame.caller

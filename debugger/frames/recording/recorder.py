"""Whether and how an engine records: two strategies with the same methods.

`Recording` wraps the steps and is told by the interpreter what no step does: segments that begin
and end, errors that unwind. `NotRecording` does nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames.events import YIELD
from debugger.frames.frame import Frame
from debugger.frames.ir import Operation, Return
from debugger.frames.missing import MISSING
from debugger.frames.recording.activation import Activation
from debugger.frames.recording.calling import CALLS
from debugger.frames.recording.changes import LOGGED, begins_loop
from debugger.frames.recording.keeping import keep
from debugger.frames.recording.leaving import give_back, mid_line, under_way, unwound
from debugger.frames.recording.log import DEFAULT_LIMIT, Log
from debugger.frames.recording.marking import marked
from debugger.frames.recording.objects import changes
from debugger.frames.recording.segments import live_temps
from debugger.frames.recording.sites import Barrier, Began, Ended, Registers, Resumed
from debugger.frames.steps import make_step

if TYPE_CHECKING:
    from debugger.frames.framecode import Binding, Step
    from debugger.frames.stops import Reason


class NotRecording:
    """Nothing is recorded; `is_on` is asked for so often that it belongs to the instance."""

    def __init__(self) -> None:
        self.is_on = False

    def make_step(self, binding: Binding, pc: int) -> Step:
        """The step of the statement at `pc`."""
        return make_step(binding, pc)

    def new_log(self) -> Log:
        """The log of a thread."""
        return Log()

    def began(self, frame: Frame) -> None:
        """A segment begins with `frame`."""

    def ended(self, frame: Frame) -> None:
        """The segment that began with `frame` is over."""

    def resuming(self, frame: Frame) -> None:
        """The frame of a generator is about to go on, in a segment of its own."""

    def suspended(self, frame: Frame) -> None:
        """The frame of a generator yields, or has ended."""

    def reason_to_stop(self, frame: Frame) -> Reason | None:
        """Why to stop before the current statement of `frame`, whatever else there is; or None."""
        return None

    def going_back(self, log: Log, length: int) -> None:
        """What `log` has beyond `length` is about to be undone."""

    def unwinding(self, frame: Frame, depth: int) -> None:
        """An error empties the temporaries of `frame` from `depth` up."""

    def unwound(self, frame: Frame) -> None:
        """An error leaves `frame`."""


class Recording(NotRecording):
    """Everything is recorded, in at most `limit` bytes for a thread."""

    def __init__(self, limit: int = DEFAULT_LIMIT) -> None:
        super().__init__()
        self.is_on = True
        self.limit = limit
        self._began, self._ended, self._resumed = Began(), Ended(), Resumed()
        self._registers, self._barrier = Registers(-1, 1), Barrier()

    def make_step(self, binding: Binding, pc: int) -> Step:
        framecode = binding.framecode
        statement = framecode.statements[pc]
        step = plain = make_step(binding, pc)
        logged = LOGGED.get(type(statement)) or CALLS.get(type(statement))
        if isinstance(statement, Operation):
            logged = changes
        elif isinstance(statement, Return):
            logged = give_back
        if logged is not None:
            step = logged(framecode, pc, step)
        return marked(framecode, pc, plain, begins_loop(framecode, pc, step))

    def new_log(self) -> Log:
        return Log(self.limit)

    def began(self, frame: Frame) -> None:
        if not frame.framecode.kind:
            log = frame.interpreter.log
            # It may be that nothing else is recorded, each time: a breakpoint that goes on at once.
            log.renew()
            log.extend((log.current, self._began))

    def ended(self, frame: Frame) -> None:
        log = frame.interpreter.log
        current, entry = current_of(frame.interpreter.leaf), (log.current, self._ended)
        log.current = current
        log.extend(entry)

    def resuming(self, frame: Frame) -> None:
        log = frame.interpreter.log
        before = log.current
        activation = frame.activation
        if activation is None:
            frame.activation = activation = Activation(frame, None)
        record = log.extend
        entry = before, (frame.pc, frame.state, mid_line(frame)), activation, self._resumed
        frame.record, log.current = record, activation
        record(entry)

    def suspended(self, frame: Frame) -> None:
        if frame.state != YIELD or frame.data.handled:
            log = frame.interpreter.log
            log.extend((f"the end of {frame.name}", self._barrier))

    def unwinding(self, frame: Frame, depth: int) -> None:
        framecode, registers = frame.framecode, frame.data.registers
        used = live_temps(framecode, frame.pc)
        first = framecode.first_temp + depth
        record = under_way(frame)
        kept = tuple(
            (register, keep(registers[register]))
            for register in sorted(used)
            if register >= first and registers[register] is not MISSING
        )
        record((kept, self._registers))

    def unwound(self, frame: Frame) -> None:
        unwound(frame)


def current_of(frame: Frame | None) -> Activation | None:
    """The activation of a frame, if it has one."""
    return None if frame is None else frame.activation

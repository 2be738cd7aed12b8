"""The session: what the debugger knows from one stop to the next, and its talk with the user."""

from __future__ import annotations

import threading
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, NoReturn

from debugger.compiled.loops.loops import Loops
from debugger.compiled.loops.policy import Policy
from debugger.compiled.tiered import TieredInterpreter
from debugger.frames import stepping, stops
from debugger.frames.errors import UserError
from debugger.frames.stack import StackEntry, stack
from debugger.frames.viewing import is_native
from debugger.ui.aliases import Aliases
from debugger.ui.conveniences import offered
from debugger.ui.dispatch import dispatch
from debugger.ui.evaluating import value_in, value_of
from debugger.ui.limit import is_main_thread
from debugger.ui.parse import split_commands
from debugger.ui.patience import Patience
from debugger.ui.reasons import returned
from debugger.ui.screen import Screen
from debugger.ui.settings import AFTER, BEFORE, LABELS, Settings
from debugger.ui.show import Layout
from debugger.ui.threads import Threads
from debugger.ui.values import error_text
from debugger.ui.watching import Displays, Watches
from debugger.ui.watchpoints import ended

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from debugger.compiled.loops.loop import Left
    from debugger.frames.breakpoints import Breakpoint
    from debugger.frames.engine import Engine
    from debugger.frames.frame import Frame
    from debugger.ui.console import Console
    from debugger.ui.table import CommandTable
    from debugger.ui.threads import Thread


class Session:
    """The listener that asks the user what to do; all mutable state of the interface."""

    def __init__(
        self,
        console: Console,
        commands: CommandTable,
        make_engine: Callable[[stops.Listener], Engine],
        prepared: Sequence[str] = (),
        loops: Loops | None = None,
    ) -> None:
        """Talk through a console; `prepared` commands come before those of the user.

        `loops` are those of the engine's interpreters.
        """
        self.console = console
        self.commands = commands
        self.engine = make_engine(self)
        self.engine.conveniences.offered = offered(self)
        self.loops = loops or Loops(Policy())
        #: where the program is stopped, None while it runs
        self.stop: stops.Stop | None = None
        #: the thread that has stopped
        self.thread = 0
        #: how often it has stopped
        self.stop_count = 0
        #: the frames of this stop, innermost first, and the number of the selected one
        self.frames: list[Frame] = []
        self.selected_number = 1
        #: the function that has just returned or is about to
        self.returned: stops.Return | None = None
        #: the compiled loop that the program came out of just before this stop
        self.left: Left | None = None
        #: the last line shown by `list` at this stop
        self.listed_to: int | None = None
        #: an earlier error whose frames are looked at
        self.looked_at_error: BaseException | None = None
        #: what an empty line repeats
        self.last_line = ""
        #: where expressions are evaluated while no program is stopped
        self.namespace: dict[str, object] = {}
        self.watches = Watches()
        self.displays = Displays()
        self.aliases = Aliases()
        self.settings = Settings()
        #: where what is configured was chosen, by key
        self.configured: dict[str, str] = {}
        self.threads = Threads()
        self.patience = Patience(lambda: self.write(self.threads.takes_long(self.thread)))
        self.screen = Screen(self)
        self._lock = threading.RLock()
        self._prepared = [command for line in prepared for command in split_commands(line)]
        #: set in a process that replays: what ends it
        self.end_replay: Callable[[], NoReturn] | None = None
        #: what to do when the user quits at a stop from which the program cannot be unwound
        self.abandon: Callable[[], None] = lambda: None
        #: how to run the program anew, with these arguments or the same ones
        self.restart: Callable[[Sequence[str] | None], NoReturn] = _not_restartable
        #: whether Ctrl-C ends what is being done for the user
        self.is_asking = False
        #: what holds while the user is asked
        self.at_stop: Callable[[], AbstractContextManager[None]] = nullcontext
        #: whether only what comes after the end of the program is left
        self.has_ended = False
        self._waiting: list[str] = []

    # What commands ask for

    @property
    def frame(self) -> Frame:
        """The selected frame."""
        self.require_stop()
        return self.frames[self.selected_number - 1]

    @property
    def leaf(self) -> Frame:
        """The innermost frame of the thread that has stopped."""
        self.require_stop()
        self.threads.require_own()
        return self.frames[0]

    def entries(self) -> Sequence[StackEntry]:
        """The stack that is looked at, innermost frame first."""
        self.require_stop()
        if self.looked_at_error is not None or self._is_over():
            return [StackEntry(frame, ()) for frame in self.frames]
        looked_at = self.threads.looked_at
        return stack(self.frames[0]) if looked_at is None else looked_at.view.entries

    @property
    def current_file(self) -> str | None:
        """The file of the selected frame, if the program is stopped."""
        return self.frame.filename if self.stop is not None else None

    @property
    def layout(self) -> Layout:
        """How screens are drawn now."""
        more, label = self.settings.more, LABELS[self.settings.types]
        before, after = BEFORE + more, AFTER + more
        return Layout(self.console.theme, self.console.width, before, after, label)

    def went_back(self, frame: Frame, text: str) -> None:
        """The program was put back to where `frame` stands: that is the stop from here on."""
        self.stop_at(stops.Stop(frame, stops.WentBack(text)))
        self.screen.show_stop()

    def require_stop(self) -> None:
        """Refuse what only makes sense in a stopped program."""
        if self.stop is None:
            raise UserError("No program is stopped.")

    def steppable(self) -> Frame:
        """The selected frame, if the program can go on from here."""
        self.require_stop()
        self.threads.require_own()
        if self._is_over() or self.looked_at_error is not None:
            raise UserError(
                "These frames have ended: they can only be looked at. 'continue' goes on."
            )
        return self.frame

    def _is_over(self) -> bool:
        """Whether the frames of this stop have ended."""
        return self.stop is not None and isinstance(self.stop.reason, stops.PostMortem)

    def steppable_leaf(self) -> Frame:
        """The same for what only the innermost frame can do."""
        if self.selected_number != 1:
            raise UserError(
                "Only the innermost frame can do this ('frame 1'); stepout works from here."
            )
        return self.steppable()

    def steppable_finely(self) -> Frame:
        """The same for what takes less than a line, or looks at what a line does."""
        frame = self.steppable_leaf()
        if is_native(frame):
            raise UserError("This frame runs natively ('where'): it is stepped by line.")
        return frame

    def look_at(self, thread: Thread) -> None:
        """Show another thread's frames from here on."""
        self.looked_at_error = None
        self.frames = [entry.frame for entry in thread.view.entries]
        self.threads.looked_at = thread
        self.select(1)

    def look_at_error(self, error: BaseException, frames: list[Frame]) -> None:
        """Show the frames of an earlier error from here on."""
        self.threads.looked_at = None
        self.looked_at_error, self.frames = error, frames
        self.select(1)

    def require_program(self) -> None:
        """Refuse what makes no sense in a replay."""
        if self.end_replay is not None:
            raise UserError("Not in a replay: 'snip end' returns to the program.")

    def frame_number(self, number: int) -> Frame:
        """The frame with a number as in `where`."""
        self.require_stop()
        if not 1 <= number <= len(self.frames):
            raise UserError(
                f"There is no frame {number}; frames are numbered 1 to {len(self.frames)}."
            )
        return self.frames[number - 1]

    def select(self, number: int) -> None:
        """Make a frame the one that commands work on."""
        self.frame_number(number)
        self.selected_number = number
        self.listed_to = None

    def evaluate(self, source: str) -> object:
        """The value of an expression in the selected frame, or at the Python prompt."""
        return (
            value_of(self.frame, source)
            if self.stop is not None
            else value_in(self.namespace, source)
        )

    def write(self, text: str) -> None:
        """Show text to the user."""
        self.console.write(text)

    def write_lines(self, lines: Iterable[str]) -> None:
        """Show lines to the user."""
        text = "\n".join(lines)
        if text:
            self.console.write(text)

    def ask(self, prompt: str) -> str | None:
        """One more line of the user; None at the end of the input."""
        with self.patience.resting():
            return self.console.read(prompt)

    def confirm(self, question: str) -> bool:
        """Ask the user a question whose answer is yes or no."""
        with self.patience.resting():
            return self.console.confirm(question)

    def is_returning(self) -> bool:
        """Whether the stop says what is about to be returned."""
        return self.stop is not None and isinstance(self.stop.reason, stops.Returning)

    def is_raising(self) -> bool:
        """Whether the current operation has failed, rather than being about to run."""
        reason = self.stop.reason if self.stop is not None else None
        return isinstance(reason, stops.Raised | stops.PostMortem)

    # The talk

    def on_stop(self, stop: stops.Stop) -> stepping.Plan:
        """The program has stopped: show it, do what the user says, until he lets it go on."""
        # One thread at a time: the others wait until this one goes on.
        # What we use may itself be in focus.
        self.threads.waiting.add(threading.get_ident())
        with (
            self._lock,
            self.engine.not_stopping(),
            self.threads.others(self.engine),
            self.at_stop(),
        ):
            self.threads.waiting.discard(threading.get_ident())
            self._arrive(stop)
            self.write_lines(ended(self))
            try:
                return self._asked()
            finally:
                self._depart()

    def _asked(self) -> stepping.Plan:
        """What the user says.

        Ctrl-C is for what he does as long as it `is_asking`, and raised within this `try`: CPython
        looks for signals at calls and jumps back, of which there are none between the assignments
        and what stands in the `try`.
        """
        while True:
            self.is_asking = True
            try:
                return self._unasked() or self._talk()
            except KeyboardInterrupt:
                continue
            finally:
                self.is_asking = False

    def prepare(self, commands: Iterable[str]) -> None:
        """Run these commands at the next stop before anything is asked."""
        self._prepared += commands

    def obey(self, line: str) -> stepping.Plan | None:
        """Do the commands of one line; those after one that goes on wait for the next stop."""
        todo = split_commands(line if line.strip() else self.last_line)
        self.last_line = todo[-1]
        return self._run(todo)

    def _arrive(self, stop: stops.Stop) -> None:
        self.stop_count += 1
        self.thread = threading.get_ident()
        self.stop_at(stop)
        interpreter = self.engine.interpreter()
        if isinstance(interpreter, TieredInterpreter):
            self.left = interpreter.take_left(stop.frame)

    def stop_at(self, stop: stops.Stop) -> None:
        """Make this the stop that is looked at."""
        self.stop = stop
        self.looked_at_error = self.threads.looked_at = None
        self.frames = _chain(stop)
        self.selected_number = 1
        self.listed_to = None
        self.returned = returned(stop)
        self.left = None

    def _depart(self) -> None:
        self.stop = None
        self.looked_at_error = self.threads.looked_at = None
        self.frames = []
        self.forget_values()
        self.returned = None
        self.left = None

    def forget_values(self) -> None:
        """Forget what the user has named; what he holds would live on in the program."""
        self.engine.conveniences.values.clear()

    def _unasked(self) -> stepping.Plan | None:
        """What happens before the user is asked anything."""
        try:
            return self._before_the_screen() or self._hit_commands()
        except KeyboardInterrupt:
            self.write("(interrupted)")
            return None

    def _before_the_screen(self) -> stepping.Plan | None:
        """Commands given beforehand; when one of them goes on there is nothing to show."""
        while self._prepared:
            plan = self._done(self._taken(self._prepared))
            if plan is not None:
                return plan
        return None

    def _hit_commands(self) -> stepping.Plan | None:
        """Show the stop, unless the commands of its breakpoints are silent, and run those."""
        lines = [line for hit in self._hit() for line in hit.commands]
        todo = [command for line in lines for command in split_commands(line)]
        if "silent" not in todo:
            self._show_safely()
        waiting, self._waiting = self._waiting, []
        return self._run([*(line for line in todo if line != "silent"), *waiting])

    def _hit(self) -> tuple[Breakpoint, ...]:
        reason = self.stop.reason if self.stop is not None else None
        return reason.breakpoints if isinstance(reason, stops.Hit) else ()

    def _run(self, todo: Sequence[str]) -> stepping.Plan | None:
        self._waiting = list(todo)
        try:
            while self._waiting:
                plan = self._done(self._taken(self._waiting))
                if plan is not None:
                    return plan
        except KeyboardInterrupt:
            self._waiting = []
            raise
        return None

    def _taken(self, queue: list[str]) -> str:
        """Take the next command of a queue, which may be several once it is written out."""
        try:
            first, *more = self.aliases.commands(queue.pop(0))
        except UserError as error:
            self.write(str(error))
            return ""
        queue[:0] = more
        return first

    def _done(self, line: str) -> stepping.Plan | None:
        with self._held():
            return dispatch(self, line)

    @contextmanager
    def _held(self) -> Iterator[None]:
        """While this lasts the other threads are held, if they are to be.

        What the user is shown, or does, may then wait for one of them.
        """
        self.threads.hold_others(self.engine)
        with nullcontext() if self.engine.hold is None else self.patience.trying():
            yield

    def let_others_go(self) -> None:
        """Let the threads go on that are held, if something waits, until the next command."""
        if self.patience.is_tried and self.engine.hold is not None:
            self.engine.let_go()
            self.write("(the other threads run on)")

    def next_given(self) -> str | None:
        """Take the next command that was given beforehand, on the same line or to the process."""
        given = self._waiting or self._prepared
        return given.pop(0) if given else None

    def forget_given(self) -> None:
        """Do nothing that was given beforehand."""
        self._waiting, self._prepared = [], []

    def _talk(self) -> stepping.Plan:
        while True:
            try:
                plan = self._answer()
            except KeyboardInterrupt:
                self.write("")
                continue
            if plan is not None:
                return plan

    def _answer(self) -> stepping.Plan | None:
        line = self.console.read(self.prompt())
        if line is not None:
            return self.obey(line)
        return self.quit() if self.console.may_end() else None

    def quit(self) -> stepping.Plan:
        """Leave the program by unwinding it, or, from amid native code, by abandoning it."""
        if self.end_replay is not None:
            self.end_replay()
        # What the program does at its end may wait for them.
        self.engine.let_go()
        if not is_main_thread() or self._is_amid_native_code():
            self.engine.is_quitting = True
            self.abandon()
        return stepping.Quit()

    def _is_amid_native_code(self) -> bool:
        """Whether the program's own handlers would run if it were unwound."""
        engine = self.engine
        is_above = self.has_ended or engine.entries.has_begun or engine.interpreter().segments > 1
        return is_above or (bool(self.frames) and self.frames[0].root().host is not None)

    def prompt(self) -> str:
        """What asks the user for a command."""
        what = "debug" if self.end_replay is None else "replay"
        number = "" if self.selected_number == 1 else f" {self.selected_number}"
        return f"{what}{number}{self.threads.prompt()}> "

    def _show_safely(self) -> None:
        """A mistake in drawing must not become an error of the user's program."""
        try:
            with self._held():
                self.screen.show_stop()
        except Exception as error:
            self.write(f"The debugger could not show this stop: {error_text(error)}")


def _not_restartable(arguments: Sequence[str] | None) -> NoReturn:
    raise UserError("Only a program that was begun as python -m debugger FILE can be run anew.")


def _chain(stop: stops.Stop) -> list[Frame]:
    if isinstance(stop.reason, stops.PostMortem):
        return list(stop.reason.frames)
    return [entry.frame for entry in stack(stop.frame)]

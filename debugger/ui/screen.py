"""What a stop looks like: the selected frame, with the reason of the stop or without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames import stops
from debugger.frames.viewing import is_native
from debugger.ui.changes import Changes
from debugger.ui.loop_lines import left_line
from debugger.ui.reasons import Why, extra_lines, why
from debugger.ui.recency import Recency
from debugger.ui.show import (
    View,
    frame_lines,
    headline,
    line_columns,
    lines_with_breakpoints,
    operation_columns,
)
from debugger.ui.source import text_of
from debugger.ui.upcoming import next_call, next_operation
from debugger.ui.values import error_text
from debugger.ui.watchpoints import change_lines

if TYPE_CHECKING:
    from debugger.ui.session import Session


class Screen:
    """Shows the stops of a session; `changes` of source files are told of once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.changes = Changes()
        self._recency = Recency()

    def show_stop(self) -> None:
        """The whole screen of this stop, as the selected frame sees it."""
        session = self.session
        if self._is_waiting():
            self.show_selected()
        elif session.stop is not None:
            reason, layout = session.stop.reason, session.layout
            lines = headline(why(reason, layout.theme), session.frame, layout)
            lines += [*extra_lines(reason), *change_lines(session.stop), *self._frame_lines()]
            left = [] if session.left is None else [left_line(session.left, reason)]
            changed = session.displays.changed(session.frame)
            below = [*left, *session.watches.lines(session), *changed]
            session.write_lines([*lines, *(f"   {line}" for line in below)])

    def show_selected_stop(self) -> None:
        """The screen again, after the user has changed how it is drawn; none where none stands."""
        if self.session.stop is not None:
            self.show_stop()

    def show_selected(self) -> None:
        """The selected frame, after it was selected."""
        session, thread = self.session, self.session.threads.looked_at
        whose = "" if thread is None else f", thread {thread}"
        if session.looked_at_error is not None:
            whose = f", {error_text(session.looked_at_error)}"
        self.show_frame(f"frame {session.selected_number} of {len(session.frames)}{whose}")

    def show_frame(self, left: str) -> None:
        """The selected frame, with other words in place of the reason of the stop."""
        lines = headline(Why(left), self.session.frame, self.session.layout)
        self.session.write_lines([*lines, *self._frame_lines()])

    def _frame_lines(self) -> list[str]:
        session, frame = self.session, self.session.frame
        texts = self._recency.texts(frame)
        lines = lines_with_breakpoints(frame, session.engine.breakpoints)
        view = View(frame, self._marked(), self._following(), texts, lines)
        notes = self.changes.notes(frame.filename, text_of(frame))
        return [*(f"   {note}" for note in notes), *frame_lines(view, session.layout)]

    def _is_waiting(self) -> bool:
        """Whether the current operation of the selected frame is under way."""
        session = self.session
        is_elsewhere = session.threads.looked_at is not None or session.looked_at_error is not None
        return session.selected_number != 1 or is_elsewhere

    def _marked(self) -> tuple[int, int] | None:
        """What is about to run; where an error or a call is under way, exactly that."""
        if self._is_waiting() or self.session.is_raising():
            return operation_columns(self.session.frame)
        return line_columns(self.session.frame)

    def _following(self) -> str | None:
        """What comes next in the innermost frame: a call; after a small step, any operation."""
        session = self.session
        if session.stop is None or self._is_waiting() or session.is_raising():
            return None
        if isinstance(session.stop.reason, stops.SourceBreak) and is_native(session.frame):
            # The call that asks for the stop is under way.
            return None
        call = next_call(session.frame)
        small = isinstance(session.stop.reason, stops.Stepped) and session.returned is None
        return call or (next_operation(session.frame) if small else None)

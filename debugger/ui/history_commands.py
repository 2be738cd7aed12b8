"""Looking at what was.

These commands show what variables held before, and leave the program where it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from debugger.frames.errors import NotRecordedError
from debugger.frames.missing import MISSING
from debugger.frames.recording.looking import latest
from debugger.frames.recording.restoring import GoneError
from debugger.frames.recording.undoing import Undoing
from debugger.ui.going import recorded_frame, variable
from debugger.ui.parse import optional_number
from debugger.ui.plotting import chart, write_table
from debugger.ui.table import command
from debugger.ui.values import short

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from debugger.frames.recording.history import Assignment
    from debugger.ui.session import Session

_SHOWN = 10
PLOTTED = 5_000
"""Values that are drawn at most; there may be many more in a compiled loop."""
_VALUE_LIMIT = 60


@command("history", "hist", arguments="variable [count]")
def history(session: Session, argument: str) -> None:
    """Show the last values that a variable of this frame was given, and by which lines.

    `history energy 20` shows the last twenty. In a loop it says in which iteration.
    """
    name, _, rest = argument.partition(" ")
    frame = recorded_frame(session)
    count = optional_number(rest, "number of values", default=_SHOWN)
    found = latest(frame, variable(name), count)
    if not found:
        raise NotRecordedError(f"No line that sets {name} is recorded.")
    shown = _shower(session)
    rows = [(_when(each), shown(each.kept)) for each in reversed(found)]
    rows[-1] = rows[-1][0], f"{rows[-1][1]}   <- now"
    width = max(len(when) for when, _ in rows)
    session.write_lines(f"  {when:<{width}}   {value}" for when, value in rows)


@command("plot", arguments="variable [> file.csv]")
def plot(session: Session, argument: str) -> None:
    """Draw the values that a number was given, over the iterations of the loop.

    `plot energy > energy.csv` writes them into a file instead. The chart needs plotext.
    """
    name, _, path = (part.strip() for part in argument.partition(">"))
    frame = recorded_frame(session)
    found = [each for each in latest(frame, variable(name), PLOTTED) if _is_number(each.kept)]
    if not found:
        raise NotRecordedError(f"No numbers that {name} was given are recorded.")
    found.reverse()
    positions = _positions(found)
    values = [each.kept for each in found]
    if path:
        write_table(path, name, positions, values)
        session.write(f"{len(values):,} values are in {path}.")
    else:
        with session.engine.natively():
            text = chart(name, positions, values, session.layout.width)
        session.write(text)


def _positions(found: Sequence[Assignment]) -> list[int]:
    """The iteration of each value; those from before the loop come before its first."""
    inside = [each.iteration for each in found if each.iteration is not None]
    first = min(inside, default=len(found) + 1)
    before = len(found) - len(inside)
    return [*range(first - before, first), *inside]


def _when(assignment: Assignment) -> str:
    line = f"line {assignment.place.line}"
    if assignment.iteration is None:
        return line
    return f"iteration {assignment.iteration:,}   {line}"


def _shower(session: Session) -> Callable[[Any], str]:
    """What shows a value that was kept, or says that it is gone."""
    restorer = Undoing(session.leaf.interpreter).restorer.apart()

    def shown(kept: Any) -> str:
        try:
            value = restorer.value(kept)
        except GoneError as gone:
            return f"({gone}, gone)"
        return "(unbound)" if value is MISSING else short(value, _VALUE_LIMIT)

    return shown


def _is_number(value: object) -> bool:
    import numbers

    return issubclass(type(value), numbers.Real)

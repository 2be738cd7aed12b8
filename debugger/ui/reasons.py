"""Why the program stopped, as the first line of the screen says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from debugger.frames import stops
from debugger.ui.source import short_name
from debugger.ui.values import error_text, short
from debugger.ui.watchpoints import is_watchpoint, kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from debugger.frames.breakpoints import Breakpoint
    from debugger.ui.theme import Theme

_FATES = {
    "uncaught": "nothing will catch it",
    "caught": "it will be caught",
    "leaves user code": "it leaves your code",
    "unknown": "it may be caught",
}


@dataclass(frozen=True, slots=True)
class Why:
    """The first line of a screen: what happened, and a remark that is put in parentheses."""

    text: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.note})" if self.note else self.text


def returned(stop: stops.Stop) -> stops.Return | None:
    """The function that has just returned or is about to, and its value."""
    if isinstance(stop.reason, stops.Returning):
        return stops.Return(stop.frame.name, stop.reason.value)
    return stop.reason.returned if isinstance(stop.reason, stops.Stepped) else None


def why(reason: stops.Reason, theme: Theme) -> Why:
    """Why it stopped, with the mark that belongs to it."""
    return _TEXTS[type(reason)](reason, theme)


def extra_lines(reason: stops.Reason) -> list[str]:
    """What else belongs to the reason: conditions that raised, a header of the program's."""
    if isinstance(reason, stops.Hit):
        return [
            f"the condition of {kind(failed).lower()} {failed.number} raised {error_text(error)}"
            for failed, error in reason.errors
        ]
    if isinstance(reason, stops.SourceBreak) and reason.header:
        return reason.header.splitlines()
    if isinstance(reason, stops.Unrepeatable):
        return ["It would happen twice. 'jump' goes past it; 'snip end' returns to the program."]
    if isinstance(reason, stops.RecordingEnds):
        return ["The program is stopped here; 'snip end' returns to it."]
    return []


def _entered(reason: stops.Reason, theme: Theme) -> Why:
    del reason, theme
    return Why("start")


def _stepped(reason: stops.Reason, theme: Theme) -> Why:
    del theme
    assert isinstance(reason, stops.Stepped)
    if reason.returned is None:
        return Why("step")
    return Why(f"-> {short_name(reason.returned.name)} returned {short(reason.returned.value)}")


def _returning(reason: stops.Reason, theme: Theme) -> Why:
    del theme
    assert isinstance(reason, stops.Returning)
    return Why(f"-> about to return {short(reason.value)}")


def _hit(reason: stops.Reason, theme: Theme) -> Why:
    assert isinstance(reason, stops.Hit)
    failed = [each for each, _ in reason.errors]
    # The same breakpoint may stand in both, and breakpoints need not be hashable.
    hit = [*reason.breakpoints, *(each for each in failed if each not in reason.breakpoints)]
    *others, last = hit
    text = ", ".join(
        [*(f"{_described(each)} ({_times(each)})" for each in others), _described(last)]
    )
    return Why(f"{theme.breakpoint} {text}", _times(last))


def _described(hit: Breakpoint) -> str:
    if is_watchpoint(hit):
        condition = f", if {hit.condition}" if hit.condition else ""
        return f"watchpoint {hit.number}: {hit.location}{condition}"
    called = "temporary breakpoint" if hit.temporary else "breakpoint"
    condition = f": {hit.condition}" if hit.condition else ""
    return f"{called} {hit.number}{condition}"


def _times(hit: Breakpoint) -> str:
    return f"hit {hit.hits:,}"


def _source_break(reason: stops.Reason, theme: Theme) -> Why:
    del reason
    return Why(f"{theme.breakpoint} breakpoint in the source")


def _paused(reason: stops.Reason, theme: Theme) -> Why:
    del reason, theme
    return Why("paused")


def _raised(reason: stops.Reason, theme: Theme) -> Why:
    assert isinstance(reason, stops.Raised)
    return Why(f"{theme.error} {error_text(reason.error)}", _FATES[reason.fate])


def _post_mortem(reason: stops.Reason, theme: Theme) -> Why:
    assert isinstance(reason, stops.PostMortem)
    proved = "nothing caught it; " if reason.fate == "uncaught" else ""
    return Why(f"{theme.error} {error_text(reason.error)}", f"{proved}seen afterwards")


def _went_back(reason: stops.Reason, theme: Theme) -> Why:
    assert isinstance(reason, stops.WentBack)
    return Why(f"{theme.back} {reason.text}")


def _unrepeatable(reason: stops.Reason, theme: Theme) -> Why:
    assert isinstance(reason, stops.Unrepeatable)
    return Why(f"{theme.back} {reason.what} cannot be replayed")


def _recording_ends(reason: stops.Reason, theme: Theme) -> Why:
    return Why(f"{theme.back} the end of the recording")


_TEXTS: dict[type, Callable[[stops.Reason, Theme], Why]] = {
    stops.Entered: _entered,
    stops.Stepped: _stepped,
    stops.Returning: _returning,
    stops.Hit: _hit,
    stops.SourceBreak: _source_break,
    stops.Paused: _paused,
    stops.Raised: _raised,
    stops.PostMortem: _post_mortem,
    stops.WentBack: _went_back,
    stops.Unrepeatable: _unrepeatable,
    stops.RecordingEnds: _recording_ends,
}

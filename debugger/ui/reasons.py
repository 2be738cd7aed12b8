"""Why the program stopped, as the first line of the screen says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from debugger.frames import stops
from debugger.ui.source import short_name
from debugger.ui.values import error_text, short

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


def reason_text(reason: stops.Reason, theme: Theme) -> str:
    """Why it stopped, with the mark that belongs to it."""
    return _TEXTS[type(reason)](reason, theme)


def extra_lines(reason: stops.Reason) -> list[str]:
    """What else belongs to the reason: conditions that raised, a header of the program's."""
    if isinstance(reason, stops.Hit):
        return [
            f"the condition of breakpoint {failed.number} raised {error_text(error)}"
            for failed, error in reason.errors
        ]
    if isinstance(reason, stops.SourceBreak) and reason.header:
        return reason.header.splitlines()
    return []


def _entered(reason: stops.Reason, theme: Theme) -> str:
    del reason, theme
    return "start"


def _stepped(reason: stops.Reason, theme: Theme) -> str:
    del theme
    assert isinstance(reason, stops.Stepped)
    if reason.returned is None:
        return "step"
    return f"-> {short_name(reason.returned.name)} returned {short(reason.returned.value)}"


def _returning(reason: stops.Reason, theme: Theme) -> str:
    del theme
    assert isinstance(reason, stops.Returning)
    return f"-> about to return {short(reason.value)}"


def _hit(reason: stops.Reason, theme: Theme) -> str:
    assert isinstance(reason, stops.Hit)
    failed = [each for each, _ in reason.errors]
    # The same breakpoint may stand in both, and breakpoints need not be hashable.
    hit = [*reason.breakpoints, *(each for each in failed if each not in reason.breakpoints)]
    return f"{theme.breakpoint} {', '.join(map(_described, hit))}"


def _described(hit: Breakpoint) -> str:
    kind = "temporary breakpoint" if hit.temporary else "breakpoint"
    condition = f": {hit.condition}" if hit.condition else ""
    return f"{kind} {hit.number}{condition} (hit {hit.hits:,})"


def _source_break(reason: stops.Reason, theme: Theme) -> str:
    del reason
    return f"{theme.breakpoint} breakpoint in the source"


def _paused(reason: stops.Reason, theme: Theme) -> str:
    del reason, theme
    return "paused"


def _raised(reason: stops.Reason, theme: Theme) -> str:
    assert isinstance(reason, stops.Raised)
    fate = _FATES.get(reason.fate, reason.fate)
    return f"{theme.error} {error_text(reason.error)} ({fate})"


def _post_mortem(reason: stops.Reason, theme: Theme) -> str:
    assert isinstance(reason, stops.PostMortem)
    return f"{theme.error} {error_text(reason.error)} (nothing caught it; seen afterwards)"


_TEXTS: dict[type, Callable[[stops.Reason, Theme], str]] = {
    stops.Entered: _entered,
    stops.Stepped: _stepped,
    stops.Returning: _returning,
    stops.Hit: _hit,
    stops.SourceBreak: _source_break,
    stops.Paused: _paused,
    stops.Raised: _raised,
    stops.PostMortem: _post_mortem,
}

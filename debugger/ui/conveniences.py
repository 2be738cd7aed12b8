"""Convenience variables as the user writes them, `$name`, and those that every stop has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from debugger.frames.conveniences import MARK
from debugger.frames.errors import UserError
from debugger.frames.viewing import Viewed
from debugger.ui.chain import error_of
from debugger.ui.parse import outside_strings

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from debugger.ui.session import Session

_NAME = re.compile(r"\$([^\W\d]\w*)")


def translated(source: str) -> str:
    """The source with `$name` written as Python."""
    if "$" not in source:
        return source
    found = (_NAME.match(source, at) for at, _ in outside_strings(source))
    text, end = "", 0
    for match in filter(None, found):
        text += f"{source[end : match.start()]}{MARK!r}.{match[1]}"
        end = match.end()
    return text + source[end:]


def offered(session: Session) -> dict[str, Callable[[], object]]:
    """The variables that pdb has, too."""
    return {
        "_frame": lambda: _frame(session),
        "_retval": lambda: _retval(session),
        "_exception": lambda: _exception(session),
    }


def _frame(session: Session) -> FrameType:
    """A frame object with the variables that the selected frame has now."""
    frame = session.frame
    if isinstance(frame, Viewed) and frame.host is not None:
        return frame.host
    return frame.binding.populated_place(frame, frame.position)


def _retval(session: Session) -> object:
    if session.returned is None:
        raise UserError("Nothing has returned at this stop.")
    return session.returned.value


def _exception(session: Session) -> BaseException:
    looked_at = session.looked_at_error
    return error_of(session) if looked_at is None else looked_at

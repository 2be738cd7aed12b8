"""What CPython's own tests do with pdb, done with it and with the debugger: the same comes of it.

Left out are sessions about what is different on purpose: pdb stops where a generator is left, and
where an error that will be caught passes through a frame.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.ui.as_pdb import Answer, our_answers, pdb_answers
from tests.ui.cpython_sessions import NAME, CPythonSession, sessions

pytest.importorskip("test.test_pdb", reason="this Python comes without its own tests")

SESSIONS = sessions()
NAMES = (
    "alias_command",
    "basic_commands",
    "breakpoint_commands",
    "display_command",
    "displayhook",
    "empty_line",
    "f_trace_lines",
    "function_break",
    "invalid_arg",
    "issue_43318",
    "issue_gh_101517",
    "issue_gh_101673",
    "issue_gh_94215",
    "list_commands",
    "next_command_subiterator",
    "next_until_return_at_return_event",
    "show_attribute_and_item",
    "until_command_for_coroutine",
    "whatis_command",
    "where_command",
)
"""Some of them not in all versions."""
IN_OTHER_WORDS = re.compile(
    r"(b|break|tbreak|cl|clear|disable|enable|ignore|condition|commands|l|list|ll|longlist|source"
    r"|w|where|bt|retval|undisplay|whatis|display$)(\s|$)"
)
"""Commands whose answers say the same, and are not compared."""


def start(session: CPythonSession) -> list[str]:
    """Run to the call of `breakpoint`; before 3.13 pdb stops at the next line, if there is one."""
    options = ["-m", "debugger", "-c", "c"]
    if sys.version_info < (3, 13) and not session.ends_with_stop:
        options += ["-c", "n"]
    return [*options, NAME]


def compared(command: str, answer: Answer, theirs: Answer) -> tuple[str | None, object]:
    if IN_OTHER_WORDS.match(command) or theirs.is_refused:
        return answer.stop, ()
    return answer.stop, answer.printed


@pytest.mark.parametrize("name", [name for name in NAMES if name in SESSIONS])
def test_a_session(tmp_path: Path, name: str) -> None:
    session = SESSIONS[name]
    session.write(tmp_path)
    theirs = pdb_answers(tmp_path, session.commands, NAME)
    ours = our_answers(tmp_path, session.commands, theirs, *start(session))
    assert len(ours) == len(theirs) > 1
    answers = list(zip(session.commands, ours[1:], theirs[1:], strict=True))
    if not session.ends_with_stop:
        answers = list(zip(("", *session.commands), ours, theirs, strict=True))
    for command, our, their in answers:
        assert compared(command, our, their) == compared(command, their, their), command


def test_there_are_enough() -> None:
    assert sum(name in SESSIONS for name in NAMES) >= 15

"""Whether a line is a command or Python, and running it.

A command's name means the command, unless the program has a variable of that name and the
line is valid Python; then it means what the program would mean by it.  But for the names of pdb's
commands: alone on a line these are what they are in pdb, `n` steps whatever `n` is in the program.
"""

from __future__ import annotations

import builtins
import re
from typing import TYPE_CHECKING

from debugger.frames.errors import NotRecordedError, UserError
from debugger.frames.evaluation import NOTHING
from debugger.ui.evaluating import compiles, is_expression, is_unfinished, run_python
from debugger.ui.going import told
from debugger.ui.names import in_scope, known, suggestion, visible
from debugger.ui.parse import first_word
from debugger.ui.values import error_text, full

if TYPE_CHECKING:
    from debugger.frames.stepping import Plan
    from debugger.ui.session import Session
    from debugger.ui.table import Command

_PDB = """
    a alias args b break bt c cl clear commands condition cont continue d debug disable display
    down enable EOF exceptions exit h help ignore interact j jump l list ll longlist n next p pp
    q quit r restart retval return run rv s source step tbreak u unalias undisplay unt until up
    w whatis where
    """
OF_PDB = frozenset(_PDB.split())
"""The names of pdb's commands."""
# What may follow a word directly only in Python: `list(x)`, `f"..."`.
_CALLED = re.compile(r"[(\[.]")
_QUOTED = re.compile(r"""(?i:[bfru]|br|rb|fr|rf)["']""")
_ASSIGNED = re.compile(r"\s*([-+*/%&|^@]|//|\*\*|<<|>>)?=[^=]")


def dispatch(session: Session, line: str) -> Plan | None:
    """Do what one line says; what goes wrong is told in one line."""
    try:
        return _dispatch(session, line)
    except NotRecordedError as error:
        session.write(told(session, error))
    except UserError as error:
        session.write(str(error))
    except Exception as error:  # a mistake of this debugger must not end the user's program
        session.write(f"The debugger itself failed at this: {error_text(error)}")
    return None


def _dispatch(session: Session, line: str) -> Plan | None:
    line = line.strip()
    if not line or line.startswith("#"):
        return None
    if line.startswith("!!"):
        return _command(session, line[2:])
    word, rest = first_word(line)
    found = session.commands.find(word)
    if found is not None and not _means_python(session, word, line):
        return run_command(session, found, rest)
    _python(session, line.removeprefix("!").strip())
    return None


def run_command(session: Session, found: Command, rest: str) -> Plan | None:
    """Run a command with the text after its name."""
    argument = rest.strip()
    if argument and not found.arguments:
        raise UserError(f"{found.name} takes no arguments.")
    return found.handler(session, argument)


def _command(session: Session, line: str) -> Plan | None:
    word, rest = first_word(line)
    found = session.commands.find(word)
    if found is None:
        raise UserError(f"No command '{word or line}'.{suggestion(word, session.commands.names)}")
    return run_command(session, found, rest)


def _means_python(session: Session, word: str, line: str) -> bool:
    if session.stop is None or not compiles(line) or line in OF_PDB:
        return False
    if in_scope(session.frame, word):
        return True
    after = line[len(word) :]
    called = _CALLED.match(after) and hasattr(builtins, word)
    return bool(called or _QUOTED.match(line) or _ASSIGNED.match(after))


def _python(session: Session, line: str) -> None:
    frame = session.frame
    word, rest = first_word(line)
    if word and not rest and not known(frame, word) and not _is_keyword(word):
        raise UserError(_unknown(session, word))
    source = _completed(session, line)
    if not is_expression(source):
        session.threads.require_at_stop()
    if not compiles(source) and _is_no_python(session, word, rest):
        raise UserError(_unknown(session, word))
    value = run_python(frame, source)
    if value is not NOTHING and value is not None:
        session.write(full(value))


def _is_keyword(word: str) -> bool:
    """Whether the word belongs to the language: `pass`, `None`, `return`."""
    import keyword

    return keyword.iskeyword(word)


def _completed(session: Session, line: str) -> str:
    """The line, and the lines after it that its block or its brackets need."""
    source = line
    while is_unfinished(source):
        more = session.ask("... ")
        if more is None:
            break
        source += f"\n{more}"
    return source


def _is_no_python(session: Session, word: str, rest: str) -> bool:
    """`braek 12`: a word that means nothing and something after it that is no operator."""
    return bool(word and re.match(r"\s+[\w\"']", rest)) and not (
        _is_keyword(word) or known(session.frame, word)
    )


def _unknown(session: Session, word: str) -> str:
    names = [*session.commands.names, *session.aliases, *visible(session.frame)]
    return f"No command or name '{word}'.{suggestion(word, names)}"

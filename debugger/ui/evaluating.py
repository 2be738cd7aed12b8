"""Running what the user typed in the selected frame; its errors become one line."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from debugger.frames.errors import ProgramQuit, UserError
from debugger.frames.evaluation import evaluate, execute
from debugger.ui.conveniences import translated
from debugger.ui.values import error_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from debugger.frames.frame import Frame


def value_of(frame: Frame, source: str) -> object:
    """The value of an expression; whatever it raises is told as a UserError."""
    return _guarded(evaluate, frame, translated(source))


def value_in(namespace: dict[str, object], source: str) -> object:
    """The value of an expression where no program is stopped."""
    return _told(lambda: eval(source, namespace))


def run_python(frame: Frame, source: str) -> object:
    """Run an expression or statements; NOTHING when there is no value to show."""
    return _guarded(execute, frame, translated(source))


def compiles(source: str) -> bool:
    """Whether the text is a complete expression or statement."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(translated(source), "<typed>", "single")
        except (SyntaxError, ValueError):
            return False
    return True


def is_expression(source: str) -> bool:
    """Whether the text is an expression."""
    try:
        compile(translated(source).strip(), "<typed>", "eval", dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError):
        return False
    return True


def compiles_as_statements(source: str) -> bool:
    """Whether the text is Python as it stands."""
    try:
        compile(translated(source), "<typed>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError):
        return False
    return True


def is_unfinished(source: str) -> bool:
    """Whether more lines are needed to make Python of the text."""
    from codeop import compile_command

    if "\n" not in source and compiles_as_statements(source):
        return False
    try:
        return compile_command(translated(source), "<typed>", "single") is None
    except (SyntaxError, ValueError, OverflowError):
        return False


def _guarded(run: Callable[[Frame, str], object], frame: Frame, source: str) -> object:
    return _told(partial(run, frame, source))


def _told(run: Callable[[], object]) -> object:
    try:
        return run()
    except (ProgramQuit, UserError):
        raise
    except BaseException as error:  # SystemExit and KeyboardInterrupt too: only the expression ends
        raise UserError(error_text(error)) from None

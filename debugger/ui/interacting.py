"""A Python prompt at a stop, in a namespace of its own."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from debugger.frames.errors import ProgramQuit
from debugger.frames.with_names import with_builtins
from debugger.ui.script import without_own_frames
from debugger.ui.values import full

if TYPE_CHECKING:
    from codeop import CommandCompiler
    from collections.abc import Iterator
    from types import CodeType

    from debugger.ui.session import Session

_LAST = "_"


class _Leave:
    """`exit` and `quit`; Python's own would close the program's input, too."""

    def __repr__(self) -> str:
        return "exit() or Ctrl-D returns to the debugger"

    def __call__(self, code: object = None) -> NoReturn:
        raise SystemExit(code)


def interact_with(session: Session, namespace: dict[str, object]) -> None:
    """Read Python and run it in `namespace`, until the user leaves."""
    from codeop import CommandCompiler

    names = with_builtins({"exit": _Leave(), "quit": _Leave(), **namespace})
    compiler = CommandCompiler()
    session.write("Python with copies of the names of this frame; Ctrl-D returns.")
    try:
        while (source := _line(session, ">>> ")) is not None:
            _do(session, compiler, source, names)
    except SystemExit:
        pass
    session.write("Back in the debugger.")


def _line(session: Session, prompt: str) -> str | None:
    try:
        return session.ask(prompt)
    except KeyboardInterrupt:
        session.write("KeyboardInterrupt")
        return ""


def _do(session: Session, compiler: CommandCompiler, source: str, names: dict[str, object]) -> None:
    # What the program is handling at this stop has nothing to do with what is typed.
    handled = sys.exc_info()[1]
    try:
        code = _compiled(session, compiler, source)
    except (SyntaxError, ValueError, OverflowError, KeyboardInterrupt) as error:
        _show(session, _without(handled, error.with_traceback(None)))
        return
    try:
        with _showing_values(session, names):
            exec(code, names)
    except (SystemExit, ProgramQuit):
        raise
    except BaseException as error:
        _show(session, _without(handled, error))


def _without(handled: BaseException | None, error: BaseException) -> BaseException:
    """An error, with its context up to one that was handled before."""
    seen: list[BaseException] = []
    last: BaseException | None = error
    while last is not None and not any(last is each for each in seen):
        if last.__context__ is handled:
            last.__context__ = None
        seen.append(last)
        last = last.__context__
    return error


def _compiled(session: Session, compiler: CommandCompiler, source: str) -> CodeType:
    """The code of a line and of those that belong to it; raises KeyboardInterrupt."""
    while (code := compiler(source, "<interact>", "single")) is None:
        source += f"\n{session.ask('... ') or ''}"
    return code


@contextmanager
def _showing_values(session: Session, names: dict[str, object]) -> Iterator[None]:
    """While this lasts the values of expressions are shown here, and not kept among builtins."""

    def show(value: object) -> None:
        if value is not None:
            session.write(full(value))
            names[_LAST] = value

    hook, sys.displayhook = sys.displayhook, show
    try:
        yield
    finally:
        sys.displayhook = hook


def _show(session: Session, error: BaseException) -> None:
    """Show an error as Python does; the program's hook does not hear of it."""
    from traceback import format_exception

    traceback = without_own_frames(error.__traceback__)
    lines = format_exception(type(error), error.with_traceback(traceback), traceback)
    session.write("".join(lines).rstrip())

"""Evaluating.

Expressions are evaluated in the selected frame.
"""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType, MethodType
from typing import TYPE_CHECKING

from debugger.frames.errors import UserError
from debugger.ui import look
from debugger.ui.editing import edit
from debugger.ui.evaluating import compiles, value_of
from debugger.ui.source import short_path
from debugger.ui.table import command
from debugger.ui.values import asked, class_path, full, short

if TYPE_CHECKING:
    from debugger.ui.session import Session


@command("p", arguments="[expression]")
def print_value(session: Session, argument: str) -> None:
    """Print the value of an expression; `p x y` prints several variables, `p` all of them."""
    names = argument.split()
    if not names:
        session.write_lines(
            look.assignments(session, session.frame.variables()) or ["no variables"]
        )
    elif len(names) > 1 and all(map(str.isidentifier, names)) and not compiles(argument):
        session.write_lines([f"{name} = {full(value_of(session.frame, name))}" for name in names])
    else:
        session.write(full(value_of(session.frame, argument)))


@command("pp", arguments="[expression]")
def pretty_print(session: Session, argument: str) -> None:
    """Print the value of an expression over several lines; `pp` prints all variables."""
    value = value_of(session.frame, argument) if argument else session.frame.variables()
    session.write(_pretty(value, session.layout.width))


@command("whatis", arguments="expression")
def what_is(session: Session, argument: str) -> None:
    """Print what kind of thing an expression gives."""
    value = value_of(session.frame, _needed(argument))
    kind = _KINDS.get(type(value))
    session.write(f"{kind} {_qualified(value)}" if kind else _class_text(value))


@command("source", arguments="expression")
def source(session: Session, argument: str) -> None:
    """Print the source of a function, class or module."""
    import inspect

    value = value_of(session.frame, _needed(argument))
    try:
        lines, first = inspect.getsourcelines(value)  # type: ignore[arg-type]
    except Exception:  # there is none, or the program's own methods have raised
        raise UserError(f"There is no source for {short(value)}.") from None
    session.write_lines(
        [f"  {number:>4}  {line.rstrip()}" for number, line in enumerate(lines, max(first, 1))]
    )


@command("edit", "ed", "o", arguments="[expression]")
def edit_source(session: Session, argument: str) -> None:
    """Open your editor ($VISUAL or $EDITOR) at the current line, or at the source of something.

    What runs is the program as it was: `run` begins it anew with what you have changed.
    """
    path, line = _source_of(session, argument) if argument else _current(session)
    edit(path, line)
    session.write(f"Back from {short_path(path)}; 'run' begins the program anew.")


@command("debug", arguments="code")
def debug(session: Session, argument: str) -> None:
    """Step through an expression or statement, as if it stood in the selected frame.

    The prompt is `(debug)>` meanwhile, and all commands work, breakpoints too. When the code has
    ended, or after `quit`, the program stands where it was.
    """
    from debugger.ui.nesting import debug_nested

    debug_nested(session, _needed(argument))


@command("interact", "`")
def interact(session: Session, argument: str) -> None:
    """Give a Python prompt with the names of the selected frame, as many lines as you like.

    The names are copies: what is assigned there leaves the program as it is. Ctrl-D or `exit()`
    returns to the debugger.
    """
    del argument
    from debugger.ui.interacting import interact_with

    interact_with(session, {**session.frame.globals, **session.frame.variables()})


def _current(session: Session) -> tuple[str, int]:
    return session.frame.filename, session.frame.line or 1


def _source_of(session: Session, expression: str) -> tuple[str, int]:
    import inspect

    value = value_of(session.frame, expression)
    try:
        path = inspect.getsourcefile(value) or ""  # type: ignore[arg-type]
        return path, max(inspect.getsourcelines(value)[1], 1)  # type: ignore[arg-type]
    except Exception:  # there is none, or the program's own methods have raised
        raise UserError(f"There is no source for {short(value)}.") from None


_KINDS = {FunctionType: "Function", MethodType: "Method", BuiltinFunctionType: "Built-in function"}


def _qualified(value: object) -> str:
    """Of a function, a method or a built-in function."""
    return (
        f"{getattr(value, '__module__', None) or 'builtins'}.{getattr(value, '__qualname__', '?')}"
    )


def _class_text(value: object) -> str:
    # Not isinstance(), which asks the value for its `__class__`.
    if issubclass(type(value), type):
        return f"Class {class_path(value)}"  # type: ignore[arg-type]
    return f"<class '{class_path(type(value))}'>"


def _pretty(value: object, width: int) -> str:
    import pprint

    def show(value: object) -> str:
        try:
            return pprint.pformat(value, width=width)
        except Exception:  # it asks classes for more than `repr` does
            return repr(value)

    return asked(show, value)


def _needed(argument: str) -> str:
    if not argument:
        raise UserError("Expected an expression.")
    return argument

"""The Python prompt of `python -m debugger`, in which functions can be run under the debugger."""

from __future__ import annotations

import builtins
import platform
import sys
from functools import partial
from typing import TYPE_CHECKING

from debugger.compiled.tiered import TieredInterpreter
from debugger.frames import VERSION
from debugger.frames.engine import Engine
from debugger.frames.errors import ProgramQuit, UserError
from debugger.frames.stepping import Silent
from debugger.ui.dispatch import run_command
from debugger.ui.interrupts import Interrupts
from debugger.ui.names import suggestion
from debugger.ui.parse import first_word
from debugger.ui.script import fresh_main, without_own_frames
from debugger.ui.source import remember

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable
    from types import CodeType

    from debugger.ui.session import Session

HELP = """\
@run f(x)         run f(x); stop at breakpoints and errors
@enter f(x)       run f(x) and stop at its first line
@interpret f(x)   run f(x) in the interpreter without stopping
@bp f, x > 3      set a breakpoint in a function, perhaps with a condition
@bp file:12       set a breakpoint at a line; @bp lists them
@COMMAND          any other command that needs no stopped program; @help lists all
Anything else is Python. help(x) explains x. Ctrl-D leaves."""


_HINT = "@run f(x)   @enter f(x)   @bp file:12, x > 3   help"


class Repl:
    """Reads Python, and lines that begin with `@`, until the input ends."""

    def __init__(self, session: Session) -> None:
        """Names live in a `__main__` of their own, as at Python's own prompt."""
        self._session = session
        session.namespace = fresh_main({"__name__": "__main__", "__builtins__": builtins})
        self._count = 0
        self._actions: dict[str, Callable[[str], None]] = {
            "run": self._run,
            "enter": self._enter,
            "interpret": self._interpret,
        }

    def run(self) -> None:
        """The loop of the prompt."""
        sys.argv = [""]
        sys.path[0] = ""
        version = platform.python_version()
        self._session.write(f"Python {version}, debugger {VERSION}.   {_HINT}")
        while (line := self._read(">>> ")) is not None:
            if line:
                self._guarded(line)

    def _read(self, prompt: str) -> str | None:
        try:
            return self._session.console.read(prompt)
        except KeyboardInterrupt:
            return ""

    def _guarded(self, line: str) -> None:
        """Do a line; its errors are shown as Python would, mistakes in a command as one line."""
        try:
            self._do(line)
        except UserError as error:
            self._session.write(str(error))
        except (SystemExit, ProgramQuit) as error:
            if isinstance(error, SystemExit):
                raise
        except BaseException as error:
            error.__traceback__ = without_own_frames(error.__traceback__)
            sys.excepthook(type(error), error, error.__traceback__)

    def _do(self, line: str) -> None:
        if line.lstrip().startswith("@"):
            self._at(line.lstrip()[1:])
        elif line.strip() == "help":
            self._session.write(HELP)
        else:
            self._python(line)

    def _at(self, text: str) -> None:
        word, rest = first_word(text)
        action = self._actions.get(word)
        found = self._session.commands.find(word)
        if action is not None:
            action(rest.strip())
        elif found is not None:
            run_command(self._session, found, rest)
        else:
            names = [*self._actions, *self._session.commands.names]
            raise UserError(f"No command '@{word}'.{suggestion(word, names)}")

    def _python(self, line: str) -> None:
        code = self._compiled(line)
        if code is not None:
            exec(code, self._session.namespace)

    def _compiled(self, line: str) -> CodeType | None:
        """The code of a line and of those that belong to it; None when the input ends first."""
        from codeop import compile_command

        self._count += 1
        filename = f"<input {self._count}>"
        source = line
        while (code := compile_command(source, filename, "single")) is None:
            more = self._read("... ")
            if more is None:
                return None
            source += f"\n{more}"
        remember(filename, source)
        return code

    def _run(self, source: str) -> None:
        self._call(source, self._session.engine.call)

    def _enter(self, source: str) -> None:
        self._call(source, self._session.engine.enter)

    def _interpret(self, source: str) -> None:
        make_interpreter = partial(TieredInterpreter, loops=self._session.loops)
        engine = Engine(Silent(), make_interpreter=make_interpreter)
        self._call(source, engine.call)

    def _call(self, source: str, call: Callable[..., object]) -> None:
        """Evaluate function and arguments as Python does, then make the call in the engine."""
        names = {**self._session.namespace, _CAPTURE: _capture}
        function, arguments, keywords = eval(_with_call_captured(source), names)
        with Interrupts(self._session):
            value = call(function, *arguments, **keywords)
        sys.displayhook(value)


_CAPTURE = "__debugger_capture__"


def _capture(function: object, /, *arguments: object, **keywords: object) -> tuple[object, ...]:
    return function, arguments, keywords


def _with_call_captured(source: str) -> CodeType:
    """`f(x)` becomes `capture(f, x)`, which makes no call yet."""
    import ast

    tree = _expression(source)
    call = tree.body
    if not isinstance(call, ast.Call):
        raise UserError(f"'{source}' is not a call; expected f(x).")
    name = ast.copy_location(ast.Name(_CAPTURE, ast.Load()), call)
    tree.body = ast.copy_location(ast.Call(name, [call.func, *call.args], call.keywords), call)
    return compile(tree, "<call>", "eval")


def _expression(source: str) -> ast.Expression:
    import ast

    try:
        return ast.parse(source, "<call>", "eval")
    except SyntaxError:
        raise UserError(f"'{source}' is not a call; expected f(x).") from None

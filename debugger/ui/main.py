"""The command line."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from debugger.frames.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from debugger.frames.entries import Entries
    from debugger.frames.focus import Focus
    from debugger.ui import script
    from debugger.ui.configuration import Choice
    from debugger.ui.script import Program
    from debugger.ui.session import Session

USAGE = """\
usage: python -m debugger [options] FILE [ARGUMENTS]
       python -m debugger [options] -m MODULE [ARGUMENTS]
       python -m debugger

Runs a Python program and stops at its first line; without a program, gives a
Python prompt in which functions can be run under the debugger.

  -c, --command COMMAND   do this before the first question (repeatable)
  --post-mortem           do not stop at the first line, but where an error is raised
                          that nothing will catch, and at calls of breakpoint()
  --interpret             run to the end without asking anything
  --no-compile            do not make machine code of hot loops
  --no-compiled-frames    interpret what you do not step through, too: slower, but
                          all of it is recorded ('back' and the like)
  --compiled-frames       with --interpret: run at Python's own speed all the same
  --focus NAME            stop in this package, module or file too (repeatable)
  --no-focus NAME         do not stop in it (repeatable)
  --trust                 do what .debuggerrc in this folder says, too; that in the
                          home folder is read anyhow
  -h, --help              show this
  --version               show the version"""


@dataclass(slots=True)
class Options:
    """What the command line says."""

    commands: list[str] = field(default_factory=list)
    focus: list[str] = field(default_factory=list)
    no_focus: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    module: str | None = None
    #: the descriptor that what is carried over from a former run is read from
    carried: int | None = None
    #: the file and its arguments, or the arguments of the module
    rest: list[str] = field(default_factory=list)


def main() -> None:
    """Do what the command line says; a mistake in it is one line and status 2."""
    try:
        _run(parsed(sys.argv[1:]))
    except UserError as error:
        _refuse(str(error))


def parsed(arguments: Sequence[str]) -> Options:
    """The options up to the program, and the rest, which is the program's."""
    options = Options()
    rest = list(arguments)
    while rest and rest[0].startswith("-") and options.module is None:
        _take(options, rest)
    options.rest = rest
    return options


def _take(options: Options, rest: list[str]) -> None:
    """Move one option and its value from `rest` to `options`."""
    name, equals, value = rest.pop(0).partition("=")
    if name in _FLAGS and not equals:
        options.flags.add(_FLAGS[name])
        return
    keep = _VALUES.get(name)
    if keep is None:
        raise UserError(f"unknown option {name}; see --help.")
    if not equals and not rest:
        raise UserError(f"option {name} needs a value; see --help.")
    keep(options, value if equals else rest.pop(0))


def _set_module(options: Options, value: str) -> None:
    options.module = value


def _set_carried(options: Options, value: str) -> None:
    """Not for users: `run` begins the next process with it."""
    if not value.isdecimal():
        raise UserError(f"'{value}' is no descriptor.")
    options.carried = int(value)


_FLAGS = {
    "-h": "help",
    "--help": "help",
    "--version": "version",
    "--interpret": "interpret",
    "--post-mortem": "post-mortem",
    "--no-compile": "no-compile",
    "--compiled-frames": "compiled-frames",
    "--no-compiled-frames": "no-compiled-frames",
    "--trust": "trust",
}
_VALUES: dict[str, Callable[[Options, str], None]] = {
    "-c": lambda options, value: options.commands.append(value),
    "--command": lambda options, value: options.commands.append(value),
    "--focus": lambda options, value: options.focus.append(value),
    "--no-focus": lambda options, value: options.no_focus.append(value),
    "-m": _set_module,
    "--carried": _set_carried,
}


def _run(options: Options) -> None:
    if "help" in options.flags:
        print(USAGE)
    elif "version" in options.flags:
        _print_version()
    elif options.module is None and not options.rest:
        _prompt(options)
    elif "interpret" in options.flags:
        _interpret(options)
    else:
        _debug(options)


def _print_version() -> None:
    from debugger.frames import VERSION

    print(f"debugger {VERSION}")


@contextmanager
def _staying() -> Iterator[None]:
    """What is made in here stays to the end: the garbage collector need not look at it before.

    Nor is there anything to collect while it is made.
    """
    from debugger.frames.living import PASSED_OVER

    gc.disable()
    try:
        yield
    finally:
        PASSED_OVER.freeze()
        gc.enable()
        # At the end it may be all that holds objects of the program.
        atexit.register(gc.unfreeze)


def _prompt(options: Options) -> None:
    with _staying():
        from debugger.ui.repl import Repl

        repl = Repl(_session(options))
    repl.run()


def _interpret(options: Options) -> None:
    with _staying():
        from debugger.compiled.tiered import tiered
        from debugger.frames.engine import Engine
        from debugger.frames.interpreter import Interpreter
        from debugger.frames.stepping import Silent
        from debugger.ui import script

        make_interpreter = tiered() if _compiles(options) else Interpreter
        engine = Engine(Silent(), _focus(options), make_interpreter, make_entries=_entries(options))
    program = _program(options)
    script.run(program, engine, script.running)


def _debug(options: Options) -> None:
    with _staying():
        from debugger.ui import script
        from debugger.ui.interrupts import Interrupts
        from debugger.ui.restarting import Invocation, carry_on

        invocation = Invocation(len(options.rest) if options.module else len(options.rest) - 1)
        session = _session(options)
        session.restart = partial(invocation.begin_anew, session)
        if options.carried is not None:
            carry_on(session, options.carried)
    program = _program(options)
    session.abandon = script.abandon
    try:
        with Interrupts(session):
            script.run(program, session.engine, _start(options))
    finally:
        session.has_ended, session.abandon = True, script.vanish


def _start(options: Options) -> script.Start:
    from debugger.ui import script

    return script.running if "post-mortem" in options.flags else script.stopping_first


def _program(options: Options) -> Program:
    from debugger.ui import script

    if options.module is not None:
        return script.module_program(options.module, options.rest)
    return script.file_program(options.rest[0], options.rest[1:])


def _session(options: Options) -> Session:
    from debugger.frames.focus import Focus
    from debugger.ui.config_keys import KEYS
    from debugger.ui.configuration import configured
    from debugger.ui.opening import PROCESS
    from debugger.ui.start_up import HOME

    folders = (HOME, os.curdir) if "trust" in options.flags else (HOME,)
    is_first = options.carried is None
    chosen = [*configured(Path.cwd(), os.environ, KEYS), *_chosen(options)]
    return PROCESS.open(
        Focus(),
        options.commands if is_first else (),
        _entries(options),
        folders if is_first else (),
        chosen,
    )


def _chosen(options: Options) -> Iterator[Choice]:
    """What is configured by options."""
    from shlex import quote

    from debugger.ui.configuration import Choice

    if not _compiles(options):
        yield Choice("compiled", "off", "--no-compile")
    for name in options.focus:
        yield Choice("focus", quote(name), "--focus")
    for name in options.no_focus:
        yield Choice("focus", quote(f"-{name}"), "--no-focus")


def _entries(options: Options) -> type[Entries]:
    """What runs natively."""
    if not _compiles_frames(options):
        from debugger.frames.interpreted_entries import InterpretedEntries

        return InterpretedEntries
    from debugger.compiled.variants.installing import CompiledEntries

    return CompiledEntries


def _compiles(options: Options) -> bool:
    return "no-compile" not in options.flags


def _compiles_frames(options: Options) -> bool:
    is_wanted = "interpret" not in options.flags or "compiled-frames" in options.flags
    return is_wanted and "no-compiled-frames" not in options.flags


def _focus(options: Options) -> Focus:
    from debugger.frames.focus import Focus

    return Focus(add=options.focus, remove=options.no_focus)


def _refuse(message: str) -> NoReturn:
    print(f"debugger: {message}", file=sys.stderr)
    raise SystemExit(2)

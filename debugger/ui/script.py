"""Running a file or a module as Python itself would, but under an engine."""

from __future__ import annotations

import atexit
import builtins
import io
import os
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

from debugger.frames.archives import is_archive
from debugger.frames.errors import ProgramQuit, UserError
from debugger.frames.texts import TEXTS
from debugger.frames.tracebacks import populated
from debugger.ui.limit import is_main_thread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import CodeType, TracebackType

    from debugger.frames.engine import Engine

    Start = Callable[[Engine, CodeType, dict[str, object]], None]

_OWN_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


@dataclass(frozen=True, slots=True)
class Program:
    """What is to run: how to get its code, and what its `__main__` and `sys` must look like."""

    load: Callable[[], CodeType]
    attributes: dict[str, object]
    arguments: Sequence[str]
    folder: str


def file_program(path: str, arguments: Sequence[str]) -> Program:
    """`python FILE ARGUMENTS`, where the file may be a folder or archive with a `__main__`."""
    if os.path.isfile(os.path.join(path, _MAIN_FILE)) or is_archive(path):
        return folder_program(path, arguments)
    if os.path.isdir(path):
        raise UserError(f"{path} is a directory, not a Python file.")
    if not os.path.isfile(path):
        raise UserError(f"There is no file {path}.")
    filename = os.path.abspath(path)
    attributes = {**_COMMON, "__file__": filename, "__loader__": _source_loader(filename)}
    folder = os.path.dirname(os.path.realpath(path))
    return Program(lambda: _compiled(filename), attributes, [path, *arguments], folder)


def folder_program(path: str, arguments: Sequence[str]) -> Program:
    """The `__main__` of a folder or archive: that is first where imports look, whatever is safe."""
    folder = os.path.join(os.getcwd(), path)
    if sys.flags.safe_path:
        sys.path.insert(0, folder)
    else:
        sys.path[0] = folder
    return _module_program("_get_main_module_details", (), path, arguments)


def module_program(name: str, arguments: Sequence[str]) -> Program:
    """`python -m MODULE ARGUMENTS`; a package stands for its `__main__`."""
    _put_first_on_path(os.getcwd())
    return _module_program("_get_module_details", (name,), "", arguments)


def _module_program(
    find: str, names: tuple[str, ...], called: str, arguments: Sequence[str]
) -> Program:
    """A module that `runpy` finds; the program is `called` so, or else by its file."""
    import runpy

    spec: ModuleSpec
    sys.argv = [called or "-m", *arguments]
    try:
        _, spec, code = getattr(runpy, find)(*names)
    except ImportError as error:
        raise UserError(str(error)) from None
    assert spec.origin
    TEXTS.loaded(spec.origin)
    attributes = {
        **_COMMON,
        "__file__": spec.origin,
        "__cached__": spec.cached,
        "__loader__": spec.loader,
        "__package__": spec.parent,
        "__spec__": spec,
    }
    return Program(lambda: code, attributes, [called or spec.origin, *arguments], sys.path[0])


def run(program: Program, engine: Engine, start: Start) -> None:
    """Run a program to its end; what ends it (exit, error) ends this process in the same way.

    `start` runs the code: `stopping_first` or `running`.  The threads that are left, and what the
    program has registered for the end of the process, can be stopped in, too.
    """
    sys.argv = list(program.arguments)
    _put_first_on_path(program.folder)
    namespace = fresh_main(program.attributes)
    failure = None
    staying = ExitStack()
    # Registered before all that the program registers, so done after it.
    atexit.register(staying.close)
    try:
        code = program.load()
        staying.enter_context(engine.active())
        start(engine, code, namespace)
    except ProgramQuit:
        staying.close()
        raise SystemExit(0) from None
    except SystemExit:
        raise
    except BaseException as error:
        error.__traceback__ = populated(without_own_frames(error.__traceback__))
        failure = error
    # Outside the handler: an error of the program's hook must not get this one as its context.
    if failure is not None:
        report(failure)
        end(failure)


def stopping_first(engine: Engine, code: CodeType, namespace: dict[str, object]) -> None:
    """Run code with a stop at its first line."""
    engine.run_code(code, namespace, stop_first=True)


def running(engine: Engine, code: CodeType, namespace: dict[str, object]) -> None:
    """Run code without a stop at its first line."""
    engine.run_code(code, namespace, stop_first=False)


def fresh_main(attributes: dict[str, object]) -> dict[str, object]:
    """Put a new `__main__` in place of ours; its names."""
    module = ModuleType("__main__")
    vars(module).update(attributes, __annotations__={})
    sys.modules["__main__"] = module
    return vars(module)


def without_own_frames(traceback: TracebackType | None) -> TracebackType | None:
    """The part of a traceback that begins with the program's outermost frame."""
    while traceback is not None and is_own_file(traceback.tb_frame.f_code.co_filename):
        traceback = traceback.tb_next
    return traceback


def is_own_file(filename: str) -> bool:
    """Whether a file belongs to this debugger, or to what has started it."""
    return filename.startswith(_OWN_FOLDER + os.sep) or filename == "<frozen runpy>"


_MAIN_FILE = "__main__.py"
_COMMON: dict[str, object] = {
    "__name__": "__main__",
    "__builtins__": builtins,
    "__package__": None,
    "__spec__": None,
    "__cached__": None,
    "__annotations__": {},
}


def _compiled(filename: str) -> CodeType:
    TEXTS.loaded(filename)
    with io.open_code(filename) as file:
        return compile(file.read(), filename, "exec", dont_inherit=True)


def _source_loader(filename: str) -> object:
    from importlib.machinery import SourceFileLoader

    return SourceFileLoader("__main__", filename)


def _put_first_on_path(folder: str) -> None:
    if not sys.flags.safe_path:
        sys.path[0] = folder


def abandon() -> NoReturn:
    """End this process at once: native code lies between the stop and its beginning.

    What the program has registered for its end is done, but its handlers do not run.
    """
    if is_main_thread():
        atexit._run_exitfuncs()  # noqa: SLF001
    vanish()


def vanish() -> NoReturn:
    """End this process at once, when the program has ended and it is ending anyhow."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(0)


def report(error: BaseException) -> None:
    """Tell the program's own hook of the error that ends it, as Python does at the end."""
    sys.last_type, sys.last_value = type(error), error
    sys.last_traceback = error.__traceback__
    try:
        sys.excepthook(type(error), error, error.__traceback__)
    except SystemExit:
        raise
    except BaseException as second:
        sys.stderr.write("Error in sys.excepthook:\n")
        show(second)
        sys.stderr.write("\nOriginal exception was:\n")
        show(error)


def end(error: BaseException) -> NoReturn:
    """End this process as an error that nothing caught does, once it has been reported."""
    if type(error) is not KeyboardInterrupt:
        raise SystemExit(1) from None
    # Python itself ends by the signal then, if it sees the interrupt; it was reported already.
    sys.excepthook = lambda *_: None
    raise error


def show(error: BaseException) -> None:
    """Print an error as Python does, without our frames."""
    error.__traceback__ = without_own_frames(error.__traceback__)
    sys.__excepthook__(type(error), error, error.__traceback__)

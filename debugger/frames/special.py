"""The builtins that look at the frame that calls them, recognised by identity.

Each handler is `(frame, registers, arguments, keywords, native_call) -> pc or event`, like a
step with the call's arguments (the last `len(keywords)` of them by keyword).  One that is not
called in the way it cares for goes on natively.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from types import CellType, CodeType, FrameType, FunctionType
from typing import TYPE_CHECKING, Any

from debugger.frames.asking import is_unchosen
from debugger.frames.assemble import FUTURES
from debugger.frames.classes import build_class
from debugger.frames.events import CALL
from debugger.frames.hosts import real_frame
from debugger.frames.ir import Temp
from debugger.frames.missing import MISSING

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.framecode import Step

Handler = Callable[["Frame", list[Any], tuple[Any, ...], tuple[str, ...], "Step"], int]
EXEC_PARAMETERS = ("source", "globals", "locals")


def answered(frame: Frame, registers: list[Any], value: object) -> int:
    """The call is done and gave `value`."""
    give_up(frame, registers)
    registers[frame.framecode.results[frame.pc]] = value
    return frame.pc + 1


def visible_locals(frame: Frame) -> Any:
    """What `locals()` gives here; before 3.13 a function has one dict, brought up to date."""
    found = frame.fast_variables()
    if frame.namespace is not None:
        # Only inlined comprehensions (3.12) have variables of their own here.
        own = {name: found[name] for name in frame.framecode.code.co_varnames if name in found}
        return {**frame.namespace, **own} if own else frame.namespace
    if sys.version_info >= (3, 13):
        return found
    if frame.locals_dict is None:
        frame.locals_dict = {}
    for name in frame.framecode.names:
        if name not in found:
            frame.locals_dict.pop(name, None)
    frame.locals_dict.update(found)
    return frame.locals_dict


def special_locals(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """`locals()` and `vars()`."""
    if arguments or keywords:
        return native_call(frame, registers)
    return answered(frame, registers, visible_locals(frame))


def special_dir(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """`dir()`."""
    if arguments or keywords:
        return native_call(frame, registers)
    return answered(frame, registers, sorted(visible_locals(frame)))


def special_super(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """`super()` (CPython: Objects/typeobject.c, super_init_without_args)."""
    code = frame.framecode.code
    if not code.co_argcount:
        raise RuntimeError("super(): no arguments")
    first = frame.data.registers[0]
    if 0 in frame.framecode.cells and type(first) is CellType:
        first = cell_value(first)
    if first is MISSING:
        raise RuntimeError("super(): arg[0] deleted")
    if "__class__" not in code.co_freevars:
        raise RuntimeError("super(): __class__ cell not found")
    kind = cell_value(frame.data.registers[frame.framecode.names.index("__class__")])
    if kind is MISSING:
        raise RuntimeError("super(): empty __class__ cell")
    if not issubclass(type(kind), type):
        raise RuntimeError(f"super(): __class__ is not a type ({type(kind).__name__})")  # noqa: TRY004
    made = frame.binding.call(frame.pc, super, (kind, first), {})
    return answered(frame, registers, made)


def cell_value(cell: Any) -> Any:
    """What a cell holds, or MISSING."""
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING


def special_exec(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """`exec(source, globals, locals)`: the code runs in a frame of its own."""
    return run_source(frame, registers, arguments, keywords, native_call, "exec")


def special_eval(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """`eval(source, globals, locals)`: the code runs in a frame of its own."""
    return run_source(frame, registers, arguments, keywords, native_call, "eval")


def run_source(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
    mode: str,
) -> int:
    """Exec and eval of what they accept without complaint; the rest is left to CPython."""
    given = dict(zip(EXEC_PARAMETERS, arguments, strict=False))
    plain = arguments and len(arguments) <= len(EXEC_PARAMETERS) and not keywords
    if not plain or type(given["source"]) not in (str, bytes, CodeType):
        return native_call(frame, registers)
    names, namespace = given.get("globals"), given.get("locals")
    if names is None:
        names = frame.globals
        namespace = visible_locals(frame) if namespace is None else namespace
    if type(names) is not dict or not (namespace is None or hasattr(namespace, "__getitem__")):
        return native_call(frame, registers)
    frame.binding.call(frame.pc, exec, ("", names), {})  # adds __builtins__ as exec does
    code = compiled(frame, given["source"], mode)
    if code.co_freevars or not frame.interpreter.interprets(code):
        return native_with(frame, registers, native_call, names, namespace)
    engine = frame.interpreter.engine
    is_kept = code is given["source"]
    original = engine.entries.original(code)
    framecode = engine.framecode(original) if is_kept else engine.passing_framecode(code)
    made = frame.interpreter.namespace_frame(
        frame, framecode, names, names if namespace is None else namespace
    )
    made.finish = discard if mode == "exec" else None
    give_up(frame, registers)
    frame.callee = made
    return CALL


def native_with(
    frame: Frame, registers: list[Any], native_call: Step, names: Any, namespace: Any
) -> int:
    """Native exec or eval, told the namespaces that it would have taken from its caller."""
    statement: Any = frame.framecode.statements[frame.pc]
    callee = registers[statement.callee.register]
    source = registers[statement.arguments[0].register] if hasattr(statement, "keywords") else None
    if not isinstance(statement.arguments, tuple) or source is None:
        return native_call(frame, registers)
    spaces = (names,) if namespace is None else (names, namespace)
    value = frame.binding.call(frame.pc, callee, (source, *spaces), {})
    return answered(frame, registers, value)


def discard(_: Frame, value: object) -> None:
    """The finish of exec."""


def compiled(frame: Frame, source: Any, mode: str) -> CodeType:
    """The code object of some source, compiled with the `__future__` flags of the frame."""
    if isinstance(source, CodeType):
        return source
    flags = frame.framecode.code.co_flags & FUTURES
    if mode == "eval":
        source = source.lstrip(" \t" if isinstance(source, str) else b" \t")
    code: CodeType = compile(source, "<string>", mode, flags=flags, dont_inherit=True)
    return code


def special_build_class(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """A class statement whose body is in focus: the body runs in a frame of its own."""
    body = arguments[0] if arguments else None
    if type(body) is not FunctionType or not frame.interpreter.interprets(body.__code__):
        return native_call(frame, registers)
    positional = len(arguments) - len(keywords)
    named = dict(zip(keywords, arguments[positional:], strict=True))
    give_up(frame, registers)
    frame.callee = build_class(frame, body, arguments[1], arguments[2:positional], named)
    return CALL


def special_set_limit(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """`sys.setrecursionlimit`: the limit of the program; the host's own is higher."""
    if len(arguments) != 1 or keywords or type(arguments[0]) is not int or arguments[0] < 1:
        return native_call(frame, registers)
    if frame.depth >= arguments[0]:
        message = (
            f"cannot set the recursion limit to {arguments[0]} at the recursion depth"
            f" {frame.depth}: the limit is too low"
        )
        raise RecursionError(message)
    frame.interpreter.set_limit(arguments[0])
    return answered(frame, registers, None)


def special_get_limit(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """`sys.getrecursionlimit`."""
    if arguments or keywords:
        return native_call(frame, registers)
    return answered(frame, registers, frame.interpreter.limit)


def special_set_tracer(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """`sys.settrace` and `sys.setprofile`: noted, and in force again where native code goes on.

    Set for real they would see the host's frames instead of the program's.
    """
    if len(arguments) != 1 or keywords:
        return native_call(frame, registers)
    frame.interpreter.tracers[callee_of(frame, registers)] = arguments[0]
    return answered(frame, registers, None)


def special_get_tracer(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """`sys.gettrace` and `sys.getprofile`."""
    if arguments or keywords:
        return native_call(frame, registers)
    setter = sys.settrace if callee_of(frame, registers) is sys.gettrace else sys.setprofile
    return answered(frame, registers, frame.interpreter.tracers.get(setter))


def callee_of(frame: Frame, registers: list[Any]) -> Any:
    """What the current statement calls."""
    statement: Any = frame.framecode.statements[frame.pc]
    return registers[statement.callee.register]


def special_breakpoint(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """`breakpoint()`: stop here, unless the program or its user chose another hook."""
    if not is_unchosen():
        return native_call(frame, registers)
    frame.interpreter.stop_at_next(None)
    return answered(frame, registers, None)


def special_walker(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """A function in C that walks up the stack: it gets the whole chain to walk."""
    from debugger.frames.calls import chained_across

    del arguments, keywords
    return chained_across(frame, registers, native_call)


def special_frame(
    frame: Frame,
    registers: list[Any],
    arguments: tuple[Any, ...],
    keywords: tuple[str, ...],
    native_call: Step,
) -> int:
    """`sys._getframe`: what it walks has the variables of the users' frames as locals."""
    del native_call
    host = parked_caller(frame, arguments)
    if host is not None:
        return answered(frame, registers, host)
    positional = len(arguments) - len(keywords)
    named = dict(zip(keywords, arguments[positional:], strict=True))
    function, values = frame.binding.populated(
        frame,
        frame.position,
        real_frame,
        arguments[:positional],
        named,
    )
    below = frame
    while not below.is_root and below.caller is not None:
        below = below.caller
        function, values = below.binding.populated(below, below.position, function, values, {})
    # Not in a variable: the frame found leads to ours, by `f_back`, which must not lead to it.
    return answered(frame, registers, without_trace(function, values))


def parked_caller(frame: Frame, arguments: tuple[Any, ...]) -> FrameType | None:
    """The real frame that `sys._getframe` finds below the parked one that is this segment's root.

    None if it is not that deep, or the root is not parked.
    """
    if len(arguments) != 1 or type(arguments[0]) is not int:
        return None
    depth = arguments[0]
    while not frame.is_root and frame.caller is not None:
        frame, depth = frame.caller, depth - 1
    host = frame.host
    if depth <= 0 or host is None:
        return None
    while depth and host is not None:
        host, depth = host.f_back, depth - 1
    return host


def without_trace(function: Callable[..., Any], values: tuple[Any, ...]) -> Any:
    """Call a stand-in; an error shall not show it."""
    try:
        return function(*values)
    except Exception as error:
        error.__traceback__ = None
        raise


def give_up(frame: Frame, registers: list[Any]) -> None:
    """Empty the temporaries that the current call uses up."""
    statement: Any = frame.framecode.statements[frame.pc]
    for operand in statement.operands:
        if isinstance(operand, Temp):
            registers[operand.register] = MISSING


def _walkers() -> list[Any]:
    import _warnings

    return [_warnings.warn, getattr(sys, "_getframemodulename", _warnings.warn)]


SPECIAL: dict[Any, Handler] = {
    locals: special_locals,
    vars: special_locals,
    dir: special_dir,
    super: special_super,
    exec: special_exec,
    eval: special_eval,
    builtins.__build_class__: special_build_class,
    sys.setrecursionlimit: special_set_limit,
    sys.getrecursionlimit: special_get_limit,
    builtins.breakpoint: special_breakpoint,
    sys.settrace: special_set_tracer,
    sys.setprofile: special_set_tracer,
    sys.gettrace: special_get_tracer,
    sys.getprofile: special_get_tracer,
    sys._getframe: special_frame,  # noqa: SLF001
    **dict.fromkeys(_walkers(), special_walker),
}
"""Callee -> its handler."""

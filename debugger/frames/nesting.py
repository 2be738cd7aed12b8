"""Source that is run under the debugger in the midst of a stop, as if it stood in a frame."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from debugger.frames.assemble import FUTURES
from debugger.frames.engine import result
from debugger.frames.evaluation import NOTHING, body_of, has_value, run_by
from debugger.frames.stepping import Enter

if TYPE_CHECKING:
    from debugger.frames.frame import Frame
    from debugger.frames.interpreter import Interpreter

NAME = "<module>"
"""What the code is called: at a prompt there is no function."""


def debug(frame: Frame, source: str, filename: str, leaf: Frame) -> Any:
    """Run source in `frame`, and stop at its beginning; its value, NOTHING if it has none.

    It is called, as it were, by the frame `leaf` that has stopped.
    Raises what it raises, SyntaxError included, and ProgramQuit if the user has left it.
    """
    body = body_of(source)
    with nested(frame.interpreter, leaf):
        value = (_in_function if frame.namespace is None else _in_namespace)(
            frame, source, filename
        )
    return value if has_value(body) else NOTHING


@contextmanager
def nested(interpreter: Interpreter, leaf: Frame) -> Iterator[None]:
    """While this lasts the program stops again, and nothing of that is left when it is over.

    What is recorded is no part of the recording, which ends at the stop.
    """
    engine = interpreter.engine
    failing, is_new_error = interpreter.failing, interpreter.is_new_error
    # Where all runs natively the interpreter has none.
    before, interpreter.leaf = interpreter.leaf, interpreter.leaf or leaf
    log, interpreter.log = interpreter.log, engine.recorder.new_log()
    interpreter.plan = Enter()
    try:
        with engine.stopping():
            yield
    finally:
        interpreter.plan, interpreter.leaf = None, before
        interpreter.log = log
        interpreter.failing, interpreter.is_new_error = failing, is_new_error
        engine.armed.disarm(engine, interpreter)
        engine.entries.disarm()
        engine.is_quitting = False


def _in_function(frame: Frame, source: str, filename: str) -> Any:
    interpreter = frame.interpreter

    def run(function: FunctionType) -> Any:
        function.__code__ = _called(function.__code__, filename)
        return result(interpreter.run(interpreter.new_frame(None, function, (), ())))

    return run_by(frame, body_of(source), run)


def _in_namespace(frame: Frame, source: str, filename: str) -> Any:
    tree = ast.parse(source, filename, "exec")
    is_expression = len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr)
    mode = "eval" if is_expression else "exec"
    futures = frame.framecode.code.co_flags & FUTURES
    code = compile(source.strip(), filename, mode, flags=futures, dont_inherit=True)
    interpreter = frame.interpreter
    code = interpreter.engine.conveniences.planted(code)
    made = interpreter.code_frame(None, code, frame.globals, frame.namespace)
    return result(interpreter.run(made))


def _called(code: CodeType, filename: str) -> CodeType:
    constants = (
        each.replace(co_filename=filename) if type(each) is CodeType else each
        for each in code.co_consts
    )
    return code.replace(
        co_filename=filename, co_consts=tuple(constants), co_name=NAME, co_qualname=NAME
    )

"""Evaluate and execute source in a frame, as if it stood there.

In a function the source becomes a nested function of it: its locals are closure variables, so
lambdas and comprehensions see them, and assignments reach the program.  Names that are new stay
with the frame.  In a module or class body it runs in the namespace.
"""

from __future__ import annotations

import ast
from collections import ChainMap
from collections.abc import Callable
from functools import lru_cache
from types import CellType, CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from debugger.frames.assemble import FUTURES
from debugger.frames.errors import UserError
from debugger.frames.missing import MISSING
from debugger.frames.with_names import function_with, with_builtins

if TYPE_CHECKING:
    from debugger.frames.frame import Frame

FILENAME = "<debugger>"
OUTER, INNER = "__debugger_outer__", "__debugger_inner__"
CACHED = 64
"""Expressions whose code is kept: conditions of breakpoints are evaluated again and again."""
LOOKING_AT_ALL = frozenset({"locals", "vars", "dir", "eval", "exec"})
"""What asks for all variables of the function that calls it."""
NOTHING = MISSING
"""What `execute` gives for source that has no value."""


def evaluate(frame: Frame, source: str) -> Any:
    """The value of an expression in `frame`; raises what it raises, SyntaxError included."""
    text, futures = source.strip(), frame.framecode.code.co_flags & FUTURES
    with frame.interpreter.engine.not_stopping():
        if frame.namespace is not None:
            names, namespace = with_builtins(frame.globals), _namespace(frame)
            return eval(_planted(frame, _expression(text, futures)), names, namespace)
        body = _returned(text)
        return _call(
            frame,
            _bound_names(body),
            lambda names: _expression_code(text, futures, names),
            lambda function: function(),
        )


@lru_cache(CACHED)
def _returned(source: str) -> list[ast.stmt]:
    """The statement that returns an expression."""
    return [ast.Return(ast.parse(source, FILENAME, "eval").body)]


@lru_cache(CACHED)
def _expression(source: str, futures: int) -> CodeType:
    """The code of an expression for a namespace."""
    return _compile(ast.parse(source, FILENAME, "eval"), "eval", futures)


@lru_cache(CACHED)
def _expression_code(source: str, futures: int, names: frozenset[str]) -> CodeType:
    """The code of an expression for a function with variables of these names."""
    return _function_code(_returned(source), names, futures)


def execute(frame: Frame, source: str) -> Any:
    """Run statements in `frame`; the value of the last one if it is an expression, else NOTHING."""
    body = body_of(source)
    value = _run(frame, body)
    return value if has_value(body) else NOTHING


def body_of(source: str) -> list[ast.stmt]:
    """Statements as they stand in a function; the last one returns its value if it has one."""
    tree = ast.parse(source, FILENAME, "exec")
    compile(tree, FILENAME, "exec", dont_inherit=True)  # refuses return, yield and await
    body = [_without_annotation(statement) for statement in tree.body]
    if body and isinstance(body[-1], ast.Expr):
        body[-1] = ast.copy_location(ast.Return(body[-1].value), body[-1])
    return body


def has_value(body: list[ast.stmt]) -> bool:
    """Whether the last of some statements is an expression."""
    return bool(body) and isinstance(body[-1], ast.Return)


def _without_annotation(statement: ast.stmt) -> ast.stmt:
    """An annotated name cannot be a closure variable: only assign it."""
    if not isinstance(statement, ast.AnnAssign):
        return statement
    if statement.value is None:
        return ast.copy_location(ast.Pass(), statement)
    return ast.copy_location(ast.Assign([statement.target], statement.value), statement)


def _run(frame: Frame, body: list[ast.stmt]) -> Any:
    run = _run_in_function if frame.namespace is None else _run_in_namespace
    with frame.interpreter.engine.not_stopping():
        return run(frame, body)


def _run_in_namespace(frame: Frame, body: list[ast.stmt]) -> Any:
    names, namespace = with_builtins(frame.globals), _namespace(frame)
    value: Any = None
    last = body[-1] if body else None
    if isinstance(last, ast.Return):
        body = body[:-1]
    futures = frame.framecode.code.co_flags & FUTURES
    code = _compile(ast.Module(body, []), "exec", futures)
    exec(_planted(frame, code), names, namespace)
    if isinstance(last, ast.Return) and last.value is not None:
        code = _compile(ast.Expression(last.value), "eval", futures)
        value = eval(_planted(frame, code), names, namespace)
    return value


def _planted(frame: Frame, code: CodeType) -> CodeType:
    return frame.interpreter.engine.conveniences.planted(code)


def _namespace(frame: Frame) -> Any:
    """The namespace; inside an inlined comprehension (3.12), with its variables over it."""
    own = {n: v for n, v in frame.fast_variables().items() if n in frame.framecode.code.co_varnames}
    return ChainMap(own, frame.namespace or {}) if own else frame.namespace


def _compile(tree: Any, mode: str, futures: int) -> CodeType:
    compiled: CodeType = compile(
        ast.fix_missing_locations(tree), FILENAME, mode, flags=futures, dont_inherit=True
    )
    return compiled


def _run_in_function(frame: Frame, body: list[ast.stmt]) -> Any:
    return run_by(frame, body, lambda function: function())


def run_by(frame: Frame, body: list[ast.stmt], run: Callable[[FunctionType], Any]) -> Any:
    """What `run` makes of a function that holds these statements, nested in the one of `frame`."""
    futures = frame.framecode.code.co_flags & FUTURES
    return _call(frame, _bound_names(body), lambda names: _function_code(body, names, futures), run)


def _call(
    frame: Frame,
    bound: set[str],
    make_code: Callable[[frozenset[str]], CodeType],
    run: Callable[[FunctionType], Any],
) -> Any:
    """Run code whose closure variables are those of `frame`, and new ones for names it binds."""
    cells = _cells(frame)
    for name in sorted(bound - cells.keys()):
        cells[name] = CellType()
    code = _planted(frame, make_code(frozenset(cells)))
    closure = tuple(cells[name] for name in code.co_freevars)
    function = function_with(code, frame.globals, closure=closure)
    try:
        return run(function)
    except NameError as error:
        raise _as_in_frame(error) from None
    finally:
        _write_back(frame, cells)


def _as_in_frame(error: NameError) -> NameError:
    """The frame's variables are closure variables only for us: say what the frame would say."""
    text = str(error)
    if not text.startswith("cannot access free variable") or error.name is None:
        return error
    return UnboundLocalError(
        f"cannot access local variable '{error.name}' where it is not associated with a value"
    )


def _function_code(body: list[ast.stmt], names: frozenset[str], futures: int) -> CodeType:
    """The code of a function with `body`, in which `names` are closure variables."""
    mentioned = _mentioned(body)
    used = sorted(names if mentioned & LOOKING_AT_ALL else names & mentioned)
    statements = [*([ast.Nonlocal(used)] if used else []), *body]
    inner = _function(INNER, statements)
    targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in used]
    unbound: list[ast.stmt] = [ast.Assign(targets, ast.Constant(None))] if targets else []
    tree = ast.Module([_function(OUTER, [*unbound, inner])], [])
    module = _compile(tree, "exec", futures)
    return _constant(_constant(module, OUTER), INNER)


def _function(name: str, body: list[ast.stmt]) -> ast.FunctionDef:
    arguments = ast.arguments(
        posonlyargs=[], args=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[]
    )
    made = ast.FunctionDef(name, arguments, body or [ast.Pass()], [], None)
    made.type_params = []  # type: ignore[attr-defined]
    return made


def _constant(code: CodeType, name: str) -> CodeType:
    return next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)


def _mentioned(body: list[ast.stmt]) -> set[str]:
    """All identifiers in some statements."""
    found = set()
    for node in (node for statement in body for node in ast.walk(statement)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            found.difference_update(node.names)
        found |= _names_bound_by(node)
    return found - _declared_global(body)


def _declared_global(body: list[ast.stmt]) -> set[str]:
    return {
        name
        for statement in body
        for node in ast.walk(statement)
        if isinstance(node, ast.Global)
        for name in node.names
    }


SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def _bound_names(body: list[ast.stmt]) -> set[str]:
    """The names that some statements bind in their own scope."""
    found: set[str] = set()
    work: list[ast.AST] = list(body)
    while work:
        node = work.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        found |= _names_bound_by(node)
        if not isinstance(node, SCOPES):
            work += _children(node)
    return found - _declared_global(body)


def _children(node: ast.AST) -> list[ast.AST]:
    """The nodes in the same scope: of a comprehension only what it evaluates outside."""
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return [n for n in ast.walk(node) if isinstance(n, ast.NamedExpr)]
    return list(ast.iter_child_nodes(node))


def _names_bound_by(node: ast.AST) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).split(".")[0] for alias in node.names} - {"*"}
    if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
        return {node.name} if node.name else set()
    if isinstance(node, ast.MatchMapping):
        return {node.rest} if node.rest else set()
    return set()


def _cells(frame: Frame) -> dict[str, CellType]:
    """A cell for every variable of a function frame: its own, or one with the value of the slot."""
    framecode, registers = frame.framecode, frame.data.registers
    cells: dict[str, CellType] = dict(frame.extras or {})
    for register, name in enumerate(framecode.names):
        value = registers[register]
        if register in framecode.cell_registers and type(value) is CellType:
            cells[name] = value
        elif name.isidentifier():
            cells[name] = CellType() if value is MISSING else CellType(value)
    return cells


def _write_back(frame: Frame, cells: dict[str, CellType]) -> None:
    """Slots take what their cells now hold; new names stay with the frame."""
    framecode, registers = frame.framecode, frame.data.registers
    deleted: list[str] = []
    for register, name in enumerate(framecode.names):
        cell = cells.pop(name, None)
        if cell is None or registers[register] is cell:
            continue
        try:
            registers[register] = cell.cell_contents
        except ValueError:
            # The compiler may have taken for granted that the variable is bound.
            deleted += [name] if registers[register] is not MISSING else []
    frame.extras = cells or None
    frame.settle()
    if deleted:
        raise UserError(f"A local variable cannot be deleted from outside: {', '.join(deleted)}.")

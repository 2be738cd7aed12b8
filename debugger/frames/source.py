"""Source files: their paths, and the code in them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import lru_cache
from itertools import dropwhile
from os.path import basename, dirname, isabs, realpath, splitext
from types import CodeType

from debugger.frames.decode import decode
from debugger.frames.errors import UserError
from debugger.frames.lifting import PROLOGUE

KNOWN = 10_000
"""Files of which it is kept what they are known by."""


def canonical(path: str) -> str:
    """The path by which a file is known; names such as '<string>' stay as they are."""
    if path.startswith("<"):
        return path
    return _real(path) if isabs(path) else realpath(path)


@lru_cache(KNOWN)
def _real(path: str) -> str:
    return realpath(path)


def short(path: str) -> str:
    """The name of a file as the user says it."""
    return basename(path) or path


def module_name(path: str) -> str:
    """The last part of the name of the module in a file."""
    name = splitext(basename(path))[0]
    return basename(dirname(path)) if name == "__init__" else name


def compiled_text(path: str, text: str) -> CodeType:
    """The code of the text of a file; raises UserError if it cannot be compiled."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(text, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise UserError(f"{short(path)} does not compile: {error}.") from None


def nested(code: CodeType) -> Iterator[CodeType]:
    """A code object and all those inside it, outermost first."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested(constant)


def span(code: CodeType) -> range:
    """The lines from the first to the last of a code object."""
    lines = [line for _, _, line in code.co_lines() if line]
    return range(code.co_firstlineno, max(lines, default=code.co_firstlineno) + 1)


def code_lines(code: CodeType) -> set[int]:
    """The lines of the instructions that do something."""
    body = dropwhile(lambda instruction: instruction.name != "RESUME", decode(code))
    return {i.position.line for i in body if i.position.line and i.name not in PROLOGUE}

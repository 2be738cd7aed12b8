"""Which lines of a source file can hold a breakpoint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from debugger.frames import source
from debugger.frames.texts import text_of

KEPT = 8
"""Files of which it is kept where breakpoints can be."""


def breakable(path: str) -> Mapping[int, Sequence[str]]:
    """Line -> the qualified names of the code that has statements there, in the order of lines.

    Raises UserError if the file cannot be read or compiled.
    """
    return breakable_in(path, text_of(path))


@lru_cache(KEPT)
def breakable_in(path: str, text: str) -> Mapping[int, Sequence[str]]:
    """The same of a text; many breakpoints may be set in one."""
    names: dict[int, list[str]] = {}
    for code in source.nested(source.compiled_text(path, text)):
        for line in source.code_lines(code):
            names.setdefault(line, []).append(code.co_qualname)
    return dict(sorted(names.items()))

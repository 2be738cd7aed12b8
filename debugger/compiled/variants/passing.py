"""Code that passes: that of texts which a program gives to `exec`, of which there may be millions.

It is known as long as it, or what runs in place of it, lives; nothing of it lives on for this, but
for what was run last.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import CodeType
from typing import Any
from weakref import ReferenceType

from debugger.frames.assemble import FUTURES

TEXT = "<"
"""What the names of files begin with that are none."""
RUN = "<string>"
"""What `exec` calls the file of a text."""

MOST = 64
"""Of how many texts it is remembered what was made of them."""

Known = dict[int, Any]


def given_code(given: object, flags: int) -> CodeType | None:
    """The code that `exec` runs if it is given this; None for what it runs or refuses itself.

    `flags` are those of the code that calls.
    """
    if type(given) is CodeType:
        return given
    if type(given) not in (str, bytes):
        return None
    try:
        made: CodeType = compile(given, RUN, "exec", flags=flags & FUTURES, dont_inherit=True)  # type: ignore[call-overload]
    except Exception:
        return None
    return made


def is_text(code: CodeType) -> bool:
    """Whether some code is not that of a file."""
    return code.co_filename.startswith(TEXT)


class Recent:
    """What was made of the code that was run last, by what it does: programs run texts again."""

    def __init__(self) -> None:
        self._made: dict[bytes, CodeType] = {}

    def made_for(self, code: CodeType, make: Callable[[CodeType], CodeType]) -> CodeType:
        """What was made of such code, or is made now."""
        try:
            key = marshal.dumps(code)
        except ValueError:  # The program has put something else among its constants.
            return make(code)
        found = self._made.pop(key, None)
        if found is None:
            found = make(code)
            while len(self._made) >= MOST:
                self._made.pop(next(iter(self._made)), None)
        self._made[key] = found
        return found


class Passing:
    """The code that passes, and what runs in its place, as long as there is either."""

    def __init__(self) -> None:
        self._originals: Known = {}
        self._variants: Known = {}

    def __contains__(self, code: CodeType) -> bool:
        return id(code) in self._originals

    def add(self, codes: Iterable[CodeType], *known: Known) -> None:
        """Some code passes; when it dies it is forgotten, also in `known`, by its id."""
        for code in codes:
            self._originals[id(code)] = _until_gone(code, self._originals, *known)

    def add_variant(self, variant: CodeType, original: CodeType, *known: Known) -> None:
        """A variant runs in place of code that passes; when it dies that is forgotten."""
        references = _until_gone(variant, self._variants, *known)
        self._variants[id(variant)] = references, id(original)

    def variants_of(self, code: CodeType) -> Iterator[CodeType]:
        """What runs in place of some code that passes."""
        for references, original in list(self._variants.values()):
            variant = references[0]()
            if original == id(code) and variant is not None:
                yield variant


def _until_gone(code: CodeType, *known: Known) -> list[ReferenceType[CodeType]]:
    """References to some code by which, when that dies, it is forgotten by its id."""
    # In C: a function would be called in the midst of the program, whose tracer would see it.
    return [ReferenceType(code, partial(each.pop, id(code))) for each in known]

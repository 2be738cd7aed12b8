"""What the Tab key offers: commands, names in scope, attributes of plain objects."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from debugger.frames.class_attributes import bases, namespace
from debugger.frames.missing import MISSING
from debugger.ui.names import visible
from debugger.ui.parse import first_word
from debugger.ui.upcoming import attribute, lookup
from debugger.ui.values import instance_attributes

if TYPE_CHECKING:
    from debugger.ui.session import Session

_LAST = re.compile(r"[\w.]*$")


def completions(session: Session, text: str) -> list[str]:
    """The words that could stand where the text ends, which they replace from its last word on."""
    word, after = first_word(text)
    found = session.commands.find(word) if after else None
    if found is not None and found.words is not None:
        last = text.rsplit(" ", 1)[-1]
        return sorted({each for each in found.words(session) if last and each.startswith(last)})
    match = _LAST.search(text)
    word = match[0] if match else ""
    owner, dot, last = word.rpartition(".")
    if dot:
        return [f"{owner}.{name}" for name in _attributes(session, owner) if name.startswith(last)]
    at_start = not text[: len(text) - len(word)].strip()
    first = (*session.commands.names, *session.aliases) if at_start else ()
    names = [*first, *_names(session)]
    return sorted({name for name in names if name.startswith(word)}) if word else []


def _names(session: Session) -> list[str]:
    return visible(session.frame) if session.stop is not None else sorted(session.namespace)


def _attributes(session: Session, dotted: str) -> list[str]:
    """Found without running anything of the program: no property, no `__getattr__`."""
    first, *rest = dotted.split(".")
    value = (
        lookup(session.frame, first)
        if session.stop is not None
        else session.namespace.get(first, MISSING)
    )
    for name in rest:
        value = attribute(value, name)
    if value is MISSING:
        return []
    names = set(instance_attributes(value))
    owners = [*bases(type(value))]
    if issubclass(type(value), type):
        owners += bases(value)  # type: ignore[arg-type]
    for kind in owners:
        names.update(namespace(kind))
    return sorted(name for name in names if not name.startswith("_"))
